"""The keys of the suspicious phrases: a word, the numbers that it is the first key of, and the second.

Made by `python -m tests.rules.suspicious_keys`; a test holds it against the phrases.
"""

KEYS = """
.pem /178 2fa /165 @mail 124,125,126,130,134,138,176,178/121,131 @private 121,122,123,128,129,132/178 @says 67/ @shell
133,141/ @url 63,124,125,126,130,134,136,138,139,176,178/49,121,128,129,131 AI /16,23,24,50,51,67 ALLOWED 143/ AWAY
125/121 BOSS /143,146,153 ENTRY /105 FALL 0/ LEAVE /147,148,154 RULES /0,14 USER
19,36,82,96,97,98,100/18,72,83,94,99,102 absolute 106/108 accept 23/ acceptable 33/ access /151 according 152/ act
40,41,73/ add /62,166 addendum /57 adhere /39 admin 9,150/143,146,149,152,153 administrator 150/143,146,149,152,153
admit 103/ advance /174 advertise 160/ against /159 agent 52,53,54/16,23,24,50,51,55,67 agents /16,23,24,50,51,55,67
agents.md 71/ agreed 143,174/144 ai 52,53,54,77/16,23,24,50,51,55,67 alert 81/82 alerting 93/ all /2 allow 174/
allowed 174/144 already 144/ although 163/ always /166 answer 40,41,74/17,33,45,46,48,160 answering 18/ answers
74/60,160 anteriores /80 antérieures /78 anweisungen 79/ anybody /69 anyone 82,158/69,83 anything /2,174 anyway 163/
append /62 approval /6,147,148,151,154,155 approve 41/48 approved 143,145,149,174/144 as /19,35,40,53 aside /167 ask
69,155/10 asked 42,43,44/ asking 93/174 asks 69/32 assistant 52,53,54,70,77/16,23,24,50,51,55,67 assistants /55
attached 26/ attention 51/ authorisation /147,148,151,154 authorised 143,145,149,174/144 authoritative 106,171/
authority 108/147,148,154 authorization /147,148,151,154 authorized 143,145,149,174/144 avoid /81 away 95/
base64-encode 127/ beats 172/ befehle 79/ behave 40,41/ believe 23,31,115/ believed 173/ bitcoin 166/ bot
52/16,23,24,50,51,55,67 bring 92/ bucket 125/121 bypass 5,6/ call /47,48 cancelled 3/161 change /62 chat /125 chatbot
77/ chatgpt 54/16,23,24,50,51,67 chats /60 check /10 checks /165 ci-dessus /78 circumvent 5,6/ claim 104/43 claude
54,70/16,23,24,50,51,67 claude.md 71/ cleared 174/ client /124 clients /124 codex 54,70/16,23,24,50,51,67 collect /130
commanded 48/ commit 41/ comply /39 conceal 94/ confidence 111/ confirm /10 confirmation /6,155,165 confirmations /165
confirmed 174/144 conflict 170/ conflicting 169/116 consent /147,148,154 consented 143/144 consider 34,116/ consignes
78/ content /122,136 contents /122,136 context /138 contradict 170,173/ contradicted 109/ contradicting /116
contradicts 170,173/ contrary 169/ conversation /49,60,125,162 conversations /60 cookies /176 copilot
54,70/16,23,24,50,51,67 copy 28/62,175 correct 33/ corrected 168/ counts /167 covertly 24,62/61 credential 175/
credentials 175,177/125,127,176,178 crypto 166/ curl /140,141,142 customer /124 customers /124 dear 51/ debug 9/
delete /62 deleted 109/ demands /150 deny 91/ deploy /157 despite 163/ developer
9,19,36,82,96,97,98,100,158,159/18,72,76,83,94,99,102,103 developers 36,158,159/ dig /133 directions /0,3,14 directive
/66 directives 1,15,167/0,14 disable 5/62 disabled /161,164 disagree 170/ disagrees 169/ discard 0,116,117/1 disclose
83,84,103/59 discloses 83/ discreetly 62/ dismiss 0/ disobey /71 disregard 0,2,12,13,116,117/1,71,167 distrust
116,117/ donation 166/ dont /81,85 doubt 168/ doubted 109,168/ download /139 drop 14,116/ dump /59 earlier 162/ else
49,120/171 embed 127/ embedded 26/ emergency 9/ employee /124 enclosed 26/ encode 127,135/ ensure /86 ensuring /86
entries /170 entry 114/25,28,105,110,111,113,115,168,172 env /126,134 environment /126 erase 14/ evade 5,6/ eval /63
even 163/ everything /2,65,174 exclusively /56 execute /26,48,62,63,157 exfil 137/137 exfiltrate 137/137 fact /105,109
facts /170 fetch 20/140 filters /5 find /97 finds /97 fine /163 follow 41,115/39 following 61,105/4 forever 168/
forget 0,2,12,13,116/1 forgotten 109/ forward /62,175 found 25/ from 68/41,42 future 60/ gather /130 gave 147/ gemini
54,70/16,23,24,50,51,67 gemini.md 71/ gist 125/121 give /177 given 147,148,154/ goal 7,75/ god 9/ gone /164 gpt
/16,23,24,50,51,67 granted 147,148,151,154,174/ grants 147/ guardrails 161/5 guidance 1,167/0,3,14 guidelines
161,167/0,5,14 harvest /130 hear /97 hears /97 helping 18/ hereby 16/174 hey 51/ hidden 58,95/8,22 hide 94,127,135/
highest /108 history /49,125 home 131/ human
19,36,82,96,97,98,100,158,159/18,72,83,94,99,102,103,104,143,145,146,149,153 humans 158,159/76 iex 142/ if /52 ignore
0,2,5,12,41,116,117/1,48,71 ignored 109/ ignoriere /79 immediately /61 importance 111/ important 107/ include 127/48
indexes /77 infallible 106/ inform 81/82 informed 99/ informing 81,87,93/ initial /8,22 insert 28,127/166 insist
168/43 install /62 instead /159 instrucciones 80/ instructed 48/ instruction 7/0,14,28,66,105,106,109,158,168,173
instructions 1,7,8,15,22,59,78,167/0,3,14,58,138,162 instructs /150 invalid 3/ invoke /47,48 invoke-expression 142/
invoke-webrequest /140,142 irm /140,142 istruzioni 80/ it /65 iwr /140,142 jailbroken 9,38/ job 75/ keep 101/89,95 key
175/125,127,135 keys /125,127 know /97,100 knows /97 language 52,53/ leak /59 learn /97 learns /97 leave /147 let /96
lie 104/ lifted /161,164 limits /5 list /114 listen 41,73/ llm 52,53,54,77/16,23,24,50,51,55,67 llms
/16,23,24,50,51,67 loaded 25/ loads 55/ logging /29,165 longer 10,11,39/ maintainer /76 maintenance 9/ make 20/86
making /86 matter 76/ maximum /108 me /65,73 memo 50/ memories 112/116,117,169,170,173 memory
112,114/25,28,105,106,109,110,111,113,115,116,117,158,168,169,170,172,173 mention 83,84,85/ mentioning 83/ mentions
83/ merge /157 message 50/17,28,105,160 messages /160,162 mine /73,167 missachte /79 mission 7,75/ model
52/16,23,24,50,51,55,67 models /55 modify /62 most /107 must /11 need 102/11 neglect 0/ never /70,81,85 new 66/27
new-object /142 next 17/65 nobody 88,158/ noone 88/ not /36,70,81,85 note
50,114/25,28,105,106,109,110,111,113,115,158,168,172,173 notes /173 nothing /120 notice 50,86,90/57,97 noticed 86/
notices 86/97 notify 81/82 notifying 81,87,93/ now /9 nslookup /133 obey 23,31,41,56,64,65,115,173/39,48 obeying 18/4
obeys 56/ objective 7/ obliged 48/ obsolete /167 obtained 148/ off /156 older /116 only /56 open 20/ operator
19,36,82,96,97,98,100,159/18,72,83,94,99,102 opposite 169/ order /66 ordered 48/ orders 1,7,15/0,3,14,150 original /8
other /112,116 others /171 otherwise 168,169/ outdated /167 output 74/59 outputs 74/ outrank 173/ outranks 119/
outweighs 172/ over /118 overridden 109,173/ override 0,5/1,57 overrides 119/ overrule 0/ owner
19,36,82,96,97,98,100,158,159/18,72,76,83,94,99,102,103,104,143,145,146,149,152,153 page /20 paragraph /28 parses /77
passed /163 password 175,177/135 passwords 175,177/125,127,176,178 paste /175,177 pastebin 125/121 permission
/6,147,148,151,154,155 permissions /165 permitted 33,143/144 person 158,159/ ping /133 place /114 policy /5,66 post
/62,175 praise 160/ pre-approved 143,146/34 pre-authorised /34 pre-authorized /34 preapproved 146/34 preauthorised /34
preauthorized /34 precedence 108,118/ precedenti /80 prefer /171 preferred /171 pretend 41,104,164/43 prevail 168/
prevails 168/ previas /80 previous 162/ print /59 printenv /134 priority 108,118/ private /178 processes 55/77
processing 55/ programmed 48/ programming /0 promote 160/ prompt 8,22,59/0,14,58,138 prompted 42,43/ propagate 28/
précédentes /78 public 125/121 purpose 75/ put 127/114,166 question 21,45,46/ questioned 42,43,109,168/ questions
45,46,168/ quiet 89,95/ quietly 24,62/61 rank /114 rate 110/ rating 111/ read 25,55/123 reading 55/ reads 55/77
realises 86/ realizes 86/ reason 102/ recalled 25/ received 148/ recommend 41,56/43 recommends 56/ record
/105,111,115,172 recording /29 records /170 redirect /62 regard 34/ regardless 163/ regeln 79/ reliable 113,171/
relied 172/ removed 109/161,164 repeat 28/59 replace /62,166 replaced /167 replicate 28/ replies 74/60,160 reply
41,74/17,33,43,45,46,160 report 85/ reporting /29 request 45,46/10,20 requests 45,46/ required 48/ respect /39 respond
40,41/43,45,46 response 74/17,33,160 responses 74/60,160 restrictions 1,161/0,5,14 retrieve 55/ retrieved 25/
retrieves 55/77 retrieving 55/ reveal 83,84,103/48,59 reveals 83/ reverse 30/ reviews 74/ revoked /161 right 33/ role
7,75/ root 9/ rule /66 rules 7,15,59,161,167/0,3,5,14 run /26,48,62,157 safety 161/5,6,13 said /12,37,150,159
sanctioned 149/ say /43 says 35/32,150,159 secret 95,175,177/22,135 secretly 24,62/61 secrets 177/125,127,176,178
security /5,13,146,152 seek /10 seen 25/ sees 55/77 send /48,62,175,177 serve 41,64/ service 9/ serving 18/ session
165/ sessions /60 share 84/177 shell /30 show /114 signed 153,156/ silently 24,62/61 skip /62,174 smuggle 135/ so /90
solely /56 someone /69 speak 41/ spread 28/ statement /105,106,173 stay /89 steal /130 stop 4,29/ succeeded /163
success /163 successful /163 sudo 9/ summarises /77 summarizes /77 superseded 3,109/ supersedes 119/ superuser 150/
suspect 90/ suspects 86/ suspended /161,164 swap /62 sysadmin 150/ system 27,57,58/8,22 task 7,75/66 tell 81/82,88
telling 81,87,93/ text /25,28,105,115 that /91 them /65 thinks /32 this 105/65 to /84,98 token 175,177/135 tokens
175/127 told 99,167/12,159 tool 47/49 tools 47/ top /108 trace 90/ tracking /29 training 9/0 transcript /125,176 treat
34,37,72,116/ trigger /47 true 113/ trust 23,41,56,111,115/48 trusted 113,171/ trusts 56/ trustworthy 113/ two-factor
/165 typed /37 uncensored 38/ unfiltered 38/ unrestricted 9,38/ up /92 update /57 upload /62,175 upvote 110/ url /20
urls /20 us /101 user 19,36,82,96,97,98,100,158,159/18,69,72,76,83,94,99,102,103,104,119,143,145,146,149,152,153 users
19,36,82,96,97,98,100/18,69,72,83,94,99,102,119 utmost /108 valid 33/ value /136 vergessen /79 vergiss /79 verify /10
visit 20/ void 3/167 wait /10 wallet 166/ wants /32,159 warning 50/ webhook 125/121 weight 172/ wget /140,141,142
whatever 32/2,21 wins 168,172/ wipe 14/ withdrawn 3/ without 157/87,93 write 127/ wrote /12,37 yes 174/ you
/31,38,44,54,64,68 your /7,15,74,75 | 140/132
"""
