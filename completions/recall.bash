# recall: completion for bash, made by `recall completion show bash`
# Everything that is fixed is answered here; ids, projects and the like are asked of recall itself.

__recall_commands=(
    'store|Store a memory'
    'update|Correct a memory'
    'tag|Set or remove tags of a memory'
    'delete|Remove memories; can be undone'
    'erase|Erase memories for good, with proof'
    'feedback|Rate memories as helpful or unhelpful'
    'pin|Protect memories from fading'
    'unpin|Unpin memories'
    'review|Show, approve or reject held memories'
    'resolve|Settle a fact with conflicting values'
    'undo|Take back the last write, or a given one'
    'search|Find memories by words and meaning'
    'context|Show what an agent gets: the most relevant memories'
    'get|Show memories by their ids'
    'list|Show the newest memories'
    'related|Show memories that are linked to a memory'
    'history|Show how a memory or a fact changed'
    'conflicts|Show facts with conflicting values'
    'why|Show where a memory comes from, and why a search finds it or not'
    'diff|Show what was learned, corrected and forgotten since a date'
    'count|Count memories'
    'stats|Show what is in the store'
    'log|Show the record of writes'
    'jobs|Show deferred jobs and their results'
    'worker|Run deferred jobs'
    'hooks|Connect recall to your agents, or disconnect it'
    'hook|Answer an agent'\''s hook; agents call this'
    'import|Import memories from files, other tools or past sessions'
    'export|Write memories to a file, one JSON line each'
    'encrypt|Encrypt the store, or change its key'
    'decrypt|Make an encrypted store a plain file again'
    'backup|Copy the whole store to a file, while it is in use'
    'restore|Bring back a backup'
    'audit|Verify or export the sealed record of writes'
    'verify|Check memories anchored to code that has changed'
    'maintain|Run one round of maintenance: fading, deferred jobs, purging'
    'consolidate|Merge near-duplicate memories'
    'schedule|Run maintenance every day'
    'scan|Look for secrets in stored memories'
    'shadow|Compare another ranking on your past queries'
    'embed|Use a full embedding model'
    'doctor|Find problems and name a remedy for each'
    'bench|Measure how well recall finds'
    'config|Show and change settings and projects'
    'completion|Install completion for bash, zsh, fish or PowerShell'
    'help|Show help for a command, or a page about a topic'
)

# What a command takes: its options (flags|source|description) and its places. A source is a kind to ask recall for,
# file, =choices, ? for anything, - for a switch; a place with * takes all that follows.
__recall_takes() {
  __recall_places=()
  case $1 in
    '')
      __recall_options=(
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples'
        '--version -V|-|Show the version') ;;
    store)
      __recall_places=('?*')
      __recall_options=(
        '--type -t|=decision finding correction pattern estimate preference fact procedure|What kind of memory it is'
        '--topic|?|A broad namespace that searches can be narrowed to'
        '--importance|?|How much it matters, 0 to 1'
        '--confidence|?|How sure it is, 0 to 1'
        '--entity|?|What it is about'
        '--attribute|?|Which property of that'
        '--value|?|What the property is'
        '--qualifier|?|In which context alone the value holds'
        '--valid-from|?|Not believed before then'
        '--valid-until|?|Not believed after then; a span counts from now'
        '--classification|=public internal restricted confidential|Who may see it'
        '--project -p|project|The project; by default the repository you are in, '\''*'\'' for all'
        '--global|-|Only what belongs to no project'
        '--tag|?|A tag, k=v; may be given again'
        '--anchor|file|The file, or lines of it, that it speaks of; it is told when they change. May be given again'
        '--source|=user agent tool|Who said it; what an agent passes can lower its trust, never raise it'
        '--agent|?|The agent that stores it'
        '--session|?|The session that it comes from'
        '--shared|-|All agents see it, also where each sees only its own'
        '--extractor|=auto claude rules none|Who makes memories of the text: none keeps it, rules reads statements out, claude sends it to Anthropic'
        '--key|?|An idempotency key: the same key twice within a month stores once'
        '--defer|-|Acknowledge at once and leave the work to recall worker'
        '--dry-run|-|Show what would be stored, and write nothing'
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    update)
      __recall_places=('id')
      __recall_options=(
        '--text|?|What it should say; the old words stay in its history'
        '--type -t|=decision finding correction pattern estimate preference fact procedure|What kind of memory it is'
        '--topic|?|A broad namespace that searches can be narrowed to'
        '--importance|?|How much it matters, 0 to 1'
        '--confidence|?|How sure it is, 0 to 1'
        '--entity|?|What it is about'
        '--attribute|?|Which property of that'
        '--value|?|What the property is'
        '--qualifier|?|In which context alone the value holds'
        '--valid-from|?|Not believed before then'
        '--valid-until|?|Not believed after then; a span counts from now'
        '--classification|=public internal restricted confidential|Who may see it'
        '--anchor|file|The file, or lines of it, that it speaks of; it is told when they change. May be given again'
        '--project -p|project|The project; by default the repository you are in, '\''*'\'' for all'
        '--global|-|Only what belongs to no project'
        '--shared|-|All agents see it'
        '--private|-|Only the agent that stored it sees it, where each sees its own'
        '--clear|=topic entity attribute value qualifier valid-from valid-until tags anchors|Make empty: topic, entity, attribute, value, qualifier, valid-from, valid-until, tags, anchors'
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    tag)
      __recall_places=('id' '?*')
      __recall_options=(
        '--remove|?|A tag to remove; may be given again'
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    delete)
      __recall_places=('id*')
      __recall_options=(
        '--now|-|Erase at once, for good: no undo'
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    erase)
      __recall_places=('id*')
      __recall_options=(
        '--query|?|All that hold these words, or held them once'
        '--topic|?|All of this topic'
        '--project -p|project|All of this project'
        '--user|?|All of this user, whatever there is of him'
        '--copies|-|In the copies that recall backup made, too'
        '--confirm|-|Do it; without this only what would go is shown'
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    feedback)
      __recall_places=('id*')
      __recall_options=(
        '--helpful|-|They helped: their usefulness goes up'
        '--unhelpful|-|They did not: their usefulness goes down by a twentieth'
        '--session|?|All that is believed of what this session stored'
        '--note|?|Why, in a sentence; recall log shows it'
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    pin)
      __recall_places=('id*')
      __recall_options=(
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    unpin)
      __recall_places=('id*')
      __recall_options=(
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    review)
      __recall_places=('id')
      __recall_options=(
        '--approve|-|You vouch for it: from now on it is your own word. Only at a terminal'
        '--reject|-|Delete it; recall undo brings it back'
        '--project -p|project|Only of this project; of all by default'
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    resolve)
      __recall_places=('?' '?')
      __recall_options=(
        '--keep|?|This value holds, and no other'
        '--when|?|In this context this value holds; again for others, default=VALUE for the rest'
        '--many|-|It holds several values at once'
        '--project -p|project|The project; by default the repository you are in, '\''*'\'' for all'
        '--global|-|Only what belongs to no project'
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    undo)
      __recall_places=('op')
      __recall_options=(
        '--dry-run|-|Say what would be taken back, and change nothing'
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    search)
      __recall_places=('?*')
      __recall_options=(
        '--limit -n|?|How many at most'
        '--project -p|project|The project; by default the repository you are in, '\''*'\'' for all'
        '--global|-|Only what belongs to no project'
        '--type -t|=decision finding correction pattern estimate preference fact procedure|Only this type; may be given again'
        '--topic|?|Only this topic'
        '--agent|?|Only what this agent stored'
        '--tag|?|Only with this tag; k or k=v, may be given again'
        '--since|?|Only stored since then'
        '--until|?|Only stored until then'
        '--as-of|?|Answer as on that day: 2026-03-01, 30d, yesterday'
        '--clearance|=public internal restricted confidential|Nothing classified above this'
        '--include|=superseded held expired deleted all|Also what is usually left out: superseded, held, expired, deleted'
        '--min-confidence|?|Leave out what is less sure than this (usually 0.4)'
        '--ranking|=default recall five-factor rrf-boost words|How results are put in order; the published ones are there to compare'
        '--recency|?|How much being new counts, 0 to 1'
        '--min-score|?|Leave out what scores less; 0.12 is where `recall context` falls silent'
        '--explain|-|Show what each score is made of'
        '--no-touch|-|Do not count this as a use'
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    context)
      __recall_places=('?*')
      __recall_options=(
        '--compact|-|The form for agents: fenced as data, one JSON line a memory'
        '--format|=text json markdown|Text for people, json as with --json, markdown for a page'
        '--budget|?|How many tokens it may cost'
        '--project -p|project|The project; by default the repository you are in, '\''*'\'' for all'
        '--global|-|Only what belongs to no project'
        '--agent|?|The agent that is told; it sees its own and shared memories where that is set'
        '--clearance|=public internal restricted confidential|Nothing classified above this'
        '--no-touch|-|Do not count this as a use'
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    get)
      __recall_places=('id*')
      __recall_options=(
        '--as-of|?|Answer as on that day: 2026-03-01, 30d, yesterday'
        '--no-touch|-|Do not count this as a use'
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    list)
      __recall_places=()
      __recall_options=(
        '--limit -n|?|How many at most'
        '--offset|?|Leave out so many of the newest'
        '--project -p|project|The project; by default the repository you are in, '\''*'\'' for all'
        '--global|-|Only what belongs to no project'
        '--type -t|=decision finding correction pattern estimate preference fact procedure|Only this type; may be given again'
        '--topic|?|Only this topic'
        '--agent|?|Only what this agent stored'
        '--tag|?|Only with this tag; k or k=v, may be given again'
        '--since|?|Only stored since then'
        '--until|?|Only stored until then'
        '--as-of|?|Answer as on that day: 2026-03-01, 30d, yesterday'
        '--clearance|=public internal restricted confidential|Nothing classified above this'
        '--include|=superseded held expired deleted all|Also what is usually left out: superseded, held, expired, deleted'
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    related)
      __recall_places=('id')
      __recall_options=(
        '--limit -n|?|How many at most'
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    history)
      __recall_places=('id*')
      __recall_options=(
        '--project -p|project|The project; by default the repository you are in, '\''*'\'' for all'
        '--as-of|?|Answer as on that day: 2026-03-01, 30d, yesterday'
        '--include|?|Also what is usually left out of an agent'\''s view: held'
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    conflicts)
      __recall_places=()
      __recall_options=(
        '--project -p|project|The project; by default the repository you are in, '\''*'\'' for all'
        '--global|-|Only what belongs to no project'
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    why)
      __recall_places=('id')
      __recall_options=(
        '--query -q|?|How it fares in a search for this; what follows is what recall search takes'
        '--limit -n|?|How many at most'
        '--project -p|project|The project; by default the repository you are in, '\''*'\'' for all'
        '--global|-|Only what belongs to no project'
        '--type -t|=decision finding correction pattern estimate preference fact procedure|Only this type; may be given again'
        '--topic|?|Only this topic'
        '--agent|?|Only what this agent stored'
        '--tag|?|Only with this tag; k or k=v, may be given again'
        '--since|?|Only stored since then'
        '--until|?|Only stored until then'
        '--clearance|=public internal restricted confidential|Nothing classified above this'
        '--include|=superseded held expired deleted all|Also what is usually left out: superseded, held, expired, deleted'
        '--min-confidence|?|Leave out what is less sure than this (usually 0.4)'
        '--ranking|=default recall five-factor rrf-boost words|How results are put in order'
        '--min-score|?|Leave out what scores less'
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    diff)
      __recall_places=()
      __recall_options=(
        '--since|?|From when; a week ago by default'
        '--until|?|Up to when; now by default'
        '--project -p|project|The project; by default the repository you are in, '\''*'\'' for all'
        '--global|-|Only what belongs to no project'
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    count)
      __recall_places=()
      __recall_options=(
        '--project -p|project|The project; by default the repository you are in, '\''*'\'' for all'
        '--global|-|Only what belongs to no project'
        '--type -t|=decision finding correction pattern estimate preference fact procedure|Only this type; may be given again'
        '--topic|?|Only this topic'
        '--agent|?|Only what this agent stored'
        '--tag|?|Only with this tag; k or k=v, may be given again'
        '--since|?|Only stored since then'
        '--until|?|Only stored until then'
        '--as-of|?|Answer as on that day: 2026-03-01, 30d, yesterday'
        '--clearance|=public internal restricted confidential|Nothing classified above this'
        '--include|=superseded held expired deleted all|Also what is usually left out: superseded, held, expired, deleted'
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    stats)
      __recall_places=()
      __recall_options=(
        '--decay|-|Draw the curve of forgetting, and where the memories lie on it'
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    log)
      __recall_places=('id')
      __recall_options=(
        '--limit -n|?|How many at most'
        '--since|?|Only since then'
        '--until|?|Only until then'
        '--kind|?|Only operations of this kind: store, update, tag, delete, import, undo ...'
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    jobs)
      __recall_places=('=retry*')
      __recall_options=(
        '--state|=queued processing complete failed|Only jobs in this state'
        '--limit -n|?|How many at most'
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    worker)
      __recall_places=()
      __recall_options=(
        '--once|-|Do every job that waits, then end (the default)'
        '--watch|-|Stay, and do each job as it comes; Ctrl-C ends it'
        '--alone|-|End at once where another worker with --alone is at work'
        '--after|?|Begin only after so many seconds'
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    hooks)
      __recall_places=('=install remove status show private' '=claude-code codex gemini opencode cursor copilot*')
      __recall_options=(
        '--project|-|In the settings of this repository, not in yours'
        '--dry-run|-|Show what would be changed, and change nothing'
        '--snippet|-|With show: a short text that teaches an agent to use recall'
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    hook)
      __recall_places=('=session-start prompt compact turn-end session-end')
      __recall_options=(
        '--agent|=claude-code codex gemini opencode cursor copilot|The agent that it happened in'
        '--strict|-|Fail where something is wrong, for finding out what; without it the status is always 0'
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    import)
      __recall_places=('file*')
      __recall_options=(
        '--project -p|project|The project; by default the repository you are in, '\''*'\'' for all'
        '--global|-|Only what belongs to no project'
        '--strict|-|If any line is broken, import nothing'
        '--since|?|Of transcripts, only sessions used since then: 30d, 2026-03-01'
        '--agent|=claude-code codex gemini opencode|Of transcripts, only this agent'\''s'
        '--own|-|The file is your own export: your words in it stay your words. At a terminal only'
        '--dry-run|-|Show what would be imported, and write nothing'
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    export)
      __recall_places=('file')
      __recall_options=(
        '--project -p|project|The project; by default the repository you are in, '\''*'\'' for all'
        '--global|-|Only what belongs to no project'
        '--type -t|=decision finding correction pattern estimate preference fact procedure|Only this type; may be given again'
        '--topic|?|Only this topic'
        '--agent|?|Only what this agent stored'
        '--tag|?|Only with this tag; k or k=v, may be given again'
        '--since|?|Only stored since then'
        '--until|?|Only stored until then'
        '--as-of|?|Answer as on that day: 2026-03-01, 30d, yesterday'
        '--clearance|=public internal restricted confidential|Nothing classified above this'
        '--include|=superseded held expired deleted all|Also what is usually left out: superseded, held, expired, deleted'
        '--vectors|-|Include the vectors of full embedding models'
        '--force|-|Replace a file that is there already'
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    encrypt)
      __recall_places=()
      __recall_options=(
        '--key-file|file|The file with the key, yours alone; it is made where there is none'
        '--key-command|?|A command that prints the key, run without a shell'
        '--keyring|-|The system'\''s keyring, which gets a new key where it has none'
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    decrypt)
      __recall_places=()
      __recall_options=(
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    backup)
      __recall_places=('file')
      __recall_options=(
        '--force|-|Replace a file that is there already'
        '--list|-|Only show the copies that recall knows'
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    restore)
      __recall_places=('file')
      __recall_options=(
        '--force|-|Put it in the place of the store that is there, which is kept beside'
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    audit)
      __recall_places=('=verify export')
      __recall_options=(
        '--head|?|A digest noted earlier, which must still be in the chain'
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    verify)
      __recall_places=()
      __recall_options=(
        '--fix|-|Show the changed lines of each that no longer agrees, and ask about it'
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    maintain)
      __recall_places=()
      __recall_options=(
        '--only|=jobs expiry loops patterns decay purge upkeep copies|Only these steps: jobs, expiry, loops, patterns, decay, purge, upkeep, copies'
        '--dry-run|-|Say what would be done, and change nothing'
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    consolidate)
      __recall_places=()
      __recall_options=(
        '--topic|?|Only this topic'
        '--project -p|project|The project; by default the repository you are in, '\''*'\'' for all'
        '--global|-|Only what belongs to no project'
        '--patterns|-|Findings and corrections that recur become patterns instead'
        '--own|-|Your own words too; only at a terminal'
        '--dry-run|-|Show what would become one, and change nothing'
        '--yes|-|Also where it touches much of the store; only at a terminal'
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    schedule)
      __recall_places=('=install remove show')
      __recall_options=(
        '--at|?|The time of day'
        '--with|=auto cron systemd launchd|What runs it; by default what this machine has'
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    scan)
      __recall_places=()
      __recall_options=(
        '--fix|-|Mask what is found, for good: no undo, and gone from the file'
        '--dry-run|-|Only say what is found (the default)'
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    shadow)
      __recall_places=()
      __recall_options=(
        '--ranking|=default recall five-factor rrf-boost words|The ranking to try'
        '--against|=default recall five-factor rrf-boost words|The ranking to hold it against'
        '--limit -n|?|So many of the newest questions'
        '--forget|-|Forget every question that was kept'
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    embed)
      __recall_places=()
      __recall_options=(
        '--model|file|A model that fastembed knows, or a folder with an ONNX model; none for the table that ships alone'
        '--dry-run|-|Say what would be done and fetched, and do nothing'
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    doctor)
      __recall_places=()
      __recall_options=(
        '--fix|-|Mend what can be mended safely'
        '--offline-proof|-|Run the main commands where sockets are forbidden'
        '--salvage|file|Save what can be read of a damaged store into a new file'
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    bench)
      __recall_places=('file*')
      __recall_options=(
        '--own|-|An exam out of your own store: facts that changed are asked for, and the old must not answer'
        '--model|file|With the meaning of this full model (see recall embed) instead of the table'\''s'
        '--ranking|=default recall five-factor rrf-boost words|Measure this one; may be given again (usually default)'
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    config)
      __recall_places=('setting*')
      __recall_options=(
        '--unset|-|Take the setting out of the file: its default holds again'
        '--changed|-|Show only what is not at its default'
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    completion)
      __recall_places=('=show install uninstall' '=bash zsh fish powershell')
      __recall_options=(
        '--dry-run|-|Say what would be done, and do nothing'
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    help)
      __recall_places=('=topics storing finding trust agents moving maintenance security encryption settings scripts figures troubleshooting glossary architecture commands store update tag delete erase feedback pin unpin review resolve undo search context get list related history conflicts why diff count stats log jobs worker hooks hook import export encrypt decrypt backup restore audit verify maintain consolidate schedule scan shadow embed doctor bench config completion help')
      __recall_options=(
        '--all|-|List all commands, and not only the everyday ones'
        '--json|-|Answer with one JSON document'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show what it takes, with examples') ;;
    *)
      __recall_options=() ;;
  esac
}

# The source of an option's values.
__recall_source() {
  local row flags
  source=
  for row in "${__recall_options[@]}"; do
    flags=" ${row%%|*} "
    if [[ $flags == *" $1 "* ]]; then
      row=${row#*|} source=${row%%|*}
      return
    fi
  done
}

# Read a part of a line as the shell does, but run and expand nothing: whole words into `said`, the last, unfinished
# one into `now`, as typed into `raw`, with the quote that is still open in `quote`.
__recall_read() {
  local line=$1 run begun= mark=
  said=() now= raw= quote=
  while [[ -n $line ]]; do
    case $quote in
      "'") run=${line%%"'"*} ;;
      '"') run=${line%%[\"\\]*} ;;
      *) run=${line%%[$' \t\n\'"\\']*} ;;
    esac
    now+=$run raw+=$run line=${line:${#run}} mark=${line:0:1}
    [[ -n $run ]] && begun=1
    [[ -z $mark ]] && break
    line=${line:1}
    if [[ $mark == \\ ]]; then
      run=${line:0:1} line=${line:1} raw+=\\$run begun=1
      [[ $quote == '"' && $run != [\"\\\$\`] ]] && now+=\\
      now+=$run
    elif [[ $mark == "$quote" ]]; then
      quote= raw+=$mark
    elif [[ $mark == [\"\'] ]]; then
      quote=$mark raw+=$mark begun=1
    else
      [[ -n $begun ]] && said+=("$now")
      now= raw= begun=
    fi
  done
}

# What recall offers of a kind; bash waits for it, so recall answers past everything that it does not need.
__recall_ask() {
  local value hint
  while IFS=$'\t' read -r value hint; do
    values+=("$value") hints+=("$hint")
  done < <(command recall --complete "$1" "$2" ${db:+--db "$db"} -- ${given[@]+"${given[@]}"} 2>/dev/null </dev/null)
}

# What can stand where the cursor is, into `values` and `hints`.
__recall_offer() {
  local source=$1 prefix=$2 lead=$3 one
  case $source in
    '' | '?' | -) ;;
    =*) for one in ${source#=}; do values+=("$one") hints+=(''); done ;;
    file)
      compopt -o default 2>/dev/null && return  # bash's own way with files
      while IFS= read -r one; do values+=("$one") hints+=(''); done < <(compgen -f -- "$prefix") ;;
    *) __recall_ask "$source" "$prefix" ;;
  esac
  local at
  for ((at = 0; at < ${#values[@]}; at++)); do values[at]=$lead${values[at]}; done
}

# A value as it has to be typed within the quote that is open.
__recall_typed() {
  case $quote in
    "'") typed=${1//"'"/"'\\''"} ;;
    '"')
      typed=${1//\\/\\\\} typed=${typed//\"/\\\"} typed=${typed//\$/\\\$} typed=${typed//\`/\\\`} ;;
    *) printf -v typed %q "$1" ;;
  esac
}

# Answer: each value without what the line has already. Descriptions are added only where bash lists and inserts
# no more than what all have in common; never where one of them could get into the line.
__recall_reply() {
  local at kept typed hint wide=0 room=$((${COLUMNS:-80} - 1)) blank lead=${raw%"$1"} whole=$now open=$quote
  local -a said kept_values=() kept_hints=()
  local now raw quote
  __recall_read "$lead"
  kept=${#now} quote=$open
  for ((at = 0; at < ${#values[@]}; at++)); do
    [[ ${values[at]} == "$whole"* ]] || continue
    [[ $quote == '"' && ${values[at]} == *'!'* ]] && continue  # in double quotes it cannot be made harmless
    __recall_typed "${values[at]:kept}"
    kept_values+=("$typed") kept_hints+=("${hints[at]}")
    ((${#typed} > wide)) && wide=${#typed}
  done
  COMPREPLY=(${kept_values[@]+"${kept_values[@]}"})
  [[ ${#COMPREPLY[@]} -gt 1 && ${COMP_TYPE:-9} =~ ^(63|33|64)$ ]] || return 0
  printf -v blank "%$((room / 2 + wide))s" ''
  for ((at = 0; at < ${#COMPREPLY[@]}; at++)); do
    [[ -n ${kept_hints[at]} ]] || continue
    hint=${COMPREPLY[at]}${blank:0:wide + 2 - ${#COMPREPLY[at]}}${kept_hints[at]}
    hint+=${blank:0:room / 2 - ${#hint} > 0 ? room / 2 - ${#hint} : 0}
    COMPREPLY[at]=${hint:0:room > wide ? room : wide}
  done
}

_recall() {
  local IFS=$' \t\n' said now raw quote word row flags command= flag= wants= source= db= ended=
  local __recall_options __recall_places
  local -a given=() values=() hints=()
  COMPREPLY=()
  __recall_read "${COMP_LINE:0:COMP_POINT}"
  __recall_takes ''
  for word in "${said[@]:1}"; do
    if [[ -n $wants ]]; then
      [[ $flag == --db ]] && db=$word
      wants=
    elif [[ -n $ended || $word != -?* ]]; then
      if [[ -z $command ]]; then
        command=$word
        __recall_takes "$command"
      else
        given+=("$word")
      fi
    elif [[ $word == -- ]]; then
      ended=1
    elif [[ $word == --*=* ]]; then
      [[ $word == --db=* ]] && db=${word#--db=}
    else
      flag=$word
      __recall_source "$flag"
      [[ -n $source && $source != - ]] && wants=$source
    fi
  done
  if [[ -n $wants ]]; then
    __recall_offer "$wants" "$now" ''
  elif [[ -z $ended && $now == --*=* ]]; then
    __recall_source "${now%%=*}"
    __recall_offer "$source" "${now#*=}" "${now%%=*}="
  elif [[ -z $ended && $now == -* ]]; then
    for row in ${__recall_options[@]+"${__recall_options[@]}"}; do
      flags=${row%%|*}
      for flag in $flags; do values+=("$flag") hints+=("${row#*|*|}"); done
    done
  elif [[ -z $command ]]; then
    for row in "${__recall_commands[@]}"; do values+=("${row%%|*}") hints+=("${row#*|}"); done
  else
    local last=$((${#__recall_places[@]} - 1)) at=${#given[@]}
    ((at > last && last >= 0)) && [[ ${__recall_places[last]} == *'*' ]] && at=$last
    source=
    ((at <= last)) && source=${__recall_places[at]%'*'}
    __recall_offer "$source" "$now" ''
  fi
  __recall_reply "$2"
}

complete -o nosort -F _recall recall 2>/dev/null || complete -F _recall recall
