import { parseWordSet } from '../word-set.ts'

// Names of services that issue keys. A random value is a secret if its name contains one of them.
const serviceNames = `
  abstractapi abuseipdb abyssale accuweather activecampaign adafruit adobesign adyen aerisweather affinda
  agora ahrefs airbrake airbyte airnow airtable airvisual aiven akamai alchemyapi algolia alibaba alienvault
  aliyun alpacamarkets alphavantage amadeus amazonaws ambee anthropic anypoint apideck apiflash apify apigee
  apilayer apimatic apininjas apitemplate apivoid apollographql apolloio appcenter appcues appdynamics
  appfigures appfollow appoptics appsflyer appsmith appsync appveyor appwrite aquasec arcgis artifactory artsy
  asaas asana assemblyai astradb atera atlassian attio authress authy autodesk avalara aviationstack axonius
  ayrshare azure backblaze backendless baidu bamboohr bannerbear basecamp baserow baseten bazaarvoice bedrock
  beehiiv betfair betterstack betteruptime bigcommerce bigdatacloud bigml bigquery binance bingmaps bitbank
  bitbucket bitcoinaverage bitfinex bitflyer bitget bithumb bitly bitmex bitpanda bitpay bitquery bitrise
  bitso bitstamp bittrex bitvavo bitwarden blackbaud blazemeter blockchair blockcypher blockfrost blocknative
  bluesnap botpress braintree brandfetch braze brevo brex brightcove brightdata browserbase browserless
  browserstack btcpay bubbleio bugsnag buildbuddy buildkite builtwith bulksms bunnycdn bunnynet buttercms
  buttondown buymeacoffee bybit bynder calendarific calendly calorieninja campaignmonitor canva capmonster
  capsulecrm carboninterface cashfree castai censys cerebras cexio chainstack channable chargebee chargify
  chartmogul chatbase chatgpt chatwoot chatwork checkly checkmarx checkoutcom circleci cirrusci ciscospark
  clarifai clearbit clickatell clickfunnels clickhouse clickmeter clicksend clicksign clickup clockify
  clockodo cloudamqp cloudant cloudbees cloudconvert cloudflare cloudfront cloudinary cloudmailin cloudmersive
  cloudsmith cloudtalk cloudwatch cloudways codacy codeclimate codecov codefresh codemagic codeship cognito
  cohere coinapi coinbase coincap coindcx coindesk coinex coingate coingecko coinlayer coinmarketcap
  coinpaprika coinpayments coinranking coinstats cometml commercetools companieshouse conekta confluence
  confluent connectwise constantcontact contentful contentstack convertapi convertkit copperhq copyscape
  coreweave cosmosdb couchbase countrylayer coupa covalenthq coveo coveralls craftmypdf cronitor crowdin
  crowdstrike cryptocompare cryptopanic cryptoquant currencyapi currencybeacon currencycloud currencyfreaks
  currencylayer currentsapi customerio cyberark cybersource databento databricks datadog dataforseo datastax
  datocms deadmanssnitch deepai deepgram deepinfra deepl deepseek deezer demio deribit descope detectify
  detectlanguage deutschebahn devcycle deviantart devrev dialogflow dialpad diffbot digicert digikey
  digitalocean directus discogs discord disqus dlocal dnsimple dnsmadeeasy dnspod docebo docparser docraptor
  docsumo documo docusign dolbyio domainr domaintools doordash doppler droneci droneio dropbox duffel
  duneanalytics duosecurity dwolla dynadot dynalist dynamodb dynatrace easypost ebay ecobee edamam egnyte
  elasticcloud elasticemail elasticpath elasticsearch electricitymap elevenlabs emailable emailjs emailoctopus
  endorlabs entsoe envato envkey eodhd eodhistoricaldata equinix erply esri etherscan ethplorer etoro etsy
  europeana eventbrite everhour evernote eversign exchangerateapi exchangeratesapi expensify facebook faceit
  faceplusplus factset fanduel fantasydata farcaster fastforex fastly fastmail fastspring fatsecret faunadb
  fedex feedbin feedly fibery figma filestack financialmodelingprep fingerprintjs finicity finnhub firebase
  firecrawl firehydrant firestore fireworksai fitbit fivetran fixerio flagsmith flespi flexport flickr
  flightapi flightaware flipkart flowdock flutterwave flyio fontawesome footballdata formio formspree
  formstack fortnox foursquare frameio freeagent freshbooks freshchat freshdesk freshping freshsales
  freshservice freshworks frontapp frontegg fullcontact fullstory fusionauth gameanalytics gcore geckoboard
  geekflare gemfury gemini genderapi genderize genesyscloud geoapify geocodio geonames geotab getresponse
  getstream giantbomb giphy gitbook gitguardian gitpod glassnode glitchtip gnews gocardless godaddy gongio
  goodreads googleads googleapi googleapis googlecloud googlemaps googleplaces gorgias goshippo grafana
  graphcms graphhopper greenhouseio greynoise groq growthbook gumlet gumroad gupshup gyazo hackerone
  hackerrank happyscribe harperdb hashicorp hashnode hasura haveibeenpwned healthchecksio heapanalytics helcim
  helicone hellosign helpcrunch helpscout helpshift hereapi heremaps heroku hetzner heygen hibob hipchat
  hitbtc holidayapi honeybadger honeycombio hootsuite hostinger hotjar hotmart huaweicloud hubspot hubstaff
  huggingface humio hunterio huobi hybridanalysis hygraph hyperping hypertrack ibmcloud iconfinder iexapis
  iexcloud ifttt igdb ilovepdf imagekit imagga imgbb imgflip imgix imgur infermedica influxdata influxdb
  infobip infracost infura infusionsoft inngest inoreader insightly instacart instagram instamojo instatus
  integromat intercom intrinio invoiceninja ionos ipapi ipbase ipdata ipgeolocation ipify ipinfo ipinfodb
  iplocate ipqualityscore ipregistry ipstack ironsource jamendo jamf jenkins jetbrains jfrog jinaai jira
  jotform jsonbin jumio jumpcloud juspay justgiving kaggle kakao kayako keenio keycdn keycloak kinde kinesis
  kinsta kintone klarna klaviyo klipfolio kraken kucoin labelbox lambdalabs lambdatest langfuse langsmith
  lastfm lastpass launchdarkly leadfeeder leadpages leanplum lemlist lemonsqueezy lessannoyingcrm librato
  lichess lightspeedhq lightstep linearapp linemessaging linenotify linkedin linode listennotes listrak
  litellm lithic liveblocks livechatinc livekit livestorm llamacloud lobapi localazy locationiq logdna
  logentries loggly loginradius logrocket logtail logzio lokalise loqate lucidchart lumaai lunacrush
  lunchmoney luno lyft magento magicbell mailboxlayer mailboxvalidator mailchimp mailerlite mailersend mailgun
  mailjet mailosaur mailsac mailslurp mailtrap mandrill mangopay mapbox mapillary mapquest maptiler marketo
  marketstack mastodon matomo mattermost mavenlink maxmind meaningcloud mediafire mediastack meetup
  meilisearch memberful memberstack memsource mendeley meraki mercadolibre mercadopago messagebird metabase
  meteoblue meteomatics meteosource meteostat microcms midjourney milvus mindbody mindmeister mistral
  mistralai mixcloud mixmax mixpanel mollie mondaycom moneris moneybird mongodbatlas monkeylearn moonpay
  moralis morningstar mouser moviedb msgraph mulesoft musixmatch mysportsfeeds nasdaqdatalink nationbuilder
  naver navercloud neondb netatmo netlify netsuite neutrinoapi newrelic newsapi newscatcher newsdata nexmo
  nextdns ngrok ninjarmm nlpcloud noaa nomics nordigen notionapi notionhq novu nowpayments numverify
  nutritionix nylas nytimes oanda ocrspace octoai octopart octopusdeploy odoo okta omdb omise omnisend
  onedrive onelogin onepassword onesignal onfido onfleet onshape openai openaq opencage opencollective
  opencorporates openexchangerates openfda openfigi opengraphio openpay openphone openrouter openrouteservice
  opensea opensecrets opensubtitles opentok opentripmap openuv openweather openweathermap opsgenie optimizely
  optimove oraclecloud ouraring outbrain outreachio ovhcloud oxylabs packagecloud paddlecom pagarme pagerduty
  pagespeed pagseguro pandadoc pandascore paperform paperspace pardot parsehub passkit patreon paycom
  paylocity paymentwall payoneer paypal paysafe paystack paytabs paytm payumoney pdfco pdfcrowd pdflayer
  pdfmonkey pdfshift pendo percyio perigon personio petfinder pexels phantombuster philipshue photoroom
  phraseapp pinata pinboard pinecone pingdom pingidentity pingone pinterest pipedream pipedrive pipefy
  pivotaltracker piwikpro pixabay plaid planetlabs planetscale planhat plausibleio playfab playht plivo plurk
  podio poeditor poloniex polygonio polygonscan polymarket positionstack postgrid posthog postman postmark
  postmates powerbi prestashop prismacloud prismic procore productboard producthunt profitwell promptlayer
  proxycrawl proxycurl proxyscrape pubnub pushbullet pusher pushover pushwoosh qdrant qonto quaderno qualtrics
  qualys quandl questdb quickbase quickbooks quicknode rackspace railwayapp rakuten rapidapi rapyd ravelry
  rawg razorpay readmeio readwise rebrandly recaptcha recurly redash reddit redislabs redmine removebg
  replicatehq replit rescuetime retellai revai revenuecat revolut ringcentral riotgames roblox rocketchat
  rocketreach rollbar rootly rubrik rudderstack runpod runscope runwayml safetyculture sageintacct saleor
  salesforce salesloft sambanova samsara sanityio saplingai saucelabs scaleai scaleway scalr scandit schoology
  scraperapi scrapestack scrapfly scrapingant scrapingbee scrapingdog scrapinghub screenshotapi
  screenshotlayer screenshotmachine seatable seatgeek seatsio secureframe securitytrails segmentio
  semanticscholar semaphoreci semrush sendbird sendcloud sendgrid sendinblue sendle sendpulse sentinelone
  sentry serpapi serper serpstack servicenow servicetitan sharefile sharepoint shipbob shipengine shippo
  shiprocket shipstation shodan shopee shopify shopware shortio shotstack shutterstock sightengine signalfx
  signalwire signnow signrequest signwell siliconflow simfin similarweb simplybook sinch singlestore
  skyscanner slack smartling smartproxy smartrecruiters smartsheet smartthings smartystreets smsapi smsglobal
  smugmug snapchat snipcart snipeit snyk socure softlayer solaredge solarwinds solcast solscan sonarcloud
  sonarqube songkick soundcloud sourcegraph sparkpost speechmatics splitwise splunk spoonacular sportmonks
  sportradar sportsdata spotify spotinst spreaker spreedly sproutsocial squadcast squarespace squareup
  stabilityai stackexchange stackhawk stackpath statsig statuscake statuspage statuspal steamapi stitchdata
  stockdata stocktwits stormglass storyblok strapi strava streamelements streamlabs stripe stytch sugarcrm
  sumologic sumup supabase supertokens surrealdb surveymonkey surveysparrow svix swaggerhub swiftype switchbot
  synthesia sysdig tableau taboola tailscale tatumio tavily taxjar teamcity teamviewer telegram telesign
  telnyx tenable tencent tencentcloud tenderly terraformcloud testrail textmagic textrazor themoviedb
  theoddsapi thesportsdb thetvdb thingsboard thingspeak thinkific thirdweb thousandeyes ticketmaster ticktick
  tiingo tiktok timecamp timezoneapi timezonedb tinify tinybird tinypng tinyurl tipalti tmdb todoist
  togetherai toggl tomorrowio tomtom tradestation tradier transferwise transifex transloadit travelpayouts
  travisci trello trendmicro triggerdev tripadvisor trongrid truelayer trustly trustpilot tumblr turso tvdb
  twelvedata twelvelabs twilio twitch twitter typeform typesense ubidots uipath ultradns unbounce unsplash
  untappd upbit upcloud uploadcare upstash upstox uptimerobot upwork urlscan uservoice vatlayer veracode
  vercel veriff verifone vertexai veryfi vimeo virustotal visualcrossing vkontakte voiceflow volcengine vonage
  voucherify voximplant voyageai vtex vultr wakatime walkscore walletconnect wandb watsonx weatherapi
  weatherbit weatherstack weatherunderground weaviate webengage webex webflow wechat wechatpay weebly weibo
  wepay whatsapp whoisfreaks whoisxml wistia withings wolframalpha woocommerce woopra wordnik wordpress
  wordsapi workato workfront workos worldpay worldweatheronline wrike wufoo wunderground xata xendit xero
  xmatters yammer yandex yandexcloud yelp ynab yodlee youneedabudget yousign youtrack yubico yummly zapier
  zendesk zenefits zenhub zenrows zenscrape zenserp zeplin zerobounce zerodha zerossl zerotier zilliz zillow
  zipcodeapi zoho zohocrm zoomeye zoominfo zoomus zscaler zulip zuora zyte
`

/** Whether a word in lower case is the name of a service. */
export type IsServiceName = (word: string) => boolean

/** Builds the set at the first call, because most texts need no call. */
export function createServiceNameCheck(): IsServiceName {
  let names: ReadonlySet<string> | undefined
  return (word) => {
    names ??= parseWordSet(serviceNames)
    return names.has(word)
  }
}
