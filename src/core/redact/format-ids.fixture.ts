// Every id of the table, written down once more: manifests and allow lists name them, so none may vanish unnoticed.
export const formatIds: readonly string[] = `
  adafruit-io-key adobe-client-secret adyen-key age-plugin-key age-secret-key airtable-oauth-token
  airtable-personal-token aiven-service-password aiven-token akamai-edgegrid-token alchemy-token
  alibaba-access-key alibaba-session-key alibaba-session-token amazon-login-access-token
  amazon-login-client-secret amazon-login-refresh-token amazon-mws-token anthropic-admin-key
  anthropic-api-key anthropic-key anthropic-oauth-token anthropic-refresh-token anyscale-key
  apideck-live-key apify-token appsync-key arcgis-key arcgis-key-2 artifactory-api-key
  artifactory-reference-token asaas-key-legacy asaas-production-key asaas-sandbox-key asana-personal-token
  asana-personal-token-2 astra-token astra-token-short atlassian-admin-key atlassian-api-token
  atlassian-oauth-secret atlassian-trello-token authelia-access-token authelia-refresh-token authress-key
  authress-key-ext authress-key-underscored aws-access-key aws-access-key-older aws-bearer-token
  aws-bedrock-key aws-bedrock-key-short aws-context-credential aws-session-token aws-session-token-global
  aws-temporary-key axiom-api-token axiom-ingest-token axiom-personal-token azure-ad-client-secret
  azure-ad-refresh-token azure-ad-refresh-token-1 azure-api-management-key azure-batch-key
  azure-container-registry-key azure-cosmos-key azure-devops-token azure-event-hub-key azure-function-key
  azure-identifiable-key azure-iot-key azure-machine-learning-key azure-redis-key azure-relay-key
  azure-search-key azure-service-bus-key azure-storage-key baidu-cloud-key
  beamer-key bitbucket-app-password bitbucket-data-center-token bitcoin-extended-private-key
  bitcoin-extended-private-key-nested bitcoin-extended-private-key-segwit bitcoin-extended-private-key-test
  bitwarden-machine-token boundary-token brave-search-key brevo-api-key brevo-smtp-key brex-token
  browserbase-key builder-io-private-key buildkite-agent-job-token buildkite-agent-registration-token
  buildkite-agent-session-token buildkite-cluster-token buildkite-package-token buildkite-portal-secret
  buildkite-portal-token buildkite-user-token cal-com-live-key cal-com-test-key canada-notify-key
  canva-client-secret cartesia-key cerebras-key checkly-key checkout-sandbox-key checkout-secret-key
  checkout-test-key chroma-key circleci-personal-token circleci-project-token clerk-live-secret-key
  clerk-test-secret-key clickhouse-cloud-secret clickup-token clojars-deploy-token close-key close-key-plain
  cloudflare-account-token cloudflare-global-key cloudflare-origin-ca-key cloudflare-tunnel-token
  cloudflare-turnstile-secret cloudflare-user-token cockroachdb-cloud-key column-live-key column-test-key
  configcat-sdk-key confluent-secret contentful-personal-token context7-key coralogix-personal-key
  coralogix-team-key courier-prod-key courier-test-key coze-token crates-io-token cursor-key databento-key
  databricks-oauth-secret databricks-token databricks-token-numbered datadog-client-token daytona-key
  dbt-service-token dbt-user-token deepseek-key defined-networking-token deno-deploy-organization-token
  deno-deploy-personal-token deno-deploy-token devcycle-server-key dify-app-key dify-dataset-key
  digitalocean-gradient-key digitalocean-oauth-token digitalocean-personal-token digitalocean-refresh-token
  digitalocean-spaces-key dingtalk-robot-secret dingtalk-webhook discord-webhook discord-webhook-legacy
  discord-webhook-path discord-webhook-path-legacy docker-organization-token docker-personal-token
  docker-swarm-join-token docker-swarm-unlock-key doppler-audit-token doppler-cli-token
  doppler-personal-token doppler-scim-token doppler-service-account-identity-token
  doppler-service-account-token doppler-service-token doppler-service-token-named dropbox-access-token
  dropbox-access-token-user duffel-live-token duffel-test-token dynatrace-api-token dynatrace-oauth-secret
  dynatrace-oauth-secret-8 dynatrace-platform-token dynatrace-scim-token e2b-key easypost-key
  easypost-test-key elastic-cloud-key elastic-cloud-key-base64 elevenlabs-key endor-labs-key
  exoscale-api-key facebook-access-token fauna-secret figma-oauth-access-token figma-oauth-refresh-token
  figma-oauth-token figma-personal-token figma-plan-token firebase-messaging-key firecrawl-key
  firehydrant-token fireworks-key flagsmith-server-key flutterwave-encryption-key
  flutterwave-encryption-key-plain flutterwave-live-public-key flutterwave-live-secret-key
  flutterwave-public-key flutterwave-secret-key fly-access-token fly-macaroon-1a fly-macaroon-1r
  fly-macaroon-2 foursquare-key frameio-token friendli-token fullstory-key fullstory-key-eu gitbook-token
  github-app-token github-app-token-legacy github-app-token-stateless github-fine-grained-token
  github-oauth-token github-personal-token github-refresh-token github-user-token gitlab-agent-token
  gitlab-build-token gitlab-build-token-routable gitlab-deploy-token gitlab-feature-flags-token
  gitlab-feed-token gitlab-incoming-mail-token gitlab-oauth-secret gitlab-personal-token
  gitlab-personal-token-routable gitlab-personal-token-versioned gitlab-registration-token
  gitlab-runner-token gitlab-runner-token-registered gitlab-runner-token-routable
  gitlab-runner-token-routable-short gitlab-scim-token gitlab-session-cookie gitlab-trigger-token
  gitlab-workspace-token gocardless-live-token gocardless-sandbox-token google-ai-studio-auth-key
  google-ai-studio-key google-api-key google-chat-webhook google-oauth-access-token
  google-oauth-access-token-domain google-oauth-access-token-service google-oauth-client-secret
  google-oauth-refresh-token google-storage-hmac-service-key google-storage-hmac-user-key grafana-api-key
  grafana-cloud-token grafana-service-token groq-key growthbook-admin-key growthbook-readonly-key
  growthbook-user-key harness-personal-token harness-service-token headscale-api-key headscale-auth-key
  healthchecks-read-key healthchecks-write-key helicone-key heroku-api-key heroku-api-key-2 heygen-key
  highnote-live-key highnote-test-key honeycomb-ingest-key honeycomb-ingest-key-b
  honeycomb-ingest-key-classic honeycomb-ingest-key-x honeycomb-management-key honeycomb-management-key-x
  hubspot-private-app-token hugging-face-organization-token hugging-face-token iex-cloud-key ifttt-webhook
  imagekit-private-key imgix-key infisical-service-token infracost-key inngest-signing-key-prod
  inngest-signing-key-test instagram-business-token instagram-token intercom-token intra42-client-secret
  intra42-client-secret-old ionic-token jetbrains-hub-token jetbrains-hub-token-dashed
  jetbrains-teamcity-token jina-key jsr-device-token jsr-personal-token jsr-web-token k3s-token
  kimi-code-key klarna-live-key klarna-test-key konnect-personal-token konnect-system-token
  langfuse-public-key langfuse-secret-key langsmith-legacy-key langsmith-personal-token
  langsmith-service-key lark-webhook lark-webhook-feishu launchdarkly-access-token launchdarkly-mobile-key
  launchdarkly-sdk-key lightdash-personal-token linear-api-key linear-oauth-token linear-webhook-secret
  linkedin-access-token-v linkedin-access-token-x linkedin-client-secret-0 linkedin-client-secret-1
  llamacloud-key lob-live-key lob-live-publishable-key lob-test-key lob-test-publishable-key locationiq-key
  mailchimp-key mailersend-token mailgun-private-key mailgun-public-key mailsac-key make-webhook-eu1
  make-webhook-eu2 make-webhook-us1 make-webhook-us2 mandrill-key mapbox-public-token
  mapbox-public-token-loose mapbox-secret-token mapbox-temporary-token matrix-access-token
  matrix-authentication-access-token matrix-authentication-compat-token matrix-authentication-refresh-token
  matrix-refresh-token maxmind-license-key mem0-key mercado-pago-token mercury-token metabase-key
  midtrans-client-key midtrans-server-key minimax-coding-key minimax-key minisign-secret-key
  minisign-secret-key-plain modal-token-id modal-token-secret mollie-access-token mollie-live-key
  mollie-test-key mongodb-atlas-service-secret moonshot-key n8n-key near-secret-key neon-api-key
  neon-password netbird-token netlify-build-token netlify-cli-token netlify-oauth-token netlify-token
  netlify-ui-token new-relic-admin-key new-relic-browser-key new-relic-browser-key-old new-relic-insert-key
  new-relic-license-key new-relic-license-key-eu new-relic-mobile-token new-relic-mobile-token-eu
  new-relic-query-key new-relic-rest-key new-relic-user-key nightfall-key nostr-secret-key notion-token
  notion-token-legacy npm-token ntfy-token nuget-key nvidia-key octopus-deploy-key okta-token omise-test-key
  onepassword-secret-key onepassword-secret-key-grouped onepassword-service-token onesignal-app-key
  onesignal-organization-key onfido-live-token onfido-live-token-ca onfido-live-token-dotted
  onfido-live-token-us onfido-sandbox-token onfido-sandbox-token-dotted openai-admin-key openai-key
  openai-key-marked openai-key-named openai-none-key openai-project-key openai-service-key openrouter-key
  openshift-token ory-access-token ory-personal-token ory-refresh-token ory-session-token packagist-token
  paddle-live-key paddle-sandbox-key paddle-webhook-secret pagerduty-oauth-token pagerduty-oauth-token-eu
  paypal-braintree-sandbox-token paypal-braintree-token paystack-live-key paystack-test-key percy-app-token
  percy-auto-token percy-web-token perplexity-key persona-production-key persona-sandbox-key
  phabricator-api-token phabricator-cli-token pinecone-key pinterest-token pixie-api-key pixie-deploy-key
  plaid-development-token plaid-production-token plaid-sandbox-token plane-key planetscale-oauth-token
  planetscale-password planetscale-service-token polar-organization-token polar-personal-token
  polar-webhook-secret portainer-token posthog-flags-key posthog-oauth-token posthog-personal-key
  posthog-project-key posthog-refresh-token postman-collection-key postman-key prefect-bot-key
  prefect-user-key pubnub-publish-key pubnub-secret-key pubnub-subscribe-key pulumi-token pushbullet-token
  pypi-test-token pypi-token quicknode-key rainforest-pay-key ramp-client-id ramp-client-secret
  rancher-token razorpay-live-key razorpay-test-key readme-key recharge-key recharge-test-key render-key
  replicate-token resend-key retool-token rootly-token rubygems-key runway-key salad-key salesblink-key
  salesforce-refresh-token salesforce-session samsara-token sanity-token scaleway-access-key scalingo-token
  scrapfly-live-key scrapfly-test-key secret-token-uri segment-public-api-token sendgrid-key
  sendgrid-key-loose sentry-app-token sentry-integration-token sentry-organization-token sentry-user-token
  settlemint-application-token settlemint-personal-token settlemint-service-token shippo-live-token
  shippo-test-token shopify-access-token shopify-custom-app-token shopify-private-app-password
  shopify-shared-secret shopify-theme-token shopify-user-token slack-app-level-token
  slack-app-level-token-legacy slack-bot-token slack-bot-token-short slack-config-refresh-token
  slack-config-token slack-config-token-bot slack-cookie-token slack-cookie-value slack-legacy-app-token
  slack-legacy-token slack-refresh-token slack-refresh-token-digits slack-refresh-token-plain
  slack-trigger-webhook slack-user-token slack-user-token-short slack-webhook slack-webhook-path
  slack-workflow-webhook slack-workflow-webhook-path slack-workspace-token slack-workspace-token-digits
  slack-workspace-token-plain snowflake-session-token snyk-service-token snyk-user-token socket-key
  sonarqube-analysis-token sonarqube-project-token sonarqube-user-token sourcegraph-amp-token
  sourcegraph-license-token sourcegraph-token sourcegraph-token-local sourcegraph-token-plain
  square-access-token square-access-token-legacy square-application-id square-oauth-secret
  square-sandbox-secret stackhawk-key statsig-console-key statsig-secret-key stripe-ephemeral-live-key
  stripe-ephemeral-test-key stripe-live-restricted-key stripe-live-secret-key stripe-organization-key
  stripe-organization-test-key stripe-prod-restricted-key stripe-prod-secret-key stripe-test-restricted-key
  stripe-test-secret-key stripe-webhook-secret stytch-live-secret stytch-test-secret supabase-oauth-token
  supabase-personal-token supabase-publishable-key supabase-secret-key tailscale-api-key tailscale-auth-key
  tailscale-client-secret tailscale-future-key tailscale-lock-disablement tailscale-lock-key
  tailscale-node-key tailscale-scim-key tailscale-webhook-key tally-key tavily-dev-key tavily-key
  tavily-prod-key teams-webhook teams-webhook-legacy teamwork-token telegram-bot-token telnyx-key
  tencent-secret-id terraform-cloud-token tezos-secret-key thunderstore-token ticket-tailor-key
  tiktok-access-token tiktok-client-token tiktok-refresh-token tinybird-token together-key trigger-dev-key
  trigger-dev-personal-token trigger-dev-prod-key twilio-account-sid twilio-api-key twitter-bearer-token
  typeform-token ubidots-token ubidots-token-us unkey-root-key unleash-token-default
  unleash-token-development unleash-token-production upcloud-token vault-batch-token
  vault-batch-token-legacy vault-recovery-token vault-service-token vault-service-token-legacy
  vault-service-token-namespaced vercel-api-key vercel-app-access-token vercel-app-refresh-token
  vercel-blob-token vercel-integration-token vercel-personal-token voiceflow-dialog-key
  voiceflow-workspace-key volcengine-access-key voyage-key wakatime-key wakatime-key-plain wakatime-secret
  wakatime-token wandb-key wecom-webhook wix-key woocommerce-consumer-key woocommerce-consumer-secret
  workato-token xai-key xata-key xendit-development-key xendit-production-key yandex-access-token
  yandex-api-key yandex-oauth-token yandex-static-key yandex-static-secret zapier-webhook zoho-token
  zuplo-key
`
  .trim()
  .split(/\s+/)
