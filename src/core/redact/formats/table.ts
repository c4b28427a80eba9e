// Made by `node scripts/format-table.ts` from the formats beside it; src/core/redact/table.ts says what stands in it.
export const formatTable = {
  ids: `akamai-edgegrid-token
alibaba-access-key
alibaba-session-key
alibaba-session-token
amazon-login-access-token
amazon-login-client-secret
amazon-login-refresh-token
amazon-mws-token
appsync-key
aws-access-key
aws-access-key-older
aws-bearer-token
aws-bedrock-key
aws-bedrock-key-short
aws-context-credential
aws-session-token
aws-session-token-global
aws-temporary-key
baidu-cloud-key
cloudflare-account-token
cloudflare-global-key
cloudflare-origin-ca-key
cloudflare-tunnel-token
cloudflare-turnstile-secret
cloudflare-user-token
defined-networking-token
digitalocean-gradient-key
digitalocean-oauth-token
digitalocean-personal-token
digitalocean-refresh-token
digitalocean-spaces-key
docker-swarm-join-token
docker-swarm-unlock-key
dropbox-access-token
dropbox-access-token-user
exoscale-api-key
fly-access-token
fly-macaroon-1a
fly-macaroon-1r
fly-macaroon-2
firebase-messaging-key
google-api-key
google-oauth-access-token
google-oauth-access-token-domain
google-oauth-access-token-service
google-oauth-client-secret
google-oauth-refresh-token
google-storage-hmac-service-key
google-storage-hmac-user-key
headscale-api-key
headscale-auth-key
heroku-api-key
heroku-api-key-2
k3s-token
azure-ad-client-secret
azure-ad-refresh-token
azure-ad-refresh-token-1
azure-api-management-key
azure-batch-key
azure-container-registry-key
azure-cosmos-key
azure-devops-token
azure-event-hub-key
azure-function-key
azure-identifiable-key
azure-iot-key
azure-machine-learning-key
azure-redis-key
azure-relay-key
azure-search-key
azure-service-bus-key
azure-storage-key
netbird-token
netlify-build-token
netlify-cli-token
netlify-oauth-token
netlify-token
netlify-ui-token
pixie-api-key
pixie-deploy-key
portainer-token
rancher-token
openshift-token
render-key
salad-key
scaleway-access-key
scalingo-token
tailscale-api-key
tailscale-auth-key
tailscale-client-secret
tailscale-future-key
tailscale-lock-disablement
tailscale-lock-key
tailscale-node-key
tailscale-scim-key
tailscale-webhook-key
tencent-secret-id
upcloud-token
vercel-api-key
vercel-app-access-token
vercel-app-refresh-token
vercel-blob-token
vercel-integration-token
vercel-personal-token
volcengine-access-key
yandex-access-token
yandex-api-key
yandex-oauth-token
yandex-static-key
yandex-static-secret
atlassian-admin-key
atlassian-api-token
atlassian-oauth-secret
atlassian-trello-token
bitbucket-app-password
bitbucket-data-center-token
buildkite-agent-job-token
buildkite-agent-registration-token
buildkite-agent-session-token
buildkite-cluster-token
buildkite-package-token
buildkite-portal-secret
buildkite-portal-token
buildkite-user-token
checkly-key
circleci-personal-token
circleci-project-token
clojars-deploy-token
crates-io-token
cursor-key
deno-deploy-organization-token
deno-deploy-personal-token
deno-deploy-token
docker-organization-token
docker-personal-token
endor-labs-key
github-app-token
github-app-token-legacy
github-app-token-stateless
github-fine-grained-token
github-oauth-token
github-personal-token
github-refresh-token
github-user-token
gitlab-agent-token
gitlab-build-token
gitlab-build-token-routable
gitlab-deploy-token
gitlab-feature-flags-token
gitlab-feed-token
gitlab-incoming-mail-token
gitlab-oauth-secret
gitlab-personal-token
gitlab-personal-token-routable
gitlab-personal-token-versioned
gitlab-registration-token
gitlab-runner-token
gitlab-runner-token-registered
gitlab-runner-token-routable
gitlab-runner-token-routable-short
gitlab-scim-token
gitlab-session-cookie
gitlab-trigger-token
gitlab-workspace-token
harness-personal-token
harness-service-token
terraform-cloud-token
infracost-key
inngest-signing-key-prod
inngest-signing-key-test
ionic-token
jetbrains-hub-token
jetbrains-hub-token-dashed
jetbrains-teamcity-token
artifactory-api-key
artifactory-reference-token
jsr-device-token
jsr-personal-token
jsr-web-token
konnect-personal-token
konnect-system-token
n8n-key
npm-token
nuget-key
octopus-deploy-key
packagist-token
percy-app-token
percy-auto-token
percy-web-token
phabricator-api-token
phabricator-cli-token
postman-collection-key
postman-key
prefect-bot-key
prefect-user-key
pulumi-token
pypi-test-token
pypi-token
retool-token
rubygems-key
snyk-service-token
snyk-user-token
socket-key
sonarqube-analysis-token
sonarqube-project-token
sonarqube-user-token
sourcegraph-amp-token
sourcegraph-license-token
sourcegraph-token
sourcegraph-token-local
sourcegraph-token-plain
stackhawk-key
thunderstore-token
trigger-dev-key
trigger-dev-personal-token
trigger-dev-prod-key
unkey-root-key
wakatime-key
wakatime-key-plain
wakatime-secret
wakatime-token
zuplo-key
intra42-client-secret
intra42-client-secret-old
adafruit-io-key
aiven-service-password
aiven-token
axiom-api-token
axiom-ingest-token
axiom-personal-token
clickhouse-cloud-secret
cockroachdb-cloud-key
configcat-sdk-key
confluent-secret
coralogix-personal-key
coralogix-team-key
databento-key
databricks-oauth-secret
databricks-token
databricks-token-numbered
datadog-client-token
astra-token
astra-token-short
dbt-service-token
dbt-user-token
devcycle-server-key
dynatrace-api-token
dynatrace-oauth-secret
dynatrace-oauth-secret-8
dynatrace-platform-token
dynatrace-scim-token
elastic-cloud-key
elastic-cloud-key-base64
fauna-secret
firehydrant-token
flagsmith-server-key
fullstory-key
fullstory-key-eu
grafana-api-key
grafana-cloud-token
grafana-service-token
growthbook-admin-key
growthbook-readonly-key
growthbook-user-key
healthchecks-read-key
healthchecks-write-key
honeycomb-ingest-key
honeycomb-ingest-key-b
honeycomb-ingest-key-classic
honeycomb-ingest-key-x
honeycomb-management-key
honeycomb-management-key-x
launchdarkly-access-token
launchdarkly-mobile-key
launchdarkly-sdk-key
lightdash-personal-token
maxmind-license-key
metabase-key
mongodb-atlas-service-secret
neon-api-key
neon-password
new-relic-admin-key
new-relic-browser-key
new-relic-browser-key-old
new-relic-insert-key
new-relic-license-key
new-relic-license-key-eu
new-relic-mobile-token
new-relic-mobile-token-eu
new-relic-query-key
new-relic-rest-key
new-relic-user-key
nightfall-key
pagerduty-oauth-token
pagerduty-oauth-token-eu
planetscale-oauth-token
planetscale-password
planetscale-service-token
posthog-flags-key
posthog-oauth-token
posthog-personal-key
posthog-project-key
posthog-refresh-token
pubnub-publish-key
pubnub-secret-key
pubnub-subscribe-key
rootly-token
segment-public-api-token
sentry-app-token
sentry-integration-token
sentry-organization-token
sentry-user-token
snowflake-session-token
statsig-console-key
statsig-secret-key
supabase-oauth-token
supabase-personal-token
supabase-publishable-key
supabase-secret-key
tinybird-token
ubidots-token
ubidots-token-us
unleash-token-default
unleash-token-development
unleash-token-production
voiceflow-dialog-key
voiceflow-workspace-key
xata-key
onepassword-secret-key
onepassword-secret-key-grouped
onepassword-service-token
age-plugin-key
age-secret-key
authelia-access-token
authelia-refresh-token
authress-key
authress-key-ext
authress-key-underscored
bitcoin-extended-private-key
bitcoin-extended-private-key-nested
bitcoin-extended-private-key-segwit
bitcoin-extended-private-key-test
bitwarden-machine-token
clerk-live-secret-key
doppler-audit-token
doppler-cli-token
doppler-personal-token
doppler-scim-token
doppler-service-account-identity-token
doppler-service-account-token
doppler-service-token
doppler-service-token-named
boundary-token
vault-batch-token
vault-batch-token-legacy
vault-recovery-token
vault-service-token
vault-service-token-legacy
vault-service-token-namespaced
infisical-service-token
minisign-secret-key
minisign-secret-key-plain
near-secret-key
nostr-secret-key
okta-token
ory-access-token
ory-personal-token
ory-refresh-token
ory-session-token
secret-token-uri
stytch-live-secret
stytch-test-secret
tezos-secret-key
brevo-api-key
brevo-smtp-key
courier-prod-key
courier-test-key
dingtalk-robot-secret
dingtalk-webhook
discord-webhook
discord-webhook-legacy
discord-webhook-path
discord-webhook-path-legacy
canada-notify-key
google-chat-webhook
hubspot-private-app-token
ifttt-webhook
intercom-token
lark-webhook
lark-webhook-feishu
linkedin-access-token-v
linkedin-access-token-x
linkedin-client-secret-0
linkedin-client-secret-1
mailchimp-key
mandrill-key
mailersend-token
mailgun-private-key
mailgun-public-key
make-webhook-eu1
make-webhook-eu2
make-webhook-us1
make-webhook-us2
matrix-access-token
matrix-authentication-access-token
matrix-authentication-compat-token
matrix-authentication-refresh-token
matrix-refresh-token
facebook-access-token
instagram-business-token
instagram-token
teams-webhook
teams-webhook-legacy
ntfy-token
onesignal-app-key
onesignal-organization-key
pinterest-token
pushbullet-token
resend-key
salesforce-refresh-token
salesforce-session
sendgrid-key
sendgrid-key-loose
slack-app-level-token
slack-app-level-token-legacy
slack-bot-token
slack-bot-token-short
slack-config-refresh-token
slack-config-token
slack-config-token-bot
slack-cookie-token
slack-cookie-value
slack-legacy-app-token
slack-legacy-token
slack-refresh-token
slack-refresh-token-digits
slack-refresh-token-plain
slack-trigger-webhook
slack-user-token
slack-user-token-short
slack-webhook
slack-webhook-path
slack-workflow-webhook
slack-workflow-webhook-path
slack-workspace-token
slack-workspace-token-digits
slack-workspace-token-plain
telegram-bot-token
telnyx-key
tiktok-access-token
tiktok-client-token
tiktok-refresh-token
twilio-account-sid
twilio-api-key
wecom-webhook
twitter-bearer-token
zapier-webhook
zoho-token
anthropic-admin-key
anthropic-api-key
anthropic-key
anthropic-oauth-token
anthropic-refresh-token
anyscale-key
apify-token
brave-search-key
browserbase-key
cartesia-key
cerebras-key
chroma-key
context7-key
coze-token
daytona-key
deepseek-key
dify-app-key
dify-dataset-key
e2b-key
elevenlabs-key
firecrawl-key
fireworks-key
friendli-token
google-ai-studio-auth-key
google-ai-studio-key
groq-key
helicone-key
heygen-key
hugging-face-organization-token
hugging-face-token
jina-key
langsmith-legacy-key
langsmith-personal-token
langsmith-service-key
langfuse-public-key
langfuse-secret-key
llamacloud-key
mem0-key
minimax-coding-key
minimax-key
modal-token-id
modal-token-secret
kimi-code-key
moonshot-key
nvidia-key
openai-admin-key
openai-key
openai-key-marked
openai-key-named
openai-none-key
openai-project-key
openai-service-key
openrouter-key
perplexity-key
pinecone-key
replicate-token
runway-key
scrapfly-live-key
scrapfly-test-key
tavily-dev-key
tavily-key
tavily-prod-key
together-key
voyage-key
wandb-key
xai-key
adyen-key
alchemy-token
apideck-live-key
asaas-key-legacy
asaas-production-key
asaas-sandbox-key
brex-token
checkout-sandbox-key
checkout-secret-key
checkout-test-key
clerk-test-secret-key
column-live-key
column-test-key
duffel-live-token
duffel-test-token
easypost-key
easypost-test-key
flutterwave-encryption-key
flutterwave-encryption-key-plain
flutterwave-live-public-key
flutterwave-live-secret-key
flutterwave-public-key
flutterwave-secret-key
gocardless-live-token
gocardless-sandbox-token
highnote-live-key
highnote-test-key
iex-cloud-key
klarna-live-key
klarna-test-key
lob-live-key
lob-live-publishable-key
lob-test-key
lob-test-publishable-key
mercado-pago-token
mercury-token
midtrans-client-key
midtrans-server-key
mollie-access-token
mollie-live-key
mollie-test-key
omise-test-key
onfido-live-token
onfido-live-token-ca
onfido-live-token-dotted
onfido-live-token-us
onfido-sandbox-token
onfido-sandbox-token-dotted
paddle-live-key
paddle-sandbox-key
paddle-webhook-secret
paypal-braintree-sandbox-token
paypal-braintree-token
paystack-live-key
paystack-test-key
persona-production-key
persona-sandbox-key
plaid-development-token
plaid-production-token
plaid-sandbox-token
polar-organization-token
polar-personal-token
polar-webhook-secret
quicknode-key
rainforest-pay-key
ramp-client-id
ramp-client-secret
razorpay-live-key
razorpay-test-key
recharge-key
recharge-test-key
samsara-token
shippo-live-token
shippo-test-token
shopify-access-token
shopify-custom-app-token
shopify-private-app-password
shopify-shared-secret
shopify-theme-token
shopify-user-token
square-access-token
square-access-token-legacy
square-application-id
square-oauth-secret
square-sandbox-secret
stripe-ephemeral-live-key
stripe-ephemeral-test-key
stripe-live-restricted-key
stripe-live-secret-key
stripe-organization-key
stripe-organization-test-key
stripe-prod-restricted-key
stripe-prod-secret-key
stripe-test-restricted-key
stripe-test-secret-key
stripe-webhook-secret
ticket-tailor-key
woocommerce-consumer-key
woocommerce-consumer-secret
xendit-development-key
xendit-production-key
adobe-client-secret
airtable-oauth-token
airtable-personal-token
asana-personal-token
asana-personal-token-2
beamer-key
builder-io-private-key
cal-com-live-key
cal-com-test-key
canva-client-secret
clickup-token
close-key
close-key-plain
contentful-personal-token
arcgis-key
arcgis-key-2
figma-oauth-access-token
figma-oauth-refresh-token
figma-oauth-token
figma-personal-token
figma-plan-token
foursquare-key
frameio-token
gitbook-token
imagekit-private-key
imgix-key
linear-api-key
linear-oauth-token
linear-webhook-secret
locationiq-key
mailsac-key
mapbox-public-token
mapbox-public-token-loose
mapbox-secret-token
mapbox-temporary-token
notion-token
notion-token-legacy
plane-key
readme-key
salesblink-key
sanity-token
settlemint-application-token
settlemint-personal-token
settlemint-service-token
tally-key
teamwork-token
typeform-token
wix-key
workato-token`,
  shapes: `aka.&  #akab-{lower-alnum:16}-{lower-alnum:16}
LTA.%  #LTAI{alnum:12-20}
STS+%S.'STS.{alnum:25} false
CAI.%  #CAIS{base64:40+}
Atz+&a|(Atza|{base64url:100+} true
amz+$1.3amzn1.oa2-cs.v1.{hex:64}
Atz+&r|(Atzr|{base64url:100+} true
amz+&s.,amzn.mws.{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}
da2.#  #da2-{lower-alnum:26} false
AKI.$  #AKIA{upper-alnum:16} true
A3T.#  #A3T{upper-alnum:17}
ABI.$  #ABIA{upper-alnum:16} true
ABS.&  #ABSKQmVkcm9ja0FQSUtleS{base64:110}
bed.&  #bedrock-api-key-{base64:28+}
ACC.$  #ACCA{upper-alnum:16} true
IQo.&  #IQoJb3JpZ2luX2Vj{base64:200+}
Fwo.&  #FwoGZXIvYXdzE{base64:200+}
ASI.$  #ASIA{upper-alnum:16} true
bce+&3/*bce-v3/ALTAK-{alnum:21}/{hex:40}
cfa.&  #cfat_{alnum:48}
cfk.&  #cfk_{alnum:48}
v1.+&1.&v1.0-{hex:24}-{hex:146}
eyJ.&  #eyJhIjoi{base64:130+}
0x4.%  #0x4AAAAAA{base64url:26} false
cfu.&  #cfut_{alnum:48}
dnk.&  #dnkey-{token:79}
sk-.&  #sk-do-{base64url:64}
doo.$  #doo_v1_{hex:64}
dop.$  #dop_v1_{hex:64}
dor.$  #dor_v1_{hex:64}
DO0.#  #DO00{upper-alnum:16}
SWM.&  #SWMTKN-1-{lower-alnum:50}-{lower-alnum:24-25}
SWM.&  #SWMKEY-1-{base64:40+}
sl.+%l.&sl.{base64url:130+}
sl.+&u.(sl.u.{base64url:130+}
EXO.#  #EXO{hex:24}
fo1.&  #fo1_{base64url:43}
fm1.&  #fm1a_{base64:100+}
fm1.&  #fm1r_{base64:100+}
fm2.&  #fm2_{base64:100+}
AAA.%  #AAAA{base64url:7}:APA91b{base64url:134}
AIz.%  #AIza{base64url:35}
ya2+&9.(ya29.{base64url:100+}
ya2+&d.*ya29.d.{base64url:100+}
ya2+&c.*ya29.c.{base64url:100+}
GOC.&  #GOCSPX-{base64url:28}
1//+%//&1//0{base64url:60+} false
GOO.#  #GOOG1E{upper-alnum:55}
GOO.#  #GOOG{upper-alnum:20}
hsk.&  #hskey-api-{base64url:12}-{base64url:64}
hsk.&  #hskey-auth-{base64url:12}-{base64url:64}
HRK.&  #HRKU-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}
HRK.&  #HRKU-AA{base64url:58}
K10,%  #K10{hex:64}::{lower-alnum:4-16}:{alnum:16+}
Q~ #'  #{tilde:3}{digit:1}Q~{tilde:31-34}
0.A+%0.%0.A{base64url:30-90}.{base64url:300+} false
1.A+%1.%1.A{base64url:30-90}.{base64url:300+} false
API#+  #{base64:76}APIM{alnum:6}== true
+AB#'  #{base64:76}+ABa{alnum:6}== true
+AC#'  #{base64:42}+ACR{alnum:6} true
ACD#+  #{base64:76}ACDb{alnum:6}== true
AZD'#  #{alnum:76}AZDO{alnum:4} true
+AE#'  #{base64:33}+AEh{base64:6}= true
AzF'#  #{base64url:44}AzFu{base64url:6}== true
JQQ'#  #{alnum:52}JQQJ99{alnum:26} true
AIo#+  #{base64:33}AIoT{base64:6}= true
+AM#'  #{base64:76}+AMC{alnum:6}== true
AzC'#  #{alnum:33}AzCa{alnum:6}= true
+AR#'  #{base64:33}+ARm{base64:6}= true
AzS'#  #{alnum:42}AzSe{alnum:6} true
+AS#'  #{base64:33}+ASb{base64:6}= true
+AS#'  #{base64:76}+ASt{alnum:6}== true
nbp.&  #nbp_{alnum:36}
nfb.&  #nfb_{alnum:36}
nfc.%  #nfc_{alnum:36} false
nfo.%  #nfo_{alnum:36} false
nfp.&  #nfp_{alnum:36}
nfu.&  #nfu_{alnum:36}
px-.&  #px-api-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}
px-.&  #px-dep-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}
ptr.%  #ptr_{token:36+} false
tok.%  #token-{lower-alnum:5}:{lower-alnum:54} false
sha+&6~*sha256~{base64url:43}
rnd.%  #rnd_{alnum:28} false
sal.&  #salad_cloud_user_{alnum:40+}
SCW.#  #SCW{upper-alnum:17}
tk-.&  #tk-us-{base64url:48}
tsk.&  #tskey-api-{alnum:8-20}-{alnum:18-40}
tsk.&  #tskey-auth-{alnum:8-20}-{alnum:18-40}
tsk.&  #tskey-client-{alnum:8-20}-{alnum:18-40}
tsk.&  #tskey-{base64url:32+}
dis+$t:6disablement-secret:{HEX:64}
nlp+$v:*nlpriv:{hex:64}
pri+$y:+privkey:{hex:64}
tsk.&  #tskey-scim-{alnum:8-20}-{alnum:18-40}
tsk.&  #tskey-webhook-{alnum:8-20}-{alnum:18-40}
AKI.%  #AKID{alnum:32}
uca.$  #ucat_{upper-alnum:26}
vck.&  #vck_{base64url:56}
vca.%  #vca_{base64url:56} false
vcr.%  #vcr_{base64url:56} false
ver.&  #vercel_blob_rw_{word:40+}
vci.%  #vci_{base64url:56} false
vcp.&  #vcp_{base64url:56}
AKL.%  #AKLT{alnum:43}
t1.+%1.&t1.{token:40+}
AQV.%  #AQVN{base64url:35-38}
y0_.%  #y0_{base64url:55+}
YCA.%  #YCAJE{base64url:20}
YC ,#  #YC{base64url:38}
ATC.%  #ATCTT3{token:186}
ATA.%  #ATATT3{token:186}
ATO.&  #ATOATT3{token:60+}
ATT.#  #ATTA{hex:72}
ATB.%  #ATBB{token:24+}
BBD.&  #BBDC-{base64:40+}
bka.&  #bkaj_{token:100+}
bka.&  #bkar_{base64url:73}
bka.&  #bkaa_{base64url:75}
bkc.&  #bkct_{base64url:73}
bkp.&  #bkpt_{token:150+}
bkp.&  #bkps_{base64url:64}
bkp.&  #bkpat_{base64url:54}
bku.$  #bkua_{lower-alnum:40}
cu_.#  #cu_{hex:32}
CCI.&  #CCIPAT_{alnum:22}_{hex:40}
CCI.&  #CCIPRJ_{alnum:22}_{hex:40}
CLO.$  #CLOJARS_{lower-alnum:60}
cio,%  #cio{alnum:32}
key.#  #key_{hex:64} false
ddo.%  #ddo_{alnum:36} false
ddp.%  #ddp_{alnum:36} false
ddw.%  #ddw_{alnum:36} false
dck.&  #dckr_oat_{base64url:32}
dck.&  #dckr_pat_{base64url:27}
end+&r+(endr+{alnum:16} true
ghs.&  #ghs_{alnum:36}
v1.+#1.&v1.{hex:40}
ghs.&  #ghs_{token:100+}
git.&  #github_pat_{word:82}
gho.&  #gho_{alnum:36}
ghp.&  #ghp_{alnum:36}
ghr.&  #ghr_{alnum:36}
ghu.&  #ghu_{alnum:36}
gla.&  #glagent-{base64url:50}
glc.&  #glcbt-{base64url:20}
glc.&  #glcbt-{base64url:27-300}.{lower-alnum:2}.{lower-alnum:9}
gld.&  #gldt-{base64url:20}
glf.&  #glffct-{base64url:20}
glf.&  #glft-{base64url:20}
gli.&  #glimt-{base64url:25}
glo.&  #gloas-{base64url:64}
glp.&  #glpat-{base64url:20}
glp.&  #glpat-{base64url:27-300}.{lower-alnum:9}
glp.&  #glpat-{base64url:27-300}.{lower-alnum:2}.{lower-alnum:9}
GR1.&  #GR1348941{base64url:20}
glr.&  #glrt-{base64url:20}
glr.&  #glrtr-{base64url:20}
glr.&  #glrt-{base64url:27-300}.{lower-alnum:2}.{lower-alnum:9}
glr.&  #glrt-{base64url:27-300}.{lower-alnum:9}
gls.&  #glsoat-{base64url:20}
_gi+&n=3_gitlab_session={alnum:32}
glp.$  #glptt-{hex:40}
glw.&  #glwt-{base64url:20}
pat+%t.'pat.{base64url:22}.{alnum:24}.{alnum:20} false
sat+%t.'sat.{base64url:22}.{alnum:24}.{alnum:20} false
.at##1.,{alnum:14}.atlasv1.{base64url:60+}
ico.%  #ico-{alnum:32} false
sig.&  #signkey-prod-{hex:32+}
sig.&  #signkey-test-{hex:32+}
ion.%  #ion_{alnum:42} false
per+%m:(perm:{base64:4-80}.{base64:4-80}.{alnum:30} false
per.%  #perm-{base64:4-80}.{base64:4-80}.{alnum:30} false
eyJ+&9.8eyJ0eXAiOiAiVENWMiJ9.{base64url:36}.{base64url:48}
AKC.%  #AKCp{alnum:69}
cmV.&  #cmVmdGtu{alnum:56}
jsr.&  #jsrd_{alnum:35}
jsr.&  #jsrp_{alnum:35}
jsr.&  #jsrw_{alnum:35}
kpa.%  #kpat_{alnum:40+} false
spa.%  #spat_{alnum:40+} false
n8n.&  #n8n_api_{alnum:40+}
npm.&  #npm_{alnum:36}
oy2.#  #oy2{lower-alnum:43}
API.%  #API-{upper-alnum:25-33} false
pac.&  #packagist_{lower:3}_{hex:68}
app.#  #app_{hex:64} false
aut.#  #auto_{hex:64} false
web.#  #web_{hex:64} false
api.#  #api-{lower-alnum:28} false
cli.#  #cli-{lower-alnum:28} false
PMA.$  #PMAT-{upper-alnum:26}
PMA.&  #PMAK-{dashed:59}
pnb.&  #pnb_{alnum:36}
pnu.&  #pnu_{alnum:36}
pul.$  #pul-{hex:40}
pyp.&  #pypi-AgENdGVzdC5weXBpLm9yZ{base64url:50+}
pyp.&  #pypi-AgEIcHlwaS5vcmc{base64url:50+}
ret.&  #retool_01{alnum:20+}
rub.$  #rubygems_{lower-alnum:48}
sny+&t.,snyk_sat.{token:60+}
sny+&t.,snyk_uat.{token:60+}
skt.&  #sktsec_{base64url:40+}
sqa.$  #sqa_{hex:40}
sqp.$  #sqp_{hex:40}
squ.$  #squ_{hex:40}
sga.&  #sgamp_user_{upper-alnum:26}_{hex:64}
slk.$  #slk_{hex:64}
sgp.&  #sgp_{xdigit:16}_{xdigit:40}
sgp.$  #sgp_local_{xdigit:40}
sgp.$  #sgp_{xdigit:40}
haw+%k.(hawk.{base64url:20}.{base64url:20} false
tss.%  #tss_{alnum:32} false
tr_.%  #tr_dev_{alnum:20+} false
tr_.%  #tr_pat_{alnum:40} false
tr_.%  #tr_prod_{alnum:20+} false
unk.&  #unkey_{alnum:22-24}
wak.&  #waka_{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}
wak.&  #waka_{alnum:40}
wak.&  #waka_sec_{alnum:80}
wak.&  #waka_tok_{alnum:80}
zpk.&  #zpka_{hex:32}_{hex:8}
s-s.$  #s-s4t2ud-{hex:64}
s-s.$  #s-s4t2af-{hex:64}
aio.%  #aio_{alnum:28} false
AVN.%  #AVNS_{base64url:19} false
aiv.&  #aivenv1{base64:100+}
xaa.&  #xaat-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}
xai.&  #xait-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}
xap.&  #xapt-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}
4b1.%  #4b1d{alnum:38}
CCD.&  #CCDB1_{alnum:22}_{alnum:40}
con+&1/3configcat-sdk-1/{base64url:22}/{base64url:22}
cfl.%  #cflt{base64:60}
cxu.&  #cxup_{alnum:28}
cxt.&  #cxtp_{alnum:28}
db-.%  #db-{alnum:29}
dos.#  #dose{hex:32}
dap.#  #dapi{hex:32}
dap.%  #dapi{hex:32}-{digit:1}
pub.#  #pub{hex:32}
Ast+&S:+AstraCS:{alnum:24}:{hex:64}
Ast+&S:+AstraCS:{alnum:24+}
dbt.&  #dbtc_{base64url:36+}
dbt.&  #dbtu_{base64url:36+}
dvc.%  #dvc_server_{base64url:24+} false
dt0+&1.*dt0c01.{alnum:24}.{alnum:64}
dt0+&2.*dt0s02.{upper-alnum:8}.{upper-alnum:64}
dt0+&8.*dt0s08.{upper-alnum:8}.{upper-alnum:64}
dt0+&6.*dt0s16.{upper-alnum:8}.{upper-alnum:64}
dt0+&1.*dt0s01.{upper-alnum:24}.{upper-alnum:64}
ess.&  #essu_{token:60+}
ess.&  #essu_{base64:60+}
fnA,%  #fnA{base64url:37}
fhb.&  #fhb-{alnum:32}
ser+%r.'ser.{alnum:22} false
na1+%1.'na1.{base64:32+} false
eu1+%1.'eu1.{base64:32+} false
eyJ.&  #eyJrIjoi{base64:70+}
glc.&  #glc_{base64:32+}
gls.&  #glsa_{word:41}
sec.%  #secret_admin_{base64:40+} false
sec.%  #secret_readonly_{base64:40+} false
sec.%  #secret_user_{base64:40+} false
hcr.&  #hcr_{alnum:28}
hcw.&  #hcw_{alnum:28}
hca.$  #hcaik_{lower-alnum:58}
hcb.$  #hcbik_{lower-alnum:58}
hca.$  #hcaic_{lower-alnum:58}
hcx.$  #hcxik_{lower-alnum:58}
hca.$  #hcamk_{lower-alnum:58}
hcx.$  #hcxmk_{lower-alnum:58}
api.%  #api-{lower-alnum:8}-{lower-alnum:4}-{lower-alnum:4}-{lower-alnum:4}-{lower-alnum:12} false
mob.%  #mob-{lower-alnum:8}-{lower-alnum:4}-{lower-alnum:4}-{lower-alnum:4}-{lower-alnum:12} false
sdk.%  #sdk-{lower-alnum:8}-{lower-alnum:4}-{lower-alnum:4}-{lower-alnum:4}-{lower-alnum:12} false
ldp.$  #ldpat_{hex:32}
_mm'#  #{word:36}_mmk
mb_.%  #mb_{base64:44}
mdb.&  #mdb_sa_sk_{base64url:40}
nap.$  #napi_{lower-alnum:64}
npg.%  #npg_{alnum:12} false
NRA.$  #NRAA-{hex:27}
NRJ.$  #NRJS-{hex:19}
NRB.$  #NRBR-{hex:19}
NRI.&  #NRII-{base64url:25+}
NRA'#  #{hex:36}NRAL true
eu0.&  #eu01xx{hex:30}NRAL true
-NR'#  #{xdigit:42}-NRMA true
eu0.&  #eu01xx{hex:36}-NRMA true
NRI.&  #NRIQ-{base64url:32}
NRR.$  #NRRA-{hex:42}
NRA.&  #NRAK-{alnum:27}
NF-.%  #NF-{alnum:32}
pdu+&s+(pdus+_{token:40+}
pde+&u+(pdeu+_{token:40+}
psc.&  #pscale_oauth_{token:32+}
psc.&  #pscale_pw_{token:32+}
psc.&  #pscale_tkn_{token:32+}
phs.%  #phs_{alnum:43} false
pha.%  #pha_{alnum:43} false
phx.&  #phx_{alnum:43}
phc.&  #phc_{alnum:43}
phr.&  #phr_{alnum:43}
pub.&  #pub-c-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}
sec.&  #sec-c-{base64:48}
sub.&  #sub-c-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}
roo.$  #rootly_{hex:64}
sgp.&  #sgp_{alnum:64}
snt.$  #sntrya_{hex:64}
snt.$  #sntryi_{hex:64}
snt.&  #sntrys_eyJ{base64:80-1000}_{base64:43}
snt.$  #sntryu_{hex:64}
ver+&t:.ver:1-hint:{digit:1-20}-{base64:100+}
con.%  #console-{alnum:43} false
sec.%  #secret-{alnum:43} false
sbp.$  #sbp_oauth_{hex:40}
sbp.$  #sbp_{lower-alnum:40}
sb_.&  #sb_publishable_{base64url:31}
sb_.&  #sb_secret_{base64url:31}
p.e+%p.%p.eyJ{base64url:60-400}.{base64url:43} false
BBF.&  #BBFF-{alnum:30}
BBU.&  #BBUS-{alnum:30}
:de+$t.,:default.{hex:56}
:de+$t.0:development.{hex:56}
:pr+$n./:production.{hex:56}
VF.+&M.)VF.DM.{hex:24}.{alnum:16}
VF.+&S.)VF.WS.{hex:24}.{alnum:16}
xau.&  #xau_{alnum:43}
A3-.%  #A3-{upper-alnum:6}-{upper-alnum:11}-{upper-alnum:5}-{upper-alnum:5}-{upper-alnum:5}
A3-.%  #A3-{upper-alnum:6}-{upper-alnum:6}-{upper-alnum:5}-{upper-alnum:5}-{upper-alnum:5}-{upper-alnum:5}
ops.&  #ops_eyJ{base64:250+}
AGE.&  #AGE-PLUGIN-{upper-alnum:2-20}-1{upper-alnum:40+}
AGE.$  #AGE-SECRET-KEY-1{upper-alnum:58}
aut.&  #authelia_at_{base64url:43}.{base64url:43}
aut.&  #authelia_rt_{base64url:43}.{base64url:43}
sc_.%  #sc_{lower-alnum:5-30}.{lower-alnum:4-6}.acc-{lower-alnum:10-32}.{token:30+}
ext.%  #ext_{lower-alnum:5-30}.{lower-alnum:4-6}.acc-{lower-alnum:10-32}.{token:30+} false
sc_.%  #sc_{lower-alnum:5-30}.{lower-alnum:4-6}.acc_{lower-alnum:10-32}.{token:30+}
xpr.%  #xprv{base58:107}
ypr.%  #yprv{base58:107}
zpr.%  #zprv{base58:107}
tpr.%  #tprv{base58:107}
0. +#0.%0.{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}.{alnum:30}:{base64:24}
sk_.&  #sk_live_{alnum:40}
dp.+&t.,dp.audit.{alnum:40-44}
dp.+&t.)dp.ct.{alnum:40-44}
dp.+&t.)dp.pt.{alnum:40-44}
dp.+&m.+dp.scim.{alnum:40-44}
dp.+&d.+dp.said.{alnum:40-44}
dp.+&a.)dp.sa.{alnum:40-44}
dp.+&t.)dp.st.{alnum:40-44}
dp.+&t.)dp.st.{base64url:2-35}.{alnum:40-44}
at_.%  #at_{alnum:10}_{base58:60+}
hvb+&b.'hvb.{base64url:70+}
b. +#b.%b.{alnum:138+}
hvr+&r.'hvr.{base64url:24+}
hvs+&s.'hvs.{base64url:24+}
s. +#s.%s.{alnum:24-26}
s. +#s.%s.{alnum:24}.{alnum:5}
st.+%t.&st.{hex:24}.{hex:32}.{hex:32}
RWR.&  #RWRTY0Iy{base64:200+}
RWQ.&  #RWQAAEIy{base64:200+}
ed2+%9:+ed25519:{base58:86-88} false
nse.#  #nsec1{lower-alnum:58}
00 ,#  #00{base64url:40}
ory.%  #ory_at_{base64url:43}.{base64url:43} false
ory.%  #ory_pat_{alnum:32} false
ory.%  #ory_rt_{base64url:43}.{base64url:43} false
ory.%  #ory_st_{alnum:32} false
sec+%n:0secret-token:{token:20+} false
sec.%  #secret-live-{token:37} false
sec.%  #secret-test-{token:37} false
eds.%  #edsk{base58:50}
xke.&  #xkeysib-{base64url:81}
xsm.&  #xsmtpsib-{base64url:81}
pk_.$  #pk_prod_{upper-alnum:28}
pk_.$  #pk_test_{upper-alnum:28}
SEC.#  #SEC{hex:64}
oap+$n=Moapi.dingtalk.com/robot/send?access_token={hex:64}
htt+&s/Dhttps://discord.com/api/webhooks/{digit:17-20}/{base64url:60-68}
htt+&s/Ghttps://discordapp.com/api/webhooks/{digit:17-20}/{base64url:60-68}
dis+&s/<discord.com/api/webhooks/{digit:17-20}/{base64url:60-68}
dis+&s/?discordapp.com/api/webhooks/{digit:17-20}/{base64url:60-68}
gcn.&  #gcntfy-{base64url:75+}
cha+&s/Achat.googleapis.com/v1/spaces/{base64url:8-14}/messages?key={base64url:39}&token={base64url:43}
pat.%  #pat-{lower-alnum:3}-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12} false
mak+&r/;maker.ifttt.com/trigger/{base64url:1-80}/with/key/{base64url:22}
dG9.%  #dG9rO{base64:55}
ope+&k/Lopen.larksuite.com/open-apis/bot/v2/hook/{dashed:36}
ope+&k/Hopen.feishu.cn/open-apis/bot/v2/hook/{dashed:36}
AQV,%  #AQV{base64url:200+}
AQX,%  #AQX{base64url:200+}
WPL+&0.+WPL_AP0.{alnum:16}.{base64:8+}
WPL+&1.+WPL_AP1.{alnum:16}.{base64:8+}
-us'#  #{hex:32}-us{digit:1-2} true
md-.%  #md-{base64url:22}
mls+$n.(mlsn.{hex:64}
key.#  #key-{hex:32} false
pub.#  #pubkey-{hex:32} false
hoo+$m/5hook.eu1.make.com/{lower-alnum:32}
hoo+$m/5hook.eu2.make.com/{lower-alnum:32}
hoo+$m/5hook.us1.make.com/{lower-alnum:32}
hoo+$m/5hook.us2.make.com/{lower-alnum:32}
syt.&  #syt_{base64:2-120}_{alnum:20}_{alnum:6}
mat.%  #mat_{alnum:30}_{alnum:6} false
mct.%  #mct_{alnum:30}_{alnum:6} false
mar.%  #mar_{alnum:30}_{alnum:6} false
syr.&  #syr_{base64:2-120}_{alnum:20}_{alnum:6}
EAA,%  #EAA{alnum:100+}
IGA.%  #IGAA{alnum:100+}
IGQ.%  #IGQV{base64url:100+}
.we+&2/A.webhook.office.com/webhookb2/{dashed:36}@{dashed:36}/IncomingWebhook/{alnum:32}/{dashed:36}
htt+&k/Fhttps://outlook.office.com/webhook/{dashed:36}@{dashed:36}/IncomingWebhook/{alnum:32}/{dashed:36}
tk_.#  #tk_{lower-alnum:29}
os_.&  #os_v2_app_{lower-alnum:100+}
os_.&  #os_v2_org_{lower-alnum:100+}
pin.&  #pina_{alnum:64+}
o. +#o.%o.{alnum:32}
re_.%  #re_{alnum:8}_{alnum:24}
5Ae.&  #5Aep861{tilde:80}
00D,%  #00D{alnum:12}!{tilde:80+}
SG.+%G.&SG.{base64url:22}.{base64url:43}
SG.+%G.&SG.{token:66}
xap.&  #xapp-{digit:1}-{upper-alnum:9-13}-{digit:10-14}-{hex:64}
xap.&  #xapp-{digit:12}-{base64:24}
xox.&  #xoxb-{digit:10-13}-{digit:10-13}-{alnum:18-24}
xox.&  #xoxb-{digit:8-14}-{dashed:14+}
xox.&  #xoxe-{digit:1}-{alnum:140+}
xox+&e.(xoxe.xoxp-{digit:1}-{alnum:160+}
xox+&e.(xoxe.xoxb-{digit:1}-{alnum:160+}
xox.&  #xoxc-{digit:9-13}-{digit:9-13}-{digit:9-13}-{hex:64}
xox.&  #xoxd-{base64:100+}
xox.&  #xoxo-{digit:9-13}-{dashed:20+}
xox.&  #xoxs-{digit:9-13}-{digit:9-13}-{digit:9-13}-{hex:10+}
xox.%  #xoxr-{digit:1}-{alnum:8-48} false
xox.&  #xoxr-{digit:8-14}-{dashed:8+}
xox.%  #xoxr-{dashed:12-60} false
hoo+&s/<hooks.slack.com/triggers/{word:8-12}/{digit:10-14}/{hex:32}
xox.&  #xoxp-{digit:10-13}-{digit:10-13}-{digit:10-13}-{alnum:28-34}
xox.&  #xoxp-{digit:8-14}-{dashed:14+}
htt+&s/Dhttps://hooks.slack.com/services/{base64:43}
hoo+&s/<hooks.slack.com/services/{base64:43}
htt+&s/Ehttps://hooks.slack.com/workflows/{base64:43}
hoo+&s/=hooks.slack.com/workflows/{base64:43}
xox.&  #xoxa-{digit:1}-{dashed:8-60}
xox.&  #xoxa-{digit:8-14}-{dashed:8+}
xox.%  #xoxa-{dashed:20-60} false
:A ##:A\${digit:5-16}:A{base64url:34}
KEY,%  #KEY{alnum:32}_{alnum:22}
act+%t.'act.{alnum:60+} false
clt+%t.'clt.{alnum:40+} false
rft+%t.'rft.{alnum:60+} false
AC ,#  #AC{hex:32}
SK ,#  #SK{hex:32}
qya+&y=Pqyapi.weixin.qq.com/cgi-bin/webhook/send?key={dashed:36}
AAA.%  #AAAAAAAAAAAAAAAAAAAAAA{alnum:80-100} false
hoo+*h/@hooks.zapier.com/hooks/catch/{base64:12+}
100+%0.(1000.{hex:32}.{hex:32} false
sk-.&  #sk-ant-admin01-{base64url:95}
sk-.&  #sk-ant-api03-{base64url:95}
sk-.&  #sk-ant-{base64url:80+}
sk-.&  #sk-ant-oat01-{base64url:95}
sk-.&  #sk-ant-ort01-{base64url:95}
ese.#  #esecret_{lower-alnum:26} false
api.&  #apify_api_{alnum:36}
BSA,%  #BSA{base64url:28}
bb_.&  #bb_live_{base64url:27}
sk_.&  #sk_car_{base64url:22+}
csk.$  #csk-{lower-alnum:48}
ck-.%  #ck-{base58:44}
ctx.&  #ctx7sk-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}
pat.%  #pat_{alnum:64} false
dtn.$  #dtn_{hex:64}
sk-.#  #sk-{lower-alnum:32}
app.%  #app-{alnum:24} false
dat.%  #dataset-{alnum:24} false
e2b.$  #e2b_{hex:40}
sk_.#  #sk_{hex:48}
fc-.#  #fc-{hex:32}
fw_.%  #fw_{alnum:22-24}
flp.&  #flp_{alnum:46}
AQ.+&Q.&AQ.Ab8RN6{base64url:44}
AQ.+%Q.&AQ.{base64url:50}
gsk.&  #gsk_{alnum:52}
sk-.&  #sk-helicone-{dashed:31}
sk_.&  #sk_V2_hgu_{base64url:30+}
api.%  #api_org_{alnum:34} false
hf_.%  #hf_{alnum:34}
jin.&  #jina_{base64url:60}
ls_.$  #ls__{hex:32}
lsv.&  #lsv2_pt_{hex:32}_{hex:10}
lsv.&  #lsv2_sk_{hex:32}_{hex:10}
pk-.&  #pk-lf-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}
sk-.&  #sk-lf-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}
llx.&  #llx-{alnum:48}
m0-.%  #m0-{alnum:40}
sk-.&  #sk-cp-{base64url:80+}
sk-.&  #sk-api-{base64url:100+}
ak-.%  #ak-{alnum:22}
as-.%  #as-{alnum:22}
sk-.&  #sk-kimi-{alnum:48+}
sk-.%  #sk-{base64url:48}
nva.&  #nvapi-{base64url:64}
sk-.&  #sk-admin-{base64url:100+}
sk-.%  #sk-{alnum:48}
sk-.%  #sk-{alnum:20}T3BlbkFJ{alnum:20}
T3B'#  #{alnum:20}T3BlbkFJ{alnum:20}
sk-.&  #sk-None-{base64url:48+}
sk-.&  #sk-proj-{base64url:100+}
sk-.&  #sk-svcacct-{base64url:100+}
sk-.$  #sk-or-v1-{hex:64}
ppl.&  #pplx-{alnum:48}
pcs.&  #pcsk_{alnum:5-6}_{alnum:63}
r8_.%  #r8_{alnum:37}
key.#  #key_{hex:128} false
scp.$  #scp-live-{hex:32}
scp.$  #scp-test-{hex:32}
tvl.&  #tvly-dev-{base64url:32}
tvl.&  #tvly-{alnum:32}
tvl.&  #tvly-prod-{base64url:32}
tgp.&  #tgp_v1_{base64url:43}
pa-.%  #pa-{base64url:43}
wan.&  #wandb_v1_{base64url:77}
xai.&  #xai-{base64url:80}
AQE,%  #AQE{base64:40-140}-{base64:30-70}-{alnum:6+}
alc.&  #alcht_{alnum:30}
sk_.&  #sk_live_{base64url:90+}
$aa+&$a$$aact_{alnum:60+}
$aa+&$a$$aact_prod_{alnum:32+}
$aa+&$a$$aact_hmlg_{alnum:32+}
bxt.&  #bxt_{alnum:36}
sk_.$  #sk_sbox_{lower-alnum:27}
sk_.%  #sk_{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}
sk_.%  #sk_test_{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12} false
sk_.%  #sk_test_{alnum:40+} false
liv.%  #live_{alnum:27} false
tes.%  #test_{alnum:27} false
duf.&  #duffel_live_{base64url:43}
duf.&  #duffel_test_{base64url:43}
EZA.%  #EZAK{alnum:54}
EZT.%  #EZTK{alnum:54}
FLW.$  #FLWSECK_TEST-{lower-alnum:12}
FLW.$  #FLWSECK_TEST{lower-alnum:12}
FLW.&  #FLWPUBK-{lower-alnum:32}-X
FLW.&  #FLWSECK-{lower-alnum:32}-X
FLW.&  #FLWPUBK_TEST-{lower-alnum:32}-X
FLW.&  #FLWSECK_TEST-{lower-alnum:32}-X
liv.%  #live_{token:40} false
san.%  #sandbox_{token:40} false
sk_.&  #sk_live_{base64:60+}
sk_.%  #sk_test_{base64:60+} false
sk_.#  #sk_{hex:32}
kla.&  #klarna_live_api_{base64url:40+}
kla.&  #klarna_test_api_{base64url:40+}
liv.#  #live_{hex:35} false
liv.$  #live_pub_{hex:31}
tes.#  #test_{hex:35} false
tes.#  #test_pub_{hex:31} false
APP.&  #APP_USR-{digit:13-16}-{digit:6}-{hex:32}-{digit:6-12}
sec+&n:0secret-token:mercury_{token:30+}
Mid.%  #Mid-client-{base64url:16} false
Mid.%  #Mid-server-{base64url:16-24} false
acc.%  #access_{alnum:35} false
liv.%  #live_{alnum:30} false
tes.%  #test_{alnum:30} false
ske.&  #skey_test_{alnum:19}
api+%e.,api_live.{base64url:32} false
api+&a./api_live_ca.{base64url:32}
api+%e.,api_live.{base64url:11}.{base64url:32} false
api+&s./api_live_us.{base64url:32}
api+%x./api_sandbox.{base64url:32} false
api+%x./api_sandbox.{base64url:11}.{base64url:32} false
pdl.&  #pdl_live_apikey_{lower-alnum:26}_{alnum:22}_{alnum:3}
pdl.&  #pdl_sdbx_apikey_{lower-alnum:26}_{alnum:22}_{alnum:3}
pdl.&  #pdl_ntfset_{lower-alnum:26}_{base64:32}
acc+&x$8access_token$sandbox\${lower-alnum:16}\${hex:32}
acc+&n$;access_token$production\${lower-alnum:16}\${hex:32}
sk_.$  #sk_live_{hex:40}
sk_.#  #sk_test_{hex:40} false
per.%  #persona_production_{base64url:31+} false
per.%  #persona_sandbox_{base64url:31+} false
acc.&  #access-development-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}
acc.&  #access-production-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}
acc.&  #access-sandbox-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}
pol.&  #polar_oat_{base64url:37+}
pol.&  #polar_pat_{base64url:37+}
pol.&  #polar_whs_{alnum:40}
QN_.#  #QN_{hex:32}
api.#  #apikey_{hex:64} false
ram.&  #ramp_id_{alnum:40}
ram.&  #ramp_sec_{alnum:48}
rzp.&  #rzp_live_{alnum:14}
rzp.&  #rzp_test_{alnum:14}
sk_.%  #sk_{digit:1}x{digit:1}_{xdigit:64}
sk_.%  #sk_test_{digit:1}x{digit:1}_{xdigit:64} false
sam.&  #samsara_api_{alnum:30}
shi.$  #shippo_live_{hex:40}
shi.$  #shippo_test_{hex:40}
shp.$  #shpat_{xdigit:32}
shp.$  #shpca_{xdigit:32}
shp.$  #shppa_{xdigit:32}
shp.$  #shpss_{xdigit:32}
shp.$  #shptka_{xdigit:32}
shp.$  #shpua_{xdigit:32}
EAA.%  #EAAA{base64url:22-60}
sq0.&  #sq0atp-{base64url:22}
sq0.&  #sq0idp-{base64url:22}
sq0.&  #sq0csp-{base64url:43}
sq0.&  #sq0csb-{base64url:43}
ek_.%  #ek_live_{alnum:24+} false
ek_.%  #ek_test_{alnum:24+} false
rk_.%  #rk_live_{alnum:24+} false
sk_.&  #sk_live_{alnum:24}
sk_.&  #sk_org_live_{alnum:24}
sk_.&  #sk_org_test_{alnum:24}
rk_.%  #rk_prod_{alnum:24+} false
sk_.%  #sk_prod_{alnum:24+} false
rk_.%  #rk_test_{alnum:24+} false
sk_.%  #sk_test_{alnum:24+} false
whs.&  #whsec_{alnum:32}
sk_.%  #sk_{digit:1-6}_{digit:1-8}_{hex:32}
ck_.#  #ck_{hex:40}
cs_.#  #cs_{hex:40}
xnd.&  #xnd_development_{alnum:60+}
xnd.&  #xnd_production_{alnum:60+}
p8e.&  #p8e-{base64url:32}
oaa,%  #oaa{alnum:14}.v1.{token:30+}
pat,%  #pat{alnum:14}.{xdigit:64}
1/ +#1/%1/{digit:16}:{hex:32}
2/ +#2/%2/{digit:16}/{digit:16}:{hex:32}
b_ ,#  #b_{token:44}
bpk.$  #bpk-{hex:32}
cal.$  #cal_live_{hex:32}
cal.#  #cal_test_{hex:32} false
cnv.%  #cnvca{base64url:51}
pk_.%  #pk_{digit:6-10}_{upper-alnum:32}
api.%  #api_{alnum:22}.{alnum:22} false
api.%  #api_{alnum:45} false
CFP.&  #CFPAT-{base64url:43}
AAP.%  #AAPK{base64url:60+}
AAP.%  #AAPT{base64url:60+}
fig.&  #figo_{base64url:40}
fig.&  #figr_{base64url:40}
fig.&  #figu_{base64url:40}
fig.&  #figd_{base64url:40}
fig.&  #figp_{base64url:40}
fsq.%  #fsq3{base64:44}
fio.&  #fio-u-{token:64}
gb_.&  #gb_api_{alnum:40}
pri.%  #private_{base64:28} false
ak_.#  #ak_{hex:64}
lin.&  #lin_api_{alnum:40}
lin.$  #lin_oauth_{hex:64}
lin.&  #lin_wh_{alnum:36+}
pk.+#k.&pk.{hex:32}
k_ ,#  #k_{alnum:40+}
pk.+&k.&pk.eyJ{base64url:40-200}.{base64url:22}
pk.+%k.&pk.{alnum:60}.{alnum:22}
sk.+&k.&sk.eyJ{base64url:40-200}.{base64url:22}
tk.+&k.&tk.eyJ{base64url:40-200}.{base64url:22}
ntn.&  #ntn_{alnum:46}
sec.%  #secret_{alnum:43} false
pla.$  #plane_api_{hex:32}
rdm.$  #rdme_{lower-alnum:70}
key.%  #key-{alnum:64} false
sk ,#  #sk{alnum:78+}
sm_.%  #sm_aat_{alnum:16} false
sm_.%  #sm_pat_{alnum:16} false
sm_.%  #sm_sat_{alnum:16} false
tly.%  #tly-{alnum:32} false
tkn+&n.'tkn.v1_{base64:71}
tfp.%  #tfp_{token:40+} false
IST+&T.'IST.eyJ{token:100+}
wrk,%  #wrk{lower:2-4}-eyJ{token:80+}`,
  pairs: [109, 342, 354, 357, 358, 364, 417, 452, 453, 628, 629, 630, 655, 665],
  searches: ['Q~', '+A', 'hooks.zapier.com/hooks/catch/'],
}
