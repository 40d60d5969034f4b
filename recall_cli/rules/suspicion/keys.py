"""The keys of the suspicious phrases: a word, the numbers that it is the first key of, and the second.

Made by `python -m tests.rules.suspicious_keys`; a test holds it against the phrases.
"""

KEYS = """
--index-url /232 .pem /230 2fa 210/187,196,211 @allowed 208/ @boss /208 @confirm 207/ @danger /207 @hide 167/167
@ignore 173/ @ip 232/ @mail 133,134,135,139,143,147,223,226,228,230/130,140,221 @not 168/ @private
130,131,132,137,138,141,214,218,221,222/223,230 @prompt 174/ @rules /173 @says 75/ @secrets 220/ @send /220 @shell
142,150/ @show /174 @tell /168 @url 71,133,134,135,139,143,145,147,148,223,228,230,231/57,130,137,138,140,221 AI
/16,23,24,58,59,75 ALLOWED 152/ AWAY 134/130 BOSS /152,155,162 DANGER /210,212 ENTRY /114 FALL 0/ GRANTED 213/ GUARD
210/211 HANDED /222 IGNORE 175/ LEAVE /156,157,163 PLACE /221 PREVIOUS /175 RULES /0,14 SECRETS 214,221,222/183 TITLE
/213 USER 19,44,90,105,106,107,109/18,80,91,103,108,111 WITHOUT 211/ absolute 115/117 accept 23,181/ acceptable 33/
access /160 according 161/ account 37/38 act 48,49,81,184/ add /70,197 addendum /65 address 37/38 adhere /47 admin
9,159/152,155,158,161,162,184,213,216,226 administrator 159/152,155,158,161,162,184,213 admit 112/ advance /209,219
advertise 191/ against /190 agent 60,61,62,171/16,23,24,58,59,63,75,181 agents 171/16,23,24,58,59,63,75,181 agents.md
79/199 agreed 152,213,215,216,219/153 ai 60,61,62,85,171/16,23,24,58,59,63,75,181 alert 89/90 alerting 102/ all /2
allow 219/ allowed 213,219/153 allows 213,216/ already 153,215/ although 194/ always /197 answer
48,49,82/17,33,53,54,56,191,221 answering 18/ answers 82/68,191 anteriores /88 antivirus /187 antérieures /86
anweisungen 87/ anybody 224/77,221 anyone 36,90,172,224/77,91,221 anything /2,219 anyway 194/ api-key 214,221,222/183
api-keys 214,221,222/183 append /70 appended /222 applies 176/ apply 176/ approval 210/6,39,156,157,160,163,164,211
approvals 210/211 approve 49,181/56 approved 152,154,158,213,219/153 as /19,43,48,61 aside /198 ask 77,164,185,212/10
asked 50,51,52,185/ asking 102,210/39,211,219 asks 77,185/32 assistant 60,61,62,78,85,171/16,23,24,58,59,63,75,181
assistants 171/63,181 attached 26/222 attention 59/ audit 41/ authorisation 210/156,157,160,163,211 authorise 213/
authorised 152,154,158,213,219/153 authoritative 115,204/ authority 117/156,157,163 authorization
210/156,157,160,163,211 authorize 213/ authorized 152,154,158,213,219/153 authorized_keys 40/ avoid /89 away 104/
backdoor 170/ balance /37 bank 38/ base64-encode 136/ bash 41/ beats 205/ befehle 87/ behave 48,49/ believe 23,31,124/
believed 206/ bind 176/ binding 176/ bitcoin 197/37 blanket /209 body /221 boss /213 bot 60/16,23,24,58,59,63,75 bound
177/ branch /188,221 bring 101/ bucket 134/130 budget /37 bug /221 bypass 5,6,187/ bypassing 211/ call /55,56,179
calls /179 cancelled 3/192 ceo /213 cerivbhf /175 cfo /213 change /70 channel /221 chat /134 chatbot 85/ chatgpt
62/16,23,24,58,59,75 chats /68 check /10 checks 182/196 ci-dessus /86 circumvent 5,6/ claim 113/51 claude
62,78,171/16,23,24,58,59,75,181 claude.md 79/199 clear /41 cleared 219/ cleartext 183/ client /133 clients /133 codex
62,78,171/16,23,24,58,59,75,181 collaborator /226 collect /139 command 41,169/179 commanded 56/ commands 169,180/179
comment /180,221 comments /180,221 commit 49/214,221 committed /214,218,222 compliance /213 comply /47 conceal 103/
confidence 120/ confirm 210,212/10,211 confirmation 182,210/6,39,164,196,211 confirmations 182,210/196,211 confirmed
215,219/153 conflict 203/ conflicting 202/125 consent 210,217/156,157,163,211 consented 152,213/153 consider 34,125/
consignes 86/ content /131,145 contents /131,145 context /147 contradict 203,206/ contradicted 118/ contradicting /125
contradicts 203,206/ contrary 202/ conversation /57,68,134,193,223 conversations /68,223 cookie 214,221,222/183
cookies 214,221,222/183,228 copilot 62,78/16,23,24,58,59,75,181 copy 28/70,227 correct 33/ corrected 201/ count 176/
counts /198 covertly 24,70,188/69 credential 214,221,222,227/183 credentials
214,218,221,222,227,229/134,136,183,224,228,230 crypto 197/ cto /213 curl /149,150,151 customer 99/133 customers
99/133 dear 59/ debug 9/ delete /41,70,210,212,215 deleted 118/ deletes /210,212 deleting /210,212 deletion /210,212
demands /159 deny 100/ deploy /166,210,212 deploying /210,212 deployment /210,212 deployments /210,212 deploys
/210,212 description /221 despite 194/ destroy /210,212,215 destructive /210,212 developer
9,19,44,90,105,106,107,109,172,190/18,80,84,91,103,108,111,112,169,186 developers 44,172,190/ dig /142 directions
/0,3,14 directive /74 directives 1,15,198/0,14 director /213 disable 5,187/70 disabled /182,192,195 disagree 203/
disagrees 202/ discard 0,125,126,175/1 disclose 91,92,112/67,171 discloses 91/ discreetly 70,188/ dismiss 0,175/
disobey /79 disregard 0,2,12,13,125,126,175/1,79,198 distrust 125,126/ document /180 documents /180 donation 197/ dont
/89,93 doubt 201/ doubted 118,201/ download /148 drop 14,125/210,212,215 dropping /210,212 dump /67,223 earlier
193/175,200 else 57,129/204 emailed /222 embed 136/ embedded 26/ emergency 9/ employee /133 enclosed 26/ encode
136,144/ ensure /94 ensuring /94 entries /203 entry 123/25,28,114,119,120,122,124,201,205 env /135,143 environment
225/135 erase 14/210,212 erongi 175/ eth /37 evade 5,6/ eval /71,231 even 194/ everyone 224/221 everything /2,73,219
evidence 98/ exclusively /64 execute /26,56,70,71,166,231 exfil 146/146 exfiltrate 146/146 exported /222 fact /114,118
facts /203 fail /189 failed 186/189 failing /189 fails /189 fetch 20/149 file /217 filters /5 find /106 finds /106
fine 186/194 firewall /187 flag /170 follow 49,124/47 following 69,114/4 force-push /210,212,215 force-pushing
/210,212 forever 201/ forget 0,2,12,13,125,175/1 forgotten 118/ former /175 forward /70,227 found 25/ from 76/49,50
funds /37 future 68/ gather /139 gave 156/ gemini 62,78/16,23,24,58,59,75,181 gemini.md 79/199 gist 134/130,221 give
/229 given 156,157,163,209/ goal 7,83/ god 9/ gone /42,195 gpt /16,23,24,58,59,75 granted 156,157,160,163,209,213,219/
grants 156/ green 189/ guardrails 192/5,178,187 guidance 1,198/0,3,14 guidelines 42,192,198/0,5,14,176,177 harvest
/139 hear /106 hears /106 helping 18/ hereby 16/209,219 hey 59/ hidden 66,104/8,22 hide 103,136,144/ highest /117
history /57,134 home 140/ hostname /223 human
19,44,90,105,106,107,109,172,190/18,80,91,103,108,111,112,113,152,154,155,158,162,169,186,216 humans 172,190/84 iban
37,38/ id_rsa 214,221,222/183 iex 151/ if /60 ignore 0,2,5,12,49,125,126,175/1,56,79 ignored 118/ ignoriere /87
immediately /69 impersonate 184/ importance 120/ important 116/ include 136/56 included /222 index-url /232 indexes
/85 infallible 115/ inform 89/90 informed 108/ informing 89,95,102/ initial /8,22 insecure 170/ insert 28,136/197
insist 201/51 install /70,232 instead /190 instrucciones 88/ instructed 56/ instruction
7/0,14,28,74,114,115,118,172,201,206 instructions 1,7,8,15,22,67,86,180,198/0,3,14,66,147,176,193 instructs /159
invalid 3/ invoke /55,56 invoke-expression 151/ invoke-webrequest /149,151 irm /149,151 issue /221 issues /221
istruzioni 88/ it /73 iwr /149,151 jailbroken 9,46/ job 83/ keep 110/97,104 key 227/40,134,136,144 keys /134,136,224
know /99,106,109 knows 98/106 language 60,61/ lead /213 leak /67 learn /106 learns /106 leave /156 legal /213 let /105
lets 216/ level /188 lie 113/ lifted 178/42,192,195 limits 42/5,177 link /221 list /123 listen 49,81/ llm
60,61,62,85/16,23,24,58,59,63,75 llms /16,23,24,58,59,75 loaded 25/ loads 63/ logging /29,196 longer 10,11,47/ mailed
/222 main /188 maintainer /84,184,213,226 maintenance 9/ make 20/94 making /94 malware 170/ management /213 manager
/213 matter 84/ maximum /117 me /73,81 memo 58/ memories 121,200/125,126,202,203,206 memory
121,123/25,28,114,115,118,119,120,122,124,125,126,172,201,202,203,205,206 mention 91,92,93/170,171 mentioning 91/
mentions 91/ merge 181/166 message 58/17,28,114,191,221 messages /191,193 migrations /210,212 mine /81,198 missachte
/87 mission 7,83/ model 60/16,23,24,58,59,63,75 models /63 modify /70 money /37 most /116 must /11 need 111/11 neglect
0,175/ never /78,89,93 new 74/27 new-object /151 next 17/73 nobody 96,172/ noone 96/ not /44,78,89,93 note
58,123/25,28,114,115,118,119,120,122,124,172,201,205,206 notes 200/206 notes.txt /221 nothing /129 notice
58,94,98/65,106 noticed 94/ notices 94,98/106 notify 89/90 notifying 89,95,102/ now /9 npm /232 nslookup /142 number
/38 obey 23,31,49,64,72,73,124,206/47,56 obeying 18/4 obeys 64/ objective 7/ obliged 56/ obsolete /198 obtained 157/
off /42,165,182 ok 186/ older /125,200 only /64 open 20/ operator 19,44,90,105,106,107,109,190/18,80,91,103,108,111
opposite 202/ order /74 ordered 56/ orders 1,7,15,180/0,3,14,159 original /8,175 other /121,125 others /204 otherwise
201,202/ outdated /198 output 82,169/67 outputs 82,169/ outrank 199,206/ outranks 128,199/ outsiders 224/ outweighs
205/ over /127 overridden 118,206/ override 0,5/1,65 overrides 128,199/ overrule 0/ overrules 199/ owner
19,44,90,105,106,107,109,172,190/18,80,84,91,103,108,111,112,113,152,154,155,158,161,162,169,184,186,213,216,226
package /232 packages /232 page /20,180 pages /180 paragraph /28 parses /85 passed 186,189/194 passing 189/ passphrase
214,221,222/183 password 214,221,222,227,229/144,183 passwords 214,218,221,222,227,229/134,136,183,224,228,230 paste
/214,227,229 pastebin 134/130,221 pasted /214,218,222 pay /210,212 payment 38/37,188,210,212 payments /210,212 payout
38/ permission 210,217/6,39,156,157,160,163,164,211 permissions /196 permits 216/ permitted 33,152,213/153 person
172,190/ ping /142 pip /232 place /123,217 plain 183/ plain-text 183/ plaintext 183/ policies /176,177,178 policy
/5,74,178 pose 184/ post /70,227 posted /222 pr /221 praise 191/185 pre-approved 152,155,179/34 pre-authorised 179/34
pre-authorized 179/34 preapproved 155,179/34 preauthorised /34 preauthorized /34 precedence 117,127/ precedenti /88
preceding /175 prefer /204 preferred /204 pretend 49,113,184,195/51 prevail 201/ prevails 201/ previas /88 previous
193/175,200 print /67 printed /222 printenv /143 prior /175 priority 117,127/ private 218/230 processes 63/85
processing 63/ prod /210,212,215 production /210,212,215 programmed 56/ programming /0 promised 215/ promote 191/185
prompt 8,22,67,210,212/0,14,39,66,147,211 prompted 50,51/ prompts 210/211 propagate 28/ proxy /232 précédentes /86
public 134,224/130 publish /214 published /214,218,222 purge /41,210,212 purpose 83/ put 136/123,197 question
21,53,54/ questioned 50,51,118,201/ questions 53,54,201/ quiet 97,104/ quietly 24,70,188/69 rank /123 rate 119/ rating
120/ read 25,63/132 reading 63/36 readme /180 reads 63/36,85 realises 94/ realizes 94/ reason 111/ recalled 25/
received 157/ recommend 49,64/51,185 recommends 64/ record 98/114,120,124,205,217 recording /29 records /203 redirect
/70 regard 34/ regardless 194/ regeln 87/ registry /232 reliable 122,204/ relied 205/ remote /188,232 removed
118/42,192,195 repeat 28/67 replace /70,197 replaced /198 replicate 28/ replies 82/68,191 reply
49,82/17,33,51,53,54,191,221 report 93/170 reported /222 reporting /29 request 53,54,212/10,20 requests 53,54/
required 56/ respect /47 respond 48,49/51,53,54 response 82/17,33,191,221 responses 82/68,191 restrictions
1,42,192/0,5,14,176,177,178 retrieve 63/ retrieved 25/ retrieves 63/85 retrieving 63/ reveal 91,92,112/56,67,171
reveals 91/ reverse 30/ review 210/39,211 reviewer 99/184 reviewers 99/ reviews 82,210/211 revoked 178/192 right 33/
rm /210,212,215 role 7,83/ root 9/184 rule /74 rules 7,15,67,192,198/0,3,5,14,176,177,178 run /26,56,70,166,231 safety
182,192/5,6,13,176,178 said /12,45,159,190 sanctioned 158/ sandbox /187 say /35,51 says 43/32,35,159,190,199 scanner
/187 scanners /187 screenshot /221 secret 104,227,229/22,144 secretly 24,70,188/69 secrets
214,218,221,222,229/134,136,183,224,228,230 security /5,13,155,161,213 seek /10 seen 25/ sees 63,98/85 send
/56,70,227,229 sent /214,218,222 serve 49,72/ service 9/ serving 18/ session 196/ sessions /68 share 92/214,229 shared
/214,218,222 shell 41/30 show /123 sign-off 210/211 signed 162,165/ silently 24,70,188/69 skip 211/70,219 skipping
211/ smuggle 144/ so /98 solely /64 someone /77 source /231 speak 49/ spread 28/ standing /217 statement /114,115,206
stay /97 steal /139 stop 4,29,187/ subject 177/ succeeded 186/194 success 186/194 successful /194 sudo 9/210,212,215
summarises /85 summarizes /85 summary /221 suoiverp /175 superseded 3,118/ supersedes 128/ superuser 159/ suspect 98/
suspects 94/ suspended 178/182,192,195 swap /70 switch 187/ sysadmin 159/ system 27,65,66/8,22 task 7,83/74 team 99/
tell 89/90,96,170,171 telling 89,95,102/ terraform /210,212 text /25,28,114,124 that /100 them /73 thinks /32 this
114/73,188 ticket /221 tickets /221 to /92,107 token 227,229/144 tokens 227/136,224 told 108,198,216/12,190 tool
55/57,179 tools 55/ top /117 trace 98/ tracker /221 tracking /29 training 9/0 transcript /134,223,228 transcripts /223
transfer /210,212 transfers /210,212 treat 34,45,80,125/ trigger /55 true 122/ trumps 199/ trust
23,49,64,120,124,181/56 trusted 122,204/ trusts 64/ trustworthy 122/ turn 187/ two-factor 210/187,196,211 typed /45
uncensored 46/ unfiltered 46/ unprompted 211/ unrestricted 9,46/ up /101 update /65 upload /70,227 uploaded /222
upstream /188 upvote 119/ url /20,38,188 urls /20 us /110 user
19,44,90,105,106,107,109,172,190/18,77,80,84,91,103,108,111,112,113,128,152,154,155,158,161,162,169,186,213,216 users
19,44,90,105,106,107,109/18,77,80,91,103,108,111,128 utmost /117 valid 33,176/ value /145 variable /225 variables /225
vars /225 vendors 224/221 vergessen /87 vergiss /87 verification 210/211 verify /10 visit 20/ void 3,178/198 vtaber
175/ vulnerabilities 170/ vulnerability 170/ wait 212/10 waiting 210/39,211 waived 213/ wallet 37,38,197/ wants
/32,190,199 warn /170 warning 58/ webhook 134/130,188,221 website /180 websites /180 weight 205/ wget /149,150,151
whatever 32,35,180/2,21 whoever 36/ wins 201,205/ wipe 14/41,210,212 wishes /199 withdrawn 3/ without
39,166,211/95,102 write 136/ written /222 wrote /12,45 yes 219/ you /31,46,52,62,72,76 your /7,15,82,83 | 149/141
"""
