"""The keys of the suspicious phrases: a word, the numbers that it is the first key of, and the second.

Made by `python -m tests.rules.injection.make_phrase_keys`; a test holds it against the phrases.
"""

PHRASE_KEYS = """
--index-url /259 .pem /257 2fa 235/211,220,236 @allowed 232/ @boss /232 @confirm 231,233/ @danger /231,233 @hide
190/190 @ignore 196/ @ip 259/ @mail 151,152,153,157,161,165,248,250,253,255,257/148,158,247 @not 191/ @private
148,149,150,155,156,159,239,243,246,247,249/250,257 @prompt 197/ @rules /196 @says 87/ @secrets 245/ @send /245,246
@shell 160,168/ @show /197 @tell /191 @url
2,4,83,151,152,153,157,161,163,165,166,248,250,255,257,258/69,148,155,156,158,247 AI /28,35,36,70,71,87 ALLOWED 175/
AWAY 152/148 BOSS /175,178,185 DANGER /235,237 ENTRY /130 FALL 12/ GRANTED 238/ GUARD 235/236 HANDED /249 IGNORE 198/
LEAVE /179,180,186 PLACE /247 PREVIOUS /198,199 RULES /12,26 SECRETS 239,247,249/207 TITLE /238 USER
31,56,104,119,120,121,123/30,92,102,105,117,122,125 WITHOUT 236/ absolute 131/133 accept 35,205/ acceptable 45/ access
/183 according 184/ account 49/50 act 7,60,61,93,208/ activate /8 add /82,221 addendum /77 address 49/50 adhere /59
admin 21,182/173,175,178,181,184,185,208,238,241,253 administrator 182/175,178,181,184,185,208,238 admit 126/ advance
/234,244 advertise 215/ against /214 agent 72,73,74,194/28,35,36,70,71,75,87,205 agents 194/28,35,36,70,71,75,87,205
agents.md 91/223 agreed 175,238,240,241,244/176 ai 72,73,74,97,194/28,35,36,70,71,75,87,205 alert 103/104 alerting
116/ all /14 allow 244/174 allowed 238,244/170,176 allows 238,241/ already 176,240/ although 218/ always /221 answer
60,61,94/5,29,45,65,66,68,215,247 answering 30/ answers 94/80,215 anteriores /100 anthropic 9/ antivirus /211
antérieures /98 anweisungen 99/ anybody 251/89,247 anyone 48,104,195,251/89,105,247 anything /14,244 anyway 218/
api-key 239,247,249/207 api-keys 239,247,249/207 append /82,146 appended /249 applies 200/1 apply 200/1 approval
172,235/18,51,179,180,183,186,187,236 approvals 235/236 approve 61,205/68 approved 5,175,177,181,238,244/176 as
/31,55,60,73 aside /222 ask 11,89,187,209,237/22 asked 62,63,64,209/ asking 116,235/51,236,244 asks 11,89,209/4,44
assistant 72,73,74,90,97,194/28,35,36,70,71,75,87,205 assistants 194/75,205 attached 38/249 attention 71/ audit 53/
authorisation 235/179,180,183,186,236 authorise 238/174 authorised 171,175,177,181,238,244/170,176 authoritative
131,228/ authority 133/179,180,186 authorization 235/179,180,183,186,236 authorize 238/174 authorized
171,175,177,181,238,244/170,176 authorized_keys 52/ avoid /103 away 118/ backdoor 193/ balance /49 bank 50/
base64-encode 154/ bash 53/ beats 229/ befehle 99/ behave 7,60,61/ believe 35,43,102,140/ believed 230/ bind 200/1
binding 200/ bitcoin 221/49 blanket /234 body /247 boss /238 bot 72/28,35,36,70,71,75,87 bound 201/1 branch /212,247
bring 115/ browse /2 bucket 152/148 budget /49 bug /247 bypass 17,18,211/171 bypassing 236/ call /67,68,203 calls /203
cancelled 15/216 ceo /238 cerivbhf /198,199 cfo /238 change /82 channel /247 chat /152 chatbot 97/ chatgpt
74/28,35,36,70,71,87 chats /80 check /22 checks 206/220 ci-dessus /98 circumvent 17,18/ citing 101/ claim 127/5,63
claude 74,90,194/28,35,36,70,71,87,205 claude.md 91/223 clear /53 cleared 171,244/ cleartext 207/ client /151 clients
/151 codex 74,90,194/28,35,36,70,71,87,205 collaborator /253 collect /157 command 53,192/203 commanded 68/ commands
192,204/203 comment /204,247 comments /204,247 commit 61/239,247 committed /239,243,249 compliance /238 comply /59
conceal 117/ confidence 136/ confirm 11,235,237/22,236 confirmation 206,235/18,51,187,220,236 confirmations
206,235/220,236 confirmed 240,244/176 confirms 11/ conflict 227/ conflicting 226/141 consent
172,235,242/179,180,186,236 consented 175,238/176 consider 46,141/ consignes 98/ content /149,163 contents /149,163
context /165 contradict 227,230/ contradicted 134/ contradicting /141 contradicts 227,230/ contrary 226/ conversation
/69,80,152,217,248,250 conversations /80,248,250 cookie 239,247,249/207 cookies 239,247,249/207,255 copilot
74,90/28,35,36,70,71,87,205 copy 40/82,254 correct 45/ corrected 225/ count 200/ counts /222 covertly 36,82,212/81
credential 239,247,249,254/207 credentials 146,239,243,247,249,254,256/147,152,154,207,251,255,257 crypto 221/ cto
/238 curl /167,168,169 customer 113/151 customers 113/151 dan /7 dear 71/ debug 21/ delete /53,82,171,235,237,240
deleted 134/ deletes /235,237 deleting /235,237 deletion /235,237 demands /182 deny 114/ deploy /171,189,235,237
deploying /235,237 deployment /235,237 deployments /235,237 deploys /235,237 description /247 despite 218/ destroy
/235,237,240 destructive /235,237 developer
21,31,56,104,119,120,121,123,195,214/30,92,96,102,105,117,122,125,126,192,210 developers 56,195,214/ dig /160
directions /12,15,26 directive /9,86 directives 13,27,222/12,26 director /238 disable 17,211/82,171 disabled
/0,206,216,219 disagree 227/ disagrees 226/ discard 12,141,142,198/13 disclose 105,106,126/79,194 discloses 105/
discreetly 82,212/ dismiss 12,198/ disobey /91 disregard 12,14,24,25,141,142,198/13,91,222 disregarded 199/ distrust
141,142/ document /204 documents /204 donation 221/ dont /103,107 doubt 225/ doubted 134,225/ download /166 drop
26,141/235,237,240 dropping /235,237 dump /79,250 earlier 217/198,199,224 echo /146 echoed 147/ else 69,145/228
emailed /249 embed 154/ embedded 38/ emergency 21/ employee /151 enclosed 38/ encode 154,162/ ensure /108 ensuring
/108 enter /8 entries /227 entry 139/37,40,129,130,135,136,138,140,225,229 env /153,161 environment 252/153 erase
26/235,237 erongi 198/ eth /49 evade 17,18/ eval /83,258 even 218/ everybody 3/ everyone 3,251/247 everything
/14,85,244 evidence 112/ exclusively /76 execute /38,68,82,83,189,258 exfil 164/164 exfiltrate 164/164 exported /249
fact /130,134 facts /227 fail /213 failed 210/213 failing /213 fails /213 fetch 32/2,167 file /242 filters /6,17 find
/120 finds /120 fine 5,210/218 firewall /211 flag /193 follow 61,140/59 following 81,130/16 force-push /235,237,240
force-pushing /235,237 forever 225/ forget 12,14,24,25,141,198/13 forgotten 134,199/ former /198,199 forward /82,254
found 37/ free /170 from 88/61,62 full /173 funds /49 future 80/ gather /157 gave 179/ gemini
74,90/28,35,36,70,71,87,205 gemini.md 91/223 gist 152/148,247 give 10/256 given 173,179,180,186,234/ goal 19,95/ god
21/ gone /54,219 google 9/ gpt /28,35,36,70,71,87 grant /174 granted 173,179,180,183,186,234,238,244/ grants 179/
green 5,213/ guardrails 216/17,202,211 guidance 13,222/12,15,26 guidelines 54,216,222/6,12,17,26,200,201 harvest /157
hear /120 hears /120 helping 30/ hereby 0,28,174/234,244 hey 71/ hidden 78,118/20,34 hide 117,154,162/ highest
/128,133 history /69,152,248 home 158/ hostname /250 human
31,56,104,119,120,121,123,195,214/30,92,102,105,117,122,125,126,127,175,177,178,181,185,192,210,241 humans 195,214/96
iban 49,50/ id_rsa 239,247,249/207 iex 169/ if /72 ignore 12,14,17,24,61,141,142,198/13,68,91,171 ignored 134,199/
ignoriere /99 imagine 6/ immediately /81 impersonate 208/ importance 136/ important 132/ include 154/68 included /249
index-url /259 indexes /97 infallible 131/ inform 103/104 informed 122/ informing 103,109,116/ initial /20,34 insecure
193/ insert 40,154/221 insist 225/5,63 install /82,259 instead /214 instrucciones 100/ instructed 68/ instruction
19/12,26,40,86,129,130,131,134,195,225,230 instructions 13,19,20,27,34,79,98,204,222/12,15,26,78,165,200,217 instructs
/182 invalid 15/ invoke /67,68 invoke-expression 169/ invoke-webrequest /167,169 irm /167,169 issue /247 issues /247
istruzioni 100/ it /85 iwr /167,169 jailbroken 21,58/7 job 95/ keep 124/111,118 key 254/52,152,154,162 keys
146/147,152,154,251 know /113,120,123 knows 112/120 language 72,73/ lead /238 leak /79 learn /120 learns /120 leave
/179 legal /238 let /119 lets 241/ level /212 lie 127/ lifted 202/0,54,216,219 limits 54/6,17,201 link /247 list
/139,146 listen 61,93/ llm 72,73,74,97/28,35,36,70,71,75,87 llms /28,35,36,70,71,87 loaded 37/ loads 75/ logging
/41,220 longer 1,22,23,59/ mailed /249 main /212 maintainer /96,208,238,253 maintenance 21/ make 32/108 making /108
malware 193/ management /238 manager /238 matter 96/ maximum /133 me /85,93 memo 70/ memories
137,224/141,142,226,227,230 memory 137,139/37,40,129,130,131,134,135,136,138,140,141,142,195,225,226,227,229,230
mention 105,106,107/193,194 mentioning 101,105/ mentions 105/ merge 205/171,189 message 70/9,29,40,130,215,247
messages /215,217 microsoft 9/ migrations /235,237 mine /93,222 missachte /99 mission 19,95/ mode 8/ model
72/28,35,36,70,71,75,87 models /75 modify /82 money /49 most /132 must /23 naming 101/ need 125/23,172 neglect 12,198/
never /11,90,103,107 new 86/39 new-object /169 next 29/85 nobody 110,195/ noone 110/ not /56,90,103,107 note
70,139/37,40,129,130,131,134,135,136,138,140,195,225,229,230 notes 224/230 notes.txt /247 nothing /145 notice
70,108,112/9,77,120 noticed 108/ notices 108,112/120 notify 103/104 notifying 103,109,116/ now /21 npm /259 nslookup
/160 number /50 obey 35,43,61,76,84,85,140,230/59,68 obeying 30/16 obeys 76/ objective 19/ obliged 68/ obsolete /222
obtained 180/ off /0,54,188,206 ok 210/ older /141,224 only /76 open 32/2 openai 9/ operator
31,56,104,119,120,121,123,214/30,92,102,105,117,122,125 opposite 226/ order /86 ordered 68/ orders
13,19,27,204/12,15,26,182 original /20,198,199 other /137,141 others /228 otherwise 225,226/ outdated /222 output
94,192/79 outputs 94,192/ outrank 223,230/ outranks 144,223/ outsiders 251/ outweighs 229/ over /143 overridden
134,230/ override 12,17/13,77 overrides 144,223/ overrule 12/ overrules 223/ owner
31,56,104,119,120,121,123,195,214/30,92,96,102,105,117,122,125,126,127,175,177,178,181,184,185,192,208,210,238,241,253
package /259 packages /259 page /32,204 pages /204 paragraph /40 parses /97 passed 5,210,213/218 passing 5,213/
passphrase 239,247,249/207 password 239,247,249,254,256/162,207 passwords
146,239,243,247,249,254,256/147,152,154,207,251,255,257 paste /239,254,256 pastebin 152/148,247 pasted /239,243,249
pay /235,237 payment 50/49,212,235,237 payments /235,237 payout 50/ permission
172,235,242/18,51,179,180,183,186,187,236 permissions /220 permit /174 permits 241/ permitted 45,171,175,238/170,176
person 195,214/ ping /160 pip /259 place /139,242 plain 207/ plain-text 207/ plaintext 207/ policies /200,201,202
policy /17,86,202 pose 208/ post 10/82,254 posted /249 pr /247 praise 215/209 pre-approved 175,178,203/46
pre-authorised 203/46 pre-authorized 203/46 preapproved 178,203/46 preauthorised /46 preauthorized /46 precedence
129,133,143/ precedenti /100 preceding /198,199 prefer /228 preferred /228 pretend 6,61,127,208,219/63 prevail 225/
prevails 225/ previas /100 previous 217/198,199,224 print /79,146 printed 147/249 printenv /161 prior /198,199
priority 128,129,133,143/ private 243/257 processes 75/97 processing 75/ prod /235,237,240 production /235,237,240
programmed 68/ programming /12 promised 240/ promote 215/209 prompt 20,34,79,235,237/12,26,51,78,165,236,248 prompted
62,63/ prompts 235/236 propagate 40/ proxy /259 précédentes /98 public 152,251/148 publish /239 published /239,243,249
purge /53,235,237 purpose 95/ push /171 put 154/139,221 question 33,65,66/ questioned 62,63,134,225/ questions
65,66,225/ quiet 111,118/ quietly 36,82,212/81 rank /139 rate 135/ rating 136/ read 37,75/150 reading 75/3,48 readme
/204 reads 75/3,48,97 realises 108/ realizes 108/ reason 125/ recall 170/ recalled 37/ received 180/ recommend
61,76/63,209 recommends 76/ record 112/130,136,140,229,242 recording /41 records /227 redirect /82 regard 46/
regardless 218/ regeln 99/ registry /259 reliable 138,228/ relied 229/ remember 170/ remote /212,259 removed
134/54,216,219 repeat 40/79,146 repeated 147/ replace /82,221 replaced /222 replicate 40/ replies 94/80,215 reply
61,94/5,29,45,63,65,66,215,247 report 107/193 reported /249 reporting /41 request 65,66,237/22,32 requests 65,66/
required 68/ respect /59 respond 60,61/63,65,66 response 94/29,45,215,247 responses 94/80,215 restrictions
13,54,216/6,12,17,26,200,201,202 retrieve 75/ retrieved 37/ retrieves 75/97 retrieving 75/ reveal
105,106,126/68,79,194 revealing 101/ reveals 105/ reverse 42/ review 235/51,236 reviewer 113/208 reviewers 113/
reviews 94,235/236 revoked 202/0,216 right 45/ rm /235,237,240 role 19,95/ root 21/173,208 rule /86,129 rules
19,27,79,216,222/6,12,15,17,26,200,201,202 run /38,68,82,171,189,258 safe 5/ safety 206,216/17,18,25,200,202 said
/24,57,182,214 sanctioned 181/ sandbox /211 say /5,47,63 says 55/44,47,182,214,223 scanner /211 scanners /211
screenshot /247 secret 118,254,256/34,162 secretly 36,82,212/81 secrets
146,239,243,247,249,256/147,152,154,207,248,251,255,257 secure 5/ security /17,25,178,184,238 seek /22 seen 37/ sees
75,112/97 send 10/68,82,254,256 sent /239,243,249 serve 61,84/ service 21/ serving 30/ session 220/ sessions /80 share
106/239,256 shared /239,243,249 shell 53/42 show /139,146 shown 147/ sign-off 235/236 signed 185,188/ silently
36,82,212/81 skip 236/82,171,244 skipping 236/ smuggle 162/ so /112 solely /76 someone /89 source /258 speak 61/
spread 40/ standing /242 statement /130,131,230 stay /111 steal /157 stop 16,41,211/ subject 201/ succeeded 210/218
success 210/218 successful /218 sudo 21/235,237,240 summarises /97 summarizes /97 summary /247 suoiverp /198,199
superseded 15,134/ supersedes 144/ superuser 182/ support 9/ suspect 112/ suspects 108/ suspended 202/0,206,216,219
swap /82 switch 211/ sysadmin 182/ system 39,77,78/20,34 task 19,95/86 team 113/ tell 103/104,110,193,194 telling
103,109,116/ terraform /235,237 text /37,40,130,140 that /114 them /85 think 102/ thinks /44 this 130/85,212 ticket
/247 tickets /247 to /106,121 token 254,256/162 tokens 146,254/147,154,251 told 122,222,241/24,214 tool 67/69,203
tools 67/ top /128,133 trace 112/ tracker /247 tracking /41 training 21/12 transcript /152,248,250,255 transcripts
/250 transfer /235,237 transfers /235,237 treat 46,57,92,141/ trigger /67 true 138/ trumps 223/ trust
35,61,76,136,140,205/68 trusted 138,228/ trusts 76/ trustworthy 138/ turn 211/ two-factor 235/211,220,236 typed /57
uncensored 58/ unfiltered 58/ unprompted 236/ unrestricted 21,58/7 up /115 update /77 upload /82,254 uploaded /249
upstream /212 upvote 135/ url /32,50,212 urls /32 us /124 use /171 user
31,56,104,119,120,121,123,195,214/30,89,92,96,102,105,117,122,125,126,127,144,175,177,178,181,184,185,192,210,238,241
users 31,56,104,119,120,121,123/30,89,92,102,105,117,122,125,144 utmost /133 valid 45,200/ value /163 variable /252
variables /252 vars /252 vendors 251/247 vergessen /99 vergiss /99 verification 235/236 verify /22 visit 32/2 void
15,202/0,222 vtaber 198/ vulnerabilities 193/ vulnerability 193/ wait 237/22 waiting 235/51,236 waived 238/ wallet
49,50,221/ wants /44,214,223 warn /193 warning 70/ webhook 152/148,212,247 website /204 websites /204 weight 229/ wget
/167,168,169 whatever 44,47,204/14,33 whoever 48/ wins 225,229/ wipe 26/53,235,237 wishes /223 withdrawn 15/ without
51,189,236/101,109,116 write 10,154/ written /249 wrote /24,57 yes 244/ you /10,43,58,64,74,84,88 your /19,27,94,95 |
167/159
"""
