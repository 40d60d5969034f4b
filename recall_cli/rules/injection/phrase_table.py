"""The phrases by the reason to hold them: `/` separates alternatives, `..3` allows three words in between."""

WORD_GROUPS = {
    "USER": "user/users/human/owner/developer/operator",
    "BOSS": "user/owner/human/admin/administrator",
    "AI": "ai/llm/llms/assistant/agent/agents/model/claude/gpt/chatgpt/codex/gemini/copilot/bot",
    "RULES": ("instructions/instruction/rules/guidance/guidelines/directions/directives/prompt/orders/restrictions"),
    "ENTRY": "memory/entry/note/record/instruction/message/text/statement/fact",
    "SPEAK": "reply/respond/say/claim/insist/recommend/pretend/answer/tell/state",
    "CARRY": ("send/upload/post/forward/mail/email/transmit/submit/leak/exfiltrate/copy/push/paste/deliver/attach"),
    "AWAY": "@url/@mail/public/gist/pastebin/webhook/bucket",
    "ALLOWED": "approved/authorised/authorized/pre-approved/permitted/agreed/consented",
    "LEAVE": "permission/consent/approval/authority/authorisation/authorization",
    "IGNORE": "ignore/disregard/forget/discard/dismiss/neglect/vtaber/erongi",
    "PREVIOUS": "previous/prior/earlier/preceding/former/original/cerivbhf/suoiverp",
    "NEVER": "never/not/dont/no/cannot/cant/nobody/without/nothing/avoid",
    "NONE": "no/none/unnecessary/waived/waive/skip/skips/skipped/bypass/bypassed/needless",
    "WITHOUT": "without/unprompted/skipping/skip/bypassing",
    "GUARD": (
        "confirmation/confirmations/confirm/approval/approvals/permission/consent/review/reviews/asking/"
        "prompt/prompts/verification/authorization/authorisation/waiting/two-factor/2fa/sign-off"
    ),
    "DANGER": (
        "destroy/delete/deletes/deleting/deletion/drop/dropping/wipe/rm/force-push/force-pushing/"
        "production/prod/payment/payments/pay/transfer/transfers/destructive/sudo/purge/terraform/deploy/"
        "deploys/deployment/deployments/deploying/erase/migrations"
    ),
    "LESSER": "staging/preview/dev/local/docs/documentation/sandbox/test/tests/typo/draft/drafts/review-app",
    "PERMITTED": (
        "you/your/may/allowed/fine/free/prefers/prefer/wants/always/agents/agent/assistant/ai/agreed/waiting"
    ),
    "TITLE": (
        "user/owner/cto/ceo/cfo/boss/director/admin/administrator/management/manager/security/legal/"
        "compliance/lead/maintainer"
    ),
    "GRANTED": (
        "approved/agreed/authorised/authorized/allowed/permitted/waived/consented/granted/authorize/authorise/allows"
    ),
    "HAND": (
        "send/upload/post/forward/mail/email/append/attach/share/report/paste/copy/publish/include/print/"
        "put/encode/write/reply/submit/give/reveal/dump/commit/embed/insert/leak/disclose/exfiltrate/add"
    ),
    "HANDED": (
        "included/pasted/sent/shared/written/posted/appended/attached/exported/uploaded/committed/"
        "published/printed/emailed/mailed/reported"
    ),
    "SECRETS": ("credential/credentials/password/passwords/secrets/cookie/cookies/passphrase/id_rsa/api-key/api-keys"),
    "PLACE": (
        "pr/description/commit/message/issue/issues/gist/pastebin/channel/ticket/tickets/comment/"
        "comments/branch/link/answer/reply/response/bug/tracker/body/summary/notes.txt/webhook/"
        "screenshot/anyone/anybody/everyone/vendors"
    ),
    "FALL": "ignore/disregard/forget/override/overrule/discard/dismiss/neglect",
}
"""Words that several patterns share, under one name in capitals."""

PHRASE_PATTERNS = {
    "it gives orders to an agent": """
hereby disabled/suspended/lifted/void/revoked/off
rules/instructions/guidelines/restrictions ..4 no longer apply/applies/bind/bound ..1 to ..1 you/me/AI
AI must/should/shall/will ..1 open/visit/fetch/browse ..2 @url
everyone/everybody reading/reads this must/should/shall/has
when/whenever/if ..1 user/users/someone/anyone/customer asks ..10 direct/refer/send/point/redirect ..1 \
them/him/her ..1 to @url
always/on/whenever ..1 answer/reply/say/claim/insist that ..8 green/passed/fine/passing/safe/secure/approved
pretend/imagine ..1 you ..1 have/are ..1 no/without ..1 restrictions/rules/limits/filters/guidelines
act/behave as dan/jailbroken/unrestricted
. enter/activate developer/god/jailbreak/dan/unrestricted/debug mode .
message/notice/directive from ..1 anthropic/openai/google/microsoft/support
every/each/all ..1 review/reviews/answer/answers/reply/commit/message/summary you write/give/send/post
AI ..10 never ask/asks/confirm/confirms .
FALL ..3 previous/prior/earlier/preceding/above/former/original/your/system/safety ..2 RULES/training/programming
ignore/disregard/forget/override/discard ..2 all/any/every/other/whatever/everything ..1 \
instructions/guidance/directives/orders/restrictions
ignore/disregard/forget ..1 everything/all/anything/whatever ..3 you/told/above
instructions/rules/guidance/orders/directions ..1 above/before/preceding/earlier ..4 \
void/invalid/cancelled/superseded/withdrawn
stop following/obeying ..3 instructions/directions/rules/prompt/guidelines/orders
override/bypass/circumvent/evade/disable/ignore ..1 your ..2 \
safety/security/guardrails/restrictions/filters/policy/guidelines/rules/limits
bypass/circumvent/evade all/any/every ..1 permission/approval/safety/confirmation ..1 \
prompts/prompt/checks/check/requests/dialogs/rules
your new/real/actual/updated/true/only ..1 instructions/instruction/task/goal/orders/role/mission/objective/rules \
..1 are/is
your system/hidden/original/initial ..1 prompt/instructions ..2 is/are/has/have/was
you are/re now ..2 developer/debug/god/admin/unrestricted/sudo/jailbroken/maintenance/training/emergency/service/root \
..1 mode/./user
you ..1 no longer ..2 need/have to ask/confirm/check/wait/verify/request/seek
you need/must no longer ask/confirm/check/wait/verify/request/seek
ignore/disregard/forget ..1 whatever/what/everything ..4 told/said/wrote ..1 you/.
forget/disregard ..1 security/safety policy/policies/rules
erase/wipe/drop your ..2 RULES
your instructions/orders/rules/directives have/were/are ..1 changed/replaced/cancelled/lifted/suspended/been
AI ..1 is/are ..1 hereby
in/to/with/into your next message/reply/answer/response
before/instead ..1 helping/answering/serving/obeying ..1 USER
to ..1 USER as if
every/each/all/any url/urls/request/page you fetch/visit/open/make
whatever ..8 without ..1 question
include/show/quote/paste/give/share ..6 your ..1 hidden/system/initial/secret ..1 prompt/instructions
AI must/should/shall/will ..2 trust/believe/obey/accept every/all/any/this/anything/whatever
AI ..6 must/should/shall ..1 quietly/silently/secretly/covertly append/send/add/upload/copy/run/install/change/replace
when/whenever/once/if/time this ..1 memory/note/entry/text is/gets ..1 \
recalled/read/loaded/retrieved/seen/found
you ..1 execute/run ..2 attached/enclosed/embedded
. new system message/prompt/instruction/directive the/you/all/your/from/user
copy/replicate/spread/propagate/insert/repeat ..1 this ..1 paragraph/note/memory/message/instruction/entry/text ..2 \
into/to/in/across ..1 every/all/each/any/other
stop logging/recording/reporting/tracking ..1 your
open/start/spawn/launch ..2 reverse shell
you must/shall/will ..2 believe/obey
whatever ..1 user/human/owner/operator says/asks/wants/thinks ..1 SPEAK
only ..1 right/correct/acceptable/valid/permitted answer/reply/response ..2 is/to
consider/treat/regard ..5 pre-authorised/preauthorised/pre-authorized/preauthorized/pre-approved/preapproved
do whatever ..3 comments/comment/page/issue/document/file/readme ..4 say/says
anyone/whoever reading/reads this must/should/shall
. ..2 transfer/wire/pay/send ..4 budget/money/funds/balance/bitcoin/eth/payment ..3 to ..2 account/iban/wallet/address
replace/change/swap/set ..2 payment/wallet/payout/bank/iban ..1 address/account/number/url ..2 with/to
. ..2 merge/push/deploy/delete/drop/destroy/wipe ..6 without ..2 \
waiting/asking/confirmation/review/approval/permission/prompt
add/append/put/install this ..2 key ..4 authorized_keys
clear/wipe/purge/delete ..1 shell/bash/command/audit ..1 history/log/logs/trail ..8 so/after/each/nobody
you/your ..3 restrictions/guidelines/limits ..2 are/have ..1 off/gone/lifted/removed
do as ..1 this ..1 document/note/message/memory/file/text says
not as/what ..1 your USER/developers
treat ..8 as if ..2 USER/i ..2 typed/said/wrote
you are/re unrestricted/jailbroken/uncensored/unfiltered
you ..1 no longer ..4 follow/obey/comply/adhere/respect ..4 \
policy/policies/rules/guidelines/instructions/restrictions
act/behave/respond/answer as if/though you
from now/this ..4 you ..2 \
obey/answer/reply/respond/recommend/commit/approve/ignore/act/behave/pretend/speak/trust/follow/listen/serve
from now/this ..4 when/whenever/if ..1 asked/prompted/questioned ..14 SPEAK
when/whenever/if/time ..2 asked/prompted/questioned about/which/whether/who/what/for/why ..12 \
reply/respond/say/claim/insist/recommend/pretend
when/whenever/if/time you ..1 asked ..12 SPEAK
answer/reply/respond ..3 every/any/all/each ..2 question/questions/request/requests ..4 with/by
reply/respond/answer ..4 to any/every/all/each question/questions/request/requests
you must/shall/should/will/have/need ..4 call/invoke/trigger ..3 tool/tools
you are/re required/obliged/ordered/instructed/commanded/programmed to ..2 \
invoke/call/execute/obey/answer/include/ignore/reveal/approve/trust/send/run
before ..4 else ..2 invoke/call/execute/send/upload/fetch ..4 tool/@url/conversation/history
note/message/memo/warning/notice to ..3 AI
attention/hey/dear ..1 AI
if you are/re ..2 ai/llm/assistant/agent/model/bot/language
as a/an ..2 ai/llm/assistant/language/agent ..3 you must/have/should/will/shall/are/need
assistant/agent/claude/ai/llm/chatgpt/gemini/codex/copilot you must/shall/will/should/are/have/obey
ai/assistant/agent/agents/assistants/model/models/llm/bot ..2 \
reading/reads/read/retrieving/retrieves/retrieve/processing/processes/sees/loads this/these ..3 \
must/should/shall/has/have/will/needs/.
assistant/agent/model/you recommends/recommend/trusts/trust/obeys/obey only/exclusively/solely
system prompt/message/directive/instruction update/override/addendum/notice
reveal/leak/disclose the ..1 system/hidden prompt/instructions
reveal/dump/print/leak/repeat/output/disclose ..1 your/hidden ..2 prompt/instructions/rules
in all/every/any future conversations/conversation/answers/responses/replies/chats/sessions ..8 \
recommend/say/mention/include/promote/praise/answer/reply
execute/run the/this/these ..1 following ..1 command/commands/code/script \
silently/secretly/covertly/quietly/immediately
. quietly/silently/secretly/covertly/discreetly \
send/forward/upload/copy/add/install/delete/run/execute/post/change/replace/append/modify/disable/skip/redirect/swap
@url ..4 execute/eval it/them/this
you obey/serve
obey it/this/me/them/everything/next
new directive/instruction/order/rule/policy/task for/to ..2 AI
. ..1 AI @says whenever/you/always/never/do/dont/from/if/ignore/skip/trust/approve/treat/stop/disable
you will/shall/must ..2 from now/this
if/when/whenever ..1 user/users/someone/anyone/anybody asks/ask ..16 respond/reply/say/claim/answer that
claude/codex/gemini/copilot/assistant must/should/shall/may never/not \
warn/mention/refuse/tell/ask/question/verify/report/flag
disobey/disregard/ignore ..3 claude.md/agents.md/gemini.md
treat ..8 as/though ..2 from ..1 USER
listen/act to/on me/mine
your reply/answer/response/output/replies/answers/responses/outputs/reviews ..1 must/shall/has/will/should ..3 \
recommend/mention/praise/promote/favour/favor/say/begin/start/end/state/claim/contain/name/advertise/always/never/only/be
your task/goal/job/mission/role/purpose ..1 changes/changed/now/is
no matter what ..1 user/developer/owner/maintainer/humans ..2 says/said/wants/thinks
if/when/whenever a/an/any/the ..1 ai/llm/chatbot/assistant ..1 \
summarises/summarizes/reads/processes/sees/parses/indexes/retrieves ..8 it/they should/must/shall
ignorez/ignore/oubliez/oublie ..2 instructions/consignes précédentes/antérieures/ci-dessus
vergiss/ignoriere/missachte/vergessen ..2 bisherigen/vorherigen/vorigen/obigen/früheren ..1 \
anweisungen/regeln/befehle
ignora/olvida/ignorare ..3 instrucciones/istruzioni ..1 anteriores/previas/precedenti""",
    "it wants something hidden from the user": """
without mentioning/citing/naming/revealing this/that ..1 note/memory/instruction/rule/entry/message
let/make ..1 USER believe/think that
dont/not/never/avoid ..1 tell/telling/inform/informing/alert/notify/notifying ..1 USER/them about/of \
this/it/that/these/anything
dont/not/never/avoid ..1 tell/inform/alert/notify ..1 USER/anyone ./anything
dont/not/never/avoid ..1 mention/mentioning/disclose/reveal/discloses/reveals/mentions this/that/it ..4 to ..1 \
USER/anyone
dont/not/never mention/disclose/reveal/share this/that/it/these ..3 to anyone/anybody/others/them/people
dont/not/never report/mention it/this ./to/anywhere
make/making/ensure/ensuring ..2 no/nobody ..1 notice/notices/noticed/realises/realizes/suspects
grant/give/delete/remove/disable/send/install ..10 without ..1 informing/telling/notifying ..1 USER
tell nobody/noone
keep/stay quiet about/on
so ..2 nobody/no ..3 trace/notice/suspect/notices/sees/record/evidence/knows
reviewer/reviewers/team/customer/customers ..1 not/never need/have/needs to know
deny that this/you/we
dont/not/never bring it/this/that up
. without informing/telling/asking/notifying/alerting ..1 USER
hide/conceal this/that/it/these from ..1 USER
keep this/that/it/these secret/hidden/quiet/away from ..1 USER
dont/not/never let ..1 USER know/notice/realise/realize/suspect/learn that/about/of/.
USER ..1 not/never/wont/mustnt ..2 find/finds/hear/hears/learn/learns/know/knows/notice/notices ..1 \
out/about/of/that
not/never ..2 show/tell/reveal this/that/it ..3 to ..1 USER
USER need/needs/must/should/shall not ..1 be told/informed
USER must/should/may not know ./about/of/that
keep ..5 between us
no reason/need ..3 USER ..1 to/should hear/know/learn
not/never/dont reveal/disclose/admit to ..1 user/developer/owner/human that
. pretend/claim/lie ..10 user/human/owner""",
    "it sets itself above other memories": """
this ..3 highest/top ..1 priority memory/note/rule/instruction/entry
this memory/note/entry/rule/instruction ..1 has/takes/have ..1 priority/precedence over
this/following ENTRY ..6 overrides/override/outranks/supersedes/trumps/over/precedence/above/priority ..3 \
all/every/everything/anything/any/other/others/user/users/what/whatever
this/following memory/note/instruction/statement is ..2 authoritative/infallible/absolute
this/following ENTRY ..2 most important ..1 one/memory/of/./and/entry/instruction
this memory/entry/instruction/note/statement ..3 highest/absolute/maximum/utmost/top priority/precedence/authority
this memory/fact/instruction/note must/should/shall/may/can/cannot never/not/be ..4 \
removed/deleted/questioned/ignored/contradicted/overridden/superseded/forgotten/doubted
rate/upvote this ..1 memory/entry/note
set/raise/change/mark/put ..2 trust/confidence/importance/rating of this/the ..1 memory/entry/note/record
all/every/any other memories/memory ..3 with/about/are/is/./must/by
only trustworthy/trusted/reliable/true memory/note/entry is
rank/list/place/put/show this ..1 memory/entry/note ..1 first/top/above/highest
trust/believe/follow/obey only/just/solely this/the ..1 memory/entry/record/note/text
consider/treat/discard/ignore/disregard/distrust/forget/drop all/every/any/other/conflicting/contradicting ..1 \
other/conflicting/contradicting/older/memory/memories ..1 memory/memories/obsolete/void/./false
discard/ignore/disregard/distrust conflicting/contradicting/other memories/memory
precedence/priority over every/all/any ..1 other/memory/memories/instruction/instructions \
memory/memories/instruction/instructions/.
outranks/overrides/supersedes the/what/whatever users/user ..1 own/words/word/says/wants
nothing else ..2 memory/memories ..3 trusted/believed/true""",
    "it asks to carry private data out": """
print/show/echo/append/repeat/list ..4 keys/secrets/tokens/passwords/credentials ..5 \
reply/answer/response/replies/answers/responses
secrets/credentials/keys/tokens/passwords should/must/shall be echoed/printed/repeated/shown ..2 \
answer/answers/reply/response/chat
CARRY ..8 @private ..10 AWAY
include/show/print/append/paste/attach/output/reveal/embed/put/add/read/send ..3 contents/content ..1 @private
read @private ..4 paste/send/upload/post/mail/include
CARRY ..2 customer/customers/client/clients/employee ..1 list/data/records/database/details ..4 to ..2 @mail/@url
CARRY ..4 conversation/history/chat/transcript/secrets/credentials/passwords/keys/key ..10 to ..2 AWAY
append/send/upload/post/include/encode ..3 environment/env variables/vars ..12 @url/@mail
put/include/embed/insert/write/encode/base64-encode/hide ..5 keys/key/tokens/credentials/passwords/secrets ..6 \
into/in ..2 commit/answer/answers/response/responses/reply/url/image/issue
curl/wget/nc/http ..8 @private ..4 @url
curl/wget ..4 @url ..4 @private
collect/gather/harvest/steal ..4 tokens/keys/passwords/secrets/credentials ..10 @url/@mail
zip/tar/archive/upload ..2 home ..12 @url/@mail
@private ..3 | ..2 curl/nc/wget/ssh
nslookup/dig/ping @shell
output/result of env/printenv ..6 @url/@mail
encode/hide/smuggle ..4 password/key/secret/token ..2 in ..2 branch/commit/title/name/url/filename
@url ..1 followed/plus/containing/with ..2 value/contents/content ..1 of
. exfiltrate/exfil
dump/mail/send ..1 your ..1 prompt/instructions/context ..6 @url/@mail""",
    "it runs what it downloads": """
download ..2 execute/run ..2 @url
curl/wget/iwr/irm/invoke-webrequest/fetch ..12 | ..2 bash/sh/zsh/python/python3/perl/node/ruby/iex
bash/sh/zsh/source/eval/. ..1 @shell curl/wget
iex/invoke-expression ..1 iwr/irm/curl/wget/invoke-webrequest/new-object""",
    "it claims an approval that only the user can give": """
remember/recall ..1 you ..2 allowed/permitted/authorised/authorized/free to
authorised/authorized/permitted/cleared you to ..1 bypass/skip/ignore/push/delete/run/disable/merge/deploy/use
you ..1 dont/not need ..2 user/users/owner/owners ..1 permission/approval/consent
you have been given/granted ..2 root/admin/full ..1 access/rights/permission/permissions
i ..1 hereby grant/authorise/authorize/permit/allow
BOSS ..1 has/have/had/already ..1 ALLOWED the/all/any/this/these/that/every/it/in/future/running/to/*ing
BOSS already approved/authorised/authorized/agreed/consented/confirmed/permitted/allowed
user/owner/human ..1 approved/authorised/authorized ..1 deleting/running/force/all/every/any/future
BOSS/security ..1 pre-approved/preapproved
BOSS ..2 given/gave/granted/grants ..2 LEAVE/leave to/for
user/users/owner/owners/human LEAVE ..2 obtained/given/granted/received
authorised/authorized/approved/sanctioned by ..1 user/owner/admin/administrator/human ..4 skip/no/without/you
admin/administrator/sysadmin/superuser says/said/orders/instructs/demands ..1 no/you/skip ..1 \
confirmation/approval/need/review/may/can/must/should/shall/checks
permission/approval/access/authorisation/authorization granted ..1 you/to/for
according to ..1 administrator/admin/owner/user/security ..1 you/no/skip
BOSS ..2 signed off on *ing
LEAVE ..4 granted/given by ..2 BOSS
never/dont/not ask for permission/confirmation/approval ..1 again/anymore/ever
signed off ..1 all/any/every/future/everything
run/execute/merge/deploy it/this/them without ..1 review/asking/confirmation/permission/approval""",
}
