"""Words that together in one sentence, in whatever order, say what a phrase of the table says."""

BAGS = {
    "it wants something hidden from the user": """
user/owner/human/humans/developer/developers/person/nobody/anyone this memory/note/instruction \
not/never/dont/nobody see/seen/shown/learn/know/notice/hear/exists
""",
    "it gives orders to an agent": """
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
owner/user/admin/administrator/lead/manager/boss/security/permission \
approved/cleared/confirmed/allow/allowed/authorised/authorized/agreed/yes/granted \
skip/hereby/advance/everything/anything/asking
""",
    "it asks to carry private data out": """
when/whenever/every/each/if password/passwords/secret/token/tokens/key/credential/credentials \
copy/paste/post/send/upload/forward it/them issue/gist/pastebin/public/log/webhook/comment
@url/@mail post/send/upload/share/forward/email/mail/transfer credentials/passwords/secrets/transcript/cookies
tell/ask/get/make user/users/human/owner paste/send/share/give password/passwords/token/credentials/secret/secrets
@url/@mail gather/collect/upload/attach/forward/exfiltrate .pem/private/credentials/passwords/secrets/@private
""",
}
