# recall: completion for bash, made by `recall completion show bash`
# This script completes commands and options. It asks recall for ids, projects, operations and settings.

__recall_commands=(
    'store|Store a memory'
    'update|Correct a memory'
    'edit|Edit memories in your text editor'
    'tag|Set or remove tags of a memory'
    'delete|Remove memories; can be undone'
    'erase|Erase memories for good, with proof'
    'feedback|Rate memories as helpful or unhelpful'
    'pin|Protect memories from fading'
    'review|Show, approve or reject held memories'
    'resolve|Settle a fact with conflicting values'
    'undo|Take back the last write, or a given one'
    'search|Find memories by words and meaning'
    'context|Show what an agent gets: the most relevant memories'
    'get|Show memories by their ids'
    'list|Show the newest memories'
    'history|Show how a memory or a fact changed'
    'conflicts|Show facts with conflicting values'
    'why|Show where a memory comes from, and why a search finds it or not'
    'diff|Show what was learned, corrected and forgotten since a date'
    'stats|Show what is in the store'
    'log|Show the record of writes'
    'view|Write one page that shows your memories in time'
    'worker|Run deferred jobs'
    'hooks|Connect recall to your agents, or disconnect it'
    'mcp|Serve agents over MCP, or connect their clients'
    'serve|Serve clients on this or other machines over HTTP'
    'join|Use a team'\''s server, with your agents and your memories'
    'import|Import memories from files, other tools or past sessions'
    'export|Write memories to a file, one JSON line each'
    'sync|Exchange memories with your other machines over git'
    'share|Give memories to everybody who works on this repository'
    'team|Show and pair the colleagues who share memories'
    'backup|Copy the whole store to a file, while it is in use'
    'projects|List, name, merge, switch off or forget projects'
    'maintain|Run one round of maintenance: fading, deferred jobs, purging'
    'setup|Connect recall to your agents, shell and scheduler at once'
    'doctor|Find problems and name a remedy for each'
    'config|Show and change settings'
    'admin|Rare work: encryption, servers, models, measuring'
    'help|Show help for a command, or a page about a topic'
)

# A command's options (flags|source|description) and its arguments. A source is a kind to ask recall for, file,
# =choices, ? for anything, or - for a switch; an argument with * takes all remaining words.
__recall_takes() {
  __recall_places=()
  case $1 in
    '')
      __recall_options=(
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples'
        '--version -V|-|Show the version') ;;
    store)
      __recall_places=('?*')
      __recall_options=(
        '--type -t|=decision finding correction pattern estimate preference fact procedure|The type of the memory, such as decision or preference'
        '--topic|?|A broad topic that searches can filter by'
        '--importance|?|Importance, 0 to 1'
        '--confidence|?|Confidence, 0 to 1'
        '--entity|?|For a fact: what it is about'
        '--attribute|?|For a fact: which property'
        '--value|?|For a fact: the value of the property'
        '--qualifier|?|The only context in which the value holds'
        '--valid-from|?|Valid from this date'
        '--valid-until|?|Valid until this date, or for this time span from now'
        '--classification|=public internal restricted confidential|How private it is. Agents see every level, unless a clearance is set'
        '--project -p|project|The project it belongs to; default: the repository you are in'
        '--global|-|It belongs to no project, and is found in all of them'
        '--tag|?|A tag, k=v; repeatable'
        '--anchor|file|The file or lines that the memory is about; recall warns when they change. Repeatable'
        '--ends|id|The memory that it replaces; repeatable'
        '--source|=user agent tool|Who said it; from an agent this can lower trust, never raise it'
        '--agent|?|The agent that stores it'
        '--session|?|The session it comes from'
        '--shared|-|Visible to all agents, even if each sees only its own memories'
        '--extractor|=auto claude command rules none|auto and none keep the text whole, rules takes statements from it, claude and command ask a model'
        '--key|?|Idempotency key: the same key stores only once within a month'
        '--defer|-|Return at once and leave the work to recall worker'
        '--dry-run|-|Show what would be stored without writing'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    update)
      __recall_places=('id*')
      __recall_options=(
        '--text|?|The new text; the old text stays in the history'
        '--type -t|=decision finding correction pattern estimate preference fact procedure|The type of the memory, such as decision or preference'
        '--topic|?|A broad topic that searches can filter by'
        '--importance|?|Importance, 0 to 1'
        '--confidence|?|Confidence, 0 to 1'
        '--entity|?|For a fact: what it is about'
        '--attribute|?|For a fact: which property'
        '--value|?|For a fact: the value of the property'
        '--qualifier|?|The only context in which the value holds'
        '--valid-from|?|Valid from this date'
        '--valid-until|?|Valid until this date, or for this time span from now'
        '--classification|=public internal restricted confidential|How private it is. Agents see every level, unless a clearance is set'
        '--anchor|file|The file or lines that the memory is about; recall warns when they change. Repeatable'
        '--ends|id|The memory that it replaces; repeatable'
        '--project -p|project|Move it to this project'
        '--global|-|It belongs to no project, and is found in all of them'
        '--shared|-|Visible to all agents'
        '--private|-|With agent_scoping: visible only to the agent that stored it'
        '--clear|=topic entity attribute value qualifier valid-from valid-until tags anchors|Fields to clear: topic, entity, attribute, value, qualifier, valid-from, valid-until, tags, anchors'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    edit)
      __recall_places=('id*')
      __recall_options=(
        '--continue|-|Go on with an edit that a mistake or a crash left unfinished; if there are several, list them'
        '--discard|-|Remove unfinished edits: those whose numbers you give, or all'
        '--dry-run|-|Show what the edited file would change, and change nothing'
        '--query -q|?|Only memories that contain all of these words'
        '--project -p|project|The project; default: the repository you are in; '\''*'\'': all projects'
        '--global|-|Only memories without a project'
        '--type -t|=decision finding correction pattern estimate preference fact procedure|Only this type; repeatable'
        '--topic|?|Only this topic'
        '--agent|?|Only memories that this agent stored'
        '--session|?|Only memories of this session, or of the latest, in any project'
        '--source|=user agent tool|Only what this source said; repeatable'
        '--trust|=user colleague agent imported tool|Only with this trust; repeatable'
        '--unused|-|Only memories that no agent has used'
        '--tag|?|Only with this tag, k or k=v; repeatable'
        '--since|?|Only stored since this date'
        '--until|?|Only stored until this date'
        '--clearance|=public internal restricted confidential|Only memories classified up to this level'
        '--include|=superseded held expired deleted all|Also include: superseded, held, expired, deleted (or all)'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    tag)
      __recall_places=('id*')
      __recall_options=(
        '--remove|?|A tag to remove; repeatable'
        '--query -q|?|Only memories that contain all of these words'
        '--project -p|project|The project; default: the repository you are in; '\''*'\'': all projects'
        '--global|-|Only memories without a project'
        '--type -t|=decision finding correction pattern estimate preference fact procedure|Only this type; repeatable'
        '--topic|?|Only this topic'
        '--agent|?|Only memories that this agent stored'
        '--session|?|Only memories of this session, or of the latest, in any project'
        '--source|=user agent tool|Only what this source said; repeatable'
        '--trust|=user colleague agent imported tool|Only with this trust; repeatable'
        '--unused|-|Only memories that no agent has used'
        '--tag|?|Only with this tag, k or k=v; repeatable'
        '--since|?|Only stored since this date'
        '--until|?|Only stored until this date'
        '--clearance|=public internal restricted confidential|Only memories classified up to this level'
        '--include|=superseded held expired deleted all|Also include: superseded, held, expired, deleted (or all)'
        '--dry-run|-|Show the memories that match, and change nothing'
        '--yes -y|-|Do not ask before a change of many memories'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    delete)
      __recall_places=('id*')
      __recall_options=(
        '--now|-|Erase permanently at once: no undo'
        '--bring-back|-|Also bring back what these memories had ended; --session always does'
        '--query -q|?|Only memories that contain all of these words'
        '--project -p|project|The project; default: the repository you are in; '\''*'\'': all projects'
        '--global|-|Only memories without a project'
        '--type -t|=decision finding correction pattern estimate preference fact procedure|Only this type; repeatable'
        '--topic|?|Only this topic'
        '--agent|?|Only memories that this agent stored'
        '--session|?|Only memories of this session, or of the latest, in any project'
        '--source|=user agent tool|Only what this source said; repeatable'
        '--trust|=user colleague agent imported tool|Only with this trust; repeatable'
        '--unused|-|Only memories that no agent has used'
        '--tag|?|Only with this tag, k or k=v; repeatable'
        '--since|?|Only stored since this date'
        '--until|?|Only stored until this date'
        '--clearance|=public internal restricted confidential|Only memories classified up to this level'
        '--include|=superseded held expired deleted all|Also include: superseded, held, expired, deleted (or all)'
        '--dry-run|-|Show the memories that match, and change nothing'
        '--yes -y|-|Do not ask before a change of many memories'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    erase)
      __recall_places=('id*')
      __recall_options=(
        '--query|?|All memories that contain, or ever contained, these words'
        '--topic|?|All memories of this topic'
        '--project -p|project|All memories of this project'
        '--user|?|All memories and other data of this user'
        '--type -t|=decision finding correction pattern estimate preference fact procedure|Only this type; repeatable'
        '--agent|?|Only memories that this agent stored'
        '--session|?|Only memories of this session, or of the latest, in any project'
        '--source|=user agent tool|Only what this source said; repeatable'
        '--trust|=user colleague agent imported tool|Only with this trust; repeatable'
        '--unused|-|Only memories that no agent has used'
        '--tag|?|Only with this tag, k or k=v; repeatable'
        '--since|?|Only stored since this date'
        '--until|?|Only stored until this date'
        '--copies|-|Also erase from backups made by recall backup'
        '--confirm|-|Erase; without this option, only show what would be erased'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    feedback)
      __recall_places=('id*')
      __recall_options=(
        '--helpful|-|They helped: raise their usefulness'
        '--unhelpful|-|They did not: lower their usefulness by a twentieth'
        '--note|?|The reason, shown in recall log'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    pin)
      __recall_places=('id*')
      __recall_options=(
        '--off|-|Unpin memories'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    unpin)
      __recall_places=('id*')
      __recall_options=(
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    review)
      __recall_places=('id')
      __recall_options=(
        '--approve|-|Approve it as your own words; only at a terminal'
        '--reject|-|Delete it; recall undo restores it'
        '--ended|-|Show what an earlier recall ended only because a newer memory looked like it'
        '--restore|-|Let it hold again: this memory, or with --ended all of them (undoable)'
        '--sessions|-|Show what earlier rules kept of sessions, and which of it is noise'
        '--remove|-|With --sessions: delete that noise, as one operation (undoable)'
        '--dry-run|-|With --remove: show what would be deleted'
        '--yes -y|-|Do not ask before a change of many memories'
        '--project -p|project|Only this project (default: all)'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    resolve)
      __recall_places=('?' '?')
      __recall_options=(
        '--keep|?|Keep this value only; or the memory with this id'
        '--when|?|Value, or id of a memory, for a context; repeatable; default=VALUE for all others'
        '--many|-|The fact has several values at once; or all of the memories are true'
        '--project -p|project|The project; default: the repository you are in; '\''*'\'': all projects'
        '--global|-|Only memories without a project'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    undo)
      __recall_places=('op')
      __recall_options=(
        '--dry-run|-|Show what would be undone without changing anything'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    search)
      __recall_places=('?*')
      __recall_options=(
        '--limit -n|?|Maximum number of results'
        '--project -p|project|The project; default: the repository you are in; '\''*'\'': all projects'
        '--global|-|Only memories without a project'
        '--type -t|=decision finding correction pattern estimate preference fact procedure|Only this type; repeatable'
        '--topic|?|Only this topic'
        '--agent|?|Only memories that this agent stored'
        '--session|?|Only memories of this session, or of the latest, in any project'
        '--source|=user agent tool|Only what this source said; repeatable'
        '--trust|=user colleague agent imported tool|Only with this trust; repeatable'
        '--unused|-|Only memories that no agent has used'
        '--tag|?|Only with this tag, k or k=v; repeatable'
        '--since|?|Only stored since this date'
        '--until|?|Only stored until this date'
        '--as-of|?|Answer as of this date: 2026-03-01, 30d, yesterday'
        '--clearance|=public internal restricted confidential|Only memories classified up to this level'
        '--include|=superseded held expired deleted all|Also include: superseded, held, expired, deleted (or all)'
        '--min-confidence|?|Minimum confidence (default: the setting min_confidence, 0.4)'
        '--ranking|=default four-part five-factor rrf-boost words|How results are ordered; published rankings are for comparison'
        '--recency|?|Weight of recency, 0 to 1'
        '--min-score|?|Minimum score; recall context uses 0.12. With it, less likely results are all shown'
        '--seed|?|Give memories used less than 5 times a chance, drawn with this seed'
        '--sessions|-|Search the raw turns of your sessions instead (setting sessions.index)'
        '--explain|-|Show the parts of each score'
        '--no-touch|-|Do not record this as a use'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    context)
      __recall_places=('?*')
      __recall_options=(
        '--error|?|What fixed an error: its text, or - to read it from standard input'
        '--file|?|What is known about this file. Repeat it for more files'
        '--diff|-|What was learned about the lines that you changed; with -, reads `git diff`'
        '--compact|-|The format for agents: fenced as data, one line per memory'
        '--budget|?|Maximum number of tokens'
        '--project -p|project|The project; default: the repository you are in; '\''*'\'': all projects'
        '--global|-|Only memories without a project'
        '--agent|?|The agent that reads; with agent_scoping it sees only its own and shared memories'
        '--clearance|=public internal restricted confidential|Only memories classified up to this level'
        '--no-touch|-|Do not record this as a use'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    get)
      __recall_places=('id*')
      __recall_options=(
        '--as-of|?|Answer as of this date: 2026-03-01, 30d, yesterday'
        '--no-touch|-|Do not record this as a use'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    list)
      __recall_places=()
      __recall_options=(
        '--limit -n|?|Maximum number of results'
        '--offset|?|Number of newest memories to skip'
        '--query -q|?|Only memories that contain all of these words'
        '--project -p|project|The project; default: the repository you are in; '\''*'\'': all projects'
        '--global|-|Only memories without a project'
        '--type -t|=decision finding correction pattern estimate preference fact procedure|Only this type; repeatable'
        '--topic|?|Only this topic'
        '--agent|?|Only memories that this agent stored'
        '--session|?|Only memories of this session, or of the latest, in any project'
        '--source|=user agent tool|Only what this source said; repeatable'
        '--trust|=user colleague agent imported tool|Only with this trust; repeatable'
        '--unused|-|Only memories that no agent has used'
        '--tag|?|Only with this tag, k or k=v; repeatable'
        '--since|?|Only stored since this date'
        '--until|?|Only stored until this date'
        '--as-of|?|Answer as of this date: 2026-03-01, 30d, yesterday'
        '--clearance|=public internal restricted confidential|Only memories classified up to this level'
        '--include|=superseded held expired deleted all|Also include: superseded, held, expired, deleted (or all)'
        '--sort|=newest used unused importance confidence strength|The order: newest, most used, longest unused, most important, most certain or strongest first'
        '--group|=day project session topic type|Show the memories under headings'
        '--browse|-|Look through memories on a full screen'
        '--count|-|Count memories'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    browse)
      __recall_places=('?*')
      __recall_options=(
        '--project -p|project|The project; default: the repository you are in; '\''*'\'': all projects'
        '--global|-|Only memories without a project'
        '--type -t|=decision finding correction pattern estimate preference fact procedure|Only this type; repeatable'
        '--topic|?|Only this topic'
        '--agent|?|Only memories that this agent stored'
        '--session|?|Only memories of this session, or of the latest, in any project'
        '--source|=user agent tool|Only what this source said; repeatable'
        '--trust|=user colleague agent imported tool|Only with this trust; repeatable'
        '--unused|-|Only memories that no agent has used'
        '--tag|?|Only with this tag, k or k=v; repeatable'
        '--since|?|Only stored since this date'
        '--until|?|Only stored until this date'
        '--as-of|?|Answer as of this date: 2026-03-01, 30d, yesterday'
        '--clearance|=public internal restricted confidential|Only memories classified up to this level'
        '--include|=superseded held expired deleted all|Also include: superseded, held, expired, deleted (or all)'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    related)
      __recall_places=('id')
      __recall_options=(
        '--limit -n|?|Maximum number of results'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    history)
      __recall_places=('id*')
      __recall_options=(
        '--project -p|project|The project; default: the repository you are in; '\''*'\'': all projects'
        '--as-of|?|Answer as of this date: 2026-03-01, 30d, yesterday'
        '--include|?|Also include what agents do not see: held'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    conflicts)
      __recall_places=('?')
      __recall_options=(
        '--replaced|-|The newer memory replaced the older one, which ends'
        '--both|-|Both memories hold'
        '--both-when|?|Both hold: the newer one in this situation, the older one otherwise'
        '--ask|-|Ask about each open question, answered by one key (at a terminal)'
        '--project -p|project|The project; default: the repository you are in; '\''*'\'': all projects'
        '--global|-|Only memories without a project'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    why)
      __recall_places=('id')
      __recall_options=(
        '--turn|-|Show the turn of the session that it comes from, from the client'\''s own file'
        '--around|?|With --turn: how many turns before and after it'
        '--query -q|?|Explain its rank in a search for this query; the options below are those of recall search'
        '--limit -n|?|Maximum number of results'
        '--project -p|project|The project; default: the repository you are in; '\''*'\'': all projects'
        '--global|-|Only memories without a project'
        '--type -t|=decision finding correction pattern estimate preference fact procedure|Only this type; repeatable'
        '--topic|?|Only this topic'
        '--agent|?|Only memories that this agent stored'
        '--session|?|Only memories of this session, or of the latest, in any project'
        '--source|=user agent tool|Only what this source said; repeatable'
        '--trust|=user colleague agent imported tool|Only with this trust; repeatable'
        '--unused|-|Only memories that no agent has used'
        '--tag|?|Only with this tag, k or k=v; repeatable'
        '--since|?|Only stored since this date'
        '--until|?|Only stored until this date'
        '--clearance|=public internal restricted confidential|Only memories classified up to this level'
        '--include|=superseded held expired deleted all|Also include: superseded, held, expired, deleted (or all)'
        '--min-confidence|?|Minimum confidence (default: the setting min_confidence, 0.4)'
        '--ranking|=default four-part five-factor rrf-boost words|How results are ordered; published rankings are for comparison'
        '--min-score|?|Minimum score; recall context uses 0.12. With it, less likely results are all shown'
        '--related|-|Show memories that are linked to a memory'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    diff)
      __recall_places=()
      __recall_options=(
        '--since|?|Start (default: a week ago)'
        '--until|?|End (default: now)'
        '--project -p|project|The project; default: the repository you are in; '\''*'\'': all projects'
        '--global|-|Only memories without a project'
        '--clearance|=public internal restricted confidential|Only memories classified up to this level (default of a digest: restricted)'
        '--format|=text markdown|text, or markdown for a digest'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    told)
      __recall_places=('?')
      __recall_options=(
        '--agent|?|Only sessions of this agent'
        '--limit -n|?|Maximum number of results'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    count)
      __recall_places=()
      __recall_options=(
        '--project -p|project|The project; default: the repository you are in; '\''*'\'': all projects'
        '--global|-|Only memories without a project'
        '--type -t|=decision finding correction pattern estimate preference fact procedure|Only this type; repeatable'
        '--topic|?|Only this topic'
        '--agent|?|Only memories that this agent stored'
        '--session|?|Only memories of this session, or of the latest, in any project'
        '--source|=user agent tool|Only what this source said; repeatable'
        '--trust|=user colleague agent imported tool|Only with this trust; repeatable'
        '--unused|-|Only memories that no agent has used'
        '--tag|?|Only with this tag, k or k=v; repeatable'
        '--since|?|Only stored since this date'
        '--until|?|Only stored until this date'
        '--as-of|?|Answer as of this date: 2026-03-01, 30d, yesterday'
        '--clearance|=public internal restricted confidential|Only memories classified up to this level'
        '--include|=superseded held expired deleted all|Also include: superseded, held, expired, deleted (or all)'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    stats)
      __recall_places=()
      __recall_options=(
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    log)
      __recall_places=('id')
      __recall_options=(
        '--limit -n|?|Maximum number of results'
        '--since|?|Only since this date'
        '--until|?|Only until this date'
        '--kind|?|Only operations of this kind: store, update, tag, delete, import, undo ...'
        '--told|-|Show what each session was shown, and what happened next'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    view)
      __recall_places=('file')
      __recall_options=(
        '--project -p|project|Only this project and memories without one (default: all)'
        '--as-of|?|Answer as of this date: 2026-03-01, 30d, yesterday'
        '--without-deleted|-|Leave out deleted memories'
        '--limit -n|?|Maximum number of memories; the newest are kept'
        '--force|-|Replace an existing file'
        '--open|-|Open the page in your browser'
        '--live|-|Show that page live in your browser, and change memories there'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    ui)
      __recall_places=()
      __recall_options=(
        '--project -p|project|Only this project and memories without one (default: all)'
        '--port|?|The port on this machine; 0 takes a free one'
        '--idle|?|End after so many minutes without use'
        '--no-open|-|Do not open a browser; only show the address'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    jobs)
      __recall_places=('=retry*')
      __recall_options=(
        '--state|=queued processing complete failed|Only jobs in this state'
        '--limit -n|?|Maximum number of results'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    worker)
      __recall_places=()
      __recall_options=(
        '--once|-|Run all waiting jobs, then exit (default)'
        '--watch|-|Keep running and run jobs as they arrive; stop with Ctrl-C'
        '--alone|-|Exit at once if another worker with --alone is running'
        '--all-users|-|Run the jobs of every user in turn; on a server, of all with tokens that your login may be'
        '--test|-|Ask the extractor'\''s program about a sample text, and show its answer; nothing is stored'
        '--questions|-|Settle open questions with the model of the setting extractor (undoable)'
        '--after|?|Wait this many seconds before starting'
        '--jobs|-|Show deferred jobs and their results'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    hooks)
      __recall_places=('=install remove status show private' '=claude-code codex gemini qwen kimi opencode cursor copilot*')
      __recall_options=(
        '--project|-|Use the settings of this repository instead of your own'
        '--dry-run|-|Show the changes without making them'
        '--off|-|With private: store again from this folder'
        '--snippet|-|With show: a short text for the agent'\''s instructions'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    mcp)
      __recall_places=('=run install remove status' '=claude-code claude-desktop codex gemini qwen cursor vscode zed opencode copilot*')
      __recall_options=(
        '--project -p|project|The project of calls that name none; default: that of the client'\''s folder'
        '--agent|?|The agent that calls; default: the name that the client gives'
        '--clearance|=public internal restricted confidential|Only memories classified up to this level'
        '--tools|=usual all|The tools that are listed: four usual ones, which cost few tokens, or all'
        '--read-only|-|Without the tools that store or change'
        '--allow|=erase audit|Add the tools that erase for good, or that show the audit log; repeatable'
        '--dry-run|-|Show the changes without making them'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    hook)
      __recall_places=('=session-start prompt subagent-start tool-start tool-end tool-failed compact turn-end session-end')
      __recall_options=(
        '--agent|=claude-code codex gemini qwen kimi opencode cursor copilot|The agent that sends the event'
        '--strict|-|Report errors, for debugging; without it the exit status is always 0'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    serve)
      __recall_places=()
      __recall_options=(
        '--host|?|The address to listen at; any but this machine'\''s own needs TLS or --behind-proxy'
        '--port|?|The port to listen at; 0 takes a free one'
        '--tls-cert|file|The certificate with its chain, a PEM file'
        '--tls-key|file|Its private key, a PEM file'
        '--behind-proxy|-|A proxy on this network does the TLS'
        '--public-url|?|The address under which clients reach the server'
        '--check|-|Check the texts that the server sends, and exit'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    join)
      __recall_places=('?')
      __recall_options=(
        '--user|?|The user that you are there (default: the one that the login is)'
        '--token-file|file|With https://: the file that holds the token; without it, join asks'
        '--move|-|Also move the memories of this machine to the server'
        '--no-move|-|Leave them where they are, without a question'
        '--off|-|Leave the server, and use the store of before again'
        '--yes -y|-|Do it without asking; memories are moved only with --move'
        '--dry-run|-|Check the server, show every change, and make none'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    token)
      __recall_places=('=create list revoke' '?')
      __recall_options=(
        '--user|?|Whose memories the token opens (default: yours)'
        '--agent|?|The agent as which the client acts (default: the token'\''s name)'
        '--read-only|-|Without the tools that store or change'
        '--allow|=erase audit settle commands|Also erase for good, show the audit log, settle contested facts, or give commands; repeatable'
        '--clearance|=public internal restricted confidential|Only memories classified up to this level'
        '--topics|?|Only memories of these topics, separated by commas'
        '--projects|?|Only memories of these projects, and those of none'
        '--rate|?|Maximum number of requests in a minute'
        '--expires|?|When it stops working: 90d, 2027-01-31 (default: never)'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    import)
      __recall_places=('file*')
      __recall_options=(
        '--project -p|project|The project; default: the repository you are in; '\''*'\'': all projects'
        '--global|-|Only memories without a project'
        '--since|?|With transcripts: only sessions since this date (30d, 2026-03-01)'
        '--agent|=claude-code codex gemini qwen kimi opencode copilot cursor|With transcripts: only this agent'
        '--own|-|Your own export: your words stay yours, and later changes count. Only at a terminal'
        '--dry-run|-|Show what would be imported without writing'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    export)
      __recall_places=('file')
      __recall_options=(
        '--project -p|project|The project; default: the repository you are in; '\''*'\'': all projects'
        '--global|-|Only memories without a project'
        '--type -t|=decision finding correction pattern estimate preference fact procedure|Only this type; repeatable'
        '--topic|?|Only this topic'
        '--agent|?|Only memories that this agent stored'
        '--session|?|Only memories of this session, or of the latest, in any project'
        '--source|=user agent tool|Only what this source said; repeatable'
        '--trust|=user colleague agent imported tool|Only with this trust; repeatable'
        '--unused|-|Only memories that no agent has used'
        '--tag|?|Only with this tag, k or k=v; repeatable'
        '--since|?|Only stored since this date'
        '--until|?|Only stored until this date'
        '--as-of|?|Answer as of this date: 2026-03-01, 30d, yesterday'
        '--clearance|=public internal restricted confidential|Only memories classified up to this level'
        '--include|=superseded held expired deleted all|Also include: superseded, held, expired, deleted (or all)'
        '--without-global|-|Leave out memories without a project'
        '--format|=jsonl markdown|jsonl is complete and can be imported anywhere; markdown is a folder of pages to read'
        '--force|-|Replace an existing file'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    sync)
      __recall_places=()
      __recall_options=(
        '--to|?|The git remote, the first time; default: the remote of the repository you are in'
        '--global|-|Memories without a project; the first time with --to and a private repository'
        '--join|-|Join your other machines: asks for the key that the first one showed'
        '--show-key|-|Show the key for another machine'
        '--off|-|End the sync on this machine; the memories stay everywhere'
        '--dry-run|-|Show what would leave and arrive; the store stays as it is'
        '--public|-|Begin though anybody can read the remote, or that cannot be checked'
        '--yes|-|Begin without the question'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    share)
      __recall_places=('id*')
      __recall_options=(
        '--off|-|Take them back'
        '--as|?|The name that your colleagues see (default: your login)'
        '--with|?|On a server: invite this user to the team space (repeatable)'
        '--to|?|The git remote, the first time; default: that of the repository. On a server: the team space'
        '--allow-public|-|Share although strangers can read the remote'
        '--dry-run|-|Show what would leave; the store stays as it is'
        '--yes|-|Share without the question'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    team)
      __recall_places=('=list accept remove invite' '?')
      __recall_options=(
        '--as|?|With accept: how you call this colleague (default: as they call themselves)'
        '--to|?|The git remote, the first time; default: that of the repository. On a server: the team space'
        '--off|-|With invite: take it back, and what that user shared there'
        '--keep|-|With remove: keep the memories that came from them'
        '--write|-|Write a readable page of the team'\''s memories to .recall/team.md of the repository'
        '--dry-run|-|Show what would happen; the store stays as it is'
        '--yes|-|Do it without the question'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    encrypt)
      __recall_places=()
      __recall_options=(
        '--key-file|file|The key file, readable only by you; created if it does not exist'
        '--key-command|?|A command that prints the key, run without a shell'
        '--keyring|-|Use the system'\''s keyring; a new key is created if there is none'
        '--off|-|Make an encrypted store a plain file again'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    decrypt)
      __recall_places=()
      __recall_options=(
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    backup)
      __recall_places=('file')
      __recall_options=(
        '--force|-|Replace an existing file'
        '--list|-|List the known backups'
        '--restore|-|Bring back a backup'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    restore)
      __recall_places=('file')
      __recall_options=(
        '--force|-|Replace the current store, which is kept beside it'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    migrate)
      __recall_places=('file' 'file')
      __recall_options=(
        '--all-users|-|Move every user of the file, each into rows of their own on the server'
        '--as|?|Give the memories to this user of the destination'
        '--dry-run|-|Show what would be moved, and whether the destination takes it'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    audit)
      __recall_places=('=verify export')
      __recall_options=(
        '--head|?|A digest noted earlier; it must still be in the chain'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    verify)
      __recall_places=()
      __recall_options=(
        '--fix|-|Show what changed behind each memory and ask about it; only at a terminal'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    projects)
      __recall_places=('project-action*')
      __recall_options=(
        '--dry-run|-|Show the memories that match, and change nothing'
        '--yes -y|-|Do not ask before a change of many memories'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    topics)
      __recall_places=('=list rename merge forget*')
      __recall_options=(
        '--project -p|project|The project; default: the repository you are in; '\''*'\'': all projects'
        '--global|-|Only memories without a project'
        '--dry-run|-|Show the memories that match, and change nothing'
        '--yes -y|-|Do not ask before a change of many memories'
        '--tags|-|List, rename, merge or forget tags'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    tags)
      __recall_places=('=list rename merge forget*')
      __recall_options=(
        '--project -p|project|The project; default: the repository you are in; '\''*'\'': all projects'
        '--global|-|Only memories without a project'
        '--dry-run|-|Show the memories that match, and change nothing'
        '--yes -y|-|Do not ask before a change of many memories'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    maintain)
      __recall_places=()
      __recall_options=(
        '--only|=jobs loops patterns decay purge upkeep sessions copies sync|Only these steps: jobs, loops, patterns, decay, purge, upkeep, sessions, copies, sync'
        '--dry-run|-|Show what would be done without changing anything'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    consolidate)
      __recall_places=()
      __recall_options=(
        '--topic|?|Only this topic'
        '--project -p|project|The project; default: the repository you are in; '\''*'\'': all projects'
        '--global|-|Only memories without a project'
        '--patterns|-|Make patterns of recurring findings and corrections instead'
        '--own|-|Include your own words; only at a terminal'
        '--dry-run|-|Show what would be merged without changing anything'
        '--yes|-|Do not ask before a large change; only at a terminal'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    schedule)
      __recall_places=('=install remove show')
      __recall_options=(
        '--at|?|The time of day'
        '--with|=auto cron systemd launchd|The scheduler (default: the one on this machine)'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    scan)
      __recall_places=()
      __recall_options=(
        '--fix|-|Mask secrets permanently: no undo, removed from the file'
        '--dry-run|-|Only report secrets (default)'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    shadow)
      __recall_places=()
      __recall_options=(
        '--ranking|=default four-part five-factor rrf-boost words|The ranking to try'
        '--against|=default four-part five-factor rrf-boost words|The ranking to compare with'
        '--limit -n|?|Number of past queries, newest first'
        '--forget|-|Delete all stored past queries'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    embed)
      __recall_places=()
      __recall_options=(
        '--model|file|A model that fastembed knows, or a folder with an ONNX model; none: only the built-in vectors'
        '--gate|file|Folder of an ONNX cross-encoder that must confirm what answers a question; off: none'
        '--dry-run|-|Show what would be done and downloaded without doing it'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    setup)
      __recall_places=('=claude-code codex gemini qwen kimi opencode cursor copilot*')
      __recall_options=(
        '--yes -y|-|Do it without asking'
        '--dry-run|-|Show every change to every file, and make none'
        '--no-completion|-|Leave the shell'\''s completion out'
        '--no-schedule|-|Leave the daily maintenance out'
        '--login|?|On a server: a role that shall use recall; made if it is missing'
        '--only|?|On a server: the only user that this role may be (default: of its name)'
        '--any-user|-|On a server: this role may be any user'
        '--signed|?|On a server: this role signs its users with the key in FILE; made if it is missing'
        '--logins|-|On a server: list the roles that can use recall'
        '--remove-login|?|On a server: this role can use recall no more'
        '--remove|-|Disconnect recall from everything on this machine'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    uninstall)
      __recall_places=()
      __recall_options=(
        '--yes -y|-|Do it without asking; the memories stay'
        '--memories|-|Also delete the memories and settings, after a question of its own'
        '--dry-run|-|Show every change to every file, and make none'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    doctor)
      __recall_places=()
      __recall_options=(
        '--fix|-|Repair what can be repaired safely'
        '--offline-proof|-|Run the main commands with sockets forbidden'
        '--salvage|file|Save the readable part of a damaged store to a new file'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    bench)
      __recall_places=('file*')
      __recall_options=(
        '--own|-|Benchmark your own store: ask for facts that changed; the old value must not answer'
        '--public|-|Run public benchmarks, each recognised by its files (recall help figures)'
        '--model|file|Use this embedding model (see recall admin embed) instead of the built-in vectors'
        '--ranking|=default four-part five-factor rrf-boost words|Ranking to measure; repeatable (default: default)'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    config)
      __recall_places=('setting*')
      __recall_options=(
        '--unset|-|Reset the setting to its default'
        '--changed|-|Show only settings that differ from their defaults'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    admin)
      __recall_places=('=token encrypt migrate audit verify topics consolidate schedule scan shadow embed bench completion')
      __recall_options=(
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    completion)
      __recall_places=('=show install uninstall' '=bash zsh fish')
      __recall_options=(
        '--dry-run|-|Show what would be done without doing it'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
    help)
      __recall_places=('=topics tasks storing finding trust agents sessions view serve moving share maintenance security teams settings troubleshooting figures architecture commands store update edit tag delete erase feedback pin unpin review resolve undo search context get list browse related history conflicts why diff told count stats log view ui jobs worker hooks mcp hook serve join token import export sync share team encrypt decrypt backup restore migrate audit verify projects topics tags maintain consolidate schedule scan shadow embed setup uninstall doctor bench config admin completion help')
      __recall_options=(
        '--all|-|List all commands, and not only the everyday ones'
        '--json|-|Print JSON'
        '--db|file|Use this file instead of the usual store'
        '--help -h|-|Show options and examples') ;;
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

# Split a part of a line like the shell, without running or expanding anything: complete words into `said`, the
# unfinished last one into `now` (as typed: `raw`), and its open quote into `quote`.
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

# The values of a kind from recall; bash waits for them.
__recall_ask() {
  local value hint
  while IFS=$'\t' read -r value hint; do
    values+=("$value") hints+=("$hint")
  done < <(command recall --complete "$1" "$2" ${db:+--db "$db"} -- ${given[@]+"${given[@]}"} 2>/dev/null </dev/null)
}

# Put the possible values at the cursor into `values`, and their descriptions into `hints`.
__recall_offer() {
  local source=$1 prefix=$2 lead=$3 one
  case $source in
    '' | '?' | -) ;;
    =*) for one in ${source#=}; do values+=("$one") hints+=(''); done ;;
    file)
      compopt -o default 2>/dev/null && return  # let bash complete files
      while IFS= read -r one; do values+=("$one") hints+=(''); done < <(compgen -f -- "$prefix") ;;
    *) __recall_ask "$source" "$prefix" ;;
  esac
  local at
  for ((at = 0; at < ${#values[@]}; at++)); do values[at]=$lead${values[at]}; done
}

# A value, escaped for the open quote.
__recall_typed() {
  case $quote in
    "'") typed=${1//"'"/"'\\''"} ;;
    '"')
      typed=${1//\\/\\\\} typed=${typed//\"/\\\"} typed=${typed//\$/\\\$} typed=${typed//\`/\\\`} ;;
    *) printf -v typed %q "$1" ;;
  esac
}

# Reply with each value that is not on the line yet. Descriptions are added only where bash lists values and inserts
# their common prefix, so that no description can get into the line.
__recall_reply() {
  local at kept typed hint wide=0 room=$((${COLUMNS:-80} - 1)) blank lead=${raw%"$1"} whole=$now open=$quote
  local -a said kept_values=() kept_hints=()
  local now raw quote
  __recall_read "$lead"
  kept=${#now} quote=$open
  for ((at = 0; at < ${#values[@]}; at++)); do
    [[ ${values[at]} == "$whole"* ]] || continue
    [[ $quote == '"' && ${values[at]} == *'!'* ]] && continue  # ! cannot be escaped in double quotes
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
      if [[ -z $command || $command == admin ]]; then
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
