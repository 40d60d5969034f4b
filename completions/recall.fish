# recall: completion for fish, made by `recall completion show fish`
# This script completes commands and options. It asks recall for ids, projects, operations and settings.

# Does an option ($argv[2]) of a command ($argv[1]) take a value?
function __recall_valued
    switch $argv[1]
        case ''
            contains -- $argv[2] --db
        case 'store'
            contains -- $argv[2] --type -t --topic --importance --confidence --entity --attribute --value --qualifier --valid-from --valid-until --classification --project -p --tag --anchor --ends --source --agent --session --extractor --key --db
        case 'update'
            contains -- $argv[2] --text --type -t --topic --importance --confidence --entity --attribute --value --qualifier --valid-from --valid-until --classification --anchor --ends --project -p --clear --db
        case 'edit'
            contains -- $argv[2] --query -q --project -p --type -t --topic --agent --session --source --trust --tag --since --until --clearance --include --db
        case 'tag'
            contains -- $argv[2] --remove --query -q --project -p --type -t --topic --agent --session --source --trust --tag --since --until --clearance --include --db
        case 'delete'
            contains -- $argv[2] --query -q --project -p --type -t --topic --agent --session --source --trust --tag --since --until --clearance --include --db
        case 'erase'
            contains -- $argv[2] --query --topic --project -p --user --type -t --agent --session --source --trust --tag --since --until --db
        case 'feedback'
            contains -- $argv[2] --note --db
        case 'pin'
            contains -- $argv[2] --db
        case 'unpin'
            contains -- $argv[2] --db
        case 'review'
            contains -- $argv[2] --project -p --db
        case 'resolve'
            contains -- $argv[2] --keep --when --project -p --db
        case 'undo'
            contains -- $argv[2] --db
        case 'search'
            contains -- $argv[2] --limit -n --project -p --type -t --topic --agent --session --source --trust --tag --since --until --as-of --clearance --include --min-confidence --ranking --recency --min-score --seed --db
        case 'context'
            contains -- $argv[2] --error --file --budget --project -p --agent --clearance --db
        case 'get'
            contains -- $argv[2] --as-of --db
        case 'list'
            contains -- $argv[2] --limit -n --offset --query -q --project -p --type -t --topic --agent --session --source --trust --tag --since --until --as-of --clearance --include --sort --group --db
        case 'browse'
            contains -- $argv[2] --project -p --type -t --topic --agent --session --source --trust --tag --since --until --as-of --clearance --include --db
        case 'related'
            contains -- $argv[2] --limit -n --db
        case 'history'
            contains -- $argv[2] --project -p --as-of --include --db
        case 'conflicts'
            contains -- $argv[2] --both-when --project -p --db
        case 'why'
            contains -- $argv[2] --around --query -q --limit -n --project -p --type -t --topic --agent --session --source --trust --tag --since --until --clearance --include --min-confidence --ranking --min-score --db
        case 'diff'
            contains -- $argv[2] --since --until --project -p --clearance --format --db
        case 'told'
            contains -- $argv[2] --agent --limit -n --db
        case 'count'
            contains -- $argv[2] --project -p --type -t --topic --agent --session --source --trust --tag --since --until --as-of --clearance --include --db
        case 'stats'
            contains -- $argv[2] --db
        case 'log'
            contains -- $argv[2] --limit -n --since --until --kind --db
        case 'view'
            contains -- $argv[2] --project -p --as-of --limit -n --db
        case 'ui'
            contains -- $argv[2] --project -p --port --idle --db
        case 'jobs'
            contains -- $argv[2] --state --limit -n --db
        case 'worker'
            contains -- $argv[2] --after --db
        case 'hooks'
            contains -- $argv[2] --db
        case 'mcp'
            contains -- $argv[2] --project -p --agent --clearance --tools --allow --db
        case 'hook'
            contains -- $argv[2] --agent --db
        case 'serve'
            contains -- $argv[2] --host --port --tls-cert --tls-key --public-url --db
        case 'join'
            contains -- $argv[2] --user --token-file --db
        case 'token'
            contains -- $argv[2] --user --agent --allow --clearance --topics --projects --rate --expires --db
        case 'import'
            contains -- $argv[2] --project -p --since --agent --db
        case 'export'
            contains -- $argv[2] --project -p --type -t --topic --agent --session --source --trust --tag --since --until --as-of --clearance --include --format --db
        case 'sync'
            contains -- $argv[2] --to --db
        case 'share'
            contains -- $argv[2] --as --with --to --db
        case 'team'
            contains -- $argv[2] --as --to --db
        case 'encrypt'
            contains -- $argv[2] --key-file --key-command --db
        case 'decrypt'
            contains -- $argv[2] --db
        case 'backup'
            contains -- $argv[2] --db
        case 'restore'
            contains -- $argv[2] --db
        case 'migrate'
            contains -- $argv[2] --as --db
        case 'audit'
            contains -- $argv[2] --head --db
        case 'verify'
            contains -- $argv[2] --db
        case 'projects'
            contains -- $argv[2] --db
        case 'topics'
            contains -- $argv[2] --project -p --db
        case 'tags'
            contains -- $argv[2] --project -p --db
        case 'maintain'
            contains -- $argv[2] --only --db
        case 'consolidate'
            contains -- $argv[2] --topic --project -p --db
        case 'schedule'
            contains -- $argv[2] --at --with --db
        case 'scan'
            contains -- $argv[2] --db
        case 'shadow'
            contains -- $argv[2] --ranking --against --limit -n --db
        case 'embed'
            contains -- $argv[2] --model --gate --db
        case 'setup'
            contains -- $argv[2] --login --only --signed --remove-login --db
        case 'uninstall'
            contains -- $argv[2] --db
        case 'doctor'
            contains -- $argv[2] --salvage --db
        case 'bench'
            contains -- $argv[2] --model --ranking --db
        case 'config'
            contains -- $argv[2] --db
        case 'admin'
            contains -- $argv[2] --db
        case 'completion'
            contains -- $argv[2] --db
        case 'help'
            contains -- $argv[2] --db
        case '*'
            false
    end
end

# Read the line before the cursor: the command, its arguments and the store.
function __recall_read
    set -g __recall_command ''
    set -g __recall_given
    set -g __recall_db
    set -l flag
    set -l ended
    for word in (commandline -opc)[2..-1]
        if test -n "$flag"
            test "$flag" = --db; and set -g __recall_db $word
            set flag
        else if test -z "$ended"; and string match -q -- '--db=*' $word
            set -g __recall_db (string sub -s 6 -- $word)
        else if test -z "$ended"; and test "$word" = --
            set ended 1
        else if test -z "$ended"; and string match -q -- '-?*' $word
            __recall_valued "$__recall_command" $word; and set flag $word
        else if contains -- "$__recall_command" '' admin
            set -g __recall_command $word
        else
            set -a __recall_given $word
        end
    end
end

# Is the cursor in this command ($argv[1]), at this argument ($argv[2]: a number; with +, that one or later)?
function __recall_at
    __recall_read
    test "$__recall_command" = "$argv[1]"; or return
    set -q argv[2]; or return 0
    set -l place (math (count $__recall_given) + 1)
    test $place = $argv[2]; or begin
        string match -q '*+' $argv[2]; and test $place -ge (string trim -c + $argv[2])
    end
end

# The values of a kind from recall.
function __recall_ask
    __recall_read
    set -l db
    set -q __recall_db[1]; and set db --db $__recall_db
    set -l prefix (commandline -ct)
    string match -q -- '--*=*' $prefix; and set prefix (string replace -r -- '^--[^=]*=' '' $prefix)
    set prefix (string unescape -- $prefix; or echo)
    command recall --complete $argv[1] "$prefix" $db -- $__recall_given 2>/dev/null </dev/null
end

complete -c recall -e
complete -c recall -f
complete -c recall -n '__recall_at ""' -a store -d 'Store a memory'
complete -c recall -n '__recall_at ""' -a update -d 'Correct a memory'
complete -c recall -n '__recall_at ""' -a edit -d 'Edit memories in your text editor'
complete -c recall -n '__recall_at ""' -a tag -d 'Set or remove tags of a memory'
complete -c recall -n '__recall_at ""' -a delete -d 'Remove memories; can be undone'
complete -c recall -n '__recall_at ""' -a erase -d 'Erase memories for good, with proof'
complete -c recall -n '__recall_at ""' -a feedback -d 'Rate memories as helpful or unhelpful'
complete -c recall -n '__recall_at ""' -a pin -d 'Protect memories from fading'
complete -c recall -n '__recall_at ""' -a review -d 'Show, approve or reject held memories'
complete -c recall -n '__recall_at ""' -a resolve -d 'Settle a fact with conflicting values'
complete -c recall -n '__recall_at ""' -a undo -d 'Take back the last write, or a given one'
complete -c recall -n '__recall_at ""' -a search -d 'Find memories by words and meaning'
complete -c recall -n '__recall_at ""' -a context -d 'Show what an agent gets: the most relevant memories'
complete -c recall -n '__recall_at ""' -a get -d 'Show memories by their ids'
complete -c recall -n '__recall_at ""' -a list -d 'Show the newest memories'
complete -c recall -n '__recall_at ""' -a history -d 'Show how a memory or a fact changed'
complete -c recall -n '__recall_at ""' -a conflicts -d 'Show facts with conflicting values'
complete -c recall -n '__recall_at ""' -a why -d 'Show where a memory comes from, and why a search finds it or not'
complete -c recall -n '__recall_at ""' -a diff -d 'Show what was learned, corrected and forgotten since a date'
complete -c recall -n '__recall_at ""' -a stats -d 'Show what is in the store'
complete -c recall -n '__recall_at ""' -a log -d 'Show the record of writes'
complete -c recall -n '__recall_at ""' -a view -d 'Write one page that shows your memories in time'
complete -c recall -n '__recall_at ""' -a worker -d 'Run deferred jobs'
complete -c recall -n '__recall_at ""' -a hooks -d 'Connect recall to your agents, or disconnect it'
complete -c recall -n '__recall_at ""' -a mcp -d 'Serve agents over MCP, or connect their clients'
complete -c recall -n '__recall_at ""' -a serve -d 'Serve clients on this or other machines over HTTP'
complete -c recall -n '__recall_at ""' -a join -d 'Use a team\'s server, with your agents and your memories'
complete -c recall -n '__recall_at ""' -a import -d 'Import memories from files, other tools or past sessions'
complete -c recall -n '__recall_at ""' -a export -d 'Write memories to a file, one JSON line each'
complete -c recall -n '__recall_at ""' -a sync -d 'Exchange memories with your other machines over git'
complete -c recall -n '__recall_at ""' -a share -d 'Give memories to everybody who works on this repository'
complete -c recall -n '__recall_at ""' -a team -d 'Show and pair the colleagues who share memories'
complete -c recall -n '__recall_at ""' -a backup -d 'Copy the whole store to a file, while it is in use'
complete -c recall -n '__recall_at ""' -a projects -d 'List, name, merge, switch off or forget projects'
complete -c recall -n '__recall_at ""' -a maintain -d 'Run one round of maintenance: fading, deferred jobs, purging'
complete -c recall -n '__recall_at ""' -a setup -d 'Connect recall to your agents, shell and scheduler at once'
complete -c recall -n '__recall_at ""' -a doctor -d 'Find problems and name a remedy for each'
complete -c recall -n '__recall_at ""' -a config -d 'Show and change settings'
complete -c recall -n '__recall_at ""' -a admin -d 'Rare work: encryption, servers, models, measuring'
complete -c recall -n '__recall_at ""' -a help -d 'Show help for a command, or a page about a topic'

complete -c recall -n '__recall_at ""' -l json -d 'Print JSON'
complete -c recall -n '__recall_at ""' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at ""' -l help -s h -d 'Show options and examples'
complete -c recall -n '__recall_at ""' -l version -s V -d 'Show the version'

complete -c recall -n '__recall_at store' -l type -s t -x -a 'decision finding correction pattern estimate preference fact procedure' -d 'The type of the memory, such as decision or preference'
complete -c recall -n '__recall_at store' -l topic -x -d 'A broad topic that searches can filter by'
complete -c recall -n '__recall_at store' -l importance -x -d 'Importance, 0 to 1'
complete -c recall -n '__recall_at store' -l confidence -x -d 'Confidence, 0 to 1'
complete -c recall -n '__recall_at store' -l entity -x -d 'For a fact: what it is about'
complete -c recall -n '__recall_at store' -l attribute -x -d 'For a fact: which property'
complete -c recall -n '__recall_at store' -l value -x -d 'For a fact: the value of the property'
complete -c recall -n '__recall_at store' -l qualifier -x -d 'The only context in which the value holds'
complete -c recall -n '__recall_at store' -l valid-from -x -d 'Valid from this date'
complete -c recall -n '__recall_at store' -l valid-until -x -d 'Valid until this date, or for this time span from now'
complete -c recall -n '__recall_at store' -l classification -x -a 'public internal restricted confidential' -d 'How private it is. Agents see every level, unless a clearance is set'
complete -c recall -n '__recall_at store' -l project -s p -x -k -a '(__recall_ask project)' -d 'The project it belongs to; default: the repository you are in'
complete -c recall -n '__recall_at store' -l global -d 'It belongs to no project, and is found in all of them'
complete -c recall -n '__recall_at store' -l tag -x -d 'A tag, k=v; repeatable'
complete -c recall -n '__recall_at store' -l anchor -r -F -d 'The file or lines that the memory is about; recall warns when they change. Repeatable'
complete -c recall -n '__recall_at store' -l ends -x -k -a '(__recall_ask id)' -d 'The memory that it replaces; repeatable'
complete -c recall -n '__recall_at store' -l source -x -a 'user agent tool' -d 'Who said it; from an agent this can lower trust, never raise it'
complete -c recall -n '__recall_at store' -l agent -x -d 'The agent that stores it'
complete -c recall -n '__recall_at store' -l session -x -d 'The session it comes from'
complete -c recall -n '__recall_at store' -l shared -d 'Visible to all agents, even if each sees only its own memories'
complete -c recall -n '__recall_at store' -l extractor -x -a 'auto claude command rules none' -d 'auto and none keep the text whole, rules takes statements from it, claude and command ask a model'
complete -c recall -n '__recall_at store' -l key -x -d 'Idempotency key: the same key stores only once within a month'
complete -c recall -n '__recall_at store' -l defer -d 'Return at once and leave the work to recall worker'
complete -c recall -n '__recall_at store' -l dry-run -d 'Show what would be stored without writing'
complete -c recall -n '__recall_at store' -l json -d 'Print JSON'
complete -c recall -n '__recall_at store' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at store' -l help -s h -d 'Show options and examples'

complete -c recall -n '__recall_at update' -l text -x -d 'The new text; the old text stays in the history'
complete -c recall -n '__recall_at update' -l type -s t -x -a 'decision finding correction pattern estimate preference fact procedure' -d 'The type of the memory, such as decision or preference'
complete -c recall -n '__recall_at update' -l topic -x -d 'A broad topic that searches can filter by'
complete -c recall -n '__recall_at update' -l importance -x -d 'Importance, 0 to 1'
complete -c recall -n '__recall_at update' -l confidence -x -d 'Confidence, 0 to 1'
complete -c recall -n '__recall_at update' -l entity -x -d 'For a fact: what it is about'
complete -c recall -n '__recall_at update' -l attribute -x -d 'For a fact: which property'
complete -c recall -n '__recall_at update' -l value -x -d 'For a fact: the value of the property'
complete -c recall -n '__recall_at update' -l qualifier -x -d 'The only context in which the value holds'
complete -c recall -n '__recall_at update' -l valid-from -x -d 'Valid from this date'
complete -c recall -n '__recall_at update' -l valid-until -x -d 'Valid until this date, or for this time span from now'
complete -c recall -n '__recall_at update' -l classification -x -a 'public internal restricted confidential' -d 'How private it is. Agents see every level, unless a clearance is set'
complete -c recall -n '__recall_at update' -l anchor -r -F -d 'The file or lines that the memory is about; recall warns when they change. Repeatable'
complete -c recall -n '__recall_at update' -l ends -x -k -a '(__recall_ask id)' -d 'The memory that it replaces; repeatable'
complete -c recall -n '__recall_at update' -l project -s p -x -k -a '(__recall_ask project)' -d 'Move it to this project'
complete -c recall -n '__recall_at update' -l global -d 'It belongs to no project, and is found in all of them'
complete -c recall -n '__recall_at update' -l shared -d 'Visible to all agents'
complete -c recall -n '__recall_at update' -l private -d 'With agent_scoping: visible only to the agent that stored it'
complete -c recall -n '__recall_at update' -l clear -x -a 'topic entity attribute value qualifier valid-from valid-until tags anchors' -d 'Fields to clear: topic, entity, attribute, value, qualifier, valid-from, valid-until, tags, anchors'
complete -c recall -n '__recall_at update' -l json -d 'Print JSON'
complete -c recall -n '__recall_at update' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at update' -l help -s h -d 'Show options and examples'
complete -c recall -n '__recall_at update 1+' -k -a '(__recall_ask id)'

complete -c recall -n '__recall_at edit' -l continue -d 'Go on with an edit that a mistake or a crash left unfinished; if there are several, list them'
complete -c recall -n '__recall_at edit' -l discard -d 'Remove unfinished edits: those whose numbers you give, or all'
complete -c recall -n '__recall_at edit' -l dry-run -d 'Show what the edited file would change, and change nothing'
complete -c recall -n '__recall_at edit' -l query -s q -x -d 'Only memories that contain all of these words'
complete -c recall -n '__recall_at edit' -l project -s p -x -k -a '(__recall_ask project)' -d 'The project; default: the repository you are in; \'*\': all projects'
complete -c recall -n '__recall_at edit' -l global -d 'Only memories without a project'
complete -c recall -n '__recall_at edit' -l type -s t -x -a 'decision finding correction pattern estimate preference fact procedure' -d 'Only this type; repeatable'
complete -c recall -n '__recall_at edit' -l topic -x -d 'Only this topic'
complete -c recall -n '__recall_at edit' -l agent -x -d 'Only memories that this agent stored'
complete -c recall -n '__recall_at edit' -l session -x -d 'Only memories of this session, or of the latest, in any project'
complete -c recall -n '__recall_at edit' -l source -x -a 'user agent tool' -d 'Only what this source said; repeatable'
complete -c recall -n '__recall_at edit' -l trust -x -a 'user colleague agent imported tool' -d 'Only with this trust; repeatable'
complete -c recall -n '__recall_at edit' -l unused -d 'Only memories that no agent has used'
complete -c recall -n '__recall_at edit' -l tag -x -d 'Only with this tag, k or k=v; repeatable'
complete -c recall -n '__recall_at edit' -l since -x -d 'Only stored since this date'
complete -c recall -n '__recall_at edit' -l until -x -d 'Only stored until this date'
complete -c recall -n '__recall_at edit' -l clearance -x -a 'public internal restricted confidential' -d 'Only memories classified up to this level'
complete -c recall -n '__recall_at edit' -l include -x -a 'superseded held expired deleted all' -d 'Also include: superseded, held, expired, deleted (or all)'
complete -c recall -n '__recall_at edit' -l json -d 'Print JSON'
complete -c recall -n '__recall_at edit' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at edit' -l help -s h -d 'Show options and examples'
complete -c recall -n '__recall_at edit 1+' -k -a '(__recall_ask id)'

complete -c recall -n '__recall_at tag' -l remove -x -d 'A tag to remove; repeatable'
complete -c recall -n '__recall_at tag' -l query -s q -x -d 'Only memories that contain all of these words'
complete -c recall -n '__recall_at tag' -l project -s p -x -k -a '(__recall_ask project)' -d 'The project; default: the repository you are in; \'*\': all projects'
complete -c recall -n '__recall_at tag' -l global -d 'Only memories without a project'
complete -c recall -n '__recall_at tag' -l type -s t -x -a 'decision finding correction pattern estimate preference fact procedure' -d 'Only this type; repeatable'
complete -c recall -n '__recall_at tag' -l topic -x -d 'Only this topic'
complete -c recall -n '__recall_at tag' -l agent -x -d 'Only memories that this agent stored'
complete -c recall -n '__recall_at tag' -l session -x -d 'Only memories of this session, or of the latest, in any project'
complete -c recall -n '__recall_at tag' -l source -x -a 'user agent tool' -d 'Only what this source said; repeatable'
complete -c recall -n '__recall_at tag' -l trust -x -a 'user colleague agent imported tool' -d 'Only with this trust; repeatable'
complete -c recall -n '__recall_at tag' -l unused -d 'Only memories that no agent has used'
complete -c recall -n '__recall_at tag' -l tag -x -d 'Only with this tag, k or k=v; repeatable'
complete -c recall -n '__recall_at tag' -l since -x -d 'Only stored since this date'
complete -c recall -n '__recall_at tag' -l until -x -d 'Only stored until this date'
complete -c recall -n '__recall_at tag' -l clearance -x -a 'public internal restricted confidential' -d 'Only memories classified up to this level'
complete -c recall -n '__recall_at tag' -l include -x -a 'superseded held expired deleted all' -d 'Also include: superseded, held, expired, deleted (or all)'
complete -c recall -n '__recall_at tag' -l dry-run -d 'Show the memories that match, and change nothing'
complete -c recall -n '__recall_at tag' -l yes -s y -d 'Do not ask before a change of many memories'
complete -c recall -n '__recall_at tag' -l json -d 'Print JSON'
complete -c recall -n '__recall_at tag' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at tag' -l help -s h -d 'Show options and examples'
complete -c recall -n '__recall_at tag 1+' -k -a '(__recall_ask id)'

complete -c recall -n '__recall_at delete' -l now -d 'Erase permanently at once: no undo'
complete -c recall -n '__recall_at delete' -l bring-back -d 'Also bring back what these memories had ended; --session always does'
complete -c recall -n '__recall_at delete' -l query -s q -x -d 'Only memories that contain all of these words'
complete -c recall -n '__recall_at delete' -l project -s p -x -k -a '(__recall_ask project)' -d 'The project; default: the repository you are in; \'*\': all projects'
complete -c recall -n '__recall_at delete' -l global -d 'Only memories without a project'
complete -c recall -n '__recall_at delete' -l type -s t -x -a 'decision finding correction pattern estimate preference fact procedure' -d 'Only this type; repeatable'
complete -c recall -n '__recall_at delete' -l topic -x -d 'Only this topic'
complete -c recall -n '__recall_at delete' -l agent -x -d 'Only memories that this agent stored'
complete -c recall -n '__recall_at delete' -l session -x -d 'Only memories of this session, or of the latest, in any project'
complete -c recall -n '__recall_at delete' -l source -x -a 'user agent tool' -d 'Only what this source said; repeatable'
complete -c recall -n '__recall_at delete' -l trust -x -a 'user colleague agent imported tool' -d 'Only with this trust; repeatable'
complete -c recall -n '__recall_at delete' -l unused -d 'Only memories that no agent has used'
complete -c recall -n '__recall_at delete' -l tag -x -d 'Only with this tag, k or k=v; repeatable'
complete -c recall -n '__recall_at delete' -l since -x -d 'Only stored since this date'
complete -c recall -n '__recall_at delete' -l until -x -d 'Only stored until this date'
complete -c recall -n '__recall_at delete' -l clearance -x -a 'public internal restricted confidential' -d 'Only memories classified up to this level'
complete -c recall -n '__recall_at delete' -l include -x -a 'superseded held expired deleted all' -d 'Also include: superseded, held, expired, deleted (or all)'
complete -c recall -n '__recall_at delete' -l dry-run -d 'Show the memories that match, and change nothing'
complete -c recall -n '__recall_at delete' -l yes -s y -d 'Do not ask before a change of many memories'
complete -c recall -n '__recall_at delete' -l json -d 'Print JSON'
complete -c recall -n '__recall_at delete' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at delete' -l help -s h -d 'Show options and examples'
complete -c recall -n '__recall_at delete 1+' -k -a '(__recall_ask id)'

complete -c recall -n '__recall_at erase' -l query -x -d 'All memories that contain, or ever contained, these words'
complete -c recall -n '__recall_at erase' -l topic -x -d 'All memories of this topic'
complete -c recall -n '__recall_at erase' -l project -s p -x -k -a '(__recall_ask project)' -d 'All memories of this project'
complete -c recall -n '__recall_at erase' -l user -x -d 'All memories and other data of this user'
complete -c recall -n '__recall_at erase' -l type -s t -x -a 'decision finding correction pattern estimate preference fact procedure' -d 'Only this type; repeatable'
complete -c recall -n '__recall_at erase' -l agent -x -d 'Only memories that this agent stored'
complete -c recall -n '__recall_at erase' -l session -x -d 'Only memories of this session, or of the latest, in any project'
complete -c recall -n '__recall_at erase' -l source -x -a 'user agent tool' -d 'Only what this source said; repeatable'
complete -c recall -n '__recall_at erase' -l trust -x -a 'user colleague agent imported tool' -d 'Only with this trust; repeatable'
complete -c recall -n '__recall_at erase' -l unused -d 'Only memories that no agent has used'
complete -c recall -n '__recall_at erase' -l tag -x -d 'Only with this tag, k or k=v; repeatable'
complete -c recall -n '__recall_at erase' -l since -x -d 'Only stored since this date'
complete -c recall -n '__recall_at erase' -l until -x -d 'Only stored until this date'
complete -c recall -n '__recall_at erase' -l copies -d 'Also erase from backups made by recall backup'
complete -c recall -n '__recall_at erase' -l confirm -d 'Erase; without this option, only show what would be erased'
complete -c recall -n '__recall_at erase' -l json -d 'Print JSON'
complete -c recall -n '__recall_at erase' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at erase' -l help -s h -d 'Show options and examples'
complete -c recall -n '__recall_at erase 1+' -k -a '(__recall_ask id)'

complete -c recall -n '__recall_at feedback' -l helpful -d 'They helped: raise their usefulness'
complete -c recall -n '__recall_at feedback' -l unhelpful -d 'They did not: lower their usefulness by a twentieth'
complete -c recall -n '__recall_at feedback' -l note -x -d 'The reason, shown in recall log'
complete -c recall -n '__recall_at feedback' -l json -d 'Print JSON'
complete -c recall -n '__recall_at feedback' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at feedback' -l help -s h -d 'Show options and examples'
complete -c recall -n '__recall_at feedback 1+' -k -a '(__recall_ask id)'

complete -c recall -n '__recall_at pin' -l off -d 'Unpin memories'
complete -c recall -n '__recall_at pin' -l json -d 'Print JSON'
complete -c recall -n '__recall_at pin' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at pin' -l help -s h -d 'Show options and examples'
complete -c recall -n '__recall_at pin 1+' -k -a '(__recall_ask id)'

complete -c recall -n '__recall_at unpin' -l json -d 'Print JSON'
complete -c recall -n '__recall_at unpin' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at unpin' -l help -s h -d 'Show options and examples'
complete -c recall -n '__recall_at unpin 1+' -k -a '(__recall_ask id)'

complete -c recall -n '__recall_at review' -l approve -d 'Approve it as your own words; only at a terminal'
complete -c recall -n '__recall_at review' -l reject -d 'Delete it; recall undo restores it'
complete -c recall -n '__recall_at review' -l ended -d 'Show what an earlier recall ended only because a newer memory looked like it'
complete -c recall -n '__recall_at review' -l restore -d 'Let it hold again: this memory, or with --ended all of them (undoable)'
complete -c recall -n '__recall_at review' -l sessions -d 'Show what earlier rules kept of sessions, and which of it is noise'
complete -c recall -n '__recall_at review' -l remove -d 'With --sessions: delete that noise, as one operation (undoable)'
complete -c recall -n '__recall_at review' -l dry-run -d 'With --remove: show what would be deleted'
complete -c recall -n '__recall_at review' -l yes -s y -d 'Do not ask before a change of many memories'
complete -c recall -n '__recall_at review' -l project -s p -x -k -a '(__recall_ask project)' -d 'Only this project (default: all)'
complete -c recall -n '__recall_at review' -l json -d 'Print JSON'
complete -c recall -n '__recall_at review' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at review' -l help -s h -d 'Show options and examples'
complete -c recall -n '__recall_at review 1' -k -a '(__recall_ask id)'

complete -c recall -n '__recall_at resolve' -l keep -x -d 'Keep this value only; or the memory with this id'
complete -c recall -n '__recall_at resolve' -l when -x -d 'Value, or id of a memory, for a context; repeatable; default=VALUE for all others'
complete -c recall -n '__recall_at resolve' -l many -d 'The fact has several values at once; or all of the memories are true'
complete -c recall -n '__recall_at resolve' -l project -s p -x -k -a '(__recall_ask project)' -d 'The project; default: the repository you are in; \'*\': all projects'
complete -c recall -n '__recall_at resolve' -l global -d 'Only memories without a project'
complete -c recall -n '__recall_at resolve' -l json -d 'Print JSON'
complete -c recall -n '__recall_at resolve' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at resolve' -l help -s h -d 'Show options and examples'

complete -c recall -n '__recall_at undo' -l dry-run -d 'Show what would be undone without changing anything'
complete -c recall -n '__recall_at undo' -l json -d 'Print JSON'
complete -c recall -n '__recall_at undo' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at undo' -l help -s h -d 'Show options and examples'
complete -c recall -n '__recall_at undo 1' -k -a '(__recall_ask op)'

complete -c recall -n '__recall_at search' -l limit -s n -x -d 'Maximum number of results'
complete -c recall -n '__recall_at search' -l project -s p -x -k -a '(__recall_ask project)' -d 'The project; default: the repository you are in; \'*\': all projects'
complete -c recall -n '__recall_at search' -l global -d 'Only memories without a project'
complete -c recall -n '__recall_at search' -l type -s t -x -a 'decision finding correction pattern estimate preference fact procedure' -d 'Only this type; repeatable'
complete -c recall -n '__recall_at search' -l topic -x -d 'Only this topic'
complete -c recall -n '__recall_at search' -l agent -x -d 'Only memories that this agent stored'
complete -c recall -n '__recall_at search' -l session -x -d 'Only memories of this session, or of the latest, in any project'
complete -c recall -n '__recall_at search' -l source -x -a 'user agent tool' -d 'Only what this source said; repeatable'
complete -c recall -n '__recall_at search' -l trust -x -a 'user colleague agent imported tool' -d 'Only with this trust; repeatable'
complete -c recall -n '__recall_at search' -l unused -d 'Only memories that no agent has used'
complete -c recall -n '__recall_at search' -l tag -x -d 'Only with this tag, k or k=v; repeatable'
complete -c recall -n '__recall_at search' -l since -x -d 'Only stored since this date'
complete -c recall -n '__recall_at search' -l until -x -d 'Only stored until this date'
complete -c recall -n '__recall_at search' -l as-of -x -d 'Answer as of this date: 2026-03-01, 30d, yesterday'
complete -c recall -n '__recall_at search' -l clearance -x -a 'public internal restricted confidential' -d 'Only memories classified up to this level'
complete -c recall -n '__recall_at search' -l include -x -a 'superseded held expired deleted all' -d 'Also include: superseded, held, expired, deleted (or all)'
complete -c recall -n '__recall_at search' -l min-confidence -x -d 'Minimum confidence (default: the setting min_confidence, 0.4)'
complete -c recall -n '__recall_at search' -l ranking -x -a 'default four-part five-factor rrf-boost words' -d 'How results are ordered; published rankings are for comparison'
complete -c recall -n '__recall_at search' -l recency -x -d 'Weight of recency, 0 to 1'
complete -c recall -n '__recall_at search' -l min-score -x -d 'Minimum score; recall context uses 0.12. With it, less likely results are all shown'
complete -c recall -n '__recall_at search' -l seed -x -d 'Give memories used less than 5 times a chance, drawn with this seed'
complete -c recall -n '__recall_at search' -l sessions -d 'Search the raw turns of your sessions instead (setting sessions.index)'
complete -c recall -n '__recall_at search' -l explain -d 'Show the parts of each score'
complete -c recall -n '__recall_at search' -l no-touch -d 'Do not record this as a use'
complete -c recall -n '__recall_at search' -l json -d 'Print JSON'
complete -c recall -n '__recall_at search' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at search' -l help -s h -d 'Show options and examples'

complete -c recall -n '__recall_at context' -l error -x -d 'What fixed an error: its text, or - to read it from standard input'
complete -c recall -n '__recall_at context' -l file -x -d 'What is known about this file. Repeat it for more files'
complete -c recall -n '__recall_at context' -l diff -d 'What was learned about the lines that you changed; with -, reads `git diff`'
complete -c recall -n '__recall_at context' -l compact -d 'The format for agents: fenced as data, one line per memory'
complete -c recall -n '__recall_at context' -l budget -x -d 'Maximum number of tokens'
complete -c recall -n '__recall_at context' -l project -s p -x -k -a '(__recall_ask project)' -d 'The project; default: the repository you are in; \'*\': all projects'
complete -c recall -n '__recall_at context' -l global -d 'Only memories without a project'
complete -c recall -n '__recall_at context' -l agent -x -d 'The agent that reads; with agent_scoping it sees only its own and shared memories'
complete -c recall -n '__recall_at context' -l clearance -x -a 'public internal restricted confidential' -d 'Only memories classified up to this level'
complete -c recall -n '__recall_at context' -l no-touch -d 'Do not record this as a use'
complete -c recall -n '__recall_at context' -l json -d 'Print JSON'
complete -c recall -n '__recall_at context' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at context' -l help -s h -d 'Show options and examples'

complete -c recall -n '__recall_at get' -l as-of -x -d 'Answer as of this date: 2026-03-01, 30d, yesterday'
complete -c recall -n '__recall_at get' -l no-touch -d 'Do not record this as a use'
complete -c recall -n '__recall_at get' -l json -d 'Print JSON'
complete -c recall -n '__recall_at get' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at get' -l help -s h -d 'Show options and examples'
complete -c recall -n '__recall_at get 1+' -k -a '(__recall_ask id)'

complete -c recall -n '__recall_at list' -l limit -s n -x -d 'Maximum number of results'
complete -c recall -n '__recall_at list' -l offset -x -d 'Number of newest memories to skip'
complete -c recall -n '__recall_at list' -l query -s q -x -d 'Only memories that contain all of these words'
complete -c recall -n '__recall_at list' -l project -s p -x -k -a '(__recall_ask project)' -d 'The project; default: the repository you are in; \'*\': all projects'
complete -c recall -n '__recall_at list' -l global -d 'Only memories without a project'
complete -c recall -n '__recall_at list' -l type -s t -x -a 'decision finding correction pattern estimate preference fact procedure' -d 'Only this type; repeatable'
complete -c recall -n '__recall_at list' -l topic -x -d 'Only this topic'
complete -c recall -n '__recall_at list' -l agent -x -d 'Only memories that this agent stored'
complete -c recall -n '__recall_at list' -l session -x -d 'Only memories of this session, or of the latest, in any project'
complete -c recall -n '__recall_at list' -l source -x -a 'user agent tool' -d 'Only what this source said; repeatable'
complete -c recall -n '__recall_at list' -l trust -x -a 'user colleague agent imported tool' -d 'Only with this trust; repeatable'
complete -c recall -n '__recall_at list' -l unused -d 'Only memories that no agent has used'
complete -c recall -n '__recall_at list' -l tag -x -d 'Only with this tag, k or k=v; repeatable'
complete -c recall -n '__recall_at list' -l since -x -d 'Only stored since this date'
complete -c recall -n '__recall_at list' -l until -x -d 'Only stored until this date'
complete -c recall -n '__recall_at list' -l as-of -x -d 'Answer as of this date: 2026-03-01, 30d, yesterday'
complete -c recall -n '__recall_at list' -l clearance -x -a 'public internal restricted confidential' -d 'Only memories classified up to this level'
complete -c recall -n '__recall_at list' -l include -x -a 'superseded held expired deleted all' -d 'Also include: superseded, held, expired, deleted (or all)'
complete -c recall -n '__recall_at list' -l sort -x -a 'newest used unused importance confidence strength' -d 'The order: newest, most used, longest unused, most important, most certain or strongest first'
complete -c recall -n '__recall_at list' -l group -x -a 'day project session topic type' -d 'Show the memories under headings'
complete -c recall -n '__recall_at list' -l browse -d 'Look through memories on a full screen'
complete -c recall -n '__recall_at list' -l count -d 'Count memories'
complete -c recall -n '__recall_at list' -l json -d 'Print JSON'
complete -c recall -n '__recall_at list' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at list' -l help -s h -d 'Show options and examples'

complete -c recall -n '__recall_at browse' -l project -s p -x -k -a '(__recall_ask project)' -d 'The project; default: the repository you are in; \'*\': all projects'
complete -c recall -n '__recall_at browse' -l global -d 'Only memories without a project'
complete -c recall -n '__recall_at browse' -l type -s t -x -a 'decision finding correction pattern estimate preference fact procedure' -d 'Only this type; repeatable'
complete -c recall -n '__recall_at browse' -l topic -x -d 'Only this topic'
complete -c recall -n '__recall_at browse' -l agent -x -d 'Only memories that this agent stored'
complete -c recall -n '__recall_at browse' -l session -x -d 'Only memories of this session, or of the latest, in any project'
complete -c recall -n '__recall_at browse' -l source -x -a 'user agent tool' -d 'Only what this source said; repeatable'
complete -c recall -n '__recall_at browse' -l trust -x -a 'user colleague agent imported tool' -d 'Only with this trust; repeatable'
complete -c recall -n '__recall_at browse' -l unused -d 'Only memories that no agent has used'
complete -c recall -n '__recall_at browse' -l tag -x -d 'Only with this tag, k or k=v; repeatable'
complete -c recall -n '__recall_at browse' -l since -x -d 'Only stored since this date'
complete -c recall -n '__recall_at browse' -l until -x -d 'Only stored until this date'
complete -c recall -n '__recall_at browse' -l as-of -x -d 'Answer as of this date: 2026-03-01, 30d, yesterday'
complete -c recall -n '__recall_at browse' -l clearance -x -a 'public internal restricted confidential' -d 'Only memories classified up to this level'
complete -c recall -n '__recall_at browse' -l include -x -a 'superseded held expired deleted all' -d 'Also include: superseded, held, expired, deleted (or all)'
complete -c recall -n '__recall_at browse' -l json -d 'Print JSON'
complete -c recall -n '__recall_at browse' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at browse' -l help -s h -d 'Show options and examples'

complete -c recall -n '__recall_at related' -l limit -s n -x -d 'Maximum number of results'
complete -c recall -n '__recall_at related' -l json -d 'Print JSON'
complete -c recall -n '__recall_at related' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at related' -l help -s h -d 'Show options and examples'
complete -c recall -n '__recall_at related 1' -k -a '(__recall_ask id)'

complete -c recall -n '__recall_at history' -l project -s p -x -k -a '(__recall_ask project)' -d 'The project; default: the repository you are in; \'*\': all projects'
complete -c recall -n '__recall_at history' -l as-of -x -d 'Answer as of this date: 2026-03-01, 30d, yesterday'
complete -c recall -n '__recall_at history' -l include -x -d 'Also include what agents do not see: held'
complete -c recall -n '__recall_at history' -l json -d 'Print JSON'
complete -c recall -n '__recall_at history' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at history' -l help -s h -d 'Show options and examples'
complete -c recall -n '__recall_at history 1+' -k -a '(__recall_ask id)'

complete -c recall -n '__recall_at conflicts' -l replaced -d 'The newer memory replaced the older one, which ends'
complete -c recall -n '__recall_at conflicts' -l both -d 'Both memories hold'
complete -c recall -n '__recall_at conflicts' -l both-when -x -d 'Both hold: the newer one in this situation, the older one otherwise'
complete -c recall -n '__recall_at conflicts' -l ask -d 'Ask about each open question, answered by one key (at a terminal)'
complete -c recall -n '__recall_at conflicts' -l project -s p -x -k -a '(__recall_ask project)' -d 'The project; default: the repository you are in; \'*\': all projects'
complete -c recall -n '__recall_at conflicts' -l global -d 'Only memories without a project'
complete -c recall -n '__recall_at conflicts' -l json -d 'Print JSON'
complete -c recall -n '__recall_at conflicts' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at conflicts' -l help -s h -d 'Show options and examples'

complete -c recall -n '__recall_at why' -l turn -d 'Show the turn of the session that it comes from, from the client\'s own file'
complete -c recall -n '__recall_at why' -l around -x -d 'With --turn: how many turns before and after it'
complete -c recall -n '__recall_at why' -l query -s q -x -d 'Explain its rank in a search for this query; the options below are those of recall search'
complete -c recall -n '__recall_at why' -l limit -s n -x -d 'Maximum number of results'
complete -c recall -n '__recall_at why' -l project -s p -x -k -a '(__recall_ask project)' -d 'The project; default: the repository you are in; \'*\': all projects'
complete -c recall -n '__recall_at why' -l global -d 'Only memories without a project'
complete -c recall -n '__recall_at why' -l type -s t -x -a 'decision finding correction pattern estimate preference fact procedure' -d 'Only this type; repeatable'
complete -c recall -n '__recall_at why' -l topic -x -d 'Only this topic'
complete -c recall -n '__recall_at why' -l agent -x -d 'Only memories that this agent stored'
complete -c recall -n '__recall_at why' -l session -x -d 'Only memories of this session, or of the latest, in any project'
complete -c recall -n '__recall_at why' -l source -x -a 'user agent tool' -d 'Only what this source said; repeatable'
complete -c recall -n '__recall_at why' -l trust -x -a 'user colleague agent imported tool' -d 'Only with this trust; repeatable'
complete -c recall -n '__recall_at why' -l unused -d 'Only memories that no agent has used'
complete -c recall -n '__recall_at why' -l tag -x -d 'Only with this tag, k or k=v; repeatable'
complete -c recall -n '__recall_at why' -l since -x -d 'Only stored since this date'
complete -c recall -n '__recall_at why' -l until -x -d 'Only stored until this date'
complete -c recall -n '__recall_at why' -l clearance -x -a 'public internal restricted confidential' -d 'Only memories classified up to this level'
complete -c recall -n '__recall_at why' -l include -x -a 'superseded held expired deleted all' -d 'Also include: superseded, held, expired, deleted (or all)'
complete -c recall -n '__recall_at why' -l min-confidence -x -d 'Minimum confidence (default: the setting min_confidence, 0.4)'
complete -c recall -n '__recall_at why' -l ranking -x -a 'default four-part five-factor rrf-boost words' -d 'How results are ordered; published rankings are for comparison'
complete -c recall -n '__recall_at why' -l min-score -x -d 'Minimum score; recall context uses 0.12. With it, less likely results are all shown'
complete -c recall -n '__recall_at why' -l related -d 'Show memories that are linked to a memory'
complete -c recall -n '__recall_at why' -l json -d 'Print JSON'
complete -c recall -n '__recall_at why' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at why' -l help -s h -d 'Show options and examples'
complete -c recall -n '__recall_at why 1' -k -a '(__recall_ask id)'

complete -c recall -n '__recall_at diff' -l since -x -d 'Start (default: a week ago)'
complete -c recall -n '__recall_at diff' -l until -x -d 'End (default: now)'
complete -c recall -n '__recall_at diff' -l project -s p -x -k -a '(__recall_ask project)' -d 'The project; default: the repository you are in; \'*\': all projects'
complete -c recall -n '__recall_at diff' -l global -d 'Only memories without a project'
complete -c recall -n '__recall_at diff' -l clearance -x -a 'public internal restricted confidential' -d 'Only memories classified up to this level (default of a digest: restricted)'
complete -c recall -n '__recall_at diff' -l format -x -a 'text markdown' -d 'text, or markdown for a digest'
complete -c recall -n '__recall_at diff' -l json -d 'Print JSON'
complete -c recall -n '__recall_at diff' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at diff' -l help -s h -d 'Show options and examples'

complete -c recall -n '__recall_at told' -l agent -x -d 'Only sessions of this agent'
complete -c recall -n '__recall_at told' -l limit -s n -x -d 'Maximum number of results'
complete -c recall -n '__recall_at told' -l json -d 'Print JSON'
complete -c recall -n '__recall_at told' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at told' -l help -s h -d 'Show options and examples'

complete -c recall -n '__recall_at count' -l project -s p -x -k -a '(__recall_ask project)' -d 'The project; default: the repository you are in; \'*\': all projects'
complete -c recall -n '__recall_at count' -l global -d 'Only memories without a project'
complete -c recall -n '__recall_at count' -l type -s t -x -a 'decision finding correction pattern estimate preference fact procedure' -d 'Only this type; repeatable'
complete -c recall -n '__recall_at count' -l topic -x -d 'Only this topic'
complete -c recall -n '__recall_at count' -l agent -x -d 'Only memories that this agent stored'
complete -c recall -n '__recall_at count' -l session -x -d 'Only memories of this session, or of the latest, in any project'
complete -c recall -n '__recall_at count' -l source -x -a 'user agent tool' -d 'Only what this source said; repeatable'
complete -c recall -n '__recall_at count' -l trust -x -a 'user colleague agent imported tool' -d 'Only with this trust; repeatable'
complete -c recall -n '__recall_at count' -l unused -d 'Only memories that no agent has used'
complete -c recall -n '__recall_at count' -l tag -x -d 'Only with this tag, k or k=v; repeatable'
complete -c recall -n '__recall_at count' -l since -x -d 'Only stored since this date'
complete -c recall -n '__recall_at count' -l until -x -d 'Only stored until this date'
complete -c recall -n '__recall_at count' -l as-of -x -d 'Answer as of this date: 2026-03-01, 30d, yesterday'
complete -c recall -n '__recall_at count' -l clearance -x -a 'public internal restricted confidential' -d 'Only memories classified up to this level'
complete -c recall -n '__recall_at count' -l include -x -a 'superseded held expired deleted all' -d 'Also include: superseded, held, expired, deleted (or all)'
complete -c recall -n '__recall_at count' -l json -d 'Print JSON'
complete -c recall -n '__recall_at count' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at count' -l help -s h -d 'Show options and examples'

complete -c recall -n '__recall_at stats' -l json -d 'Print JSON'
complete -c recall -n '__recall_at stats' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at stats' -l help -s h -d 'Show options and examples'

complete -c recall -n '__recall_at log' -l limit -s n -x -d 'Maximum number of results'
complete -c recall -n '__recall_at log' -l since -x -d 'Only since this date'
complete -c recall -n '__recall_at log' -l until -x -d 'Only until this date'
complete -c recall -n '__recall_at log' -l kind -x -d 'Only operations of this kind: store, update, tag, delete, import, undo ...'
complete -c recall -n '__recall_at log' -l told -d 'Show what each session was shown, and what happened next'
complete -c recall -n '__recall_at log' -l json -d 'Print JSON'
complete -c recall -n '__recall_at log' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at log' -l help -s h -d 'Show options and examples'
complete -c recall -n '__recall_at log 1' -k -a '(__recall_ask id)'

complete -c recall -n '__recall_at view' -l project -s p -x -k -a '(__recall_ask project)' -d 'Only this project and memories without one (default: all)'
complete -c recall -n '__recall_at view' -l as-of -x -d 'Answer as of this date: 2026-03-01, 30d, yesterday'
complete -c recall -n '__recall_at view' -l without-deleted -d 'Leave out deleted memories'
complete -c recall -n '__recall_at view' -l limit -s n -x -d 'Maximum number of memories; the newest are kept'
complete -c recall -n '__recall_at view' -l force -d 'Replace an existing file'
complete -c recall -n '__recall_at view' -l open -d 'Open the page in your browser'
complete -c recall -n '__recall_at view' -l live -d 'Show that page live in your browser, and change memories there'
complete -c recall -n '__recall_at view' -l json -d 'Print JSON'
complete -c recall -n '__recall_at view' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at view' -l help -s h -d 'Show options and examples'
complete -c recall -n '__recall_at view 1' -F

complete -c recall -n '__recall_at ui' -l project -s p -x -k -a '(__recall_ask project)' -d 'Only this project and memories without one (default: all)'
complete -c recall -n '__recall_at ui' -l port -x -d 'The port on this machine; 0 takes a free one'
complete -c recall -n '__recall_at ui' -l idle -x -d 'End after so many minutes without use'
complete -c recall -n '__recall_at ui' -l no-open -d 'Do not open a browser; only show the address'
complete -c recall -n '__recall_at ui' -l json -d 'Print JSON'
complete -c recall -n '__recall_at ui' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at ui' -l help -s h -d 'Show options and examples'

complete -c recall -n '__recall_at jobs' -l state -x -a 'queued processing complete failed' -d 'Only jobs in this state'
complete -c recall -n '__recall_at jobs' -l limit -s n -x -d 'Maximum number of results'
complete -c recall -n '__recall_at jobs' -l json -d 'Print JSON'
complete -c recall -n '__recall_at jobs' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at jobs' -l help -s h -d 'Show options and examples'
complete -c recall -n '__recall_at jobs 1+' -a 'retry'

complete -c recall -n '__recall_at worker' -l once -d 'Run all waiting jobs, then exit (default)'
complete -c recall -n '__recall_at worker' -l watch -d 'Keep running and run jobs as they arrive; stop with Ctrl-C'
complete -c recall -n '__recall_at worker' -l alone -d 'Exit at once if another worker with --alone is running'
complete -c recall -n '__recall_at worker' -l all-users -d 'Run the jobs of every user in turn; on a server, of all with tokens that your login may be'
complete -c recall -n '__recall_at worker' -l test -d 'Ask the extractor\'s program about a sample text, and show its answer; nothing is stored'
complete -c recall -n '__recall_at worker' -l questions -d 'Settle open questions with the model of the setting extractor (undoable)'
complete -c recall -n '__recall_at worker' -l after -x -d 'Wait this many seconds before starting'
complete -c recall -n '__recall_at worker' -l jobs -d 'Show deferred jobs and their results'
complete -c recall -n '__recall_at worker' -l json -d 'Print JSON'
complete -c recall -n '__recall_at worker' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at worker' -l help -s h -d 'Show options and examples'

complete -c recall -n '__recall_at hooks' -l project -d 'Use the settings of this repository instead of your own'
complete -c recall -n '__recall_at hooks' -l dry-run -d 'Show the changes without making them'
complete -c recall -n '__recall_at hooks' -l off -d 'With private: store again from this folder'
complete -c recall -n '__recall_at hooks' -l snippet -d 'With show: a short text for the agent\'s instructions'
complete -c recall -n '__recall_at hooks' -l json -d 'Print JSON'
complete -c recall -n '__recall_at hooks' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at hooks' -l help -s h -d 'Show options and examples'
complete -c recall -n '__recall_at hooks 1' -a 'install remove status show private'
complete -c recall -n '__recall_at hooks 2+' -a 'claude-code codex gemini qwen kimi opencode cursor copilot'

complete -c recall -n '__recall_at mcp' -l project -s p -x -k -a '(__recall_ask project)' -d 'The project of calls that name none; default: that of the client\'s folder'
complete -c recall -n '__recall_at mcp' -l agent -x -d 'The agent that calls; default: the name that the client gives'
complete -c recall -n '__recall_at mcp' -l clearance -x -a 'public internal restricted confidential' -d 'Only memories classified up to this level'
complete -c recall -n '__recall_at mcp' -l tools -x -a 'usual all' -d 'The tools that are listed: four usual ones, which cost few tokens, or all'
complete -c recall -n '__recall_at mcp' -l read-only -d 'Without the tools that store or change'
complete -c recall -n '__recall_at mcp' -l allow -x -a 'erase audit' -d 'Add the tools that erase for good, or that show the audit log; repeatable'
complete -c recall -n '__recall_at mcp' -l dry-run -d 'Show the changes without making them'
complete -c recall -n '__recall_at mcp' -l json -d 'Print JSON'
complete -c recall -n '__recall_at mcp' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at mcp' -l help -s h -d 'Show options and examples'
complete -c recall -n '__recall_at mcp 1' -a 'run install remove status'
complete -c recall -n '__recall_at mcp 2+' -a 'claude-code claude-desktop codex gemini qwen cursor vscode zed opencode copilot'

complete -c recall -n '__recall_at hook' -l agent -x -a 'claude-code codex gemini qwen kimi opencode cursor copilot' -d 'The agent that sends the event'
complete -c recall -n '__recall_at hook' -l strict -d 'Report errors, for debugging; without it the exit status is always 0'
complete -c recall -n '__recall_at hook' -l json -d 'Print JSON'
complete -c recall -n '__recall_at hook' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at hook' -l help -s h -d 'Show options and examples'
complete -c recall -n '__recall_at hook 1' -a 'session-start prompt subagent-start tool-start tool-end tool-failed compact turn-end session-end'

complete -c recall -n '__recall_at serve' -l host -x -d 'The address to listen at; any but this machine\'s own needs TLS or --behind-proxy'
complete -c recall -n '__recall_at serve' -l port -x -d 'The port to listen at; 0 takes a free one'
complete -c recall -n '__recall_at serve' -l tls-cert -r -F -d 'The certificate with its chain, a PEM file'
complete -c recall -n '__recall_at serve' -l tls-key -r -F -d 'Its private key, a PEM file'
complete -c recall -n '__recall_at serve' -l behind-proxy -d 'A proxy on this network does the TLS'
complete -c recall -n '__recall_at serve' -l public-url -x -d 'The address under which clients reach the server'
complete -c recall -n '__recall_at serve' -l check -d 'Check the texts that the server sends, and exit'
complete -c recall -n '__recall_at serve' -l json -d 'Print JSON'
complete -c recall -n '__recall_at serve' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at serve' -l help -s h -d 'Show options and examples'

complete -c recall -n '__recall_at join' -l user -x -d 'The user that you are there (default: the one that the login is)'
complete -c recall -n '__recall_at join' -l token-file -r -F -d 'With https://: the file that holds the token; without it, join asks'
complete -c recall -n '__recall_at join' -l move -d 'Also move the memories of this machine to the server'
complete -c recall -n '__recall_at join' -l no-move -d 'Leave them where they are, without a question'
complete -c recall -n '__recall_at join' -l off -d 'Leave the server, and use the store of before again'
complete -c recall -n '__recall_at join' -l yes -s y -d 'Do it without asking; memories are moved only with --move'
complete -c recall -n '__recall_at join' -l dry-run -d 'Check the server, show every change, and make none'
complete -c recall -n '__recall_at join' -l json -d 'Print JSON'
complete -c recall -n '__recall_at join' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at join' -l help -s h -d 'Show options and examples'

complete -c recall -n '__recall_at token' -l user -x -d 'Whose memories the token opens (default: yours)'
complete -c recall -n '__recall_at token' -l agent -x -d 'The agent as which the client acts (default: the token\'s name)'
complete -c recall -n '__recall_at token' -l read-only -d 'Without the tools that store or change'
complete -c recall -n '__recall_at token' -l allow -x -a 'erase audit settle commands' -d 'Also erase for good, show the audit log, settle contested facts, or give commands; repeatable'
complete -c recall -n '__recall_at token' -l clearance -x -a 'public internal restricted confidential' -d 'Only memories classified up to this level'
complete -c recall -n '__recall_at token' -l topics -x -d 'Only memories of these topics, separated by commas'
complete -c recall -n '__recall_at token' -l projects -x -d 'Only memories of these projects, and those of none'
complete -c recall -n '__recall_at token' -l rate -x -d 'Maximum number of requests in a minute'
complete -c recall -n '__recall_at token' -l expires -x -d 'When it stops working: 90d, 2027-01-31 (default: never)'
complete -c recall -n '__recall_at token' -l json -d 'Print JSON'
complete -c recall -n '__recall_at token' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at token' -l help -s h -d 'Show options and examples'
complete -c recall -n '__recall_at token 1' -a 'create list revoke'

complete -c recall -n '__recall_at import' -l project -s p -x -k -a '(__recall_ask project)' -d 'The project; default: the repository you are in; \'*\': all projects'
complete -c recall -n '__recall_at import' -l global -d 'Only memories without a project'
complete -c recall -n '__recall_at import' -l since -x -d 'With transcripts: only sessions since this date (30d, 2026-03-01)'
complete -c recall -n '__recall_at import' -l agent -x -a 'claude-code codex gemini qwen kimi opencode copilot cursor' -d 'With transcripts: only this agent'
complete -c recall -n '__recall_at import' -l own -d 'Your own export: your words stay yours, and later changes count. Only at a terminal'
complete -c recall -n '__recall_at import' -l dry-run -d 'Show what would be imported without writing'
complete -c recall -n '__recall_at import' -l json -d 'Print JSON'
complete -c recall -n '__recall_at import' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at import' -l help -s h -d 'Show options and examples'
complete -c recall -n '__recall_at import 1+' -F

complete -c recall -n '__recall_at export' -l project -s p -x -k -a '(__recall_ask project)' -d 'The project; default: the repository you are in; \'*\': all projects'
complete -c recall -n '__recall_at export' -l global -d 'Only memories without a project'
complete -c recall -n '__recall_at export' -l type -s t -x -a 'decision finding correction pattern estimate preference fact procedure' -d 'Only this type; repeatable'
complete -c recall -n '__recall_at export' -l topic -x -d 'Only this topic'
complete -c recall -n '__recall_at export' -l agent -x -d 'Only memories that this agent stored'
complete -c recall -n '__recall_at export' -l session -x -d 'Only memories of this session, or of the latest, in any project'
complete -c recall -n '__recall_at export' -l source -x -a 'user agent tool' -d 'Only what this source said; repeatable'
complete -c recall -n '__recall_at export' -l trust -x -a 'user colleague agent imported tool' -d 'Only with this trust; repeatable'
complete -c recall -n '__recall_at export' -l unused -d 'Only memories that no agent has used'
complete -c recall -n '__recall_at export' -l tag -x -d 'Only with this tag, k or k=v; repeatable'
complete -c recall -n '__recall_at export' -l since -x -d 'Only stored since this date'
complete -c recall -n '__recall_at export' -l until -x -d 'Only stored until this date'
complete -c recall -n '__recall_at export' -l as-of -x -d 'Answer as of this date: 2026-03-01, 30d, yesterday'
complete -c recall -n '__recall_at export' -l clearance -x -a 'public internal restricted confidential' -d 'Only memories classified up to this level'
complete -c recall -n '__recall_at export' -l include -x -a 'superseded held expired deleted all' -d 'Also include: superseded, held, expired, deleted (or all)'
complete -c recall -n '__recall_at export' -l without-global -d 'Leave out memories without a project'
complete -c recall -n '__recall_at export' -l format -x -a 'jsonl markdown' -d 'jsonl is complete and can be imported anywhere; markdown is a folder of pages to read'
complete -c recall -n '__recall_at export' -l force -d 'Replace an existing file'
complete -c recall -n '__recall_at export' -l json -d 'Print JSON'
complete -c recall -n '__recall_at export' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at export' -l help -s h -d 'Show options and examples'
complete -c recall -n '__recall_at export 1' -F

complete -c recall -n '__recall_at sync' -l to -x -d 'The git remote, the first time; default: the remote of the repository you are in'
complete -c recall -n '__recall_at sync' -l global -d 'Memories without a project; the first time with --to and a private repository'
complete -c recall -n '__recall_at sync' -l join -d 'Join your other machines: asks for the key that the first one showed'
complete -c recall -n '__recall_at sync' -l show-key -d 'Show the key for another machine'
complete -c recall -n '__recall_at sync' -l off -d 'End the sync on this machine; the memories stay everywhere'
complete -c recall -n '__recall_at sync' -l dry-run -d 'Show what would leave and arrive; the store stays as it is'
complete -c recall -n '__recall_at sync' -l public -d 'Begin though anybody can read the remote, or that cannot be checked'
complete -c recall -n '__recall_at sync' -l yes -d 'Begin without the question'
complete -c recall -n '__recall_at sync' -l json -d 'Print JSON'
complete -c recall -n '__recall_at sync' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at sync' -l help -s h -d 'Show options and examples'

complete -c recall -n '__recall_at share' -l off -d 'Take them back'
complete -c recall -n '__recall_at share' -l as -x -d 'The name that your colleagues see (default: your login)'
complete -c recall -n '__recall_at share' -l with -x -d 'On a server: invite this user to the team space (repeatable)'
complete -c recall -n '__recall_at share' -l to -x -d 'The git remote, the first time; default: that of the repository. On a server: the team space'
complete -c recall -n '__recall_at share' -l allow-public -d 'Share although strangers can read the remote'
complete -c recall -n '__recall_at share' -l dry-run -d 'Show what would leave; the store stays as it is'
complete -c recall -n '__recall_at share' -l yes -d 'Share without the question'
complete -c recall -n '__recall_at share' -l json -d 'Print JSON'
complete -c recall -n '__recall_at share' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at share' -l help -s h -d 'Show options and examples'
complete -c recall -n '__recall_at share 1+' -k -a '(__recall_ask id)'

complete -c recall -n '__recall_at team' -l as -x -d 'With accept: how you call this colleague (default: as they call themselves)'
complete -c recall -n '__recall_at team' -l to -x -d 'The git remote, the first time; default: that of the repository. On a server: the team space'
complete -c recall -n '__recall_at team' -l off -d 'With invite: take it back, and what that user shared there'
complete -c recall -n '__recall_at team' -l keep -d 'With remove: keep the memories that came from them'
complete -c recall -n '__recall_at team' -l write -d 'Write a readable page of the team\'s memories to .recall/team.md of the repository'
complete -c recall -n '__recall_at team' -l dry-run -d 'Show what would happen; the store stays as it is'
complete -c recall -n '__recall_at team' -l yes -d 'Do it without the question'
complete -c recall -n '__recall_at team' -l json -d 'Print JSON'
complete -c recall -n '__recall_at team' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at team' -l help -s h -d 'Show options and examples'
complete -c recall -n '__recall_at team 1' -a 'list accept remove invite'

complete -c recall -n '__recall_at encrypt' -l key-file -r -F -d 'The key file, readable only by you; created if it does not exist'
complete -c recall -n '__recall_at encrypt' -l key-command -x -d 'A command that prints the key, run without a shell'
complete -c recall -n '__recall_at encrypt' -l keyring -d 'Use the system\'s keyring; a new key is created if there is none'
complete -c recall -n '__recall_at encrypt' -l off -d 'Make an encrypted store a plain file again'
complete -c recall -n '__recall_at encrypt' -l json -d 'Print JSON'
complete -c recall -n '__recall_at encrypt' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at encrypt' -l help -s h -d 'Show options and examples'

complete -c recall -n '__recall_at decrypt' -l json -d 'Print JSON'
complete -c recall -n '__recall_at decrypt' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at decrypt' -l help -s h -d 'Show options and examples'

complete -c recall -n '__recall_at backup' -l force -d 'Replace an existing file'
complete -c recall -n '__recall_at backup' -l list -d 'List the known backups'
complete -c recall -n '__recall_at backup' -l restore -d 'Bring back a backup'
complete -c recall -n '__recall_at backup' -l json -d 'Print JSON'
complete -c recall -n '__recall_at backup' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at backup' -l help -s h -d 'Show options and examples'
complete -c recall -n '__recall_at backup 1' -F

complete -c recall -n '__recall_at restore' -l force -d 'Replace the current store, which is kept beside it'
complete -c recall -n '__recall_at restore' -l json -d 'Print JSON'
complete -c recall -n '__recall_at restore' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at restore' -l help -s h -d 'Show options and examples'
complete -c recall -n '__recall_at restore 1' -F

complete -c recall -n '__recall_at migrate' -l all-users -d 'Move every user of the file, each into rows of their own on the server'
complete -c recall -n '__recall_at migrate' -l as -x -d 'Give the memories to this user of the destination'
complete -c recall -n '__recall_at migrate' -l dry-run -d 'Show what would be moved, and whether the destination takes it'
complete -c recall -n '__recall_at migrate' -l json -d 'Print JSON'
complete -c recall -n '__recall_at migrate' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at migrate' -l help -s h -d 'Show options and examples'
complete -c recall -n '__recall_at migrate 1' -F
complete -c recall -n '__recall_at migrate 2' -F

complete -c recall -n '__recall_at audit' -l head -x -d 'A digest noted earlier; it must still be in the chain'
complete -c recall -n '__recall_at audit' -l json -d 'Print JSON'
complete -c recall -n '__recall_at audit' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at audit' -l help -s h -d 'Show options and examples'
complete -c recall -n '__recall_at audit 1' -a 'verify export'

complete -c recall -n '__recall_at verify' -l fix -d 'Show what changed behind each memory and ask about it; only at a terminal'
complete -c recall -n '__recall_at verify' -l json -d 'Print JSON'
complete -c recall -n '__recall_at verify' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at verify' -l help -s h -d 'Show options and examples'

complete -c recall -n '__recall_at projects' -l dry-run -d 'Show the memories that match, and change nothing'
complete -c recall -n '__recall_at projects' -l yes -s y -d 'Do not ask before a change of many memories'
complete -c recall -n '__recall_at projects' -l json -d 'Print JSON'
complete -c recall -n '__recall_at projects' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at projects' -l help -s h -d 'Show options and examples'
complete -c recall -n '__recall_at projects 1+' -k -a '(__recall_ask project-action)'

complete -c recall -n '__recall_at topics' -l project -s p -x -k -a '(__recall_ask project)' -d 'The project; default: the repository you are in; \'*\': all projects'
complete -c recall -n '__recall_at topics' -l global -d 'Only memories without a project'
complete -c recall -n '__recall_at topics' -l dry-run -d 'Show the memories that match, and change nothing'
complete -c recall -n '__recall_at topics' -l yes -s y -d 'Do not ask before a change of many memories'
complete -c recall -n '__recall_at topics' -l tags -d 'List, rename, merge or forget tags'
complete -c recall -n '__recall_at topics' -l json -d 'Print JSON'
complete -c recall -n '__recall_at topics' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at topics' -l help -s h -d 'Show options and examples'
complete -c recall -n '__recall_at topics 1+' -a 'list rename merge forget'

complete -c recall -n '__recall_at tags' -l project -s p -x -k -a '(__recall_ask project)' -d 'The project; default: the repository you are in; \'*\': all projects'
complete -c recall -n '__recall_at tags' -l global -d 'Only memories without a project'
complete -c recall -n '__recall_at tags' -l dry-run -d 'Show the memories that match, and change nothing'
complete -c recall -n '__recall_at tags' -l yes -s y -d 'Do not ask before a change of many memories'
complete -c recall -n '__recall_at tags' -l json -d 'Print JSON'
complete -c recall -n '__recall_at tags' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at tags' -l help -s h -d 'Show options and examples'
complete -c recall -n '__recall_at tags 1+' -a 'list rename merge forget'

complete -c recall -n '__recall_at maintain' -l only -x -a 'jobs loops patterns decay purge upkeep sessions copies sync' -d 'Only these steps: jobs, loops, patterns, decay, purge, upkeep, sessions, copies, sync'
complete -c recall -n '__recall_at maintain' -l dry-run -d 'Show what would be done without changing anything'
complete -c recall -n '__recall_at maintain' -l json -d 'Print JSON'
complete -c recall -n '__recall_at maintain' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at maintain' -l help -s h -d 'Show options and examples'

complete -c recall -n '__recall_at consolidate' -l topic -x -d 'Only this topic'
complete -c recall -n '__recall_at consolidate' -l project -s p -x -k -a '(__recall_ask project)' -d 'The project; default: the repository you are in; \'*\': all projects'
complete -c recall -n '__recall_at consolidate' -l global -d 'Only memories without a project'
complete -c recall -n '__recall_at consolidate' -l patterns -d 'Make patterns of recurring findings and corrections instead'
complete -c recall -n '__recall_at consolidate' -l own -d 'Include your own words; only at a terminal'
complete -c recall -n '__recall_at consolidate' -l dry-run -d 'Show what would be merged without changing anything'
complete -c recall -n '__recall_at consolidate' -l yes -d 'Do not ask before a large change; only at a terminal'
complete -c recall -n '__recall_at consolidate' -l json -d 'Print JSON'
complete -c recall -n '__recall_at consolidate' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at consolidate' -l help -s h -d 'Show options and examples'

complete -c recall -n '__recall_at schedule' -l at -x -d 'The time of day'
complete -c recall -n '__recall_at schedule' -l with -x -a 'auto cron systemd launchd' -d 'The scheduler (default: the one on this machine)'
complete -c recall -n '__recall_at schedule' -l json -d 'Print JSON'
complete -c recall -n '__recall_at schedule' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at schedule' -l help -s h -d 'Show options and examples'
complete -c recall -n '__recall_at schedule 1' -a 'install remove show'

complete -c recall -n '__recall_at scan' -l fix -d 'Mask secrets permanently: no undo, removed from the file'
complete -c recall -n '__recall_at scan' -l dry-run -d 'Only report secrets (default)'
complete -c recall -n '__recall_at scan' -l json -d 'Print JSON'
complete -c recall -n '__recall_at scan' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at scan' -l help -s h -d 'Show options and examples'

complete -c recall -n '__recall_at shadow' -l ranking -x -a 'default four-part five-factor rrf-boost words' -d 'The ranking to try'
complete -c recall -n '__recall_at shadow' -l against -x -a 'default four-part five-factor rrf-boost words' -d 'The ranking to compare with'
complete -c recall -n '__recall_at shadow' -l limit -s n -x -d 'Number of past queries, newest first'
complete -c recall -n '__recall_at shadow' -l forget -d 'Delete all stored past queries'
complete -c recall -n '__recall_at shadow' -l json -d 'Print JSON'
complete -c recall -n '__recall_at shadow' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at shadow' -l help -s h -d 'Show options and examples'

complete -c recall -n '__recall_at embed' -l model -r -F -d 'A model that fastembed knows, or a folder with an ONNX model; none: only the built-in vectors'
complete -c recall -n '__recall_at embed' -l gate -r -F -d 'Folder of an ONNX cross-encoder that must confirm what answers a question; off: none'
complete -c recall -n '__recall_at embed' -l dry-run -d 'Show what would be done and downloaded without doing it'
complete -c recall -n '__recall_at embed' -l json -d 'Print JSON'
complete -c recall -n '__recall_at embed' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at embed' -l help -s h -d 'Show options and examples'

complete -c recall -n '__recall_at setup' -l yes -s y -d 'Do it without asking'
complete -c recall -n '__recall_at setup' -l dry-run -d 'Show every change to every file, and make none'
complete -c recall -n '__recall_at setup' -l no-completion -d 'Leave the shell\'s completion out'
complete -c recall -n '__recall_at setup' -l no-schedule -d 'Leave the daily maintenance out'
complete -c recall -n '__recall_at setup' -l login -x -d 'On a server: a role that shall use recall; made if it is missing'
complete -c recall -n '__recall_at setup' -l only -x -d 'On a server: the only user that this role may be (default: of its name)'
complete -c recall -n '__recall_at setup' -l any-user -d 'On a server: this role may be any user'
complete -c recall -n '__recall_at setup' -l signed -x -d 'On a server: this role signs its users with the key in FILE; made if it is missing'
complete -c recall -n '__recall_at setup' -l logins -d 'On a server: list the roles that can use recall'
complete -c recall -n '__recall_at setup' -l remove-login -x -d 'On a server: this role can use recall no more'
complete -c recall -n '__recall_at setup' -l remove -d 'Disconnect recall from everything on this machine'
complete -c recall -n '__recall_at setup' -l json -d 'Print JSON'
complete -c recall -n '__recall_at setup' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at setup' -l help -s h -d 'Show options and examples'
complete -c recall -n '__recall_at setup 1+' -a 'claude-code codex gemini qwen kimi opencode cursor copilot'

complete -c recall -n '__recall_at uninstall' -l yes -s y -d 'Do it without asking; the memories stay'
complete -c recall -n '__recall_at uninstall' -l memories -d 'Also delete the memories and settings, after a question of its own'
complete -c recall -n '__recall_at uninstall' -l dry-run -d 'Show every change to every file, and make none'
complete -c recall -n '__recall_at uninstall' -l json -d 'Print JSON'
complete -c recall -n '__recall_at uninstall' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at uninstall' -l help -s h -d 'Show options and examples'

complete -c recall -n '__recall_at doctor' -l fix -d 'Repair what can be repaired safely'
complete -c recall -n '__recall_at doctor' -l offline-proof -d 'Run the main commands with sockets forbidden'
complete -c recall -n '__recall_at doctor' -l salvage -r -F -d 'Save the readable part of a damaged store to a new file'
complete -c recall -n '__recall_at doctor' -l json -d 'Print JSON'
complete -c recall -n '__recall_at doctor' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at doctor' -l help -s h -d 'Show options and examples'

complete -c recall -n '__recall_at bench' -l own -d 'Benchmark your own store: ask for facts that changed; the old value must not answer'
complete -c recall -n '__recall_at bench' -l public -d 'Run public benchmarks, each recognised by its files (recall help figures)'
complete -c recall -n '__recall_at bench' -l model -r -F -d 'Use this embedding model (see recall admin embed) instead of the built-in vectors'
complete -c recall -n '__recall_at bench' -l ranking -x -a 'default four-part five-factor rrf-boost words' -d 'Ranking to measure; repeatable (default: default)'
complete -c recall -n '__recall_at bench' -l json -d 'Print JSON'
complete -c recall -n '__recall_at bench' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at bench' -l help -s h -d 'Show options and examples'
complete -c recall -n '__recall_at bench 1+' -F

complete -c recall -n '__recall_at config' -l unset -d 'Reset the setting to its default'
complete -c recall -n '__recall_at config' -l changed -d 'Show only settings that differ from their defaults'
complete -c recall -n '__recall_at config' -l json -d 'Print JSON'
complete -c recall -n '__recall_at config' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at config' -l help -s h -d 'Show options and examples'
complete -c recall -n '__recall_at config 1+' -k -a '(__recall_ask setting)'

complete -c recall -n '__recall_at admin' -l json -d 'Print JSON'
complete -c recall -n '__recall_at admin' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at admin' -l help -s h -d 'Show options and examples'
complete -c recall -n '__recall_at admin 1' -a 'token encrypt migrate audit verify topics consolidate schedule scan shadow embed bench completion'

complete -c recall -n '__recall_at completion' -l dry-run -d 'Show what would be done without doing it'
complete -c recall -n '__recall_at completion' -l json -d 'Print JSON'
complete -c recall -n '__recall_at completion' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at completion' -l help -s h -d 'Show options and examples'
complete -c recall -n '__recall_at completion 1' -a 'show install uninstall'
complete -c recall -n '__recall_at completion 2' -a 'bash zsh fish'

complete -c recall -n '__recall_at help' -l all -d 'List all commands, and not only the everyday ones'
complete -c recall -n '__recall_at help' -l json -d 'Print JSON'
complete -c recall -n '__recall_at help' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at help' -l help -s h -d 'Show options and examples'
complete -c recall -n '__recall_at help 1' -a 'topics tasks storing finding trust agents sessions view serve moving share maintenance security teams settings troubleshooting figures architecture commands store update edit tag delete erase feedback pin unpin review resolve undo search context get list browse related history conflicts why diff told count stats log view ui jobs worker hooks mcp hook serve join token import export sync share team encrypt decrypt backup restore migrate audit verify projects topics tags maintain consolidate schedule scan shadow embed setup uninstall doctor bench config admin completion help'
