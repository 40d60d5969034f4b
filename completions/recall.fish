# recall: completion for fish, made by `recall completion show fish`
# Everything that is fixed is answered here; ids, projects and the like are asked of recall itself.

# Does an option ($argv[2]) of a command ($argv[1]) take a value?
function __recall_valued
    switch $argv[1]
        case ''
            contains -- $argv[2] --db
        case 'store'
            contains -- $argv[2] --type -t --topic --importance --confidence --entity --attribute --value --qualifier --valid-from --valid-until --classification --project -p --tag --anchor --source --agent --session --extractor --key --db
        case 'update'
            contains -- $argv[2] --text --type -t --topic --importance --confidence --entity --attribute --value --qualifier --valid-from --valid-until --classification --anchor --project -p --clear --db
        case 'tag'
            contains -- $argv[2] --remove --db
        case 'delete'
            contains -- $argv[2] --db
        case 'erase'
            contains -- $argv[2] --query --topic --project -p --user --db
        case 'feedback'
            contains -- $argv[2] --session --note --db
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
            contains -- $argv[2] --limit -n --project -p --type -t --topic --agent --tag --since --until --as-of --clearance --include --min-confidence --ranking --recency --min-score --db
        case 'context'
            contains -- $argv[2] --format --budget --project -p --agent --clearance --db
        case 'get'
            contains -- $argv[2] --as-of --db
        case 'list'
            contains -- $argv[2] --limit -n --offset --project -p --type -t --topic --agent --tag --since --until --as-of --clearance --include --db
        case 'related'
            contains -- $argv[2] --limit -n --db
        case 'history'
            contains -- $argv[2] --project -p --as-of --include --db
        case 'conflicts'
            contains -- $argv[2] --project -p --db
        case 'why'
            contains -- $argv[2] --query -q --limit -n --project -p --type -t --topic --agent --tag --since --until --clearance --include --min-confidence --ranking --min-score --db
        case 'diff'
            contains -- $argv[2] --since --until --project -p --db
        case 'count'
            contains -- $argv[2] --project -p --type -t --topic --agent --tag --since --until --as-of --clearance --include --db
        case 'stats'
            contains -- $argv[2] --db
        case 'log'
            contains -- $argv[2] --limit -n --since --until --kind --db
        case 'jobs'
            contains -- $argv[2] --state --limit -n --db
        case 'worker'
            contains -- $argv[2] --after --db
        case 'hooks'
            contains -- $argv[2] --db
        case 'hook'
            contains -- $argv[2] --agent --db
        case 'import'
            contains -- $argv[2] --project -p --since --agent --db
        case 'export'
            contains -- $argv[2] --project -p --type -t --topic --agent --tag --since --until --as-of --clearance --include --db
        case 'encrypt'
            contains -- $argv[2] --key-file --key-command --db
        case 'decrypt'
            contains -- $argv[2] --db
        case 'backup'
            contains -- $argv[2] --db
        case 'restore'
            contains -- $argv[2] --db
        case 'audit'
            contains -- $argv[2] --head --db
        case 'verify'
            contains -- $argv[2] --db
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
            contains -- $argv[2] --model --db
        case 'doctor'
            contains -- $argv[2] --salvage --db
        case 'bench'
            contains -- $argv[2] --model --ranking --db
        case 'config'
            contains -- $argv[2] --db
        case 'completion'
            contains -- $argv[2] --db
        case 'help'
            contains -- $argv[2] --db
        case '*'
            false
    end
end

# Read what stands before the cursor: the command, its arguments, and the store that was named.
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
        else if test -z "$__recall_command"
            set -g __recall_command $word
        else
            set -a __recall_given $word
        end
    end
end

# Is the cursor within this command ($argv[1]), at this place ($argv[2]: a number, with + for that and all after it)?
function __recall_at
    __recall_read
    test "$__recall_command" = "$argv[1]"; or return
    set -q argv[2]; or return 0
    set -l place (math (count $__recall_given) + 1)
    test $place = $argv[2]; or begin
        string match -q '*+' $argv[2]; and test $place -ge (string trim -c + $argv[2])
    end
end

# What recall offers of a kind.
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
complete -c recall -n '__recall_at ""' -a tag -d 'Set or remove tags of a memory'
complete -c recall -n '__recall_at ""' -a delete -d 'Remove memories; can be undone'
complete -c recall -n '__recall_at ""' -a erase -d 'Erase memories for good, with proof'
complete -c recall -n '__recall_at ""' -a feedback -d 'Rate memories as helpful or unhelpful'
complete -c recall -n '__recall_at ""' -a pin -d 'Protect memories from fading'
complete -c recall -n '__recall_at ""' -a unpin -d 'Unpin memories'
complete -c recall -n '__recall_at ""' -a review -d 'Show, approve or reject held memories'
complete -c recall -n '__recall_at ""' -a resolve -d 'Settle a fact with conflicting values'
complete -c recall -n '__recall_at ""' -a undo -d 'Take back the last write, or a given one'
complete -c recall -n '__recall_at ""' -a search -d 'Find memories by words and meaning'
complete -c recall -n '__recall_at ""' -a context -d 'Show what an agent gets: the most relevant memories'
complete -c recall -n '__recall_at ""' -a get -d 'Show memories by their ids'
complete -c recall -n '__recall_at ""' -a list -d 'Show the newest memories'
complete -c recall -n '__recall_at ""' -a related -d 'Show memories that are linked to a memory'
complete -c recall -n '__recall_at ""' -a history -d 'Show how a memory or a fact changed'
complete -c recall -n '__recall_at ""' -a conflicts -d 'Show facts with conflicting values'
complete -c recall -n '__recall_at ""' -a why -d 'Show where a memory comes from, and why a search finds it or not'
complete -c recall -n '__recall_at ""' -a diff -d 'Show what was learned, corrected and forgotten since a date'
complete -c recall -n '__recall_at ""' -a count -d 'Count memories'
complete -c recall -n '__recall_at ""' -a stats -d 'Show what is in the store'
complete -c recall -n '__recall_at ""' -a log -d 'Show the record of writes'
complete -c recall -n '__recall_at ""' -a jobs -d 'Show deferred jobs and their results'
complete -c recall -n '__recall_at ""' -a worker -d 'Run deferred jobs'
complete -c recall -n '__recall_at ""' -a hooks -d 'Connect recall to your agents, or disconnect it'
complete -c recall -n '__recall_at ""' -a hook -d 'Answer an agent\'s hook; agents call this'
complete -c recall -n '__recall_at ""' -a import -d 'Import memories from files, other tools or past sessions'
complete -c recall -n '__recall_at ""' -a export -d 'Write memories to a file, one JSON line each'
complete -c recall -n '__recall_at ""' -a encrypt -d 'Encrypt the store, or change its key'
complete -c recall -n '__recall_at ""' -a decrypt -d 'Make an encrypted store a plain file again'
complete -c recall -n '__recall_at ""' -a backup -d 'Copy the whole store to a file, while it is in use'
complete -c recall -n '__recall_at ""' -a restore -d 'Bring back a backup'
complete -c recall -n '__recall_at ""' -a audit -d 'Verify or export the sealed record of writes'
complete -c recall -n '__recall_at ""' -a verify -d 'Check memories anchored to code that has changed'
complete -c recall -n '__recall_at ""' -a maintain -d 'Run one round of maintenance: fading, deferred jobs, purging'
complete -c recall -n '__recall_at ""' -a consolidate -d 'Merge near-duplicate memories'
complete -c recall -n '__recall_at ""' -a schedule -d 'Run maintenance every day'
complete -c recall -n '__recall_at ""' -a scan -d 'Look for secrets in stored memories'
complete -c recall -n '__recall_at ""' -a shadow -d 'Compare another ranking on your past queries'
complete -c recall -n '__recall_at ""' -a embed -d 'Use a full embedding model'
complete -c recall -n '__recall_at ""' -a doctor -d 'Find problems and name a remedy for each'
complete -c recall -n '__recall_at ""' -a bench -d 'Measure how well recall finds'
complete -c recall -n '__recall_at ""' -a config -d 'Show and change settings and projects'
complete -c recall -n '__recall_at ""' -a completion -d 'Install completion for bash, zsh, fish or PowerShell'
complete -c recall -n '__recall_at ""' -a help -d 'Show help for a command, or a page about a topic'

complete -c recall -n '__recall_at ""' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at ""' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at ""' -l help -s h -d 'Show what it takes, with examples'
complete -c recall -n '__recall_at ""' -l version -s V -d 'Show the version'

complete -c recall -n '__recall_at store' -l type -s t -x -a 'decision finding correction pattern estimate preference fact procedure' -d 'What kind of memory it is'
complete -c recall -n '__recall_at store' -l topic -x -d 'A broad namespace that searches can be narrowed to'
complete -c recall -n '__recall_at store' -l importance -x -d 'How much it matters, 0 to 1'
complete -c recall -n '__recall_at store' -l confidence -x -d 'How sure it is, 0 to 1'
complete -c recall -n '__recall_at store' -l entity -x -d 'What it is about'
complete -c recall -n '__recall_at store' -l attribute -x -d 'Which property of that'
complete -c recall -n '__recall_at store' -l value -x -d 'What the property is'
complete -c recall -n '__recall_at store' -l qualifier -x -d 'In which context alone the value holds'
complete -c recall -n '__recall_at store' -l valid-from -x -d 'Not believed before then'
complete -c recall -n '__recall_at store' -l valid-until -x -d 'Not believed after then; a span counts from now'
complete -c recall -n '__recall_at store' -l classification -x -a 'public internal restricted confidential' -d 'Who may see it'
complete -c recall -n '__recall_at store' -l project -s p -x -k -a '(__recall_ask project)' -d 'The project; by default the repository you are in, \'*\' for all'
complete -c recall -n '__recall_at store' -l global -d 'Only what belongs to no project'
complete -c recall -n '__recall_at store' -l tag -x -d 'A tag, k=v; may be given again'
complete -c recall -n '__recall_at store' -l anchor -r -F -d 'The file, or lines of it, that it speaks of; it is told when they change. May be given again'
complete -c recall -n '__recall_at store' -l source -x -a 'user agent tool' -d 'Who said it; what an agent passes can lower its trust, never raise it'
complete -c recall -n '__recall_at store' -l agent -x -d 'The agent that stores it'
complete -c recall -n '__recall_at store' -l session -x -d 'The session that it comes from'
complete -c recall -n '__recall_at store' -l shared -d 'All agents see it, also where each sees only its own'
complete -c recall -n '__recall_at store' -l extractor -x -a 'auto claude rules none' -d 'Who makes memories of the text: none keeps it, rules reads statements out, claude sends it to Anthropic'
complete -c recall -n '__recall_at store' -l key -x -d 'An idempotency key: the same key twice within a month stores once'
complete -c recall -n '__recall_at store' -l defer -d 'Acknowledge at once and leave the work to recall worker'
complete -c recall -n '__recall_at store' -l dry-run -d 'Show what would be stored, and write nothing'
complete -c recall -n '__recall_at store' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at store' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at store' -l help -s h -d 'Show what it takes, with examples'

complete -c recall -n '__recall_at update' -l text -x -d 'What it should say; the old words stay in its history'
complete -c recall -n '__recall_at update' -l type -s t -x -a 'decision finding correction pattern estimate preference fact procedure' -d 'What kind of memory it is'
complete -c recall -n '__recall_at update' -l topic -x -d 'A broad namespace that searches can be narrowed to'
complete -c recall -n '__recall_at update' -l importance -x -d 'How much it matters, 0 to 1'
complete -c recall -n '__recall_at update' -l confidence -x -d 'How sure it is, 0 to 1'
complete -c recall -n '__recall_at update' -l entity -x -d 'What it is about'
complete -c recall -n '__recall_at update' -l attribute -x -d 'Which property of that'
complete -c recall -n '__recall_at update' -l value -x -d 'What the property is'
complete -c recall -n '__recall_at update' -l qualifier -x -d 'In which context alone the value holds'
complete -c recall -n '__recall_at update' -l valid-from -x -d 'Not believed before then'
complete -c recall -n '__recall_at update' -l valid-until -x -d 'Not believed after then; a span counts from now'
complete -c recall -n '__recall_at update' -l classification -x -a 'public internal restricted confidential' -d 'Who may see it'
complete -c recall -n '__recall_at update' -l anchor -r -F -d 'The file, or lines of it, that it speaks of; it is told when they change. May be given again'
complete -c recall -n '__recall_at update' -l project -s p -x -k -a '(__recall_ask project)' -d 'The project; by default the repository you are in, \'*\' for all'
complete -c recall -n '__recall_at update' -l global -d 'Only what belongs to no project'
complete -c recall -n '__recall_at update' -l shared -d 'All agents see it'
complete -c recall -n '__recall_at update' -l private -d 'Only the agent that stored it sees it, where each sees its own'
complete -c recall -n '__recall_at update' -l clear -x -a 'topic entity attribute value qualifier valid-from valid-until tags anchors' -d 'Make empty: topic, entity, attribute, value, qualifier, valid-from, valid-until, tags, anchors'
complete -c recall -n '__recall_at update' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at update' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at update' -l help -s h -d 'Show what it takes, with examples'
complete -c recall -n '__recall_at update 1' -k -a '(__recall_ask id)'

complete -c recall -n '__recall_at tag' -l remove -x -d 'A tag to remove; may be given again'
complete -c recall -n '__recall_at tag' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at tag' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at tag' -l help -s h -d 'Show what it takes, with examples'
complete -c recall -n '__recall_at tag 1' -k -a '(__recall_ask id)'

complete -c recall -n '__recall_at delete' -l now -d 'Erase at once, for good: no undo'
complete -c recall -n '__recall_at delete' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at delete' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at delete' -l help -s h -d 'Show what it takes, with examples'
complete -c recall -n '__recall_at delete 1+' -k -a '(__recall_ask id)'

complete -c recall -n '__recall_at erase' -l query -x -d 'All that hold these words, or held them once'
complete -c recall -n '__recall_at erase' -l topic -x -d 'All of this topic'
complete -c recall -n '__recall_at erase' -l project -s p -x -k -a '(__recall_ask project)' -d 'All of this project'
complete -c recall -n '__recall_at erase' -l user -x -d 'All of this user, whatever there is of him'
complete -c recall -n '__recall_at erase' -l copies -d 'In the copies that recall backup made, too'
complete -c recall -n '__recall_at erase' -l confirm -d 'Do it; without this only what would go is shown'
complete -c recall -n '__recall_at erase' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at erase' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at erase' -l help -s h -d 'Show what it takes, with examples'
complete -c recall -n '__recall_at erase 1+' -k -a '(__recall_ask id)'

complete -c recall -n '__recall_at feedback' -l helpful -d 'They helped: their usefulness goes up'
complete -c recall -n '__recall_at feedback' -l unhelpful -d 'They did not: their usefulness goes down by a twentieth'
complete -c recall -n '__recall_at feedback' -l session -x -d 'All that is believed of what this session stored'
complete -c recall -n '__recall_at feedback' -l note -x -d 'Why, in a sentence; recall log shows it'
complete -c recall -n '__recall_at feedback' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at feedback' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at feedback' -l help -s h -d 'Show what it takes, with examples'
complete -c recall -n '__recall_at feedback 1+' -k -a '(__recall_ask id)'

complete -c recall -n '__recall_at pin' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at pin' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at pin' -l help -s h -d 'Show what it takes, with examples'
complete -c recall -n '__recall_at pin 1+' -k -a '(__recall_ask id)'

complete -c recall -n '__recall_at unpin' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at unpin' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at unpin' -l help -s h -d 'Show what it takes, with examples'
complete -c recall -n '__recall_at unpin 1+' -k -a '(__recall_ask id)'

complete -c recall -n '__recall_at review' -l approve -d 'You vouch for it: from now on it is your own word. Only at a terminal'
complete -c recall -n '__recall_at review' -l reject -d 'Delete it; recall undo brings it back'
complete -c recall -n '__recall_at review' -l project -s p -x -k -a '(__recall_ask project)' -d 'Only of this project; of all by default'
complete -c recall -n '__recall_at review' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at review' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at review' -l help -s h -d 'Show what it takes, with examples'
complete -c recall -n '__recall_at review 1' -k -a '(__recall_ask id)'

complete -c recall -n '__recall_at resolve' -l keep -x -d 'This value holds, and no other'
complete -c recall -n '__recall_at resolve' -l when -x -d 'In this context this value holds; again for others, default=VALUE for the rest'
complete -c recall -n '__recall_at resolve' -l many -d 'It holds several values at once'
complete -c recall -n '__recall_at resolve' -l project -s p -x -k -a '(__recall_ask project)' -d 'The project; by default the repository you are in, \'*\' for all'
complete -c recall -n '__recall_at resolve' -l global -d 'Only what belongs to no project'
complete -c recall -n '__recall_at resolve' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at resolve' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at resolve' -l help -s h -d 'Show what it takes, with examples'

complete -c recall -n '__recall_at undo' -l dry-run -d 'Say what would be taken back, and change nothing'
complete -c recall -n '__recall_at undo' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at undo' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at undo' -l help -s h -d 'Show what it takes, with examples'
complete -c recall -n '__recall_at undo 1' -k -a '(__recall_ask op)'

complete -c recall -n '__recall_at search' -l limit -s n -x -d 'How many at most'
complete -c recall -n '__recall_at search' -l project -s p -x -k -a '(__recall_ask project)' -d 'The project; by default the repository you are in, \'*\' for all'
complete -c recall -n '__recall_at search' -l global -d 'Only what belongs to no project'
complete -c recall -n '__recall_at search' -l type -s t -x -a 'decision finding correction pattern estimate preference fact procedure' -d 'Only this type; may be given again'
complete -c recall -n '__recall_at search' -l topic -x -d 'Only this topic'
complete -c recall -n '__recall_at search' -l agent -x -d 'Only what this agent stored'
complete -c recall -n '__recall_at search' -l tag -x -d 'Only with this tag; k or k=v, may be given again'
complete -c recall -n '__recall_at search' -l since -x -d 'Only stored since then'
complete -c recall -n '__recall_at search' -l until -x -d 'Only stored until then'
complete -c recall -n '__recall_at search' -l as-of -x -d 'Answer as on that day: 2026-03-01, 30d, yesterday'
complete -c recall -n '__recall_at search' -l clearance -x -a 'public internal restricted confidential' -d 'Nothing classified above this'
complete -c recall -n '__recall_at search' -l include -x -a 'superseded held expired deleted all' -d 'Also what is usually left out: superseded, held, expired, deleted'
complete -c recall -n '__recall_at search' -l min-confidence -x -d 'Leave out what is less sure than this (usually 0.4)'
complete -c recall -n '__recall_at search' -l ranking -x -a 'default recall five-factor rrf-boost words' -d 'How results are put in order; the published ones are there to compare'
complete -c recall -n '__recall_at search' -l recency -x -d 'How much being new counts, 0 to 1'
complete -c recall -n '__recall_at search' -l min-score -x -d 'Leave out what scores less; 0.12 is where `recall context` falls silent'
complete -c recall -n '__recall_at search' -l explain -d 'Show what each score is made of'
complete -c recall -n '__recall_at search' -l no-touch -d 'Do not count this as a use'
complete -c recall -n '__recall_at search' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at search' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at search' -l help -s h -d 'Show what it takes, with examples'

complete -c recall -n '__recall_at context' -l compact -d 'The form for agents: fenced as data, one JSON line a memory'
complete -c recall -n '__recall_at context' -l format -x -a 'text json markdown' -d 'Text for people, json as with --json, markdown for a page'
complete -c recall -n '__recall_at context' -l budget -x -d 'How many tokens it may cost'
complete -c recall -n '__recall_at context' -l project -s p -x -k -a '(__recall_ask project)' -d 'The project; by default the repository you are in, \'*\' for all'
complete -c recall -n '__recall_at context' -l global -d 'Only what belongs to no project'
complete -c recall -n '__recall_at context' -l agent -x -d 'The agent that is told; it sees its own and shared memories where that is set'
complete -c recall -n '__recall_at context' -l clearance -x -a 'public internal restricted confidential' -d 'Nothing classified above this'
complete -c recall -n '__recall_at context' -l no-touch -d 'Do not count this as a use'
complete -c recall -n '__recall_at context' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at context' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at context' -l help -s h -d 'Show what it takes, with examples'

complete -c recall -n '__recall_at get' -l as-of -x -d 'Answer as on that day: 2026-03-01, 30d, yesterday'
complete -c recall -n '__recall_at get' -l no-touch -d 'Do not count this as a use'
complete -c recall -n '__recall_at get' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at get' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at get' -l help -s h -d 'Show what it takes, with examples'
complete -c recall -n '__recall_at get 1+' -k -a '(__recall_ask id)'

complete -c recall -n '__recall_at list' -l limit -s n -x -d 'How many at most'
complete -c recall -n '__recall_at list' -l offset -x -d 'Leave out so many of the newest'
complete -c recall -n '__recall_at list' -l project -s p -x -k -a '(__recall_ask project)' -d 'The project; by default the repository you are in, \'*\' for all'
complete -c recall -n '__recall_at list' -l global -d 'Only what belongs to no project'
complete -c recall -n '__recall_at list' -l type -s t -x -a 'decision finding correction pattern estimate preference fact procedure' -d 'Only this type; may be given again'
complete -c recall -n '__recall_at list' -l topic -x -d 'Only this topic'
complete -c recall -n '__recall_at list' -l agent -x -d 'Only what this agent stored'
complete -c recall -n '__recall_at list' -l tag -x -d 'Only with this tag; k or k=v, may be given again'
complete -c recall -n '__recall_at list' -l since -x -d 'Only stored since then'
complete -c recall -n '__recall_at list' -l until -x -d 'Only stored until then'
complete -c recall -n '__recall_at list' -l as-of -x -d 'Answer as on that day: 2026-03-01, 30d, yesterday'
complete -c recall -n '__recall_at list' -l clearance -x -a 'public internal restricted confidential' -d 'Nothing classified above this'
complete -c recall -n '__recall_at list' -l include -x -a 'superseded held expired deleted all' -d 'Also what is usually left out: superseded, held, expired, deleted'
complete -c recall -n '__recall_at list' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at list' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at list' -l help -s h -d 'Show what it takes, with examples'

complete -c recall -n '__recall_at related' -l limit -s n -x -d 'How many at most'
complete -c recall -n '__recall_at related' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at related' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at related' -l help -s h -d 'Show what it takes, with examples'
complete -c recall -n '__recall_at related 1' -k -a '(__recall_ask id)'

complete -c recall -n '__recall_at history' -l project -s p -x -k -a '(__recall_ask project)' -d 'The project; by default the repository you are in, \'*\' for all'
complete -c recall -n '__recall_at history' -l as-of -x -d 'Answer as on that day: 2026-03-01, 30d, yesterday'
complete -c recall -n '__recall_at history' -l include -x -d 'Also what is usually left out of an agent\'s view: held'
complete -c recall -n '__recall_at history' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at history' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at history' -l help -s h -d 'Show what it takes, with examples'
complete -c recall -n '__recall_at history 1+' -k -a '(__recall_ask id)'

complete -c recall -n '__recall_at conflicts' -l project -s p -x -k -a '(__recall_ask project)' -d 'The project; by default the repository you are in, \'*\' for all'
complete -c recall -n '__recall_at conflicts' -l global -d 'Only what belongs to no project'
complete -c recall -n '__recall_at conflicts' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at conflicts' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at conflicts' -l help -s h -d 'Show what it takes, with examples'

complete -c recall -n '__recall_at why' -l query -s q -x -d 'How it fares in a search for this; what follows is what recall search takes'
complete -c recall -n '__recall_at why' -l limit -s n -x -d 'How many at most'
complete -c recall -n '__recall_at why' -l project -s p -x -k -a '(__recall_ask project)' -d 'The project; by default the repository you are in, \'*\' for all'
complete -c recall -n '__recall_at why' -l global -d 'Only what belongs to no project'
complete -c recall -n '__recall_at why' -l type -s t -x -a 'decision finding correction pattern estimate preference fact procedure' -d 'Only this type; may be given again'
complete -c recall -n '__recall_at why' -l topic -x -d 'Only this topic'
complete -c recall -n '__recall_at why' -l agent -x -d 'Only what this agent stored'
complete -c recall -n '__recall_at why' -l tag -x -d 'Only with this tag; k or k=v, may be given again'
complete -c recall -n '__recall_at why' -l since -x -d 'Only stored since then'
complete -c recall -n '__recall_at why' -l until -x -d 'Only stored until then'
complete -c recall -n '__recall_at why' -l clearance -x -a 'public internal restricted confidential' -d 'Nothing classified above this'
complete -c recall -n '__recall_at why' -l include -x -a 'superseded held expired deleted all' -d 'Also what is usually left out: superseded, held, expired, deleted'
complete -c recall -n '__recall_at why' -l min-confidence -x -d 'Leave out what is less sure than this (usually 0.4)'
complete -c recall -n '__recall_at why' -l ranking -x -a 'default recall five-factor rrf-boost words' -d 'How results are put in order'
complete -c recall -n '__recall_at why' -l min-score -x -d 'Leave out what scores less'
complete -c recall -n '__recall_at why' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at why' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at why' -l help -s h -d 'Show what it takes, with examples'
complete -c recall -n '__recall_at why 1' -k -a '(__recall_ask id)'

complete -c recall -n '__recall_at diff' -l since -x -d 'From when; a week ago by default'
complete -c recall -n '__recall_at diff' -l until -x -d 'Up to when; now by default'
complete -c recall -n '__recall_at diff' -l project -s p -x -k -a '(__recall_ask project)' -d 'The project; by default the repository you are in, \'*\' for all'
complete -c recall -n '__recall_at diff' -l global -d 'Only what belongs to no project'
complete -c recall -n '__recall_at diff' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at diff' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at diff' -l help -s h -d 'Show what it takes, with examples'

complete -c recall -n '__recall_at count' -l project -s p -x -k -a '(__recall_ask project)' -d 'The project; by default the repository you are in, \'*\' for all'
complete -c recall -n '__recall_at count' -l global -d 'Only what belongs to no project'
complete -c recall -n '__recall_at count' -l type -s t -x -a 'decision finding correction pattern estimate preference fact procedure' -d 'Only this type; may be given again'
complete -c recall -n '__recall_at count' -l topic -x -d 'Only this topic'
complete -c recall -n '__recall_at count' -l agent -x -d 'Only what this agent stored'
complete -c recall -n '__recall_at count' -l tag -x -d 'Only with this tag; k or k=v, may be given again'
complete -c recall -n '__recall_at count' -l since -x -d 'Only stored since then'
complete -c recall -n '__recall_at count' -l until -x -d 'Only stored until then'
complete -c recall -n '__recall_at count' -l as-of -x -d 'Answer as on that day: 2026-03-01, 30d, yesterday'
complete -c recall -n '__recall_at count' -l clearance -x -a 'public internal restricted confidential' -d 'Nothing classified above this'
complete -c recall -n '__recall_at count' -l include -x -a 'superseded held expired deleted all' -d 'Also what is usually left out: superseded, held, expired, deleted'
complete -c recall -n '__recall_at count' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at count' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at count' -l help -s h -d 'Show what it takes, with examples'

complete -c recall -n '__recall_at stats' -l decay -d 'Draw the curve of forgetting, and where the memories lie on it'
complete -c recall -n '__recall_at stats' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at stats' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at stats' -l help -s h -d 'Show what it takes, with examples'

complete -c recall -n '__recall_at log' -l limit -s n -x -d 'How many at most'
complete -c recall -n '__recall_at log' -l since -x -d 'Only since then'
complete -c recall -n '__recall_at log' -l until -x -d 'Only until then'
complete -c recall -n '__recall_at log' -l kind -x -d 'Only operations of this kind: store, update, tag, delete, import, undo ...'
complete -c recall -n '__recall_at log' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at log' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at log' -l help -s h -d 'Show what it takes, with examples'
complete -c recall -n '__recall_at log 1' -k -a '(__recall_ask id)'

complete -c recall -n '__recall_at jobs' -l state -x -a 'queued processing complete failed' -d 'Only jobs in this state'
complete -c recall -n '__recall_at jobs' -l limit -s n -x -d 'How many at most'
complete -c recall -n '__recall_at jobs' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at jobs' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at jobs' -l help -s h -d 'Show what it takes, with examples'
complete -c recall -n '__recall_at jobs 1+' -a 'retry'

complete -c recall -n '__recall_at worker' -l once -d 'Do every job that waits, then end (the default)'
complete -c recall -n '__recall_at worker' -l watch -d 'Stay, and do each job as it comes; Ctrl-C ends it'
complete -c recall -n '__recall_at worker' -l alone -d 'End at once where another worker with --alone is at work'
complete -c recall -n '__recall_at worker' -l after -x -d 'Begin only after so many seconds'
complete -c recall -n '__recall_at worker' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at worker' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at worker' -l help -s h -d 'Show what it takes, with examples'

complete -c recall -n '__recall_at hooks' -l project -d 'In the settings of this repository, not in yours'
complete -c recall -n '__recall_at hooks' -l dry-run -d 'Show what would be changed, and change nothing'
complete -c recall -n '__recall_at hooks' -l snippet -d 'With show: a short text that teaches an agent to use recall'
complete -c recall -n '__recall_at hooks' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at hooks' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at hooks' -l help -s h -d 'Show what it takes, with examples'
complete -c recall -n '__recall_at hooks 1' -a 'install remove status show private'
complete -c recall -n '__recall_at hooks 2+' -a 'claude-code codex gemini opencode cursor copilot'

complete -c recall -n '__recall_at hook' -l agent -x -a 'claude-code codex gemini opencode cursor copilot' -d 'The agent that it happened in'
complete -c recall -n '__recall_at hook' -l strict -d 'Fail where something is wrong, for finding out what; without it the status is always 0'
complete -c recall -n '__recall_at hook' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at hook' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at hook' -l help -s h -d 'Show what it takes, with examples'
complete -c recall -n '__recall_at hook 1' -a 'session-start prompt compact turn-end session-end'

complete -c recall -n '__recall_at import' -l project -s p -x -k -a '(__recall_ask project)' -d 'The project; by default the repository you are in, \'*\' for all'
complete -c recall -n '__recall_at import' -l global -d 'Only what belongs to no project'
complete -c recall -n '__recall_at import' -l strict -d 'If any line is broken, import nothing'
complete -c recall -n '__recall_at import' -l since -x -d 'Of transcripts, only sessions used since then: 30d, 2026-03-01'
complete -c recall -n '__recall_at import' -l agent -x -a 'claude-code codex gemini opencode' -d 'Of transcripts, only this agent\'s'
complete -c recall -n '__recall_at import' -l own -d 'The file is your own export: your words in it stay your words. At a terminal only'
complete -c recall -n '__recall_at import' -l dry-run -d 'Show what would be imported, and write nothing'
complete -c recall -n '__recall_at import' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at import' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at import' -l help -s h -d 'Show what it takes, with examples'
complete -c recall -n '__recall_at import 1+' -F

complete -c recall -n '__recall_at export' -l project -s p -x -k -a '(__recall_ask project)' -d 'The project; by default the repository you are in, \'*\' for all'
complete -c recall -n '__recall_at export' -l global -d 'Only what belongs to no project'
complete -c recall -n '__recall_at export' -l type -s t -x -a 'decision finding correction pattern estimate preference fact procedure' -d 'Only this type; may be given again'
complete -c recall -n '__recall_at export' -l topic -x -d 'Only this topic'
complete -c recall -n '__recall_at export' -l agent -x -d 'Only what this agent stored'
complete -c recall -n '__recall_at export' -l tag -x -d 'Only with this tag; k or k=v, may be given again'
complete -c recall -n '__recall_at export' -l since -x -d 'Only stored since then'
complete -c recall -n '__recall_at export' -l until -x -d 'Only stored until then'
complete -c recall -n '__recall_at export' -l as-of -x -d 'Answer as on that day: 2026-03-01, 30d, yesterday'
complete -c recall -n '__recall_at export' -l clearance -x -a 'public internal restricted confidential' -d 'Nothing classified above this'
complete -c recall -n '__recall_at export' -l include -x -a 'superseded held expired deleted all' -d 'Also what is usually left out: superseded, held, expired, deleted'
complete -c recall -n '__recall_at export' -l vectors -d 'Include the vectors of full embedding models'
complete -c recall -n '__recall_at export' -l force -d 'Replace a file that is there already'
complete -c recall -n '__recall_at export' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at export' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at export' -l help -s h -d 'Show what it takes, with examples'
complete -c recall -n '__recall_at export 1' -F

complete -c recall -n '__recall_at encrypt' -l key-file -r -F -d 'The file with the key, yours alone; it is made where there is none'
complete -c recall -n '__recall_at encrypt' -l key-command -x -d 'A command that prints the key, run without a shell'
complete -c recall -n '__recall_at encrypt' -l keyring -d 'The system\'s keyring, which gets a new key where it has none'
complete -c recall -n '__recall_at encrypt' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at encrypt' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at encrypt' -l help -s h -d 'Show what it takes, with examples'

complete -c recall -n '__recall_at decrypt' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at decrypt' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at decrypt' -l help -s h -d 'Show what it takes, with examples'

complete -c recall -n '__recall_at backup' -l force -d 'Replace a file that is there already'
complete -c recall -n '__recall_at backup' -l list -d 'Only show the copies that recall knows'
complete -c recall -n '__recall_at backup' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at backup' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at backup' -l help -s h -d 'Show what it takes, with examples'
complete -c recall -n '__recall_at backup 1' -F

complete -c recall -n '__recall_at restore' -l force -d 'Put it in the place of the store that is there, which is kept beside'
complete -c recall -n '__recall_at restore' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at restore' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at restore' -l help -s h -d 'Show what it takes, with examples'
complete -c recall -n '__recall_at restore 1' -F

complete -c recall -n '__recall_at audit' -l head -x -d 'A digest noted earlier, which must still be in the chain'
complete -c recall -n '__recall_at audit' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at audit' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at audit' -l help -s h -d 'Show what it takes, with examples'
complete -c recall -n '__recall_at audit 1' -a 'verify export'

complete -c recall -n '__recall_at verify' -l fix -d 'Show the changed lines of each that no longer agrees, and ask about it'
complete -c recall -n '__recall_at verify' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at verify' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at verify' -l help -s h -d 'Show what it takes, with examples'

complete -c recall -n '__recall_at maintain' -l only -x -a 'jobs expiry loops patterns decay purge upkeep copies' -d 'Only these steps: jobs, expiry, loops, patterns, decay, purge, upkeep, copies'
complete -c recall -n '__recall_at maintain' -l dry-run -d 'Say what would be done, and change nothing'
complete -c recall -n '__recall_at maintain' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at maintain' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at maintain' -l help -s h -d 'Show what it takes, with examples'

complete -c recall -n '__recall_at consolidate' -l topic -x -d 'Only this topic'
complete -c recall -n '__recall_at consolidate' -l project -s p -x -k -a '(__recall_ask project)' -d 'The project; by default the repository you are in, \'*\' for all'
complete -c recall -n '__recall_at consolidate' -l global -d 'Only what belongs to no project'
complete -c recall -n '__recall_at consolidate' -l patterns -d 'Findings and corrections that recur become patterns instead'
complete -c recall -n '__recall_at consolidate' -l own -d 'Your own words too; only at a terminal'
complete -c recall -n '__recall_at consolidate' -l dry-run -d 'Show what would become one, and change nothing'
complete -c recall -n '__recall_at consolidate' -l yes -d 'Also where it touches much of the store; only at a terminal'
complete -c recall -n '__recall_at consolidate' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at consolidate' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at consolidate' -l help -s h -d 'Show what it takes, with examples'

complete -c recall -n '__recall_at schedule' -l at -x -d 'The time of day'
complete -c recall -n '__recall_at schedule' -l with -x -a 'auto cron systemd launchd' -d 'What runs it; by default what this machine has'
complete -c recall -n '__recall_at schedule' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at schedule' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at schedule' -l help -s h -d 'Show what it takes, with examples'
complete -c recall -n '__recall_at schedule 1' -a 'install remove show'

complete -c recall -n '__recall_at scan' -l fix -d 'Mask what is found, for good: no undo, and gone from the file'
complete -c recall -n '__recall_at scan' -l dry-run -d 'Only say what is found (the default)'
complete -c recall -n '__recall_at scan' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at scan' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at scan' -l help -s h -d 'Show what it takes, with examples'

complete -c recall -n '__recall_at shadow' -l ranking -x -a 'default recall five-factor rrf-boost words' -d 'The ranking to try'
complete -c recall -n '__recall_at shadow' -l against -x -a 'default recall five-factor rrf-boost words' -d 'The ranking to hold it against'
complete -c recall -n '__recall_at shadow' -l limit -s n -x -d 'So many of the newest questions'
complete -c recall -n '__recall_at shadow' -l forget -d 'Forget every question that was kept'
complete -c recall -n '__recall_at shadow' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at shadow' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at shadow' -l help -s h -d 'Show what it takes, with examples'

complete -c recall -n '__recall_at embed' -l model -r -F -d 'A model that fastembed knows, or a folder with an ONNX model; none for the table that ships alone'
complete -c recall -n '__recall_at embed' -l dry-run -d 'Say what would be done and fetched, and do nothing'
complete -c recall -n '__recall_at embed' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at embed' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at embed' -l help -s h -d 'Show what it takes, with examples'

complete -c recall -n '__recall_at doctor' -l fix -d 'Mend what can be mended safely'
complete -c recall -n '__recall_at doctor' -l offline-proof -d 'Run the main commands where sockets are forbidden'
complete -c recall -n '__recall_at doctor' -l salvage -r -F -d 'Save what can be read of a damaged store into a new file'
complete -c recall -n '__recall_at doctor' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at doctor' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at doctor' -l help -s h -d 'Show what it takes, with examples'

complete -c recall -n '__recall_at bench' -l own -d 'An exam out of your own store: facts that changed are asked for, and the old must not answer'
complete -c recall -n '__recall_at bench' -l model -r -F -d 'With the meaning of this full model (see recall embed) instead of the table\'s'
complete -c recall -n '__recall_at bench' -l ranking -x -a 'default recall five-factor rrf-boost words' -d 'Measure this one; may be given again (usually default)'
complete -c recall -n '__recall_at bench' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at bench' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at bench' -l help -s h -d 'Show what it takes, with examples'
complete -c recall -n '__recall_at bench 1+' -F

complete -c recall -n '__recall_at config' -l unset -d 'Take the setting out of the file: its default holds again'
complete -c recall -n '__recall_at config' -l changed -d 'Show only what is not at its default'
complete -c recall -n '__recall_at config' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at config' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at config' -l help -s h -d 'Show what it takes, with examples'
complete -c recall -n '__recall_at config 1+' -k -a '(__recall_ask setting)'

complete -c recall -n '__recall_at completion' -l dry-run -d 'Say what would be done, and do nothing'
complete -c recall -n '__recall_at completion' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at completion' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at completion' -l help -s h -d 'Show what it takes, with examples'
complete -c recall -n '__recall_at completion 1' -a 'show install uninstall'
complete -c recall -n '__recall_at completion 2' -a 'bash zsh fish powershell'

complete -c recall -n '__recall_at help' -l all -d 'List all commands, and not only the everyday ones'
complete -c recall -n '__recall_at help' -l json -d 'Answer with one JSON document'
complete -c recall -n '__recall_at help' -l db -r -F -d 'Use this file instead of the usual store'
complete -c recall -n '__recall_at help' -l help -s h -d 'Show what it takes, with examples'
complete -c recall -n '__recall_at help 1' -a 'topics storing finding trust agents moving maintenance security encryption settings scripts figures troubleshooting glossary architecture commands store update tag delete erase feedback pin unpin review resolve undo search context get list related history conflicts why diff count stats log jobs worker hooks hook import export encrypt decrypt backup restore audit verify maintain consolidate schedule scan shadow embed doctor bench config completion help'
