# recall: completion for PowerShell, made by `recall completion show powershell`
# Everything that is fixed is answered here; ids, projects and the like are asked of recall itself.

Register-ArgumentCompleter -Native -CommandName recall -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commands = @(
        ,@('store', 'Store a memory')
        ,@('update', 'Correct a memory')
        ,@('tag', 'Set or remove tags of a memory')
        ,@('delete', 'Remove memories; can be undone')
        ,@('erase', 'Erase memories for good, with proof')
        ,@('feedback', 'Rate memories as helpful or unhelpful')
        ,@('pin', 'Protect memories from fading')
        ,@('unpin', 'Unpin memories')
        ,@('review', 'Show, approve or reject held memories')
        ,@('resolve', 'Settle a fact with conflicting values')
        ,@('undo', 'Take back the last write, or a given one')
        ,@('search', 'Find memories by words and meaning')
        ,@('context', 'Show what an agent gets: the most relevant memories')
        ,@('get', 'Show memories by their ids')
        ,@('list', 'Show the newest memories')
        ,@('related', 'Show memories that are linked to a memory')
        ,@('history', 'Show how a memory or a fact changed')
        ,@('conflicts', 'Show facts with conflicting values')
        ,@('why', 'Show where a memory comes from, and why a search finds it or not')
        ,@('diff', 'Show what was learned, corrected and forgotten since a date')
        ,@('count', 'Count memories')
        ,@('stats', 'Show what is in the store')
        ,@('log', 'Show the record of writes')
        ,@('jobs', 'Show deferred jobs and their results')
        ,@('worker', 'Run deferred jobs')
        ,@('hooks', 'Connect recall to your agents, or disconnect it')
        ,@('hook', 'Answer an agent''s hook; agents call this')
        ,@('import', 'Import memories from files, other tools or past sessions')
        ,@('export', 'Write memories to a file, one JSON line each')
        ,@('encrypt', 'Encrypt the store, or change its key')
        ,@('decrypt', 'Make an encrypted store a plain file again')
        ,@('backup', 'Copy the whole store to a file, while it is in use')
        ,@('restore', 'Bring back a backup')
        ,@('audit', 'Verify or export the sealed record of writes')
        ,@('verify', 'Check memories anchored to code that has changed')
        ,@('maintain', 'Run one round of maintenance: fading, deferred jobs, purging')
        ,@('consolidate', 'Merge near-duplicate memories')
        ,@('schedule', 'Run maintenance every day')
        ,@('scan', 'Look for secrets in stored memories')
        ,@('shadow', 'Compare another ranking on your past queries')
        ,@('embed', 'Use a full embedding model')
        ,@('doctor', 'Find problems and name a remedy for each')
        ,@('bench', 'Measure how well recall finds')
        ,@('config', 'Show and change settings and projects')
        ,@('completion', 'Install completion for bash, zsh, fish or PowerShell')
        ,@('help', 'Show help for a command, or a page about a topic')
    )

    # What a command takes: options (flags, source, description) and places. A source is a kind to ask recall for,
    # file, =choices, ? for anything, - for a switch; a place with * takes all that follows.
    function Get-Taken([string] $command) {
        $options = @()
        $places = @()
        switch -CaseSensitive ($command) {
        '' {
            $places = @()
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
            $options += ,@(@('--version', '-V'), '-', 'Show the version')
        }
        'store' {
            $places = @('?*')
            $options += ,@(@('--type', '-t'), '=decision finding correction pattern estimate preference fact procedure', 'What kind of memory it is')
            $options += ,@(@('--topic'), '?', 'A broad namespace that searches can be narrowed to')
            $options += ,@(@('--importance'), '?', 'How much it matters, 0 to 1')
            $options += ,@(@('--confidence'), '?', 'How sure it is, 0 to 1')
            $options += ,@(@('--entity'), '?', 'What it is about')
            $options += ,@(@('--attribute'), '?', 'Which property of that')
            $options += ,@(@('--value'), '?', 'What the property is')
            $options += ,@(@('--qualifier'), '?', 'In which context alone the value holds')
            $options += ,@(@('--valid-from'), '?', 'Not believed before then')
            $options += ,@(@('--valid-until'), '?', 'Not believed after then; a span counts from now')
            $options += ,@(@('--classification'), '=public internal restricted confidential', 'Who may see it')
            $options += ,@(@('--project', '-p'), 'project', 'The project; by default the repository you are in, ''*'' for all')
            $options += ,@(@('--global'), '-', 'Only what belongs to no project')
            $options += ,@(@('--tag'), '?', 'A tag, k=v; may be given again')
            $options += ,@(@('--anchor'), 'file', 'The file, or lines of it, that it speaks of; it is told when they change. May be given again')
            $options += ,@(@('--source'), '=user agent tool', 'Who said it; what an agent passes can lower its trust, never raise it')
            $options += ,@(@('--agent'), '?', 'The agent that stores it')
            $options += ,@(@('--session'), '?', 'The session that it comes from')
            $options += ,@(@('--shared'), '-', 'All agents see it, also where each sees only its own')
            $options += ,@(@('--extractor'), '=auto claude rules none', 'Who makes memories of the text: none keeps it, rules reads statements out, claude sends it to Anthropic')
            $options += ,@(@('--key'), '?', 'An idempotency key: the same key twice within a month stores once')
            $options += ,@(@('--defer'), '-', 'Acknowledge at once and leave the work to recall worker')
            $options += ,@(@('--dry-run'), '-', 'Show what would be stored, and write nothing')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'update' {
            $places = @('id')
            $options += ,@(@('--text'), '?', 'What it should say; the old words stay in its history')
            $options += ,@(@('--type', '-t'), '=decision finding correction pattern estimate preference fact procedure', 'What kind of memory it is')
            $options += ,@(@('--topic'), '?', 'A broad namespace that searches can be narrowed to')
            $options += ,@(@('--importance'), '?', 'How much it matters, 0 to 1')
            $options += ,@(@('--confidence'), '?', 'How sure it is, 0 to 1')
            $options += ,@(@('--entity'), '?', 'What it is about')
            $options += ,@(@('--attribute'), '?', 'Which property of that')
            $options += ,@(@('--value'), '?', 'What the property is')
            $options += ,@(@('--qualifier'), '?', 'In which context alone the value holds')
            $options += ,@(@('--valid-from'), '?', 'Not believed before then')
            $options += ,@(@('--valid-until'), '?', 'Not believed after then; a span counts from now')
            $options += ,@(@('--classification'), '=public internal restricted confidential', 'Who may see it')
            $options += ,@(@('--anchor'), 'file', 'The file, or lines of it, that it speaks of; it is told when they change. May be given again')
            $options += ,@(@('--project', '-p'), 'project', 'The project; by default the repository you are in, ''*'' for all')
            $options += ,@(@('--global'), '-', 'Only what belongs to no project')
            $options += ,@(@('--shared'), '-', 'All agents see it')
            $options += ,@(@('--private'), '-', 'Only the agent that stored it sees it, where each sees its own')
            $options += ,@(@('--clear'), '=topic entity attribute value qualifier valid-from valid-until tags anchors', 'Make empty: topic, entity, attribute, value, qualifier, valid-from, valid-until, tags, anchors')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'tag' {
            $places = @('id', '?*')
            $options += ,@(@('--remove'), '?', 'A tag to remove; may be given again')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'delete' {
            $places = @('id*')
            $options += ,@(@('--now'), '-', 'Erase at once, for good: no undo')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'erase' {
            $places = @('id*')
            $options += ,@(@('--query'), '?', 'All that hold these words, or held them once')
            $options += ,@(@('--topic'), '?', 'All of this topic')
            $options += ,@(@('--project', '-p'), 'project', 'All of this project')
            $options += ,@(@('--user'), '?', 'All of this user, whatever there is of him')
            $options += ,@(@('--copies'), '-', 'In the copies that recall backup made, too')
            $options += ,@(@('--confirm'), '-', 'Do it; without this only what would go is shown')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'feedback' {
            $places = @('id*')
            $options += ,@(@('--helpful'), '-', 'They helped: their usefulness goes up')
            $options += ,@(@('--unhelpful'), '-', 'They did not: their usefulness goes down by a twentieth')
            $options += ,@(@('--session'), '?', 'All that is believed of what this session stored')
            $options += ,@(@('--note'), '?', 'Why, in a sentence; recall log shows it')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'pin' {
            $places = @('id*')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'unpin' {
            $places = @('id*')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'review' {
            $places = @('id')
            $options += ,@(@('--approve'), '-', 'You vouch for it: from now on it is your own word. Only at a terminal')
            $options += ,@(@('--reject'), '-', 'Delete it; recall undo brings it back')
            $options += ,@(@('--project', '-p'), 'project', 'Only of this project; of all by default')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'resolve' {
            $places = @('?', '?')
            $options += ,@(@('--keep'), '?', 'This value holds, and no other')
            $options += ,@(@('--when'), '?', 'In this context this value holds; again for others, default=VALUE for the rest')
            $options += ,@(@('--many'), '-', 'It holds several values at once')
            $options += ,@(@('--project', '-p'), 'project', 'The project; by default the repository you are in, ''*'' for all')
            $options += ,@(@('--global'), '-', 'Only what belongs to no project')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'undo' {
            $places = @('op')
            $options += ,@(@('--dry-run'), '-', 'Say what would be taken back, and change nothing')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'search' {
            $places = @('?*')
            $options += ,@(@('--limit', '-n'), '?', 'How many at most')
            $options += ,@(@('--project', '-p'), 'project', 'The project; by default the repository you are in, ''*'' for all')
            $options += ,@(@('--global'), '-', 'Only what belongs to no project')
            $options += ,@(@('--type', '-t'), '=decision finding correction pattern estimate preference fact procedure', 'Only this type; may be given again')
            $options += ,@(@('--topic'), '?', 'Only this topic')
            $options += ,@(@('--agent'), '?', 'Only what this agent stored')
            $options += ,@(@('--tag'), '?', 'Only with this tag; k or k=v, may be given again')
            $options += ,@(@('--since'), '?', 'Only stored since then')
            $options += ,@(@('--until'), '?', 'Only stored until then')
            $options += ,@(@('--as-of'), '?', 'Answer as on that day: 2026-03-01, 30d, yesterday')
            $options += ,@(@('--clearance'), '=public internal restricted confidential', 'Nothing classified above this')
            $options += ,@(@('--include'), '=superseded held expired deleted all', 'Also what is usually left out: superseded, held, expired, deleted')
            $options += ,@(@('--min-confidence'), '?', 'Leave out what is less sure than this (usually 0.4)')
            $options += ,@(@('--ranking'), '=default recall five-factor rrf-boost words', 'How results are put in order; the published ones are there to compare')
            $options += ,@(@('--recency'), '?', 'How much being new counts, 0 to 1')
            $options += ,@(@('--min-score'), '?', 'Leave out what scores less; 0.12 is where `recall context` falls silent')
            $options += ,@(@('--explain'), '-', 'Show what each score is made of')
            $options += ,@(@('--no-touch'), '-', 'Do not count this as a use')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'context' {
            $places = @('?*')
            $options += ,@(@('--compact'), '-', 'The form for agents: fenced as data, one JSON line a memory')
            $options += ,@(@('--format'), '=text json markdown', 'Text for people, json as with --json, markdown for a page')
            $options += ,@(@('--budget'), '?', 'How many tokens it may cost')
            $options += ,@(@('--project', '-p'), 'project', 'The project; by default the repository you are in, ''*'' for all')
            $options += ,@(@('--global'), '-', 'Only what belongs to no project')
            $options += ,@(@('--agent'), '?', 'The agent that is told; it sees its own and shared memories where that is set')
            $options += ,@(@('--clearance'), '=public internal restricted confidential', 'Nothing classified above this')
            $options += ,@(@('--no-touch'), '-', 'Do not count this as a use')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'get' {
            $places = @('id*')
            $options += ,@(@('--as-of'), '?', 'Answer as on that day: 2026-03-01, 30d, yesterday')
            $options += ,@(@('--no-touch'), '-', 'Do not count this as a use')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'list' {
            $places = @()
            $options += ,@(@('--limit', '-n'), '?', 'How many at most')
            $options += ,@(@('--offset'), '?', 'Leave out so many of the newest')
            $options += ,@(@('--project', '-p'), 'project', 'The project; by default the repository you are in, ''*'' for all')
            $options += ,@(@('--global'), '-', 'Only what belongs to no project')
            $options += ,@(@('--type', '-t'), '=decision finding correction pattern estimate preference fact procedure', 'Only this type; may be given again')
            $options += ,@(@('--topic'), '?', 'Only this topic')
            $options += ,@(@('--agent'), '?', 'Only what this agent stored')
            $options += ,@(@('--tag'), '?', 'Only with this tag; k or k=v, may be given again')
            $options += ,@(@('--since'), '?', 'Only stored since then')
            $options += ,@(@('--until'), '?', 'Only stored until then')
            $options += ,@(@('--as-of'), '?', 'Answer as on that day: 2026-03-01, 30d, yesterday')
            $options += ,@(@('--clearance'), '=public internal restricted confidential', 'Nothing classified above this')
            $options += ,@(@('--include'), '=superseded held expired deleted all', 'Also what is usually left out: superseded, held, expired, deleted')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'related' {
            $places = @('id')
            $options += ,@(@('--limit', '-n'), '?', 'How many at most')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'history' {
            $places = @('id*')
            $options += ,@(@('--project', '-p'), 'project', 'The project; by default the repository you are in, ''*'' for all')
            $options += ,@(@('--as-of'), '?', 'Answer as on that day: 2026-03-01, 30d, yesterday')
            $options += ,@(@('--include'), '?', 'Also what is usually left out of an agent''s view: held')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'conflicts' {
            $places = @()
            $options += ,@(@('--project', '-p'), 'project', 'The project; by default the repository you are in, ''*'' for all')
            $options += ,@(@('--global'), '-', 'Only what belongs to no project')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'why' {
            $places = @('id')
            $options += ,@(@('--query', '-q'), '?', 'How it fares in a search for this; what follows is what recall search takes')
            $options += ,@(@('--limit', '-n'), '?', 'How many at most')
            $options += ,@(@('--project', '-p'), 'project', 'The project; by default the repository you are in, ''*'' for all')
            $options += ,@(@('--global'), '-', 'Only what belongs to no project')
            $options += ,@(@('--type', '-t'), '=decision finding correction pattern estimate preference fact procedure', 'Only this type; may be given again')
            $options += ,@(@('--topic'), '?', 'Only this topic')
            $options += ,@(@('--agent'), '?', 'Only what this agent stored')
            $options += ,@(@('--tag'), '?', 'Only with this tag; k or k=v, may be given again')
            $options += ,@(@('--since'), '?', 'Only stored since then')
            $options += ,@(@('--until'), '?', 'Only stored until then')
            $options += ,@(@('--clearance'), '=public internal restricted confidential', 'Nothing classified above this')
            $options += ,@(@('--include'), '=superseded held expired deleted all', 'Also what is usually left out: superseded, held, expired, deleted')
            $options += ,@(@('--min-confidence'), '?', 'Leave out what is less sure than this (usually 0.4)')
            $options += ,@(@('--ranking'), '=default recall five-factor rrf-boost words', 'How results are put in order')
            $options += ,@(@('--min-score'), '?', 'Leave out what scores less')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'diff' {
            $places = @()
            $options += ,@(@('--since'), '?', 'From when; a week ago by default')
            $options += ,@(@('--until'), '?', 'Up to when; now by default')
            $options += ,@(@('--project', '-p'), 'project', 'The project; by default the repository you are in, ''*'' for all')
            $options += ,@(@('--global'), '-', 'Only what belongs to no project')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'count' {
            $places = @()
            $options += ,@(@('--project', '-p'), 'project', 'The project; by default the repository you are in, ''*'' for all')
            $options += ,@(@('--global'), '-', 'Only what belongs to no project')
            $options += ,@(@('--type', '-t'), '=decision finding correction pattern estimate preference fact procedure', 'Only this type; may be given again')
            $options += ,@(@('--topic'), '?', 'Only this topic')
            $options += ,@(@('--agent'), '?', 'Only what this agent stored')
            $options += ,@(@('--tag'), '?', 'Only with this tag; k or k=v, may be given again')
            $options += ,@(@('--since'), '?', 'Only stored since then')
            $options += ,@(@('--until'), '?', 'Only stored until then')
            $options += ,@(@('--as-of'), '?', 'Answer as on that day: 2026-03-01, 30d, yesterday')
            $options += ,@(@('--clearance'), '=public internal restricted confidential', 'Nothing classified above this')
            $options += ,@(@('--include'), '=superseded held expired deleted all', 'Also what is usually left out: superseded, held, expired, deleted')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'stats' {
            $places = @()
            $options += ,@(@('--decay'), '-', 'Draw the curve of forgetting, and where the memories lie on it')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'log' {
            $places = @('id')
            $options += ,@(@('--limit', '-n'), '?', 'How many at most')
            $options += ,@(@('--since'), '?', 'Only since then')
            $options += ,@(@('--until'), '?', 'Only until then')
            $options += ,@(@('--kind'), '?', 'Only operations of this kind: store, update, tag, delete, import, undo ...')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'jobs' {
            $places = @('=retry*')
            $options += ,@(@('--state'), '=queued processing complete failed', 'Only jobs in this state')
            $options += ,@(@('--limit', '-n'), '?', 'How many at most')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'worker' {
            $places = @()
            $options += ,@(@('--once'), '-', 'Do every job that waits, then end (the default)')
            $options += ,@(@('--watch'), '-', 'Stay, and do each job as it comes; Ctrl-C ends it')
            $options += ,@(@('--alone'), '-', 'End at once where another worker with --alone is at work')
            $options += ,@(@('--after'), '?', 'Begin only after so many seconds')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'hooks' {
            $places = @('=install remove status show private', '=claude-code codex gemini opencode cursor copilot*')
            $options += ,@(@('--project'), '-', 'In the settings of this repository, not in yours')
            $options += ,@(@('--dry-run'), '-', 'Show what would be changed, and change nothing')
            $options += ,@(@('--snippet'), '-', 'With show: a short text that teaches an agent to use recall')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'hook' {
            $places = @('=session-start prompt compact turn-end session-end')
            $options += ,@(@('--agent'), '=claude-code codex gemini opencode cursor copilot', 'The agent that it happened in')
            $options += ,@(@('--strict'), '-', 'Fail where something is wrong, for finding out what; without it the status is always 0')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'import' {
            $places = @('file*')
            $options += ,@(@('--project', '-p'), 'project', 'The project; by default the repository you are in, ''*'' for all')
            $options += ,@(@('--global'), '-', 'Only what belongs to no project')
            $options += ,@(@('--strict'), '-', 'If any line is broken, import nothing')
            $options += ,@(@('--since'), '?', 'Of transcripts, only sessions used since then: 30d, 2026-03-01')
            $options += ,@(@('--agent'), '=claude-code codex gemini opencode', 'Of transcripts, only this agent''s')
            $options += ,@(@('--own'), '-', 'The file is your own export: your words in it stay your words. At a terminal only')
            $options += ,@(@('--dry-run'), '-', 'Show what would be imported, and write nothing')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'export' {
            $places = @('file')
            $options += ,@(@('--project', '-p'), 'project', 'The project; by default the repository you are in, ''*'' for all')
            $options += ,@(@('--global'), '-', 'Only what belongs to no project')
            $options += ,@(@('--type', '-t'), '=decision finding correction pattern estimate preference fact procedure', 'Only this type; may be given again')
            $options += ,@(@('--topic'), '?', 'Only this topic')
            $options += ,@(@('--agent'), '?', 'Only what this agent stored')
            $options += ,@(@('--tag'), '?', 'Only with this tag; k or k=v, may be given again')
            $options += ,@(@('--since'), '?', 'Only stored since then')
            $options += ,@(@('--until'), '?', 'Only stored until then')
            $options += ,@(@('--as-of'), '?', 'Answer as on that day: 2026-03-01, 30d, yesterday')
            $options += ,@(@('--clearance'), '=public internal restricted confidential', 'Nothing classified above this')
            $options += ,@(@('--include'), '=superseded held expired deleted all', 'Also what is usually left out: superseded, held, expired, deleted')
            $options += ,@(@('--vectors'), '-', 'Include the vectors of full embedding models')
            $options += ,@(@('--force'), '-', 'Replace a file that is there already')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'encrypt' {
            $places = @()
            $options += ,@(@('--key-file'), 'file', 'The file with the key, yours alone; it is made where there is none')
            $options += ,@(@('--key-command'), '?', 'A command that prints the key, run without a shell')
            $options += ,@(@('--keyring'), '-', 'The system''s keyring, which gets a new key where it has none')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'decrypt' {
            $places = @()
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'backup' {
            $places = @('file')
            $options += ,@(@('--force'), '-', 'Replace a file that is there already')
            $options += ,@(@('--list'), '-', 'Only show the copies that recall knows')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'restore' {
            $places = @('file')
            $options += ,@(@('--force'), '-', 'Put it in the place of the store that is there, which is kept beside')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'audit' {
            $places = @('=verify export')
            $options += ,@(@('--head'), '?', 'A digest noted earlier, which must still be in the chain')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'verify' {
            $places = @()
            $options += ,@(@('--fix'), '-', 'Show the changed lines of each that no longer agrees, and ask about it')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'maintain' {
            $places = @()
            $options += ,@(@('--only'), '=jobs expiry loops patterns decay purge upkeep copies', 'Only these steps: jobs, expiry, loops, patterns, decay, purge, upkeep, copies')
            $options += ,@(@('--dry-run'), '-', 'Say what would be done, and change nothing')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'consolidate' {
            $places = @()
            $options += ,@(@('--topic'), '?', 'Only this topic')
            $options += ,@(@('--project', '-p'), 'project', 'The project; by default the repository you are in, ''*'' for all')
            $options += ,@(@('--global'), '-', 'Only what belongs to no project')
            $options += ,@(@('--patterns'), '-', 'Findings and corrections that recur become patterns instead')
            $options += ,@(@('--own'), '-', 'Your own words too; only at a terminal')
            $options += ,@(@('--dry-run'), '-', 'Show what would become one, and change nothing')
            $options += ,@(@('--yes'), '-', 'Also where it touches much of the store; only at a terminal')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'schedule' {
            $places = @('=install remove show')
            $options += ,@(@('--at'), '?', 'The time of day')
            $options += ,@(@('--with'), '=auto cron systemd launchd', 'What runs it; by default what this machine has')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'scan' {
            $places = @()
            $options += ,@(@('--fix'), '-', 'Mask what is found, for good: no undo, and gone from the file')
            $options += ,@(@('--dry-run'), '-', 'Only say what is found (the default)')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'shadow' {
            $places = @()
            $options += ,@(@('--ranking'), '=default recall five-factor rrf-boost words', 'The ranking to try')
            $options += ,@(@('--against'), '=default recall five-factor rrf-boost words', 'The ranking to hold it against')
            $options += ,@(@('--limit', '-n'), '?', 'So many of the newest questions')
            $options += ,@(@('--forget'), '-', 'Forget every question that was kept')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'embed' {
            $places = @()
            $options += ,@(@('--model'), 'file', 'A model that fastembed knows, or a folder with an ONNX model; none for the table that ships alone')
            $options += ,@(@('--dry-run'), '-', 'Say what would be done and fetched, and do nothing')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'doctor' {
            $places = @()
            $options += ,@(@('--fix'), '-', 'Mend what can be mended safely')
            $options += ,@(@('--offline-proof'), '-', 'Run the main commands where sockets are forbidden')
            $options += ,@(@('--salvage'), 'file', 'Save what can be read of a damaged store into a new file')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'bench' {
            $places = @('file*')
            $options += ,@(@('--own'), '-', 'An exam out of your own store: facts that changed are asked for, and the old must not answer')
            $options += ,@(@('--model'), 'file', 'With the meaning of this full model (see recall embed) instead of the table''s')
            $options += ,@(@('--ranking'), '=default recall five-factor rrf-boost words', 'Measure this one; may be given again (usually default)')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'config' {
            $places = @('setting*')
            $options += ,@(@('--unset'), '-', 'Take the setting out of the file: its default holds again')
            $options += ,@(@('--changed'), '-', 'Show only what is not at its default')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'completion' {
            $places = @('=show install uninstall', '=bash zsh fish powershell')
            $options += ,@(@('--dry-run'), '-', 'Say what would be done, and do nothing')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        'help' {
            $places = @('=topics storing finding trust agents moving maintenance security encryption settings scripts figures troubleshooting glossary architecture commands store update tag delete erase feedback pin unpin review resolve undo search context get list related history conflicts why diff count stats log jobs worker hooks hook import export encrypt decrypt backup restore audit verify maintain consolidate schedule scan shadow embed doctor bench config completion help')
            $options += ,@(@('--all'), '-', 'List all commands, and not only the everyday ones')
            $options += ,@(@('--json'), '-', 'Answer with one JSON document')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show what it takes, with examples')
        }
        }
        return @{ Options = $options; Places = $places }
    }

    function Get-Source($taken, [string] $flag) {
        foreach ($option in $taken.Options) { if ($option[0] -ccontains $flag) { return $option[1] } }
        return ''
    }

    # A value as an argument that PowerShell takes as it is.
    function Format-Value([string] $value) {
        if ($value -match '^[A-Za-z0-9_./=:+-]+$') { return $value }
        return "'" + [System.Management.Automation.Language.CodeGeneration]::EscapeSingleQuotedStringContent($value) + "'"
    }

    # The text of a word, if it is one that needs no evaluation: nothing on the line is ever run.
    function Get-Text($element) {
        if ($element -is [System.Management.Automation.Language.StringConstantExpressionAst]) { return $element.Value }
        return $element.Extent.Text
    }

    $taken = Get-Taken ''
    $command = ''
    $flag = ''
    $db = ''
    $ended = $false
    $given = @()
    $elements = @($commandAst.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursorPosition })
    foreach ($element in $elements) {
        $word = [string] (Get-Text $element)
        if ($flag) {
            if ($flag -ceq '--db') { $db = $word }
            $flag = ''
        } elseif ($ended -or $word -notmatch '^-.') {
            if (-not $command) {
                $command = $word
                $taken = Get-Taken $command
            } else {
                $given += $word
            }
        } elseif ($word -ceq '--') {
            $ended = $true
        } elseif ($word -match '^--[^=]+=') {
            if ($word.StartsWith('--db=')) { $db = $word.Substring(5) }
        } elseif ((Get-Source $taken $word) -notin '', '-') {
            $flag = $word
        }
    }

    $lead = ''
    $prefix = ([string] $wordToComplete).Trim("'", '"')
    $source = ''
    $rows = @()
    if ($flag) {
        $source = Get-Source $taken $flag
    } elseif (-not $ended -and $prefix -match '^(--[^=]+=)(.*)$') {
        $lead = $Matches[1]
        $prefix = $Matches[2]
        $source = Get-Source $taken $lead.TrimEnd('=')
    } elseif (-not $ended -and $prefix.StartsWith('-')) {
        foreach ($option in $taken.Options) { foreach ($name in $option[0]) { $rows += ,@($name, $option[2]) } }
    } elseif (-not $command) {
        $rows = $commands
    } elseif ($taken.Places.Count) {
        $at = $given.Count
        $last = $taken.Places.Count - 1
        if ($at -gt $last -and $taken.Places[$last].EndsWith('*')) { $at = $last }
        if ($at -le $last) { $source = $taken.Places[$at].TrimEnd('*') }
    }

    if ($source -eq 'file') {
        return [System.Management.Automation.CompletionCompleters]::CompleteFilename($prefix) | ForEach-Object {
            [System.Management.Automation.CompletionResult]::new($lead + $_.CompletionText, $_.ListItemText, $_.ResultType, $_.ToolTip)
        }
    } elseif ($source.StartsWith('=')) {
        foreach ($choice in $source.Substring(1).Split(' ')) { $rows += ,@($choice, '') }
    } elseif ($source -notin '', '?', '-') {
        $asked = @('--complete', $source)
        if ($prefix) { $asked += $prefix }
        if ($db) { $asked += '--db', $db }
        $asked += '--'
        $asked += $given
        $program = Get-Command recall -CommandType Application -ErrorAction Ignore | Select-Object -First 1
        if ($program) {
            foreach ($line in @(& $program $asked 2>$null)) {
                $parts = ([string] $line).Split("`t", 2)
                $rows += ,@($parts[0], [string] $parts[1])
            }
        }
    }
    foreach ($row in $rows) {
        if ($row[0].StartsWith($prefix, [System.StringComparison]::Ordinal)) {
            $about = if ($row[1]) { $row[1] } else { $row[0] }
            $typed = $lead + (Format-Value $row[0])
            [System.Management.Automation.CompletionResult]::new($typed, $row[0], 'ParameterValue', $about)
        }
    }
}
