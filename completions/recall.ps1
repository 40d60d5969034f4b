# recall: completion for PowerShell, made by `recall completion show powershell`
# This script completes commands and options. It asks recall for ids, projects, operations and settings.

Register-ArgumentCompleter -Native -CommandName recall -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commands = @(
        ,@('store', 'Store a memory')
        ,@('update', 'Correct a memory')
        ,@('edit', 'Edit memories in your text editor')
        ,@('tag', 'Set or remove tags of a memory')
        ,@('delete', 'Remove memories; can be undone')
        ,@('erase', 'Erase memories for good, with proof')
        ,@('feedback', 'Rate memories as helpful or unhelpful')
        ,@('pin', 'Protect memories from fading')
        ,@('review', 'Show, approve or reject held memories')
        ,@('resolve', 'Settle a fact with conflicting values')
        ,@('undo', 'Take back the last write, or a given one')
        ,@('search', 'Find memories by words and meaning')
        ,@('context', 'Show what an agent gets: the most relevant memories')
        ,@('get', 'Show memories by their ids')
        ,@('list', 'Show the newest memories')
        ,@('history', 'Show how a memory or a fact changed')
        ,@('conflicts', 'Show facts with conflicting values')
        ,@('why', 'Show where a memory comes from, and why a search finds it or not')
        ,@('diff', 'Show what was learned, corrected and forgotten since a date')
        ,@('stats', 'Show what is in the store')
        ,@('log', 'Show the record of writes')
        ,@('view', 'Write one page that shows your memories in time')
        ,@('worker', 'Run deferred jobs')
        ,@('hooks', 'Connect recall to your agents, or disconnect it')
        ,@('mcp', 'Serve agents over MCP, or connect their clients')
        ,@('serve', 'Serve clients on this or other machines over HTTP')
        ,@('join', 'Use a team''s server, with your agents and your memories')
        ,@('import', 'Import memories from files, other tools or past sessions')
        ,@('export', 'Write memories to a file, one JSON line each')
        ,@('sync', 'Exchange memories with your other machines over git')
        ,@('share', 'Give memories to everybody who works on this repository')
        ,@('team', 'Show and pair the colleagues who share memories')
        ,@('backup', 'Copy the whole store to a file, while it is in use')
        ,@('projects', 'List, name, merge, switch off or forget projects')
        ,@('maintain', 'Run one round of maintenance: fading, deferred jobs, purging')
        ,@('setup', 'Connect recall to your agents, shell and scheduler at once')
        ,@('doctor', 'Find problems and name a remedy for each')
        ,@('config', 'Show and change settings')
        ,@('admin', 'Rare work: encryption, servers, models, measuring')
        ,@('help', 'Show help for a command, or a page about a topic')
    )

    # A command's options (flags, source, description) and arguments. A source is a kind to ask recall for, file,
    # =choices, ? for anything, or - for a switch; an argument with * takes all remaining words.
    function Get-Taken([string] $command) {
        $options = @()
        $places = @()
        switch -CaseSensitive ($command) {
        '' {
            $places = @()
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
            $options += ,@(@('--version', '-V'), '-', 'Show the version')
        }
        'store' {
            $places = @('?*')
            $options += ,@(@('--type', '-t'), '=decision finding correction pattern estimate preference fact procedure', 'The type of the memory, such as decision or preference')
            $options += ,@(@('--topic'), '?', 'A broad topic that searches can filter by')
            $options += ,@(@('--importance'), '?', 'Importance, 0 to 1')
            $options += ,@(@('--confidence'), '?', 'Confidence, 0 to 1')
            $options += ,@(@('--entity'), '?', 'For a fact: what it is about')
            $options += ,@(@('--attribute'), '?', 'For a fact: which property')
            $options += ,@(@('--value'), '?', 'For a fact: the value of the property')
            $options += ,@(@('--qualifier'), '?', 'The only context in which the value holds')
            $options += ,@(@('--valid-from'), '?', 'Valid from this date')
            $options += ,@(@('--valid-until'), '?', 'Valid until this date, or for this time span from now')
            $options += ,@(@('--classification'), '=public internal restricted confidential', 'How private it is. Agents see every level, unless a clearance is set')
            $options += ,@(@('--project', '-p'), 'project', 'The project it belongs to; default: the repository you are in')
            $options += ,@(@('--global'), '-', 'It belongs to no project, and is found in all of them')
            $options += ,@(@('--tag'), '?', 'A tag, k=v; repeatable')
            $options += ,@(@('--anchor'), 'file', 'The file or lines that the memory is about; recall warns when they change. Repeatable')
            $options += ,@(@('--ends'), 'id', 'The memory that it replaces; repeatable')
            $options += ,@(@('--source'), '=user agent tool', 'Who said it; from an agent this can lower trust, never raise it')
            $options += ,@(@('--agent'), '?', 'The agent that stores it')
            $options += ,@(@('--session'), '?', 'The session it comes from')
            $options += ,@(@('--shared'), '-', 'Visible to all agents, even if each sees only its own memories')
            $options += ,@(@('--extractor'), '=auto claude command rules none', 'auto and none keep the text whole, rules takes statements from it, claude and command ask a model')
            $options += ,@(@('--key'), '?', 'Idempotency key: the same key stores only once within a month')
            $options += ,@(@('--defer'), '-', 'Return at once and leave the work to recall worker')
            $options += ,@(@('--dry-run'), '-', 'Show what would be stored without writing')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'update' {
            $places = @('id*')
            $options += ,@(@('--text'), '?', 'The new text; the old text stays in the history')
            $options += ,@(@('--type', '-t'), '=decision finding correction pattern estimate preference fact procedure', 'The type of the memory, such as decision or preference')
            $options += ,@(@('--topic'), '?', 'A broad topic that searches can filter by')
            $options += ,@(@('--importance'), '?', 'Importance, 0 to 1')
            $options += ,@(@('--confidence'), '?', 'Confidence, 0 to 1')
            $options += ,@(@('--entity'), '?', 'For a fact: what it is about')
            $options += ,@(@('--attribute'), '?', 'For a fact: which property')
            $options += ,@(@('--value'), '?', 'For a fact: the value of the property')
            $options += ,@(@('--qualifier'), '?', 'The only context in which the value holds')
            $options += ,@(@('--valid-from'), '?', 'Valid from this date')
            $options += ,@(@('--valid-until'), '?', 'Valid until this date, or for this time span from now')
            $options += ,@(@('--classification'), '=public internal restricted confidential', 'How private it is. Agents see every level, unless a clearance is set')
            $options += ,@(@('--anchor'), 'file', 'The file or lines that the memory is about; recall warns when they change. Repeatable')
            $options += ,@(@('--ends'), 'id', 'The memory that it replaces; repeatable')
            $options += ,@(@('--project', '-p'), 'project', 'Move it to this project')
            $options += ,@(@('--global'), '-', 'It belongs to no project, and is found in all of them')
            $options += ,@(@('--shared'), '-', 'Visible to all agents')
            $options += ,@(@('--private'), '-', 'With agent_scoping: visible only to the agent that stored it')
            $options += ,@(@('--clear'), '=topic entity attribute value qualifier valid-from valid-until tags anchors', 'Fields to clear: topic, entity, attribute, value, qualifier, valid-from, valid-until, tags, anchors')
            $options += ,@(@('--where'), '=type= topic= project=', 'A filter whose name is taken by a new value: type=fact, topic=build, project=shop; repeatable')
            $options += ,@(@('--query', '-q'), '?', 'Only memories that contain all of these words')
            $options += ,@(@('--agent'), '?', 'Only memories that this agent stored')
            $options += ,@(@('--session'), '?', 'Only memories of this session, or of the latest, in any project')
            $options += ,@(@('--source'), '=user agent tool', 'Only what this source said; repeatable')
            $options += ,@(@('--trust'), '=user colleague agent imported tool', 'Only with this trust; repeatable')
            $options += ,@(@('--unused'), '-', 'Only memories that no agent has used')
            $options += ,@(@('--tag'), '?', 'Only with this tag, k or k=v; repeatable')
            $options += ,@(@('--since'), '?', 'Only stored since this date')
            $options += ,@(@('--until'), '?', 'Only stored until this date')
            $options += ,@(@('--clearance'), '=public internal restricted confidential', 'Only memories classified up to this level')
            $options += ,@(@('--include'), '=superseded held expired deleted all', 'Also include: superseded, held, expired, deleted (or all)')
            $options += ,@(@('--sort'), '=newest used unused importance confidence strength', 'The order: newest, most used, longest unused, most important, most certain or strongest first')
            $options += ,@(@('--limit', '-n'), '?', 'Maximum number of memories, in the order of --sort')
            $options += ,@(@('--dry-run'), '-', 'Show the memories that match, and change nothing')
            $options += ,@(@('--yes', '-y'), '-', 'Do not ask before a change of many memories')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'edit' {
            $places = @('id*')
            $options += ,@(@('--continue'), '-', 'Go on with an edit that a mistake or a crash left unfinished; if there are several, list them')
            $options += ,@(@('--discard'), '-', 'Remove unfinished edits: those whose numbers you give, or all')
            $options += ,@(@('--dry-run'), '-', 'Show what the edited file would change, and change nothing')
            $options += ,@(@('--query', '-q'), '?', 'Only memories that contain all of these words')
            $options += ,@(@('--project', '-p'), 'project', 'The project; default: the repository you are in; ''*'': all projects')
            $options += ,@(@('--global'), '-', 'Only memories without a project')
            $options += ,@(@('--type', '-t'), '=decision finding correction pattern estimate preference fact procedure', 'Only this type; repeatable')
            $options += ,@(@('--topic'), '?', 'Only this topic')
            $options += ,@(@('--agent'), '?', 'Only memories that this agent stored')
            $options += ,@(@('--session'), '?', 'Only memories of this session, or of the latest, in any project')
            $options += ,@(@('--source'), '=user agent tool', 'Only what this source said; repeatable')
            $options += ,@(@('--trust'), '=user colleague agent imported tool', 'Only with this trust; repeatable')
            $options += ,@(@('--unused'), '-', 'Only memories that no agent has used')
            $options += ,@(@('--tag'), '?', 'Only with this tag, k or k=v; repeatable')
            $options += ,@(@('--since'), '?', 'Only stored since this date')
            $options += ,@(@('--until'), '?', 'Only stored until this date')
            $options += ,@(@('--clearance'), '=public internal restricted confidential', 'Only memories classified up to this level')
            $options += ,@(@('--include'), '=superseded held expired deleted all', 'Also include: superseded, held, expired, deleted (or all)')
            $options += ,@(@('--sort'), '=newest used unused importance confidence strength', 'The order: newest, most used, longest unused, most important, most certain or strongest first')
            $options += ,@(@('--limit', '-n'), '?', 'Maximum number of memories, in the order of --sort')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'tag' {
            $places = @('id*')
            $options += ,@(@('--remove'), '?', 'A tag to remove; repeatable')
            $options += ,@(@('--query', '-q'), '?', 'Only memories that contain all of these words')
            $options += ,@(@('--project', '-p'), 'project', 'The project; default: the repository you are in; ''*'': all projects')
            $options += ,@(@('--global'), '-', 'Only memories without a project')
            $options += ,@(@('--type', '-t'), '=decision finding correction pattern estimate preference fact procedure', 'Only this type; repeatable')
            $options += ,@(@('--topic'), '?', 'Only this topic')
            $options += ,@(@('--agent'), '?', 'Only memories that this agent stored')
            $options += ,@(@('--session'), '?', 'Only memories of this session, or of the latest, in any project')
            $options += ,@(@('--source'), '=user agent tool', 'Only what this source said; repeatable')
            $options += ,@(@('--trust'), '=user colleague agent imported tool', 'Only with this trust; repeatable')
            $options += ,@(@('--unused'), '-', 'Only memories that no agent has used')
            $options += ,@(@('--tag'), '?', 'Only with this tag, k or k=v; repeatable')
            $options += ,@(@('--since'), '?', 'Only stored since this date')
            $options += ,@(@('--until'), '?', 'Only stored until this date')
            $options += ,@(@('--clearance'), '=public internal restricted confidential', 'Only memories classified up to this level')
            $options += ,@(@('--include'), '=superseded held expired deleted all', 'Also include: superseded, held, expired, deleted (or all)')
            $options += ,@(@('--sort'), '=newest used unused importance confidence strength', 'The order: newest, most used, longest unused, most important, most certain or strongest first')
            $options += ,@(@('--limit', '-n'), '?', 'Maximum number of memories, in the order of --sort')
            $options += ,@(@('--dry-run'), '-', 'Show the memories that match, and change nothing')
            $options += ,@(@('--yes', '-y'), '-', 'Do not ask before a change of many memories')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'delete' {
            $places = @('id*')
            $options += ,@(@('--now'), '-', 'Erase permanently at once: no undo')
            $options += ,@(@('--bring-back'), '-', 'Also bring back what these memories had ended; --session always does')
            $options += ,@(@('--query', '-q'), '?', 'Only memories that contain all of these words')
            $options += ,@(@('--project', '-p'), 'project', 'The project; default: the repository you are in; ''*'': all projects')
            $options += ,@(@('--global'), '-', 'Only memories without a project')
            $options += ,@(@('--type', '-t'), '=decision finding correction pattern estimate preference fact procedure', 'Only this type; repeatable')
            $options += ,@(@('--topic'), '?', 'Only this topic')
            $options += ,@(@('--agent'), '?', 'Only memories that this agent stored')
            $options += ,@(@('--session'), '?', 'Only memories of this session, or of the latest, in any project')
            $options += ,@(@('--source'), '=user agent tool', 'Only what this source said; repeatable')
            $options += ,@(@('--trust'), '=user colleague agent imported tool', 'Only with this trust; repeatable')
            $options += ,@(@('--unused'), '-', 'Only memories that no agent has used')
            $options += ,@(@('--tag'), '?', 'Only with this tag, k or k=v; repeatable')
            $options += ,@(@('--since'), '?', 'Only stored since this date')
            $options += ,@(@('--until'), '?', 'Only stored until this date')
            $options += ,@(@('--clearance'), '=public internal restricted confidential', 'Only memories classified up to this level')
            $options += ,@(@('--include'), '=superseded held expired deleted all', 'Also include: superseded, held, expired, deleted (or all)')
            $options += ,@(@('--sort'), '=newest used unused importance confidence strength', 'The order: newest, most used, longest unused, most important, most certain or strongest first')
            $options += ,@(@('--limit', '-n'), '?', 'Maximum number of memories, in the order of --sort')
            $options += ,@(@('--dry-run'), '-', 'Show the memories that match, and change nothing')
            $options += ,@(@('--yes', '-y'), '-', 'Do not ask before a change of many memories')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'erase' {
            $places = @('id*')
            $options += ,@(@('--query'), '?', 'All memories that contain, or ever contained, these words')
            $options += ,@(@('--topic'), '?', 'All memories of this topic')
            $options += ,@(@('--project', '-p'), 'project', 'All memories of this project')
            $options += ,@(@('--user'), '?', 'All memories and other data of this user')
            $options += ,@(@('--type', '-t'), '=decision finding correction pattern estimate preference fact procedure', 'Only this type; repeatable')
            $options += ,@(@('--agent'), '?', 'Only memories that this agent stored')
            $options += ,@(@('--session'), '?', 'Only memories of this session, or of the latest, in any project')
            $options += ,@(@('--source'), '=user agent tool', 'Only what this source said; repeatable')
            $options += ,@(@('--trust'), '=user colleague agent imported tool', 'Only with this trust; repeatable')
            $options += ,@(@('--unused'), '-', 'Only memories that no agent has used')
            $options += ,@(@('--tag'), '?', 'Only with this tag, k or k=v; repeatable')
            $options += ,@(@('--since'), '?', 'Only stored since this date')
            $options += ,@(@('--until'), '?', 'Only stored until this date')
            $options += ,@(@('--sort'), '=newest used unused importance confidence strength', 'The order: newest, most used, longest unused, most important, most certain or strongest first')
            $options += ,@(@('--limit', '-n'), '?', 'Maximum number of memories, in the order of --sort')
            $options += ,@(@('--copies'), '-', 'Also erase from backups made by recall backup')
            $options += ,@(@('--confirm'), '-', 'Erase; without this option, only show what would be erased')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'feedback' {
            $places = @('id*')
            $options += ,@(@('--helpful'), '-', 'They helped: raise their usefulness')
            $options += ,@(@('--unhelpful'), '-', 'They did not: lower their usefulness by a twentieth')
            $options += ,@(@('--note'), '?', 'The reason, shown in recall log')
            $options += ,@(@('--query', '-q'), '?', 'Only memories that contain all of these words')
            $options += ,@(@('--project', '-p'), 'project', 'The project; default: the repository you are in; ''*'': all projects')
            $options += ,@(@('--global'), '-', 'Only memories without a project')
            $options += ,@(@('--type', '-t'), '=decision finding correction pattern estimate preference fact procedure', 'Only this type; repeatable')
            $options += ,@(@('--topic'), '?', 'Only this topic')
            $options += ,@(@('--agent'), '?', 'Only memories that this agent stored')
            $options += ,@(@('--session'), '?', 'Only memories of this session, or of the latest, in any project')
            $options += ,@(@('--source'), '=user agent tool', 'Only what this source said; repeatable')
            $options += ,@(@('--trust'), '=user colleague agent imported tool', 'Only with this trust; repeatable')
            $options += ,@(@('--unused'), '-', 'Only memories that no agent has used')
            $options += ,@(@('--tag'), '?', 'Only with this tag, k or k=v; repeatable')
            $options += ,@(@('--since'), '?', 'Only stored since this date')
            $options += ,@(@('--until'), '?', 'Only stored until this date')
            $options += ,@(@('--clearance'), '=public internal restricted confidential', 'Only memories classified up to this level')
            $options += ,@(@('--include'), '=superseded held expired deleted all', 'Also include: superseded, held, expired, deleted (or all)')
            $options += ,@(@('--sort'), '=newest used unused importance confidence strength', 'The order: newest, most used, longest unused, most important, most certain or strongest first')
            $options += ,@(@('--limit', '-n'), '?', 'Maximum number of memories, in the order of --sort')
            $options += ,@(@('--dry-run'), '-', 'Show the memories that match, and change nothing')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'pin' {
            $places = @('id*')
            $options += ,@(@('--off'), '-', 'Unpin memories')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'unpin' {
            $places = @('id*')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'review' {
            $places = @('id')
            $options += ,@(@('--approve'), '-', 'Approve it as your own words; only at a terminal')
            $options += ,@(@('--reject'), '-', 'Delete it; recall undo restores it')
            $options += ,@(@('--ended'), '-', 'Show what an earlier recall ended only because a newer memory looked like it')
            $options += ,@(@('--restore'), '-', 'Let it hold again: this memory, or with --ended all of them (undoable)')
            $options += ,@(@('--sessions'), '-', 'Show what earlier rules kept of sessions, and which of it is noise')
            $options += ,@(@('--remove'), '-', 'With --sessions: delete that noise, as one operation (undoable)')
            $options += ,@(@('--dry-run'), '-', 'With --remove: show what would be deleted')
            $options += ,@(@('--yes', '-y'), '-', 'Do not ask before a change of many memories')
            $options += ,@(@('--project', '-p'), 'project', 'Only this project (default: all)')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'resolve' {
            $places = @('?', '?')
            $options += ,@(@('--keep'), '?', 'Keep this value only; or the memory with this id')
            $options += ,@(@('--when'), '?', 'Value, or id of a memory, for a context; repeatable; default=VALUE for all others')
            $options += ,@(@('--many'), '-', 'The fact has several values at once; or all of the memories are true')
            $options += ,@(@('--project', '-p'), 'project', 'The project; default: the repository you are in; ''*'': all projects')
            $options += ,@(@('--global'), '-', 'Only memories without a project')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'undo' {
            $places = @('op')
            $options += ,@(@('--dry-run'), '-', 'Show what would be undone without changing anything')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'search' {
            $places = @('?*')
            $options += ,@(@('--limit', '-n'), '?', 'Maximum number of results')
            $options += ,@(@('--project', '-p'), 'project', 'The project; default: the repository you are in; ''*'': all projects')
            $options += ,@(@('--global'), '-', 'Only memories without a project')
            $options += ,@(@('--type', '-t'), '=decision finding correction pattern estimate preference fact procedure', 'Only this type; repeatable')
            $options += ,@(@('--topic'), '?', 'Only this topic')
            $options += ,@(@('--agent'), '?', 'Only memories that this agent stored')
            $options += ,@(@('--session'), '?', 'Only memories of this session, or of the latest, in any project')
            $options += ,@(@('--source'), '=user agent tool', 'Only what this source said; repeatable')
            $options += ,@(@('--trust'), '=user colleague agent imported tool', 'Only with this trust; repeatable')
            $options += ,@(@('--unused'), '-', 'Only memories that no agent has used')
            $options += ,@(@('--tag'), '?', 'Only with this tag, k or k=v; repeatable')
            $options += ,@(@('--since'), '?', 'Only stored since this date')
            $options += ,@(@('--until'), '?', 'Only stored until this date')
            $options += ,@(@('--as-of'), '?', 'Answer as of this date: 2026-03-01, 30d, yesterday')
            $options += ,@(@('--clearance'), '=public internal restricted confidential', 'Only memories classified up to this level')
            $options += ,@(@('--include'), '=superseded held expired deleted all', 'Also include: superseded, held, expired, deleted (or all)')
            $options += ,@(@('--min-confidence'), '?', 'Minimum confidence (default: the setting min_confidence, 0.4)')
            $options += ,@(@('--ranking'), '=default four-part five-factor rrf-boost words', 'How results are ordered; published rankings are for comparison')
            $options += ,@(@('--recency'), '?', 'Weight of recency, 0 to 1')
            $options += ,@(@('--min-score'), '?', 'Minimum score; recall context uses 0.12. With it, less likely results are all shown')
            $options += ,@(@('--seed'), '?', 'Give memories used less than 5 times a chance, drawn with this seed')
            $options += ,@(@('--sessions'), '-', 'Search the raw turns of your sessions instead (setting sessions.index)')
            $options += ,@(@('--sort'), '=newest used unused importance confidence strength', 'The order of the results; default: the best match first')
            $options += ,@(@('--explain'), '-', 'Show the parts of each score')
            $options += ,@(@('--no-touch'), '-', 'Do not record this as a use')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'context' {
            $places = @('?*')
            $options += ,@(@('--error'), '?', 'What fixed an error: its text, or - to read it from standard input')
            $options += ,@(@('--file'), '?', 'What is known about this file. Repeat it for more files')
            $options += ,@(@('--diff'), '-', 'What was learned about the lines that you changed; with -, reads `git diff`')
            $options += ,@(@('--compact'), '-', 'The format for agents: fenced as data, one line per memory')
            $options += ,@(@('--format'), '=text json markdown', 'text for people, json as with --json, or markdown')
            $options += ,@(@('--budget'), '?', 'Maximum number of tokens')
            $options += ,@(@('--project', '-p'), 'project', 'The project; default: the repository you are in; ''*'': all projects')
            $options += ,@(@('--global'), '-', 'Only memories without a project')
            $options += ,@(@('--agent'), '?', 'The agent that reads; with agent_scoping it sees only its own and shared memories')
            $options += ,@(@('--clearance'), '=public internal restricted confidential', 'Only memories classified up to this level')
            $options += ,@(@('--no-touch'), '-', 'Do not record this as a use')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'get' {
            $places = @('id*')
            $options += ,@(@('--as-of'), '?', 'Answer as of this date: 2026-03-01, 30d, yesterday')
            $options += ,@(@('--no-touch'), '-', 'Do not record this as a use')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'list' {
            $places = @()
            $options += ,@(@('--limit', '-n'), '?', 'Maximum number of results')
            $options += ,@(@('--offset'), '?', 'Number of newest memories to skip')
            $options += ,@(@('--query', '-q'), '?', 'Only memories that contain all of these words')
            $options += ,@(@('--project', '-p'), 'project', 'The project; default: the repository you are in; ''*'': all projects')
            $options += ,@(@('--global'), '-', 'Only memories without a project')
            $options += ,@(@('--type', '-t'), '=decision finding correction pattern estimate preference fact procedure', 'Only this type; repeatable')
            $options += ,@(@('--topic'), '?', 'Only this topic')
            $options += ,@(@('--agent'), '?', 'Only memories that this agent stored')
            $options += ,@(@('--session'), '?', 'Only memories of this session, or of the latest, in any project')
            $options += ,@(@('--source'), '=user agent tool', 'Only what this source said; repeatable')
            $options += ,@(@('--trust'), '=user colleague agent imported tool', 'Only with this trust; repeatable')
            $options += ,@(@('--unused'), '-', 'Only memories that no agent has used')
            $options += ,@(@('--tag'), '?', 'Only with this tag, k or k=v; repeatable')
            $options += ,@(@('--since'), '?', 'Only stored since this date')
            $options += ,@(@('--until'), '?', 'Only stored until this date')
            $options += ,@(@('--as-of'), '?', 'Answer as of this date: 2026-03-01, 30d, yesterday')
            $options += ,@(@('--clearance'), '=public internal restricted confidential', 'Only memories classified up to this level')
            $options += ,@(@('--include'), '=superseded held expired deleted all', 'Also include: superseded, held, expired, deleted (or all)')
            $options += ,@(@('--sort'), '=newest used unused importance confidence strength', 'The order: newest, most used, longest unused, most important, most certain or strongest first')
            $options += ,@(@('--group'), '=day project session topic type', 'Show the memories under headings')
            $options += ,@(@('--browse'), '-', 'Look through memories on a full screen')
            $options += ,@(@('--count'), '-', 'Count memories')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'browse' {
            $places = @('?*')
            $options += ,@(@('--bind'), '=bash zsh fish', 'Print a line for your shell''s startup file: Ctrl-X r then browses and inserts the id')
            $options += ,@(@('--project', '-p'), 'project', 'The project; default: the repository you are in; ''*'': all projects')
            $options += ,@(@('--global'), '-', 'Only memories without a project')
            $options += ,@(@('--type', '-t'), '=decision finding correction pattern estimate preference fact procedure', 'Only this type; repeatable')
            $options += ,@(@('--topic'), '?', 'Only this topic')
            $options += ,@(@('--agent'), '?', 'Only memories that this agent stored')
            $options += ,@(@('--session'), '?', 'Only memories of this session, or of the latest, in any project')
            $options += ,@(@('--source'), '=user agent tool', 'Only what this source said; repeatable')
            $options += ,@(@('--trust'), '=user colleague agent imported tool', 'Only with this trust; repeatable')
            $options += ,@(@('--unused'), '-', 'Only memories that no agent has used')
            $options += ,@(@('--tag'), '?', 'Only with this tag, k or k=v; repeatable')
            $options += ,@(@('--since'), '?', 'Only stored since this date')
            $options += ,@(@('--until'), '?', 'Only stored until this date')
            $options += ,@(@('--as-of'), '?', 'Answer as of this date: 2026-03-01, 30d, yesterday')
            $options += ,@(@('--clearance'), '=public internal restricted confidential', 'Only memories classified up to this level')
            $options += ,@(@('--include'), '=superseded held expired deleted all', 'Also include: superseded, held, expired, deleted (or all)')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'related' {
            $places = @('id')
            $options += ,@(@('--limit', '-n'), '?', 'Maximum number of results')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'history' {
            $places = @('id*')
            $options += ,@(@('--project', '-p'), 'project', 'The project; default: the repository you are in; ''*'': all projects')
            $options += ,@(@('--as-of'), '?', 'Answer as of this date: 2026-03-01, 30d, yesterday')
            $options += ,@(@('--include'), '?', 'Also include what agents do not see: held')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'conflicts' {
            $places = @('?')
            $options += ,@(@('--replaced'), '-', 'The newer memory replaced the older one, which ends')
            $options += ,@(@('--both'), '-', 'Both memories hold')
            $options += ,@(@('--both-when'), '?', 'Both hold: the newer one in this situation, the older one otherwise')
            $options += ,@(@('--ask'), '-', 'Ask about each open question, answered by one key (at a terminal)')
            $options += ,@(@('--project', '-p'), 'project', 'The project; default: the repository you are in; ''*'': all projects')
            $options += ,@(@('--global'), '-', 'Only memories without a project')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'why' {
            $places = @('id')
            $options += ,@(@('--turn'), '-', 'Show the turn of the session that it comes from, from the client''s own file')
            $options += ,@(@('--around'), '?', 'With --turn: how many turns before and after it')
            $options += ,@(@('--query', '-q'), '?', 'Explain its rank in a search for this query; the options below are those of recall search')
            $options += ,@(@('--limit', '-n'), '?', 'Maximum number of results')
            $options += ,@(@('--project', '-p'), 'project', 'The project; default: the repository you are in; ''*'': all projects')
            $options += ,@(@('--global'), '-', 'Only memories without a project')
            $options += ,@(@('--type', '-t'), '=decision finding correction pattern estimate preference fact procedure', 'Only this type; repeatable')
            $options += ,@(@('--topic'), '?', 'Only this topic')
            $options += ,@(@('--agent'), '?', 'Only memories that this agent stored')
            $options += ,@(@('--session'), '?', 'Only memories of this session, or of the latest, in any project')
            $options += ,@(@('--source'), '=user agent tool', 'Only what this source said; repeatable')
            $options += ,@(@('--trust'), '=user colleague agent imported tool', 'Only with this trust; repeatable')
            $options += ,@(@('--unused'), '-', 'Only memories that no agent has used')
            $options += ,@(@('--tag'), '?', 'Only with this tag, k or k=v; repeatable')
            $options += ,@(@('--since'), '?', 'Only stored since this date')
            $options += ,@(@('--until'), '?', 'Only stored until this date')
            $options += ,@(@('--clearance'), '=public internal restricted confidential', 'Only memories classified up to this level')
            $options += ,@(@('--include'), '=superseded held expired deleted all', 'Also include: superseded, held, expired, deleted (or all)')
            $options += ,@(@('--min-confidence'), '?', 'Minimum confidence (default: the setting min_confidence, 0.4)')
            $options += ,@(@('--ranking'), '=default four-part five-factor rrf-boost words', 'How results are ordered; published rankings are for comparison')
            $options += ,@(@('--min-score'), '?', 'Minimum score; recall context uses 0.12. With it, less likely results are all shown')
            $options += ,@(@('--related'), '-', 'Show memories that are linked to a memory')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'diff' {
            $places = @()
            $options += ,@(@('--since'), '?', 'Start (default: a week ago)')
            $options += ,@(@('--until'), '?', 'End (default: now)')
            $options += ,@(@('--project', '-p'), 'project', 'The project; default: the repository you are in; ''*'': all projects')
            $options += ,@(@('--global'), '-', 'Only memories without a project')
            $options += ,@(@('--clearance'), '=public internal restricted confidential', 'Only memories classified up to this level (default of a digest: restricted)')
            $options += ,@(@('--format'), '=text markdown', 'text, or markdown for a digest')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'told' {
            $places = @('?')
            $options += ,@(@('--agent'), '?', 'Only sessions of this agent')
            $options += ,@(@('--limit', '-n'), '?', 'Maximum number of results')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'count' {
            $places = @()
            $options += ,@(@('--project', '-p'), 'project', 'The project; default: the repository you are in; ''*'': all projects')
            $options += ,@(@('--global'), '-', 'Only memories without a project')
            $options += ,@(@('--type', '-t'), '=decision finding correction pattern estimate preference fact procedure', 'Only this type; repeatable')
            $options += ,@(@('--topic'), '?', 'Only this topic')
            $options += ,@(@('--agent'), '?', 'Only memories that this agent stored')
            $options += ,@(@('--session'), '?', 'Only memories of this session, or of the latest, in any project')
            $options += ,@(@('--source'), '=user agent tool', 'Only what this source said; repeatable')
            $options += ,@(@('--trust'), '=user colleague agent imported tool', 'Only with this trust; repeatable')
            $options += ,@(@('--unused'), '-', 'Only memories that no agent has used')
            $options += ,@(@('--tag'), '?', 'Only with this tag, k or k=v; repeatable')
            $options += ,@(@('--since'), '?', 'Only stored since this date')
            $options += ,@(@('--until'), '?', 'Only stored until this date')
            $options += ,@(@('--as-of'), '?', 'Answer as of this date: 2026-03-01, 30d, yesterday')
            $options += ,@(@('--clearance'), '=public internal restricted confidential', 'Only memories classified up to this level')
            $options += ,@(@('--include'), '=superseded held expired deleted all', 'Also include: superseded, held, expired, deleted (or all)')
            $options += ,@(@('--sort'), '=newest used unused importance confidence strength', 'Accepted as in recall list; the count is the same in every order')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'stats' {
            $places = @()
            $options += ,@(@('--decay'), '-', 'Draw the fading curve and the strength of your memories')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'log' {
            $places = @('id')
            $options += ,@(@('--limit', '-n'), '?', 'Maximum number of results')
            $options += ,@(@('--since'), '?', 'Only since this date')
            $options += ,@(@('--until'), '?', 'Only until this date')
            $options += ,@(@('--kind'), '?', 'Only operations of this kind: store, update, tag, delete, import, undo ...')
            $options += ,@(@('--told'), '-', 'Show what each session was shown, and what happened next')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'view' {
            $places = @('file')
            $options += ,@(@('--project', '-p'), 'project', 'Only this project and memories without one (default: all)')
            $options += ,@(@('--as-of'), '?', 'Answer as of this date: 2026-03-01, 30d, yesterday')
            $options += ,@(@('--without-deleted'), '-', 'Leave out deleted memories')
            $options += ,@(@('--limit', '-n'), '?', 'Maximum number of memories; the newest are kept')
            $options += ,@(@('--force'), '-', 'Replace an existing file')
            $options += ,@(@('--open'), '-', 'Open the page in your browser')
            $options += ,@(@('--live'), '-', 'Show that page live in your browser, and change memories there')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'ui' {
            $places = @()
            $options += ,@(@('--project', '-p'), 'project', 'Only this project and memories without one (default: all)')
            $options += ,@(@('--port'), '?', 'The port on this machine; 0 takes a free one')
            $options += ,@(@('--idle'), '?', 'End after so many minutes without use')
            $options += ,@(@('--no-open'), '-', 'Do not open a browser; only show the address')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'jobs' {
            $places = @('=retry*')
            $options += ,@(@('--state'), '=queued processing complete failed', 'Only jobs in this state')
            $options += ,@(@('--limit', '-n'), '?', 'Maximum number of results')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'worker' {
            $places = @()
            $options += ,@(@('--once'), '-', 'Run all waiting jobs, then exit (default)')
            $options += ,@(@('--watch'), '-', 'Keep running and run jobs as they arrive; stop with Ctrl-C')
            $options += ,@(@('--alone'), '-', 'Exit at once if another worker with --alone is running')
            $options += ,@(@('--all-users'), '-', 'Run the jobs of every user in turn; on a server, of all with tokens that your login may be')
            $options += ,@(@('--test'), '-', 'Ask the extractor''s program about a sample text, and show its answer; nothing is stored')
            $options += ,@(@('--questions'), '-', 'Settle open questions with the model of the setting extractor (undoable)')
            $options += ,@(@('--after'), '?', 'Wait this many seconds before starting')
            $options += ,@(@('--jobs'), '-', 'Show deferred jobs and their results')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'hooks' {
            $places = @('=install remove status show private', '=claude-code codex gemini qwen kimi opencode cursor copilot*')
            $options += ,@(@('--project'), '-', 'Use the settings of this repository instead of your own')
            $options += ,@(@('--dry-run'), '-', 'Show the changes without making them')
            $options += ,@(@('--off'), '-', 'With private: store again from this folder')
            $options += ,@(@('--snippet'), '-', 'With show: a short text for the agent''s instructions')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'mcp' {
            $places = @('=run install remove status', '=claude-code claude-desktop codex gemini qwen cursor vscode zed opencode copilot*')
            $options += ,@(@('--project', '-p'), 'project', 'The project of calls that name none; default: that of the client''s folder')
            $options += ,@(@('--agent'), '?', 'The agent that calls; default: the name that the client gives')
            $options += ,@(@('--clearance'), '=public internal restricted confidential', 'Only memories classified up to this level')
            $options += ,@(@('--tools'), '=usual all', 'The tools that are listed: four usual ones, which cost few tokens, or all')
            $options += ,@(@('--read-only'), '-', 'Without the tools that store or change')
            $options += ,@(@('--allow'), '=erase audit', 'Add the tools that erase for good, or that show the audit log; repeatable')
            $options += ,@(@('--dry-run'), '-', 'Show the changes without making them')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'hook' {
            $places = @('=session-start prompt subagent-start tool-start tool-end tool-failed compact turn-end session-end')
            $options += ,@(@('--agent'), '=claude-code codex gemini qwen kimi opencode cursor copilot', 'The agent that sends the event')
            $options += ,@(@('--strict'), '-', 'Report errors, for debugging; without it the exit status is always 0')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'serve' {
            $places = @()
            $options += ,@(@('--host'), '?', 'The address to listen at; any but this machine''s own needs TLS or --behind-proxy')
            $options += ,@(@('--port'), '?', 'The port to listen at; 0 takes a free one')
            $options += ,@(@('--tls-cert'), 'file', 'The certificate with its chain, a PEM file')
            $options += ,@(@('--tls-key'), 'file', 'Its private key, a PEM file')
            $options += ,@(@('--behind-proxy'), '-', 'A proxy on this network does the TLS')
            $options += ,@(@('--public-url'), '?', 'The address under which clients reach the server')
            $options += ,@(@('--check'), '-', 'Check the texts that the server sends, and exit')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'join' {
            $places = @('?')
            $options += ,@(@('--user'), '?', 'The user that you are there (default: the one that the login is)')
            $options += ,@(@('--token-file'), 'file', 'With https://: the file that holds the token; without it, join asks')
            $options += ,@(@('--move'), '-', 'Also move the memories of this machine to the server')
            $options += ,@(@('--no-move'), '-', 'Leave them where they are, without a question')
            $options += ,@(@('--off'), '-', 'Leave the server, and use the store of before again')
            $options += ,@(@('--yes', '-y'), '-', 'Do it without asking; memories are moved only with --move')
            $options += ,@(@('--dry-run'), '-', 'Check the server, show every change, and make none')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'token' {
            $places = @('=create list revoke', '?')
            $options += ,@(@('--user'), '?', 'Whose memories the token opens (default: yours)')
            $options += ,@(@('--agent'), '?', 'The agent as which the client acts (default: the token''s name)')
            $options += ,@(@('--read-only'), '-', 'Without the tools that store or change')
            $options += ,@(@('--allow'), '=erase audit settle commands', 'Also erase for good, show the audit log, settle contested facts, or give commands; repeatable')
            $options += ,@(@('--clearance'), '=public internal restricted confidential', 'Only memories classified up to this level')
            $options += ,@(@('--topics'), '?', 'Only memories of these topics, separated by commas')
            $options += ,@(@('--projects'), '?', 'Only memories of these projects, and those of none')
            $options += ,@(@('--rate'), '?', 'Maximum number of requests in a minute')
            $options += ,@(@('--expires'), '?', 'When it stops working: 90d, 2027-01-31 (default: never)')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'import' {
            $places = @('file*')
            $options += ,@(@('--project', '-p'), 'project', 'The project; default: the repository you are in; ''*'': all projects')
            $options += ,@(@('--global'), '-', 'Only memories without a project')
            $options += ,@(@('--strict'), '-', 'Import nothing if any line is invalid')
            $options += ,@(@('--since'), '?', 'With transcripts: only sessions since this date (30d, 2026-03-01)')
            $options += ,@(@('--agent'), '=claude-code codex gemini qwen kimi opencode copilot cursor', 'With transcripts: only this agent')
            $options += ,@(@('--own'), '-', 'Your own export: your words stay yours, and later changes count. Only at a terminal')
            $options += ,@(@('--dry-run'), '-', 'Show what would be imported without writing')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'export' {
            $places = @('file')
            $options += ,@(@('--project', '-p'), 'project', 'The project; default: the repository you are in; ''*'': all projects')
            $options += ,@(@('--global'), '-', 'Only memories without a project')
            $options += ,@(@('--type', '-t'), '=decision finding correction pattern estimate preference fact procedure', 'Only this type; repeatable')
            $options += ,@(@('--topic'), '?', 'Only this topic')
            $options += ,@(@('--agent'), '?', 'Only memories that this agent stored')
            $options += ,@(@('--session'), '?', 'Only memories of this session, or of the latest, in any project')
            $options += ,@(@('--source'), '=user agent tool', 'Only what this source said; repeatable')
            $options += ,@(@('--trust'), '=user colleague agent imported tool', 'Only with this trust; repeatable')
            $options += ,@(@('--unused'), '-', 'Only memories that no agent has used')
            $options += ,@(@('--tag'), '?', 'Only with this tag, k or k=v; repeatable')
            $options += ,@(@('--since'), '?', 'Only stored since this date')
            $options += ,@(@('--until'), '?', 'Only stored until this date')
            $options += ,@(@('--as-of'), '?', 'Answer as of this date: 2026-03-01, 30d, yesterday')
            $options += ,@(@('--clearance'), '=public internal restricted confidential', 'Only memories classified up to this level')
            $options += ,@(@('--include'), '=superseded held expired deleted all', 'Also include: superseded, held, expired, deleted (or all)')
            $options += ,@(@('--without-global'), '-', 'Leave out memories without a project')
            $options += ,@(@('--sort'), '=newest used unused importance confidence strength', 'The order of the lines; default: as stored, the oldest first')
            $options += ,@(@('--format'), '=jsonl markdown', 'jsonl is complete and can be imported anywhere; markdown is a folder of pages to read, edit and import again')
            $options += ,@(@('--vectors'), '-', 'Include the vectors of full embedding models')
            $options += ,@(@('--force'), '-', 'Replace an existing file, or pages with edits that were not imported')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'sync' {
            $places = @()
            $options += ,@(@('--to'), '?', 'The git remote, the first time; default: the remote of the repository you are in')
            $options += ,@(@('--global'), '-', 'Memories without a project; the first time with --to and a private repository')
            $options += ,@(@('--join'), '-', 'Join your other machines: asks for the key that the first one showed')
            $options += ,@(@('--show-key'), '-', 'Show the key for another machine')
            $options += ,@(@('--off'), '-', 'End the sync on this machine; the memories stay everywhere')
            $options += ,@(@('--dry-run'), '-', 'Show what would leave and arrive; the store stays as it is')
            $options += ,@(@('--public'), '-', 'Begin though anybody can read the remote, or that cannot be checked')
            $options += ,@(@('--yes'), '-', 'Begin without the question')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'share' {
            $places = @('id*')
            $options += ,@(@('--off'), '-', 'Take them back')
            $options += ,@(@('--as'), '?', 'The name that your colleagues see (default: your login)')
            $options += ,@(@('--to'), '?', 'The git remote, the first time; default: that of the repository')
            $options += ,@(@('--allow-public'), '-', 'Share although strangers can read the remote')
            $options += ,@(@('--dry-run'), '-', 'Show what would leave; the store stays as it is')
            $options += ,@(@('--yes'), '-', 'Share without the question')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'team' {
            $places = @('=list accept remove', '?')
            $options += ,@(@('--as'), '?', 'With accept: how you call this colleague (default: as they call themselves)')
            $options += ,@(@('--to'), '?', 'The git remote, the first time; default: that of the repository')
            $options += ,@(@('--keep'), '-', 'With remove: keep the memories that came from them')
            $options += ,@(@('--write'), '-', 'Write a readable page of the team''s memories to .recall/team.md of the repository')
            $options += ,@(@('--dry-run'), '-', 'Show what would happen; the store stays as it is')
            $options += ,@(@('--yes'), '-', 'Do it without the question')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'encrypt' {
            $places = @()
            $options += ,@(@('--key-file'), 'file', 'The key file, readable only by you; created if it does not exist')
            $options += ,@(@('--key-command'), '?', 'A command that prints the key, run without a shell')
            $options += ,@(@('--keyring'), '-', 'Use the system''s keyring; a new key is created if there is none')
            $options += ,@(@('--off'), '-', 'Make an encrypted store a plain file again')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'decrypt' {
            $places = @()
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'backup' {
            $places = @('file')
            $options += ,@(@('--force'), '-', 'Replace an existing file')
            $options += ,@(@('--list'), '-', 'List the known backups')
            $options += ,@(@('--restore'), '-', 'Bring back a backup')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'restore' {
            $places = @('file')
            $options += ,@(@('--force'), '-', 'Replace the current store, which is kept beside it')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'migrate' {
            $places = @('file', 'file')
            $options += ,@(@('--all-users'), '-', 'Move every user of the file, each into rows of their own on the server')
            $options += ,@(@('--as'), '?', 'Give the memories to this user of the destination')
            $options += ,@(@('--dry-run'), '-', 'Show what would be moved, and whether the destination takes it')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'audit' {
            $places = @('=verify export')
            $options += ,@(@('--head'), '?', 'A digest noted earlier; it must still be in the chain')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'verify' {
            $places = @()
            $options += ,@(@('--fix'), '-', 'Show what changed behind each memory and ask about it; only at a terminal')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'projects' {
            $places = @('project-action*')
            $options += ,@(@('--dry-run'), '-', 'Show the memories that match, and change nothing')
            $options += ,@(@('--yes', '-y'), '-', 'Do not ask before a change of many memories')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'topics' {
            $places = @('=list rename merge forget*')
            $options += ,@(@('--project', '-p'), 'project', 'The project; default: the repository you are in; ''*'': all projects')
            $options += ,@(@('--global'), '-', 'Only memories without a project')
            $options += ,@(@('--dry-run'), '-', 'Show the memories that match, and change nothing')
            $options += ,@(@('--yes', '-y'), '-', 'Do not ask before a change of many memories')
            $options += ,@(@('--tags'), '-', 'List, rename, merge or forget tags')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'tags' {
            $places = @('=list rename merge forget*')
            $options += ,@(@('--project', '-p'), 'project', 'The project; default: the repository you are in; ''*'': all projects')
            $options += ,@(@('--global'), '-', 'Only memories without a project')
            $options += ,@(@('--dry-run'), '-', 'Show the memories that match, and change nothing')
            $options += ,@(@('--yes', '-y'), '-', 'Do not ask before a change of many memories')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'maintain' {
            $places = @()
            $options += ,@(@('--only'), '=jobs loops patterns decay purge upkeep sessions copies sync', 'Only these steps: jobs, loops, patterns, decay, purge, upkeep, sessions, copies, sync')
            $options += ,@(@('--dry-run'), '-', 'Show what would be done without changing anything')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'consolidate' {
            $places = @()
            $options += ,@(@('--topic'), '?', 'Only this topic')
            $options += ,@(@('--project', '-p'), 'project', 'The project; default: the repository you are in; ''*'': all projects')
            $options += ,@(@('--global'), '-', 'Only memories without a project')
            $options += ,@(@('--patterns'), '-', 'Make patterns of recurring findings and corrections instead')
            $options += ,@(@('--own'), '-', 'Include your own words; only at a terminal')
            $options += ,@(@('--dry-run'), '-', 'Show what would be merged without changing anything')
            $options += ,@(@('--yes'), '-', 'Do not ask before a large change; only at a terminal')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'schedule' {
            $places = @('=install remove show')
            $options += ,@(@('--at'), '?', 'The time of day')
            $options += ,@(@('--with'), '=auto cron systemd launchd', 'The scheduler (default: the one on this machine)')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'scan' {
            $places = @()
            $options += ,@(@('--fix'), '-', 'Mask secrets permanently: no undo, removed from the file')
            $options += ,@(@('--dry-run'), '-', 'Only report secrets (default)')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'shadow' {
            $places = @()
            $options += ,@(@('--ranking'), '=default four-part five-factor rrf-boost words', 'The ranking to try')
            $options += ,@(@('--against'), '=default four-part five-factor rrf-boost words', 'The ranking to compare with')
            $options += ,@(@('--limit', '-n'), '?', 'Number of past queries, newest first')
            $options += ,@(@('--forget'), '-', 'Delete all stored past queries')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'embed' {
            $places = @()
            $options += ,@(@('--model'), 'file', 'A model that fastembed knows, or a folder with an ONNX model; none: only the built-in vectors')
            $options += ,@(@('--gate'), 'file', 'Folder of an ONNX cross-encoder that must confirm what answers a question; off: none')
            $options += ,@(@('--dry-run'), '-', 'Show what would be done and downloaded without doing it')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'setup' {
            $places = @('=claude-code codex gemini qwen kimi opencode cursor copilot*')
            $options += ,@(@('--yes', '-y'), '-', 'Do it without asking')
            $options += ,@(@('--dry-run'), '-', 'Show every change to every file, and make none')
            $options += ,@(@('--no-completion'), '-', 'Leave the shell''s completion out')
            $options += ,@(@('--no-schedule'), '-', 'Leave the daily maintenance out')
            $options += ,@(@('--login'), '?', 'On a server: a role that shall use recall; made if it is missing')
            $options += ,@(@('--only'), '?', 'On a server: the only user that this role may be (default: of its name)')
            $options += ,@(@('--any-user'), '-', 'On a server: this role may be any user')
            $options += ,@(@('--signed'), '?', 'On a server: this role signs its users with the key in FILE; made if it is missing')
            $options += ,@(@('--logins'), '-', 'On a server: list the roles that can use recall')
            $options += ,@(@('--remove-login'), '?', 'On a server: this role can use recall no more')
            $options += ,@(@('--remove'), '-', 'Disconnect recall from everything on this machine')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'uninstall' {
            $places = @()
            $options += ,@(@('--yes', '-y'), '-', 'Do it without asking; the memories stay')
            $options += ,@(@('--memories'), '-', 'Also delete the memories and settings, after a question of its own')
            $options += ,@(@('--dry-run'), '-', 'Show every change to every file, and make none')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'doctor' {
            $places = @()
            $options += ,@(@('--fix'), '-', 'Repair what can be repaired safely')
            $options += ,@(@('--offline-proof'), '-', 'Run the main commands with sockets forbidden')
            $options += ,@(@('--salvage'), 'file', 'Save the readable part of a damaged store to a new file')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'bench' {
            $places = @('file*')
            $options += ,@(@('--own'), '-', 'Benchmark your own store: ask for facts that changed; the old value must not answer')
            $options += ,@(@('--public'), '-', 'Run public benchmarks, each recognised by its files (recall help figures)')
            $options += ,@(@('--model'), 'file', 'Use this embedding model (see recall admin embed) instead of the built-in vectors')
            $options += ,@(@('--ranking'), '=default four-part five-factor rrf-boost words', 'Ranking to measure; repeatable (default: default)')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'config' {
            $places = @('setting*')
            $options += ,@(@('--unset'), '-', 'Reset the setting to its default')
            $options += ,@(@('--changed'), '-', 'Show only settings that differ from their defaults')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'admin' {
            $places = @('=token encrypt migrate audit verify topics consolidate schedule scan shadow embed bench completion')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'completion' {
            $places = @('=show install uninstall', '=bash zsh fish powershell')
            $options += ,@(@('--dry-run'), '-', 'Show what would be done without doing it')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        'help' {
            $places = @('=topics tasks storing finding trust agents sessions view serve moving share maintenance security teams settings troubleshooting figures architecture commands store update edit tag delete erase feedback pin unpin review resolve undo search context get list browse related history conflicts why diff told count stats log view ui jobs worker hooks mcp hook serve join token import export sync share team encrypt decrypt backup restore migrate audit verify projects topics tags maintain consolidate schedule scan shadow embed setup uninstall doctor bench config admin completion help')
            $options += ,@(@('--all'), '-', 'List all commands, and not only the everyday ones')
            $options += ,@(@('--json'), '-', 'Print JSON')
            $options += ,@(@('--db'), 'file', 'Use this file instead of the usual store')
            $options += ,@(@('--help', '-h'), '-', 'Show options and examples')
        }
        }
        return @{ Options = $options; Places = $places }
    }

    function Get-Source($taken, [string] $flag) {
        foreach ($option in $taken.Options) { if ($option[0] -ccontains $flag) { return $option[1] } }
        return ''
    }

    # A value, quoted for PowerShell.
    function Format-Value([string] $value) {
        if ($value -match '^[A-Za-z0-9_./=:+-]+$') { return $value }
        return "'" + [System.Management.Automation.Language.CodeGeneration]::EscapeSingleQuotedStringContent($value) + "'"
    }

    # The text of a word, if it needs no evaluation: nothing on the line is run.
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
            if (-not $command -or $command -ceq 'admin') {
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
