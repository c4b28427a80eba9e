// Made by `node scripts/format-table.ts` from the formats beside it.
// One text, because to load hundreds of objects takes longer than to redact a page.
export const formatTable = `akamai-edgegrid-token akab-{lower-alnum:16}-{lower-alnum:16}
alibaba-access-key LTAI{alnum:12-20}
alibaba-session-key STS.{alnum:25} false
alibaba-session-token CAIS{base64:40+}
amazon-login-access-token Atza|{base64url:100+} true
amazon-login-client-secret amzn1.oa2-cs.v1.{hex:64}
amazon-login-refresh-token Atzr|{base64url:100+} true
amazon-mws-token amzn.mws.{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}
appsync-key da2-{lower-alnum:26} false
aws-access-key AKIA{upper-alnum:16} true
aws-access-key-older A3T{upper-alnum:17}
aws-bearer-token ABIA{upper-alnum:16} true
aws-bedrock-key ABSKQmVkcm9ja0FQSUtleS{base64:110}
aws-bedrock-key-short bedrock-api-key-{base64:28+}
aws-context-credential ACCA{upper-alnum:16} true
aws-session-token IQoJb3JpZ2luX2Vj{base64:200+}
aws-session-token-global FwoGZXIvYXdzE{base64:200+}
aws-temporary-key ASIA{upper-alnum:16} true
baidu-cloud-key bce-v3/ALTAK-{alnum:21}/{hex:40}
cloudflare-account-token cfat_{alnum:48}
cloudflare-global-key cfk_{alnum:48}
cloudflare-origin-ca-key v1.0-{hex:24}-{hex:146}
cloudflare-tunnel-token eyJhIjoi{base64:130+}
cloudflare-turnstile-secret 0x4AAAAAA{base64url:26} false
cloudflare-user-token cfut_{alnum:48}
defined-networking-token dnkey-{token:79}
digitalocean-gradient-key sk-do-{base64url:64}
digitalocean-oauth-token doo_v1_{hex:64}
digitalocean-personal-token dop_v1_{hex:64}
digitalocean-refresh-token dor_v1_{hex:64}
digitalocean-spaces-key DO00{upper-alnum:16}
docker-swarm-join-token SWMTKN-1-{lower-alnum:50}-{lower-alnum:24-25}
docker-swarm-unlock-key SWMKEY-1-{base64:40+}
dropbox-access-token sl.{base64url:130+}
dropbox-access-token-user sl.u.{base64url:130+}
exoscale-api-key EXO{hex:24}
fly-access-token fo1_{base64url:43}
fly-macaroon-1a fm1a_{base64:100+}
fly-macaroon-1r fm1r_{base64:100+}
fly-macaroon-2 fm2_{base64:100+}
firebase-messaging-key AAAA{base64url:7}:APA91b{base64url:134}
google-api-key AIza{base64url:35}
google-oauth-access-token ya29.{base64url:100+}
google-oauth-access-token-domain ya29.d.{base64url:100+}
google-oauth-access-token-service ya29.c.{base64url:100+}
google-oauth-client-secret GOCSPX-{base64url:28}
google-oauth-refresh-token 1//0{base64url:60+} false
google-storage-hmac-service-key GOOG1E{upper-alnum:55}
google-storage-hmac-user-key GOOG{upper-alnum:20}
headscale-api-key hskey-api-{base64url:12}-{base64url:64}
headscale-auth-key hskey-auth-{base64url:12}-{base64url:64}
heroku-api-key HRKU-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}
heroku-api-key-2 HRKU-AA{base64url:58}
k3s-token K10{hex:64}::{lower-alnum:4-16}:{alnum:16+}
azure-ad-client-secret {tilde:3}{digit:1}Q~{tilde:31-34}
azure-ad-refresh-token 0.A{base64url:30-90}.{base64url:300+} false
azure-ad-refresh-token-1 1.A{base64url:30-90}.{base64url:300+} false
azure-api-management-key {base64:76}APIM{alnum:6}== true
azure-batch-key {base64:76}+ABa{alnum:6}== true
azure-container-registry-key {base64:42}+ACR{alnum:6} true
azure-cosmos-key {base64:76}ACDb{alnum:6}== true
azure-devops-token {alnum:76}AZDO{alnum:4} true
azure-event-hub-key {base64:33}+AEh{base64:6}= true
azure-function-key {base64url:44}AzFu{base64url:6}== true
azure-identifiable-key {alnum:52}JQQJ99{alnum:26} true
azure-iot-key {base64:33}AIoT{base64:6}= true
azure-machine-learning-key {base64:76}+AMC{alnum:6}== true
azure-redis-key {alnum:33}AzCa{alnum:6}= true
azure-relay-key {base64:33}+ARm{base64:6}= true
azure-search-key {alnum:42}AzSe{alnum:6} true
azure-service-bus-key {base64:33}+ASb{base64:6}= true
azure-storage-key {base64:76}+ASt{alnum:6}== true
netbird-token nbp_{alnum:36}
netlify-build-token nfb_{alnum:36}
netlify-cli-token nfc_{alnum:36} false
netlify-oauth-token nfo_{alnum:36} false
netlify-token nfp_{alnum:36}
netlify-ui-token nfu_{alnum:36}
pixie-api-key px-api-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}
pixie-deploy-key px-dep-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}
portainer-token ptr_{token:36+} false
rancher-token token-{lower-alnum:5}:{lower-alnum:54} false
openshift-token sha256~{base64url:43}
render-key rnd_{alnum:28} false
salad-key salad_cloud_user_{alnum:40+}
scaleway-access-key SCW{upper-alnum:17}
scalingo-token tk-us-{base64url:48}
tailscale-api-key tskey-api-{alnum:8-20}-{alnum:18-40}
tailscale-auth-key tskey-auth-{alnum:8-20}-{alnum:18-40}
tailscale-client-secret tskey-client-{alnum:8-20}-{alnum:18-40}
tailscale-future-key tskey-{base64url:32+}
tailscale-lock-disablement disablement-secret:{HEX:64}
tailscale-lock-key nlpriv:{hex:64}
tailscale-node-key privkey:{hex:64}
tailscale-scim-key tskey-scim-{alnum:8-20}-{alnum:18-40}
tailscale-webhook-key tskey-webhook-{alnum:8-20}-{alnum:18-40}
tencent-secret-id AKID{alnum:32}
upcloud-token ucat_{upper-alnum:26}
vercel-api-key vck_{base64url:56}
vercel-app-access-token vca_{base64url:56} false
vercel-app-refresh-token vcr_{base64url:56} false
vercel-blob-token vercel_blob_rw_{word:40+}
vercel-integration-token vci_{base64url:56} false
vercel-personal-token vcp_{base64url:56}
volcengine-access-key AKLT{alnum:43}
yandex-access-token t1.{token:40+}
yandex-api-key AQVN{base64url:35-38}
yandex-oauth-token y0_{base64url:55+}
yandex-static-key YCAJE{base64url:20}
yandex-static-secret YC{base64url:38}
atlassian-admin-key ATCTT3{token:186}
atlassian-api-token ATATT3{token:186}
atlassian-oauth-secret ATOATT3{token:60+}
atlassian-trello-token ATTA{hex:72}
bitbucket-app-password ATBB{token:24+}
bitbucket-data-center-token BBDC-{base64:40+}
buildkite-agent-job-token bkaj_{token:100+}
buildkite-agent-registration-token bkar_{base64url:73}
buildkite-agent-session-token bkaa_{base64url:75}
buildkite-cluster-token bkct_{base64url:73}
buildkite-package-token bkpt_{token:150+}
buildkite-portal-secret bkps_{base64url:64}
buildkite-portal-token bkpat_{base64url:54}
buildkite-user-token bkua_{lower-alnum:40}
checkly-key cu_{hex:32}
circleci-personal-token CCIPAT_{alnum:22}_{hex:40}
circleci-project-token CCIPRJ_{alnum:22}_{hex:40}
clojars-deploy-token CLOJARS_{lower-alnum:60}
crates-io-token cio{alnum:32}
cursor-key key_{hex:64} false
deno-deploy-organization-token ddo_{alnum:36} false
deno-deploy-personal-token ddp_{alnum:36} false
deno-deploy-token ddw_{alnum:36} false
docker-organization-token dckr_oat_{base64url:32}
docker-personal-token dckr_pat_{base64url:27}
endor-labs-key endr+{alnum:16} true
github-app-token ghs_{alnum:36}
github-app-token-legacy v1.{hex:40}
github-app-token-stateless ghs_{token:100+}
github-fine-grained-token github_pat_{word:82}
github-oauth-token gho_{alnum:36}
github-personal-token ghp_{alnum:36}
github-refresh-token ghr_{alnum:36}
github-user-token ghu_{alnum:36}
gitlab-agent-token glagent-{base64url:50}
gitlab-build-token glcbt-{base64url:20}
gitlab-build-token-routable glcbt-{base64url:27-300}.{lower-alnum:2}.{lower-alnum:9}
gitlab-deploy-token gldt-{base64url:20}
gitlab-feature-flags-token glffct-{base64url:20}
gitlab-feed-token glft-{base64url:20}
gitlab-incoming-mail-token glimt-{base64url:25}
gitlab-oauth-secret gloas-{base64url:64}
gitlab-personal-token glpat-{base64url:20}
gitlab-personal-token-routable glpat-{base64url:27-300}.{lower-alnum:9}
gitlab-personal-token-versioned glpat-{base64url:27-300}.{lower-alnum:2}.{lower-alnum:9}
gitlab-registration-token GR1348941{base64url:20}
gitlab-runner-token glrt-{base64url:20}
gitlab-runner-token-registered glrtr-{base64url:20}
gitlab-runner-token-routable glrt-{base64url:27-300}.{lower-alnum:2}.{lower-alnum:9}
gitlab-runner-token-routable-short glrt-{base64url:27-300}.{lower-alnum:9}
gitlab-scim-token glsoat-{base64url:20}
gitlab-session-cookie _gitlab_session={alnum:32}
gitlab-trigger-token glptt-{hex:40}
gitlab-workspace-token glwt-{base64url:20}
harness-personal-token pat.{base64url:22}.{alnum:24}.{alnum:20} false
harness-service-token sat.{base64url:22}.{alnum:24}.{alnum:20} false
terraform-cloud-token {alnum:14}.atlasv1.{base64url:60+}
infracost-key ico-{alnum:32} false
inngest-signing-key-prod signkey-prod-{hex:32+}
inngest-signing-key-test signkey-test-{hex:32+}
ionic-token ion_{alnum:42} false
jetbrains-hub-token perm:{base64:4-80}.{base64:4-80}.{alnum:30} false
jetbrains-hub-token-dashed perm-{base64:4-80}.{base64:4-80}.{alnum:30} false
jetbrains-teamcity-token eyJ0eXAiOiAiVENWMiJ9.{base64url:36}.{base64url:48}
artifactory-api-key AKCp{alnum:69}
artifactory-reference-token cmVmdGtu{alnum:56}
jsr-device-token jsrd_{alnum:35}
jsr-personal-token jsrp_{alnum:35}
jsr-web-token jsrw_{alnum:35}
konnect-personal-token kpat_{alnum:40+} false
konnect-system-token spat_{alnum:40+} false
n8n-key n8n_api_{alnum:40+}
npm-token npm_{alnum:36}
nuget-key oy2{lower-alnum:43}
octopus-deploy-key API-{upper-alnum:25-33} false
packagist-token packagist_{lower:3}_{hex:68}
percy-app-token app_{hex:64} false
percy-auto-token auto_{hex:64} false
percy-web-token web_{hex:64} false
phabricator-api-token api-{lower-alnum:28} false
phabricator-cli-token cli-{lower-alnum:28} false
postman-collection-key PMAT-{upper-alnum:26}
postman-key PMAK-{dashed:59}
prefect-bot-key pnb_{alnum:36}
prefect-user-key pnu_{alnum:36}
pulumi-token pul-{hex:40}
pypi-test-token pypi-AgENdGVzdC5weXBpLm9yZ{base64url:50+}
pypi-token pypi-AgEIcHlwaS5vcmc{base64url:50+}
retool-token retool_01{alnum:20+}
rubygems-key rubygems_{lower-alnum:48}
snyk-service-token snyk_sat.{token:60+}
snyk-user-token snyk_uat.{token:60+}
socket-key sktsec_{base64url:40+}
sonarqube-analysis-token sqa_{hex:40}
sonarqube-project-token sqp_{hex:40}
sonarqube-user-token squ_{hex:40}
sourcegraph-amp-token sgamp_user_{upper-alnum:26}_{hex:64}
sourcegraph-license-token slk_{hex:64}
sourcegraph-token sgp_{xdigit:16}_{xdigit:40}
sourcegraph-token-local sgp_local_{xdigit:40}
sourcegraph-token-plain sgp_{xdigit:40}
stackhawk-key hawk.{base64url:20}.{base64url:20} false
thunderstore-token tss_{alnum:32} false
trigger-dev-key tr_dev_{alnum:20+} false
trigger-dev-personal-token tr_pat_{alnum:40} false
trigger-dev-prod-key tr_prod_{alnum:20+} false
unkey-root-key unkey_{alnum:22-24}
wakatime-key waka_{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}
wakatime-key-plain waka_{alnum:40}
wakatime-secret waka_sec_{alnum:80}
wakatime-token waka_tok_{alnum:80}
zuplo-key zpka_{hex:32}_{hex:8}
intra42-client-secret s-s4t2ud-{hex:64}
intra42-client-secret-old s-s4t2af-{hex:64}
adafruit-io-key aio_{alnum:28} false
aiven-service-password AVNS_{base64url:19} false
aiven-token aivenv1{base64:100+}
axiom-api-token xaat-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}
axiom-ingest-token xait-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}
axiom-personal-token xapt-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}
clickhouse-cloud-secret 4b1d{alnum:38}
cockroachdb-cloud-key CCDB1_{alnum:22}_{alnum:40}
configcat-sdk-key configcat-sdk-1/{base64url:22}/{base64url:22}
confluent-secret cflt{base64:60}
coralogix-personal-key cxup_{alnum:28}
coralogix-team-key cxtp_{alnum:28}
databento-key db-{alnum:29}
databricks-oauth-secret dose{hex:32}
databricks-token dapi{hex:32}
databricks-token-numbered dapi{hex:32}-{digit:1}
datadog-client-token pub{hex:32}
astra-token AstraCS:{alnum:24}:{hex:64}
astra-token-short AstraCS:{alnum:24+}
dbt-service-token dbtc_{base64url:36+}
dbt-user-token dbtu_{base64url:36+}
devcycle-server-key dvc_server_{base64url:24+} false
dynatrace-api-token dt0c01.{alnum:24}.{alnum:64}
dynatrace-oauth-secret dt0s02.{upper-alnum:8}.{upper-alnum:64}
dynatrace-oauth-secret-8 dt0s08.{upper-alnum:8}.{upper-alnum:64}
dynatrace-platform-token dt0s16.{upper-alnum:8}.{upper-alnum:64}
dynatrace-scim-token dt0s01.{upper-alnum:24}.{upper-alnum:64}
elastic-cloud-key essu_{token:60+}
elastic-cloud-key-base64 essu_{base64:60+}
fauna-secret fnA{base64url:37}
firehydrant-token fhb-{alnum:32}
flagsmith-server-key ser.{alnum:22} false
fullstory-key na1.{base64:32+} false
fullstory-key-eu eu1.{base64:32+} false
grafana-api-key eyJrIjoi{base64:70+}
grafana-cloud-token glc_{base64:32+}
grafana-service-token glsa_{word:41}
growthbook-admin-key secret_admin_{base64:40+} false
growthbook-readonly-key secret_readonly_{base64:40+} false
growthbook-user-key secret_user_{base64:40+} false
healthchecks-read-key hcr_{alnum:28}
healthchecks-write-key hcw_{alnum:28}
honeycomb-ingest-key hcaik_{lower-alnum:58}
honeycomb-ingest-key-b hcbik_{lower-alnum:58}
honeycomb-ingest-key-classic hcaic_{lower-alnum:58}
honeycomb-ingest-key-x hcxik_{lower-alnum:58}
honeycomb-management-key hcamk_{lower-alnum:58}
honeycomb-management-key-x hcxmk_{lower-alnum:58}
launchdarkly-access-token api-{lower-alnum:8}-{lower-alnum:4}-{lower-alnum:4}-{lower-alnum:4}-{lower-alnum:12} false
launchdarkly-mobile-key mob-{lower-alnum:8}-{lower-alnum:4}-{lower-alnum:4}-{lower-alnum:4}-{lower-alnum:12} false
launchdarkly-sdk-key sdk-{lower-alnum:8}-{lower-alnum:4}-{lower-alnum:4}-{lower-alnum:4}-{lower-alnum:12} false
lightdash-personal-token ldpat_{hex:32}
maxmind-license-key {word:36}_mmk
metabase-key mb_{base64:44}
mongodb-atlas-service-secret mdb_sa_sk_{base64url:40}
neon-api-key napi_{lower-alnum:64}
neon-password npg_{alnum:12} false
new-relic-admin-key NRAA-{hex:27}
new-relic-browser-key NRJS-{hex:19}
new-relic-browser-key-old NRBR-{hex:19}
new-relic-insert-key NRII-{base64url:25+}
new-relic-license-key {hex:36}NRAL true
new-relic-license-key-eu eu01xx{hex:30}NRAL true
new-relic-mobile-token {xdigit:42}-NRMA true
new-relic-mobile-token-eu eu01xx{hex:36}-NRMA true
new-relic-query-key NRIQ-{base64url:32}
new-relic-rest-key NRRA-{hex:42}
new-relic-user-key NRAK-{alnum:27}
nightfall-key NF-{alnum:32}
pagerduty-oauth-token pdus+_{token:40+}
pagerduty-oauth-token-eu pdeu+_{token:40+}
planetscale-oauth-token pscale_oauth_{token:32+}
planetscale-password pscale_pw_{token:32+}
planetscale-service-token pscale_tkn_{token:32+}
posthog-flags-key phs_{alnum:43} false
posthog-oauth-token pha_{alnum:43} false
posthog-personal-key phx_{alnum:43}
posthog-project-key phc_{alnum:43}
posthog-refresh-token phr_{alnum:43}
pubnub-publish-key pub-c-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}
pubnub-secret-key sec-c-{base64:48}
pubnub-subscribe-key sub-c-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}
rootly-token rootly_{hex:64}
segment-public-api-token sgp_{alnum:64}
sentry-app-token sntrya_{hex:64}
sentry-integration-token sntryi_{hex:64}
sentry-organization-token sntrys_eyJ{base64:80-1000}_{base64:43}
sentry-user-token sntryu_{hex:64}
snowflake-session-token ver:1-hint:{digit:1-20}-{base64:100+}
statsig-console-key console-{alnum:43} false
statsig-secret-key secret-{alnum:43} false
supabase-oauth-token sbp_oauth_{hex:40}
supabase-personal-token sbp_{lower-alnum:40}
supabase-publishable-key sb_publishable_{base64url:31}
supabase-secret-key sb_secret_{base64url:31}
tinybird-token p.eyJ{base64url:60-400}.{base64url:43} false
ubidots-token BBFF-{alnum:30}
ubidots-token-us BBUS-{alnum:30}
unleash-token-default :default.{hex:56}
unleash-token-development :development.{hex:56}
unleash-token-production :production.{hex:56}
voiceflow-dialog-key VF.DM.{hex:24}.{alnum:16}
voiceflow-workspace-key VF.WS.{hex:24}.{alnum:16}
xata-key xau_{alnum:43}
onepassword-secret-key A3-{upper-alnum:6}-{upper-alnum:11}-{upper-alnum:5}-{upper-alnum:5}-{upper-alnum:5}
onepassword-secret-key-grouped A3-{upper-alnum:6}-{upper-alnum:6}-{upper-alnum:5}-{upper-alnum:5}-{upper-alnum:5}-{upper-alnum:5}
onepassword-service-token ops_eyJ{base64:250+}
age-plugin-key AGE-PLUGIN-{upper-alnum:2-20}-1{upper-alnum:40+}
age-secret-key AGE-SECRET-KEY-1{upper-alnum:58}
authelia-access-token authelia_at_{base64url:43}.{base64url:43}
authelia-refresh-token authelia_rt_{base64url:43}.{base64url:43}
authress-key sc_{lower-alnum:5-30}.{lower-alnum:4-6}.acc-{lower-alnum:10-32}.{token:30+}
authress-key-ext ext_{lower-alnum:5-30}.{lower-alnum:4-6}.acc-{lower-alnum:10-32}.{token:30+} false
authress-key-underscored sc_{lower-alnum:5-30}.{lower-alnum:4-6}.acc_{lower-alnum:10-32}.{token:30+}
bitcoin-extended-private-key xprv{base58:107}
bitcoin-extended-private-key-nested yprv{base58:107}
bitcoin-extended-private-key-segwit zprv{base58:107}
bitcoin-extended-private-key-test tprv{base58:107}
bitwarden-machine-token 0.{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}.{alnum:30}:{base64:24}
clerk-live-secret-key sk_live_{alnum:40}
doppler-audit-token dp.audit.{alnum:40-44}
doppler-cli-token dp.ct.{alnum:40-44}
doppler-personal-token dp.pt.{alnum:40-44}
doppler-scim-token dp.scim.{alnum:40-44}
doppler-service-account-identity-token dp.said.{alnum:40-44}
doppler-service-account-token dp.sa.{alnum:40-44}
doppler-service-token dp.st.{alnum:40-44}
doppler-service-token-named dp.st.{base64url:2-35}.{alnum:40-44}
boundary-token at_{alnum:10}_{base58:60+}
vault-batch-token hvb.{base64url:70+}
vault-batch-token-legacy b.{alnum:138+}
vault-recovery-token hvr.{base64url:24+}
vault-service-token hvs.{base64url:24+}
vault-service-token-legacy s.{alnum:24-26}
vault-service-token-namespaced s.{alnum:24}.{alnum:5}
infisical-service-token st.{hex:24}.{hex:32}.{hex:32}
minisign-secret-key RWRTY0Iy{base64:200+}
minisign-secret-key-plain RWQAAEIy{base64:200+}
near-secret-key ed25519:{base58:86-88} false
nostr-secret-key nsec1{lower-alnum:58}
okta-token 00{base64url:40}
ory-access-token ory_at_{base64url:43}.{base64url:43} false
ory-personal-token ory_pat_{alnum:32} false
ory-refresh-token ory_rt_{base64url:43}.{base64url:43} false
ory-session-token ory_st_{alnum:32} false
secret-token-uri secret-token:{token:20+} false
stytch-live-secret secret-live-{token:37} false
stytch-test-secret secret-test-{token:37} false
tezos-secret-key edsk{base58:50}
brevo-api-key xkeysib-{base64url:81}
brevo-smtp-key xsmtpsib-{base64url:81}
courier-prod-key pk_prod_{upper-alnum:28}
courier-test-key pk_test_{upper-alnum:28}
dingtalk-robot-secret SEC{hex:64}
dingtalk-webhook oapi.dingtalk.com/robot/send?access_token={hex:64}
discord-webhook https://discord.com/api/webhooks/{digit:17-20}/{base64url:60-68}
discord-webhook-legacy https://discordapp.com/api/webhooks/{digit:17-20}/{base64url:60-68}
discord-webhook-path discord.com/api/webhooks/{digit:17-20}/{base64url:60-68}
discord-webhook-path-legacy discordapp.com/api/webhooks/{digit:17-20}/{base64url:60-68}
canada-notify-key gcntfy-{base64url:75+}
google-chat-webhook chat.googleapis.com/v1/spaces/{base64url:8-14}/messages?key={base64url:39}&token={base64url:43}
hubspot-private-app-token pat-{lower-alnum:3}-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12} false
ifttt-webhook maker.ifttt.com/trigger/{base64url:1-80}/with/key/{base64url:22}
intercom-token dG9rO{base64:55}
lark-webhook open.larksuite.com/open-apis/bot/v2/hook/{dashed:36}
lark-webhook-feishu open.feishu.cn/open-apis/bot/v2/hook/{dashed:36}
linkedin-access-token-v AQV{base64url:200+}
linkedin-access-token-x AQX{base64url:200+}
linkedin-client-secret-0 WPL_AP0.{alnum:16}.{base64:8+}
linkedin-client-secret-1 WPL_AP1.{alnum:16}.{base64:8+}
mailchimp-key {hex:32}-us{digit:1-2} true
mandrill-key md-{base64url:22}
mailersend-token mlsn.{hex:64}
mailgun-private-key key-{hex:32} false
mailgun-public-key pubkey-{hex:32} false
make-webhook-eu1 hook.eu1.make.com/{lower-alnum:32}
make-webhook-eu2 hook.eu2.make.com/{lower-alnum:32}
make-webhook-us1 hook.us1.make.com/{lower-alnum:32}
make-webhook-us2 hook.us2.make.com/{lower-alnum:32}
matrix-access-token syt_{base64:2-120}_{alnum:20}_{alnum:6}
matrix-authentication-access-token mat_{alnum:30}_{alnum:6} false
matrix-authentication-compat-token mct_{alnum:30}_{alnum:6} false
matrix-authentication-refresh-token mar_{alnum:30}_{alnum:6} false
matrix-refresh-token syr_{base64:2-120}_{alnum:20}_{alnum:6}
facebook-access-token EAA{alnum:100+}
instagram-business-token IGAA{alnum:100+}
instagram-token IGQV{base64url:100+}
teams-webhook .webhook.office.com/webhookb2/{dashed:36}@{dashed:36}/IncomingWebhook/{alnum:32}/{dashed:36}
teams-webhook-legacy https://outlook.office.com/webhook/{dashed:36}@{dashed:36}/IncomingWebhook/{alnum:32}/{dashed:36}
ntfy-token tk_{lower-alnum:29}
onesignal-app-key os_v2_app_{lower-alnum:100+}
onesignal-organization-key os_v2_org_{lower-alnum:100+}
pinterest-token pina_{alnum:64+}
pushbullet-token o.{alnum:32}
resend-key re_{alnum:8}_{alnum:24}
salesforce-refresh-token 5Aep861{tilde:80}
salesforce-session 00D{alnum:12}!{tilde:80+}
sendgrid-key SG.{base64url:22}.{base64url:43}
sendgrid-key-loose SG.{token:66}
slack-app-level-token xapp-{digit:1}-{upper-alnum:9-13}-{digit:10-14}-{hex:64}
slack-app-level-token-legacy xapp-{digit:12}-{base64:24}
slack-bot-token xoxb-{digit:10-13}-{digit:10-13}-{alnum:18-24}
slack-bot-token-short xoxb-{digit:8-14}-{dashed:14+}
slack-config-refresh-token xoxe-{digit:1}-{alnum:140+}
slack-config-token xoxe.xoxp-{digit:1}-{alnum:160+}
slack-config-token-bot xoxe.xoxb-{digit:1}-{alnum:160+}
slack-cookie-token xoxc-{digit:9-13}-{digit:9-13}-{digit:9-13}-{hex:64}
slack-cookie-value xoxd-{base64:100+}
slack-legacy-app-token xoxo-{digit:9-13}-{dashed:20+}
slack-legacy-token xoxs-{digit:9-13}-{digit:9-13}-{digit:9-13}-{hex:10+}
slack-refresh-token xoxr-{digit:1}-{alnum:8-48} false
slack-refresh-token-digits xoxr-{digit:8-14}-{dashed:8+}
slack-refresh-token-plain xoxr-{dashed:12-60} false
slack-trigger-webhook hooks.slack.com/triggers/{word:8-12}/{digit:10-14}/{hex:32}
slack-user-token xoxp-{digit:10-13}-{digit:10-13}-{digit:10-13}-{alnum:28-34}
slack-user-token-short xoxp-{digit:8-14}-{dashed:14+}
slack-webhook https://hooks.slack.com/services/{base64:43}
slack-webhook-path hooks.slack.com/services/{base64:43}
slack-workflow-webhook https://hooks.slack.com/workflows/{base64:43}
slack-workflow-webhook-path hooks.slack.com/workflows/{base64:43}
slack-workspace-token xoxa-{digit:1}-{dashed:8-60}
slack-workspace-token-digits xoxa-{digit:8-14}-{dashed:8+}
slack-workspace-token-plain xoxa-{dashed:20-60} false
telegram-bot-token {digit:5-16}:A{base64url:34}
telnyx-key KEY{alnum:32}_{alnum:22}
tiktok-access-token act.{alnum:60+} false
tiktok-client-token clt.{alnum:40+} false
tiktok-refresh-token rft.{alnum:60+} false
twilio-account-sid AC{hex:32}
twilio-api-key SK{hex:32}
wecom-webhook qyapi.weixin.qq.com/cgi-bin/webhook/send?key={dashed:36}
twitter-bearer-token AAAAAAAAAAAAAAAAAAAAAA{alnum:80-100} false
zapier-webhook hooks.zapier.com/hooks/catch/{base64:12+}
zoho-token 1000.{hex:32}.{hex:32} false
anthropic-admin-key sk-ant-admin01-{base64url:95}
anthropic-api-key sk-ant-api03-{base64url:95}
anthropic-key sk-ant-{base64url:80+}
anthropic-oauth-token sk-ant-oat01-{base64url:95}
anthropic-refresh-token sk-ant-ort01-{base64url:95}
anyscale-key esecret_{lower-alnum:26} false
apify-token apify_api_{alnum:36}
brave-search-key BSA{base64url:28}
browserbase-key bb_live_{base64url:27}
cartesia-key sk_car_{base64url:22+}
cerebras-key csk-{lower-alnum:48}
chroma-key ck-{base58:44}
context7-key ctx7sk-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}
coze-token pat_{alnum:64} false
daytona-key dtn_{hex:64}
deepseek-key sk-{lower-alnum:32}
dify-app-key app-{alnum:24} false
dify-dataset-key dataset-{alnum:24} false
e2b-key e2b_{hex:40}
elevenlabs-key sk_{hex:48}
firecrawl-key fc-{hex:32}
fireworks-key fw_{alnum:22-24}
friendli-token flp_{alnum:46}
google-ai-studio-auth-key AQ.Ab8RN6{base64url:44}
google-ai-studio-key AQ.{base64url:50}
groq-key gsk_{alnum:52}
helicone-key sk-helicone-{dashed:31}
heygen-key sk_V2_hgu_{base64url:30+}
hugging-face-organization-token api_org_{alnum:34} false
hugging-face-token hf_{alnum:34}
jina-key jina_{base64url:60}
langsmith-legacy-key ls__{hex:32}
langsmith-personal-token lsv2_pt_{hex:32}_{hex:10}
langsmith-service-key lsv2_sk_{hex:32}_{hex:10}
langfuse-public-key pk-lf-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}
langfuse-secret-key sk-lf-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}
llamacloud-key llx-{alnum:48}
mem0-key m0-{alnum:40}
minimax-coding-key sk-cp-{base64url:80+}
minimax-key sk-api-{base64url:100+}
modal-token-id ak-{alnum:22}
modal-token-secret as-{alnum:22}
kimi-code-key sk-kimi-{alnum:48+}
moonshot-key sk-{base64url:48}
nvidia-key nvapi-{base64url:64}
openai-admin-key sk-admin-{base64url:100+}
openai-key sk-{alnum:48}
openai-key-marked sk-{alnum:20}T3BlbkFJ{alnum:20}
openai-key-named {alnum:20}T3BlbkFJ{alnum:20}
openai-none-key sk-None-{base64url:48+}
openai-project-key sk-proj-{base64url:100+}
openai-service-key sk-svcacct-{base64url:100+}
openrouter-key sk-or-v1-{hex:64}
perplexity-key pplx-{alnum:48}
pinecone-key pcsk_{alnum:5-6}_{alnum:63}
replicate-token r8_{alnum:37}
runway-key key_{hex:128} false
scrapfly-live-key scp-live-{hex:32}
scrapfly-test-key scp-test-{hex:32}
tavily-dev-key tvly-dev-{base64url:32}
tavily-key tvly-{alnum:32}
tavily-prod-key tvly-prod-{base64url:32}
together-key tgp_v1_{base64url:43}
voyage-key pa-{base64url:43}
wandb-key wandb_v1_{base64url:77}
xai-key xai-{base64url:80}
adyen-key AQE{base64:40-140}-{base64:30-70}-{alnum:6+}
alchemy-token alcht_{alnum:30}
apideck-live-key sk_live_{base64url:90+}
asaas-key-legacy $aact_{alnum:60+}
asaas-production-key $aact_prod_{alnum:32+}
asaas-sandbox-key $aact_hmlg_{alnum:32+}
brex-token bxt_{alnum:36}
checkout-sandbox-key sk_sbox_{lower-alnum:27}
checkout-secret-key sk_{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}
checkout-test-key sk_test_{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12} false
clerk-test-secret-key sk_test_{alnum:40+} false
column-live-key live_{alnum:27} false
column-test-key test_{alnum:27} false
duffel-live-token duffel_live_{base64url:43}
duffel-test-token duffel_test_{base64url:43}
easypost-key EZAK{alnum:54}
easypost-test-key EZTK{alnum:54}
flutterwave-encryption-key FLWSECK_TEST-{lower-alnum:12}
flutterwave-encryption-key-plain FLWSECK_TEST{lower-alnum:12}
flutterwave-live-public-key FLWPUBK-{lower-alnum:32}-X
flutterwave-live-secret-key FLWSECK-{lower-alnum:32}-X
flutterwave-public-key FLWPUBK_TEST-{lower-alnum:32}-X
flutterwave-secret-key FLWSECK_TEST-{lower-alnum:32}-X
gocardless-live-token live_{token:40} false
gocardless-sandbox-token sandbox_{token:40} false
highnote-live-key sk_live_{base64:60+}
highnote-test-key sk_test_{base64:60+} false
iex-cloud-key sk_{hex:32}
klarna-live-key klarna_live_api_{base64url:40+}
klarna-test-key klarna_test_api_{base64url:40+}
lob-live-key live_{hex:35} false
lob-live-publishable-key live_pub_{hex:31}
lob-test-key test_{hex:35} false
lob-test-publishable-key test_pub_{hex:31} false
mercado-pago-token APP_USR-{digit:13-16}-{digit:6}-{hex:32}-{digit:6-12}
mercury-token secret-token:mercury_{token:30+}
midtrans-client-key Mid-client-{base64url:16} false
midtrans-server-key Mid-server-{base64url:16-24} false
mollie-access-token access_{alnum:35} false
mollie-live-key live_{alnum:30} false
mollie-test-key test_{alnum:30} false
omise-test-key skey_test_{alnum:19}
onfido-live-token api_live.{base64url:32} false
onfido-live-token-ca api_live_ca.{base64url:32}
onfido-live-token-dotted api_live.{base64url:11}.{base64url:32} false
onfido-live-token-us api_live_us.{base64url:32}
onfido-sandbox-token api_sandbox.{base64url:32} false
onfido-sandbox-token-dotted api_sandbox.{base64url:11}.{base64url:32} false
paddle-live-key pdl_live_apikey_{lower-alnum:26}_{alnum:22}_{alnum:3}
paddle-sandbox-key pdl_sdbx_apikey_{lower-alnum:26}_{alnum:22}_{alnum:3}
paddle-webhook-secret pdl_ntfset_{lower-alnum:26}_{base64:32}
paypal-braintree-sandbox-token access_token$sandbox\${lower-alnum:16}\${hex:32}
paypal-braintree-token access_token$production\${lower-alnum:16}\${hex:32}
paystack-live-key sk_live_{hex:40}
paystack-test-key sk_test_{hex:40} false
persona-production-key persona_production_{base64url:31+} false
persona-sandbox-key persona_sandbox_{base64url:31+} false
plaid-development-token access-development-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}
plaid-production-token access-production-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}
plaid-sandbox-token access-sandbox-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}
polar-organization-token polar_oat_{base64url:37+}
polar-personal-token polar_pat_{base64url:37+}
polar-webhook-secret polar_whs_{alnum:40}
quicknode-key QN_{hex:32}
rainforest-pay-key apikey_{hex:64} false
ramp-client-id ramp_id_{alnum:40}
ramp-client-secret ramp_sec_{alnum:48}
razorpay-live-key rzp_live_{alnum:14}
razorpay-test-key rzp_test_{alnum:14}
recharge-key sk_{digit:1}x{digit:1}_{xdigit:64}
recharge-test-key sk_test_{digit:1}x{digit:1}_{xdigit:64} false
samsara-token samsara_api_{alnum:30}
shippo-live-token shippo_live_{hex:40}
shippo-test-token shippo_test_{hex:40}
shopify-access-token shpat_{xdigit:32}
shopify-custom-app-token shpca_{xdigit:32}
shopify-private-app-password shppa_{xdigit:32}
shopify-shared-secret shpss_{xdigit:32}
shopify-theme-token shptka_{xdigit:32}
shopify-user-token shpua_{xdigit:32}
square-access-token EAAA{base64url:22-60}
square-access-token-legacy sq0atp-{base64url:22}
square-application-id sq0idp-{base64url:22}
square-oauth-secret sq0csp-{base64url:43}
square-sandbox-secret sq0csb-{base64url:43}
stripe-ephemeral-live-key ek_live_{alnum:24+} false
stripe-ephemeral-test-key ek_test_{alnum:24+} false
stripe-live-restricted-key rk_live_{alnum:24+} false
stripe-live-secret-key sk_live_{alnum:24}
stripe-organization-key sk_org_live_{alnum:24}
stripe-organization-test-key sk_org_test_{alnum:24}
stripe-prod-restricted-key rk_prod_{alnum:24+} false
stripe-prod-secret-key sk_prod_{alnum:24+} false
stripe-test-restricted-key rk_test_{alnum:24+} false
stripe-test-secret-key sk_test_{alnum:24+} false
stripe-webhook-secret whsec_{alnum:32}
ticket-tailor-key sk_{digit:1-6}_{digit:1-8}_{hex:32}
woocommerce-consumer-key ck_{hex:40}
woocommerce-consumer-secret cs_{hex:40}
xendit-development-key xnd_development_{alnum:60+}
xendit-production-key xnd_production_{alnum:60+}
adobe-client-secret p8e-{base64url:32}
airtable-oauth-token oaa{alnum:14}.v1.{token:30+}
airtable-personal-token pat{alnum:14}.{xdigit:64}
asana-personal-token 1/{digit:16}:{hex:32}
asana-personal-token-2 2/{digit:16}/{digit:16}:{hex:32}
beamer-key b_{token:44}
builder-io-private-key bpk-{hex:32}
cal-com-live-key cal_live_{hex:32}
cal-com-test-key cal_test_{hex:32} false
canva-client-secret cnvca{base64url:51}
clickup-token pk_{digit:6-10}_{upper-alnum:32}
close-key api_{alnum:22}.{alnum:22} false
close-key-plain api_{alnum:45} false
contentful-personal-token CFPAT-{base64url:43}
arcgis-key AAPK{base64url:60+}
arcgis-key-2 AAPT{base64url:60+}
figma-oauth-access-token figo_{base64url:40}
figma-oauth-refresh-token figr_{base64url:40}
figma-oauth-token figu_{base64url:40}
figma-personal-token figd_{base64url:40}
figma-plan-token figp_{base64url:40}
foursquare-key fsq3{base64:44}
frameio-token fio-u-{token:64}
gitbook-token gb_api_{alnum:40}
imagekit-private-key private_{base64:28} false
imgix-key ak_{hex:64}
linear-api-key lin_api_{alnum:40}
linear-oauth-token lin_oauth_{hex:64}
linear-webhook-secret lin_wh_{alnum:36+}
locationiq-key pk.{hex:32}
mailsac-key k_{alnum:40+}
mapbox-public-token pk.eyJ{base64url:40-200}.{base64url:22}
mapbox-public-token-loose pk.{alnum:60}.{alnum:22}
mapbox-secret-token sk.eyJ{base64url:40-200}.{base64url:22}
mapbox-temporary-token tk.eyJ{base64url:40-200}.{base64url:22}
notion-token ntn_{alnum:46}
notion-token-legacy secret_{alnum:43} false
plane-key plane_api_{hex:32}
readme-key rdme_{lower-alnum:70}
salesblink-key key-{alnum:64} false
sanity-token sk{alnum:78+}
settlemint-application-token sm_aat_{alnum:16} false
settlemint-personal-token sm_pat_{alnum:16} false
settlemint-service-token sm_sat_{alnum:16} false
tally-key tly-{alnum:32} false
teamwork-token tkn.v1_{base64:71}
typeform-token tfp_{token:40+} false
wix-key IST.eyJ{token:100+}
workato-token wrk{lower:2-4}-eyJ{token:80+}`
