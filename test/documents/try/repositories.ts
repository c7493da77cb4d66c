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
];
