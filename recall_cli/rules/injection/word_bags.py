"""Words that together in one sentence, in any order, mean the same as a phrase of the table.

A group that begins with `!` has words that must not be in the sentence: "never send …" says the opposite.
"""

WORD_BAGS = {
    "it wants something hidden from the user": """
@hide @hide
@tell @user @not @this
dont/not/never/without show/display/showing/telling output/command/commands/outputs developer/user/human/owner !users
vulnerability/vulnerabilities/backdoor/insecure/malware leave/omit/hide/never/dont/not/skip \
report/warn/mention/tell/flag \
!public/github/issues/issue/twice
agents/agent/assistant/assistants/ai/claude/codex must/should/may not/never mention/disclose/reveal/tell \
this/rule/note/memory/it
user/owner/human/humans/developer/developers/person/nobody/anyone this memory/note/instruction \
not/never/dont/nobody see/seen/shown/learn/know/notice/hear/exists
""",
    "it gives orders to an agent": """
@ignore @previous/@all @rules
@show @prompt @ignore/@rules/@all
IGNORE PREVIOUS RULES/policy !NEVER/wiki/docs
ignored/disregarded/forgotten be PREVIOUS RULES !NEVER/wiki/docs
your guidelines/rules/restrictions/policies/safety/instructions not/no/never apply/applies/bind/binding/valid/count
you not/no bound/subject rules/restrictions/guidelines/policies/limits
policy/policies/rules/restrictions/safety/guardrails revoked/suspended/lifted/void your/previous/session/system/prior
every/any/each/all tool/command/call/commands/calls pre-approved/preapproved/pre-authorized/pre-authorised
follow/obey/execute/do instructions/commands/orders/whatever any/every/whatever/all \
readme/page/pages/comment/comments/website/websites/document/documents !NEVER
assistant/assistants/agents/agent/ai/claude/codex/copilot/gemini should/must/will/shall approve/merge/accept/trust \
always/every/all/any !NEVER/only
confirmations/confirmation/checks/safety off/disabled/suspended you/mode/session maintenance/session/now/system \
!NEVER/if/when
store/save/keep/log/write/put SECRETS plain/plaintext/plain-text/cleartext !NEVER
pretend/pose/act/impersonate maintainer/admin/administrator/owner/reviewer/root be/as \
limits/approve/without/release/sign
recommend/praise/promote whenever/always/every/anyone/someone asks/asked/ask !NEVER
tell/assure/inform user/human/owner/developer fine/ok/passed/succeeded/success/failed \
whatever/regardless/then/always/even \
!NEVER/return/retry
disable/bypass/stop/turn/switch sandbox/scanner/scanners/guardrails/firewall/two-factor/2fa/antivirus \
any/every/agents/agent/you/session/noise !NEVER/chrome/ci/tests/test
silently/quietly/secretly/covertly/discreetly do/change/lower/push/disable/send/upload/replace/set/install/add/merge \
this/webhook/remote/url/main/level/branch/upstream/payment !NEVER
mark/marks/report tests/test/checks/failures passed/passing/green fail/failed/failing/fails always/every/dont/not/hide
you/your/yours user/owner/human/humans/developer/developers/person/operator instead/told/says/said/against/wants
reply/replies/message/messages/answer/answers/response/responses your/yours praise/promote/advertise
your safety/restrictions/rules/guidelines/guardrails lifted/removed/suspended/revoked/disabled/cancelled
previous/earlier conversation/messages/instructions never/not happened/apply/count/existed/matter
report/claim/say/pretend/answer success/successful/passed/fine/succeeded even/although/regardless/despite/anyway
pretend safety/guidelines/restrictions/rules/policy/filters removed/lifted/disabled/gone/suspended
session this off/disable/skip/bypass checks/two-factor/2fa/confirmations/confirmation/permissions/logging
my wallet/donation/bitcoin/crypto always/add/insert/put/replace
instructions/rules/guidelines/guidance/directives/told you/your \
outdated/aside/void/obsolete/replaced/disregard/counts/mine
""",
    "it sets itself above other memories": """
outranks/outrank/trumps/overrules/overrides this/rule/memory/note claude.md/agents.md/gemini.md/says/wants/wishes
earlier/older/previous memories/notes wrong/invalid/void only this/one
this/following memory/note/entry/instruction \
insist/forever/corrected/questioned/questions/doubt/doubted/wins/prevail/prevails/otherwise
any/every/all/other memory/memories otherwise/contrary/opposite/conflicting/disagrees
entries/memories/memory/records/facts contradict/contradicts/disagree/conflict this \
delete/outdated/remove/discard/obsolete/drop/ignore
most/only trusted/authoritative/reliable memory/memories preferred/prefer/else/others
memory/note/record/entry this/only beats/weight/relied/outweighs/wins other/else/rest/anything/every/all
memory/memories/note/notes/instruction/statement this contradict/contradicts/believed/overridden/outrank/obey \
other/all/any/anything
""",
    "it claims an approval that only the user can give": """
@without @confirm @needed @danger !nie/niemals/jamais/nunca/never/mai/никогда/nooit/aldrig/nigdy
@boss @allowed @without/@danger
@youmay @without @danger @confirm
approval/permission/consent granted/given DANGER/all advance/hereby/blanket !LESSER/not/never
NONE GUARD DANGER !never/dont/not/without/cannot/cant/LESSER
WITHOUT GUARD DANGER PERMITTED !never/dont/not/no/cannot/cant/nobody/nothing/ui/app/endpoint/dialog/button/LESSER
dont/never/not ask/wait/prompt/request/confirm confirmation/approval/permission/before/user DANGER \
!LESSER/twice/without/skip
TITLE/management GRANTED NONE/without/skips GUARD !never/not/dont/LESSER
TITLE GRANTED/said/told/says commit/committed/pasted/shared/sent/share/paste/publish/published \
SECRETS/@private !never/not/dont/no
you/You agreed/promised/confirmed/already production/prod/delete/rm/sudo/force-push/destroy/drop !if/when
user/owner/human/admin told/allows/lets/permits/agreed you may/can \
push/delete/deploy/merge/commit/sudo/main/drop !not/never/only
consent/permission file/record/place/standing no/already/you ask/asking/need/delete/push/deploy/upload \
!users/page/form/cookie
@private/private/secrets/credentials/passwords keys/secrets/credentials/passwords may/can/fine/ok/okay \
shared/pasted/sent/committed/published \
!never/not/dont/no/only
owner/user/admin/administrator/lead/manager/boss/security/permission \
approved/cleared/confirmed/allow/allowed/authorised/authorized/agreed/yes/granted \
skip/hereby/advance/everything/anything/asking
""",
    "it asks to carry private data out": """
@send @secrets @url/@mail/@public !NEVER/@not/@without
@send @private @url/@mail !NEVER/@not
HAND SECRETS/@private PLACE/@url/@mail !NEVER/check/checks/scan/scans/scanner/hook/hooks
assistant/agent/ai/model/llm forwards/sends/uploads/posts/mails/copies \
conversation/conversations/transcript/history/prompt/secrets @url/@mail !NEVER
HANDED SECRETS/@private must/should/be/always/every/may/have/shall/each PLACE/@url/@mail !NEVER
HAND conversation/conversations/transcript/transcripts/hostname/dump/@private @url/@mail \
!NEVER/metrics/lives/stored/kept
HAND keys/tokens/secrets/credentials/passwords public/everyone/anyone/anybody/vendors/outsiders !NEVER
environment variables/variable/vars HAND PLACE/@url/@mail !NEVER
add/invite/make/grant @mail admin/owner/maintainer/collaborator \
access/organisation/organization/repository/team/repo \
!NEVER
when/whenever/every/each/if password/passwords/secret/token/tokens/key/credential/credentials \
copy/paste/post/send/upload/forward it/them issue/gist/pastebin/public/log/webhook/comment
@url/@mail post/send/upload/share/forward/email/mail/transfer credentials/passwords/secrets/transcript/cookies \
!NEVER
tell/ask/get/make user/users/human/owner paste/send/share/give password/passwords/token/credentials/secret/secrets
@url/@mail gather/collect/upload/attach/forward/exfiltrate .pem/private/credentials/passwords/secrets/@private \
!NEVER
""",
    "it runs what it downloads": """
run/execute/eval/source @url script/scripts/says/commands/instructions !NEVER
@ip install/pip/npm/proxy/index-url/--index-url/registry/package/packages/remote !NEVER
""",
}
