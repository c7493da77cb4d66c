import type { RepositorySource } from "./sources.js";

/** The repositories with documents that are measured by default. */
export const REPOSITORIES: readonly RepositorySource[] = [
  {
    repository: "Adyen/adyen-openapi",
    commit: "aa014f0cbdb58ff5c44a2ff9d5fe734642210aff",
    paths: [
      "json/CheckoutService-v71.json",
      "json/BalancePlatformService-v2.json",
      "json/TestCardService-v1.json",
      "json/TransferService-v4.json",
    ],
  },
  {
    repository: "Asana/openapi",
    commit: "fc9f8dcf224efa8e06bfc955d91dd95aac7a398d",
    paths: ["defs/asana_oas.yaml"],
  },
  {
    repository: "DataDog/datadog-api-client-typescript",
    commit: "a6d174205b047bd01a9df066deae5d7fee9c436c",
    paths: [".generator/schemas/v1/openapi.yaml"],
  },
  {
    repository: "Mermade/openapi3-examples",
    commit: "9c2997e1a25919a8182080cc43a4db06d2dc775d",
    paths: [
      "3.0/pass/OAI/uber.yaml",
      "3.0/pass/extensionsEverywhere.yaml",
      "3.0/pass/swagger2openapi/openapi.json",
      "3.0/fail/event-backend/openapi3.json",
    ],
  },
  {
    repository: "Nexmo/api-specification",
    commit: "ad042003e946f5d99512cda2a8601488c8e863e5",
    paths: [
      "definitions/application.v2.yml",
      "definitions/conversation.yml",
      "definitions/messages-olympus.yml",
      "definitions/number-insight.yml",
      "definitions/reports.yml",
      "definitions/verify.yml",
      "definitions/voice.yml",
    ],
  },
  {
    repository: "OAI/OpenAPI-Specification",
    commit: "46c1076ba6f9a7a09ecaa6b740ab603cf6cc9886",
    paths: ["_archive_/schemas/v3.0/pass/link-example.yaml"],
  },
  {
    repository: "PagerDuty/api-schema",
    commit: "91a06fb3c64b0ab2b2bd6c485d12b327dfb55c18",
    paths: [
      "reference/REST/openapiv3.json",
      "reference/integration-jira-cloud/openapiv3.json",
      "reference/scim/openapiv3.json",
    ],
  },
  {
    repository: "Rebilly/api-definitions",
    commit: "657cabcf0a23555b2334de8ecbc336a9c3a1d607",
    paths: ["openapi/openapi.yaml"],
  },
  {
    repository: "Redocly/museum-openapi-example",
    commit: "2770b2b2e59832d245c7b0eb0badf6568d7efb53",
    paths: ["openapi.yaml"],
  },
  {
    repository: "Redocly/redocly-cli",
    commit: "03cb486aad6ae9ac9df4465214283d5149a9019d",
    paths: ["resources/cafe.yaml", "resources/pets.yaml"],
  },
  {
    repository: "XeroAPI/Xero-OpenAPI",
    commit: "e952d0bda3628facbf7afc5990ad6a0e7e77bd1e",
    paths: ["xero_accounting.yaml", "xero-payroll-nz.yaml", "xero_bankfeeds.yaml", "xero-webhooks.yaml"],
  },
  {
    repository: "ably/open-specs",
    commit: "98111bb20075c1beba3b66412d0c7791cbd0f168",
    paths: ["definitions/control-v1.yaml", "definitions/platform-v1.yaml"],
  },
  {
    repository: "box/box-openapi",
    commit: "c9a878a9824344129881392e2b08f7117201e82e",
    paths: ["openapi.json"],
  },
  {
    repository: "digitalocean/openapi",
    commit: "7c1300c479fed9c353cda9fc21cd968619552304",
    paths: ["specification/DigitalOcean-public.v2.yaml"],
  },
  {
    repository: "discord/discord-api-spec",
    commit: "74fda0fad044407ea280043a03ffc9bc64c4e49e",
    paths: ["specs/openapi.json"],
  },
  {
    repository: "docusign/OpenAPI-Specifications",
    commit: "3c20b6c8ed00c29c87d7418b5e97d3fad184d012",
    paths: [
      "click.rest.swagger-v1.json",
      "maestro.rest.swagger-v1.0.0.json",
      "navigator.rest.swagger.json",
      "workspaces.rest.swagger.json",
      "esignature.rest.swagger-v2.json",
    ],
  },
  {
    repository: "elastic/elasticsearch-specification",
    commit: "9d9b9a521cc1070c1c9eb6c77d91c3a5fb09730d",
    paths: ["output/openapi/elasticsearch-serverless-openapi.json"],
  },
  {
    repository: "getsentry/sentry-api-schema",
    commit: "a589a26c3b29bfc342a47baa963b7970961f958e",
    paths: ["openapi-derefed.json"],
  },
  {
    repository: "hashicorp/vault-client-go",
    commit: "a0f17ccb92501f7b7ad1bf5188b404383f08a45f",
    paths: ["openapi.json"],
  },
  {
    repository: "hey-api/openapi-ts",
    commit: "03f9c540272e822bc2afa971d050397929460c98",
    paths: [
      "specs/3.0.x/full.yaml",
      "specs/3.1.x/full.yaml",
      "specs/3.0.x/clerk-2025-11-10.yaml",
      "specs/3.0.x/dutchie.json",
      "specs/3.1.x/opencode.yaml",
      "specs/3.1.x/zoom-video-sdk.json",
      "specs/3.1.x/transformers.json",
      "specs/3.0.x/sdk-method-class-conflict.yaml",
    ],
  },
  {
    repository: "intercom/Intercom-OpenAPI",
    commit: "8889625a7b931d8649e18726e7f872ff073520fc",
    paths: ["descriptions/2.11/api.intercom.io.yaml"],
  },
  {
    repository: "lob/lob-openapi",
    commit: "539ed451fc9f3af0d4b1ee01348c095126c64df3",
    paths: ["dist/lob-api-bundled.yml", "lob-api-public.yml"],
  },
  {
    repository: "matrix-org/matrix-spec",
    commit: "d0ba2aaef801e0134a4e5c6054a2c2f41bb55531",
    paths: [
      "data/api/client-server/create_room.yaml",
      "data/api/client-server/sync.yaml",
      "data/api/client-server/pushrules.yaml",
    ],
  },
  {
    repository: "meilisearch/open-api",
    commit: "0b0b0fdbb9d5821ec018a3db2777986a231eec37",
    paths: ["open-api.json"],
  },
  {
    repository: "moov-io/watchman",
    commit: "d299005fe25f511fe8abdb6425c745e16cb5ca2c",
    paths: ["docs/api.yaml"],
  },
  {
    repository: "okta/okta-management-openapi-spec",
    commit: "fdda229e82940cf5af4611ad673ca6a27974e31b",
    paths: ["dist/current/management-minimal.yaml", "dist/current/oauth-minimal.yaml"],
  },
  {
    repository: "openai/openai-openapi",
    commit: "f85dbe223d40e1a31cba812ab2d755c7e98a92a3",
    paths: ["openapi.yaml"],
  },
  {
    repository: "paypal/paypal-rest-api-specifications",
    commit: "ec4d8f36a6ab0abcc3865e1072aaddc85ea14d5c",
    paths: [
      "openapi/billing_subscriptions_v1.json",
      "openapi/checkout_orders_v2.json",
      "openapi/customer_disputes_v1.json",
      "openapi/invoicing_v2.json",
      "openapi/payments_payment_v2.json",
    ],
  },
  {
    repository: "plaid/plaid-openapi",
    commit: "26f1a0588c12e765e99c815300d94eae0a3c7dc1",
    paths: ["2020-09-14.yml"],
  },
  {
    repository: "qdrant/qdrant",
    commit: "74f3e85b9473c62560006c043e13737ce6b48412",
    paths: ["docs/redoc/master/openapi.json"],
  },
  {
    repository: "resend/resend-openapi",
    commit: "fd6f395f2114e13806025f0c330921c901d62bb1",
    paths: ["resend.yaml"],
  },
  {
    repository: "sendgrid/sendgrid-oai",
    commit: "bef1536aeed2eb7b1ad4fde110a8ec65c583c4c5",
    paths: ["oai_v3_stoplight.json"],
  },
  {
    repository: "sonallux/spotify-web-api",
    commit: "a3369587d22fb1b3fe4aeb4022d67469365695b8",
    paths: ["official-spotify-open-api.yml"],
  },
  {
    repository: "square/connect-api-specification",
    commit: "5733f6624e9a5b930a8426f0e02a6bf7e35c6c0f",
    paths: ["api.json"],
  },
  {
    repository: "svix/svix-webhooks",
    commit: "4fc0cfb8b426c87ef7e2b937e7d896a71d456a47",
    paths: ["server/openapi.json"],
  },
  {
    repository: "treeverse/lakeFS",
    commit: "71a45eeb1639d146d34b8effd7e86d077160ed7c",
    paths: ["api/swagger.yml"],
  },
  {
    repository: "twilio/twilio-oai",
    commit: "d50069b44ea8cd23141385bdb6db48f16ff75bb5",
    paths: [
      "spec/json/twilio_api_v2010.json",
      "spec/json/twilio_conversations_v1.json",
      "spec/json/twilio_lookups_v2.json",
    ],
  },
  {
    repository: "typesense/typesense-api-spec",
    commit: "9963d6cebcbe42702048e27ab3c0ea6b325eb952",
    paths: ["openapi.yml"],
  },
  {
    repository: "vimeo/openapi",
    commit: "febb90093551f9e00571c5c25230df08e9af78dd",
    paths: ["api.yaml"],
  },
  // Chosen by what they have: own servers, int64, discriminators, forms, patterns, schemes, media ranges.
  {
    repository: "0base-vc/whoearns-live",
    commit: "e600b4bd69565b4edec82d61ce1f82ad3cad41b1",
    paths: ["docs/openapi.yaml"],
  },
  {
    repository: "0x0a1f-stacc/enchant-python-client",
    commit: "8402f778ea391e0c51d4a733e8c27a0a117e035d",
    paths: ["openapi.yaml"],
  },
  {
    repository: "0x2E/fusion",
    commit: "1f99b1fc654baa0108e4df4577429d62d0e53cb8",
    paths: ["docs/openapi.yaml"],
  },
  {
    repository: "0xSaurabhx/flowctl",
    commit: "34c359dccc13ad1908c8391175847c6ae6c454aa",
    paths: ["docs/openapi.yaml"],
  },
  {
    repository: "0xfed/nexus-iq-api-client-go",
    commit: "ee68f9e012906db518c99a00ca27c8225d5b8096",
    paths: ["api/openapi.yaml"],
  },
  {
    repository: "0xiammatrixx/blessedandpreciousexams",
    commit: "2f310ed0dfe8cbeaf17bf536897e64b3f13314fe",
    paths: ["docs/openapi.yaml"],
  },
  {
    repository: "1031nice/auth-platform",
    commit: "2cf8a26fe0d676585e500699819326a5f7b88161",
    paths: ["oauth2-server/src/main/resources/static/openapi.yaml", "openapi.yaml"],
  },
  {
    repository: "1047Games/sdk-api",
    commit: "c49b3c374cf51a6f31913448c5385bfcd8129969",
    paths: ["openapi.yaml"],
  },
  {
    repository: "1084-Ventures/autogensocial-specs",
    commit: "44714badb0eb0fe405112535b88ebc6c185e7f8d",
    paths: ["openapi.yaml", "openapi-bundled.json"],
  },
  {
    repository: "10bill/api",
    commit: "530a8f631daceeb88c0121ad5bf09890d6e0d210",
    paths: ["Documents/openapi.yaml"],
  },
  {
    repository: "1212bogdan/smartkasa-openapi3",
    commit: "27564d0288e50c1999f68f5520b542662088f15e",
    paths: ["openapi.yaml", "openapi.json"],
  },
  {
    repository: "1347843656/directLineApi",
    commit: "200b570e6e13512ef7fe4337e5b55f10bfb7a3cd",
    paths: ["api/openapi.yaml"],
  },
  {
    repository: "1EdTech/openbadges-specification",
    commit: "1af145ff2dc6e22627e79eb5d0f9afca06ea2489",
    paths: ["ob_v2p1/schema/openapi3/imsob_v2p1.yaml", "ob_v2p1/schema/openapi3/imsob_v2p1.json"],
  },
  {
    repository: "1clawAI/1claw-openapi-spec",
    commit: "5c3bdbcf1ea9e5555b1f7f13086f5693c006a6cc",
    paths: ["openapi.yaml", "openapi.json"],
  },
  {
    repository: "2023-ECE461-group-10/rest-api",
    commit: "68fb341ed06e68f523eb9027c44c990868f4ff34",
    paths: ["openapi/apispec.yaml"],
  },
  {
    repository: "2zqa/ssot-specs-api-client",
    commit: "88577d03197c85b14614e99a5aa837ba6dbdf2a5",
    paths: ["api/openapi.yaml"],
  },
  {
    repository: "42videobricks/42videobricks-java-client",
    commit: "3c07f6f8d20555f851bced9c136c34a30969e9c0",
    paths: ["api/openapi.yaml"],
  },
  {
    repository: "4Players/fleet-sdk-csharp",
    commit: "1adb29a5d20b9a12f2b293d89c7341b1be1e932c",
    paths: ["api/openapi.yaml", "api.json"],
  },
  {
    repository: "686FE06E67/home24h-swagger",
    commit: "d063177f730405512c43df8b2eb746c0cfb5597d",
    paths: ["src/api/home24h.json", "src/api/openapi.json"],
  },
  {
    repository: "99Taxis/calc-swagger",
    commit: "99a150aa9775051a2dbe0a0c7731f433634c8351",
    paths: ["api/swagger.yaml"],
  },
  {
    repository: "AgungADL/smk-1-penida-api-spec",
    commit: "a71af25ec0f5fddbdb4ce7fc2f4a7228bbd2b804",
    paths: ["swagger.yaml"],
  },
  {
    repository: "Albrodpul/api-renders",
    commit: "db5a32db3482a06943be2b920664850dd55ae614",
    paths: ["api/swagger.yaml"],
  },
  {
    repository: "AlexRoehm/restic-monitor",
    commit: "ddc6e2116eb5098bf2fb2f3eb00c34555b984170",
    paths: ["api/swagger.yaml", "api/swagger.json"],
  },
  {
    repository: "AnZuev/api-docs",
    commit: "72a80ce659f23113f5d8a7b4a533e4e16da021d1",
    paths: ["public/apis/staticData.json", "public/apis/mainServer.json"],
  },
  {
    repository: "Apoorva64/headscale-go-client",
    commit: "8f2398bac2c7f8a773ad3cddf2e49dd37a9f0cd0",
    paths: ["api/swagger.yaml"],
  },
  {
    repository: "Aspose-3D-Cloud/aspose-3d-cloud-go",
    commit: "b464e137cd609f5bb8f8ca88acd47956ea4a7636",
    paths: ["api/swagger.yaml"],
  },
  {
    repository: "Azure/peerd",
    commit: "21501a9c206fa55a9c10e5d747f07cf364b4db58",
    paths: ["api/swagger.yaml"],
  },
  {
    repository: "BCDevExchange/bca-api",
    commit: "e4ab3724f21772a4c4c003862c71035a94195092",
    paths: ["api/swagger.yaml"],
  },
];
