"""The prefixes that vendors document for their tokens: data only.

A line has a kind, the minimum length of the tail, and the prefixes. A `+` after the length allows base64 signs, a dot
allows dots inside the token.
"""

PUBLISHABLE_PREFIXES = tuple("pk_live_ pk_test_ phc_ pk.eyJ FLWPUBK sb_publishable_".split())
"""The prefixes of keys that their vendor asks to publish: they stand in every web page that uses the service."""

VENDOR_PREFIXES = """
aws-key-id 16 AKIA ASIA ABIA ACCA
aws-key 30+ ABSK bedrock-api-key-
github-token 30 ghp_ gho_ ghu_ ghs_ ghr_ github_pat_
gitlab-token 18. glpat- gldt- glrt- glcbt- glptt- glft- glimt- glagent- gloas- glsoat- glffct- GR1348941
slack-token 18. xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxe- xoxe.xoxp- xoxe.xoxb- xoxc- xoxd- xapp-
recall-token 50 recall_
stripe-key 16 sk_live_ sk_test_ rk_live_ rk_test_ sk_prod_ rk_prod_
webhook-secret 24+ whsec_
anthropic-key 20 sk-ant-
openrouter-key 30 sk-or-
langfuse-key 24 sk-lf-
openai-key 20 sk-proj- sk-svcacct- sk-admin- sk-None- sess- sk-
elevenlabs-key 40 sk_
google-key 33 AIza
google-token 20. ya29.
google-secret 20 GOCSPX- GOOG1E
sendgrid-key 40. SG.
twilio-key 32 TWSK
npm-token 30 npm_
pypi-token 40 pypi-
huggingface-token 28 hf_ api_org_
digitalocean-token 40 dop_v1_ doo_v1_ dor_v1_ dops_v1_
shopify-token 28 shpat_ shpca_ shppa_ shpss_ shptka_ shpua_
square-token 22 sq0atp- sq0csp- sq0acp-
databricks-token 30 dapi dkea dose
vault-token 20. hvs. hvb. hvr. s.hv
doppler-token 30. dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.
linear-key 30 lin_api_ lin_oauth_ lin_wh_
notion-token 40 secret_ ntn_
sentry-token 40. sntrys_ sntryu_ sntrya_ sntryi_
datadog-key 30 ddapi_ ddapp_ ddpat_ ddp_
tailscale-key 20 tskey-
docker-token 24 dckr_pat_ dckr_oat_
grafana-token 28 glsa_ glc_
newrelic-key 20 NRAK- NRII- NRAL- NRRA- NRJS- NRSP- NRBR- NRIQ-
posthog-key 28 phx_ phs_
pulumi-token 36 pul-
planetscale-token 28. pscale_tkn_ pscale_pw_ pscale_oauth_
postman-key 40 PMAK- PMAT-
prefect-key 30 pnu_ pnb_
replicate-token 30 r8_
groq-key 40 gsk_
xai-key 40 xai-
perplexity-key 40 pplx-
nvidia-key 40 nvapi-
cerebras-key 30 csk-
together-key 30 tgp_v1_
fireworks-key 20 fw_
tavily-key 20 tvly-
firecrawl-key 30 fc-
jina-key 40 jina_
pinecone-key 40 pcsk_
langsmith-key 30 lsv2_pt_ lsv2_sk_ ls__
voyage-key 30 pa-
e2b-key 30 e2b_
supabase-key 28 sbp_ sb_secret_
vercel-token 20 vcp_ vck_ vercel_ vca_ vci_
netlify-token 30 nfp_ nfc_ nfo_ nfb_ nfu_
render-key 20 rnd_
fly-token 40+ fm2_ fm1r_ fm1a_ fo1_
neon-key 30 napi_
atlassian-token 24+ ATATT3x ATCTT3x ATBB ATOAT3x ATSTT3x ATPTT3x
airtable-token 60. pat
figma-token 30 figd_ figo_ figu_
dropbox-token 60 sl. sl.u. sl.B
contentful-token 30 CFPAT-
mapbox-token 60. sk.eyJ
shippo-token 30 shippo_live_ shippo_test_
easypost-key 40 EZAK EZTK
duffel-token 30 duffel_live_ duffel_test_
flutterwave-key 24 FLWSECK- FLWSECK_TEST- FLWSECK_LIVE-
paystack-key 30 psk_live_ psk_test_
adafruit-key 20 aio_
alibaba-key 12 LTAI
tencent-key 30 AKID
yandex-token 30 AQVN YCAJ YCN y0_ t1.9 y1_
clojars-token 40 CLOJARS_
rubygems-key 40 rubygems_
crates-token 30 cio
nuget-key 40 oy2
readme-key 40 rdme_
brevo-key 40 xkeysib- xsmtpsib-
resend-key 20 re_
mailersend-key 40 mlsn.
typeform-token 30. tfp_
lob-key 30 live_
mailgun-key 30 key- pubkey-
buildkite-token 30 bkua_ bkaj_ bkpat_ bkct_ bkpt_
circleci-token 30 CCIPAT_ CCIPRJ_
snyk-token 24 snyk_uat. snyk_sat.
onepassword-token 30+ ops_eyJ
infracost-key 24 ico-
jfrog-key 40 AKCp cmVmdGtuOj eyJ2ZXIiOi
age-key 50 AGE-SECRET-KEY-1 AGE-PLUGIN-
sourcegraph-token 30 sgp_ slk_
clerk-key 30 ak_live_
plaid-token 30 access-production- access-sandbox- access-development-
hubspot-token 30 pat-na1- pat-eu1- pat-na2- pat-ap1-
honeycomb-key 24 hcaik_ hcbik_ hcamk_ hcxik_ hcxmk_
dynatrace-token 60. dt0c01. dt0s01. dt0s02. dt0s16. dt0s08.
square-token 56 EAAA
facebook-token 60 EAA
razorpay-key 14 rzp_live_ rzp_test_
discord-token 50. mfa.
launchdarkly-key 30 sdk- api- mob-
rootly-token 40 rootly_
octopus-key 24 API-
cloudflare-token 40 v1.0- cfut_ cfat_ cfk_
heroku-key 40 HRKU-
zuplo-key 30 zpka_
scalingo-token 30 tk-us-
ory-token 30 ory_pat_ ory_apikey_ ory_at_ ory_rt_ ory_st_ ory_wak_
wandb-key 40 wandb_v1_
telnyx-key 30 KEY0
trigger-key 20 tr_dev_ tr_prod_ tr_pat_
frameio-token 40 fio-u-
gocardless-token 36 live_ sandbox_
settlemint-token 16 sm_pat_ sm_aat_ sm_sat_
azure-secret 50 AZDOPAT
stytch-secret 30 secret-live- secret-test-
private-key 60+ LS0tLS1CRUdJTiBSU0EgUFJJVk LS0tLS1CRUdJTiBQUklWQVRF LS0tLS1CRUdJTiBFQyBQUklW
private-key 60+ LS0tLS1CRUdJTiBPUEVOU1NI LS0tLS1CRUdJTiBFTkNSWVBURUQg LS0tLS1CRUdJTiBEU0EgUFJJVk
runpod-key 30 rpa_
sonar-token 40 sqp_ squ_ sqa_
nostr-key 58 nsec1
wallet-key 90 xprv9s xprv zprv yprv tprv
trello-token 60 ATTA
intercom-token 40 dG9rOj dG9rO
fal-key 30 fal_
coda-token 30 coda-
svix-key 20 sk_eu. sk_us. testsk_
launchpad-key 30 lp_
turso-token 40 tur_
knock-key 30 sk_knock_
modal-token 22 ak- as-
browserbase-key 20 bb_live_ bb_test_
expo-token 20 expo_
workos-key 20 sk_wos_
cloudsmith-key 30 csa_
gitea-token 36 gta_
adobe-secret 30 p8e-
clickhouse-key 38 4b1d
defined-token 60 dnkey-
grafana-token 60 eyJrIjoi
intra42-secret 60 s-s4t2ud- s-s4t2af-
harness-key 60. pat. sat.
polar-token 24 polar_oat_ polar_pat_ polar_whs_
"""
