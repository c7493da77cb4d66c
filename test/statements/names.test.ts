import { expect, test } from "vitest";
import { likelyProperties, pluralOf, singularOf } from "#statements/names.js";

test.each([
  ["bookings", "booking"],
  ["Categories", "category"],
  ["addresses", "address"],
  ["boxes", "box"],
  ["payment-methods", "paymentmethod"],
  ["status", "statu"],
  ["news", "news"],
  ["tv-movies", "tvmovie"],
  ["staff", "staff"],
  ["people", "person"],
  ["shelves", "shelf"],
  ["archives", "archive"],
  ["databases", "database"],
  ["statuses", "status"],
])("the singular of %s is %s", (plural, singular) => {
  expect(singularOf(plural)).toBe(singular);
});

test.each([
  ["silence", "silences"],
  ["category", "categories"],
  ["day", "days"],
  ["box", "boxes"],
  ["Person", "people"],
  ["leaf", "leaves"],
  ["line-item", "line-items"],
])("the plural of %s is %s", (singular, plural) => {
  expect(pluralOf(singular)).toBe(plural);
});

const WORDS = [
  ...[
    "movie",
    "cookie",
    "category",
    "policy",
    "company",
    "tie",
    "currency",
    "query",
    "shelf",
    "house",
    "warehouse",
    "cause",
  ],
  ...[
    "clause",
    "database",
    "case",
    "release",
    "purchase",
    "phase",
    "alias",
    "canvas",
    "bus",
    "status",
    "address",
    "class",
  ],
  ...[
    "process",
    "business",
    "virus",
    "exercise",
    "promise",
    "purpose",
    "dose",
    "license",
    "expense",
    "response",
    "course",
    "nurse",
  ],
  ...["analysis", "batch", "box", "branch", "cache", "niche", "match", "index", "size", "prize", "quiz", "zone"],
  ...["image", "invoice", "price", "person", "child", "series", "news", "lens", "use", "half", "suite", "service"],
  ...["device", "choice", "office", "space", "video", "key", "survey", "day", "leaf", "life", "fee", "tree"],
  ...["employee", "species", "hypothesis", "crisis", "focus", "activity", "library", "delivery"],
];

test.each(WORDS)("%s is the singular of its plural", (word) => {
  expect(singularOf(pluralOf(word))).toBe(word);
});

const ROWS: [title: string, parameter: string, collection: string, properties: string[], likely: string[]][] = [
  ["the property of the same name", "bookingId", "bookings", ["id", "bookingId"], ["bookingId", "id"]],
  ["the property of the same name in another case", "booking_id", "bookings", ["bookingId"], ["bookingId"]],
  ["id, without the name of the resource", "bookingId", "bookings", ["name", "id"], ["id"]],
  ["id, for a parameter that is named as the resource", "booking", "bookings", ["id", "name"], ["id", "name"]],
  ["id, for a parameter whose plural follows no rule", "shelf", "shelves", ["id", "name"], ["id", "name"]],
  ["the name, without the name of the resource", "userName", "users", ["id", "name"], ["name"]],
  ["uuid, where the resource has no id", "thing_id", "things", ["uuid", "name"], ["uuid"]],
  ["the property with the name of the resource before it", "uuid", "posts", ["post_uuid", "id"], ["post_uuid", "id"]],
  ["the name of the resource with an end", "tag", "tags", ["id", "name", "tag_name"], ["tag_name", "id", "name"]],
  ["id, for the token of the resource", "shipping_rate_token", "shipping_rates", ["id", "type"], ["id"]],
  ["pk, for an id", "id", "things", ["name", "pk"], ["pk"]],
  ["pk, for the id of the resource", "thing_id", "things", ["name", "pk", "code"], ["pk"]],
  ["id rather than pk", "id", "things", ["pk", "id"], ["id", "pk"]],
  [
    "the id before the name, for either of them",
    "project_name_or_id",
    "projects",
    ["owner_id", "name", "project_id"],
    ["project_id", "name"],
  ],
  ["id before the key, for either of them", "customerIdOrKey", "customers", ["key", "id", "name"], ["id", "key"]],
  ["the slug alone, if the resource has no id", "meterIdOrSlug", "meters", ["slug", "name"], ["slug"]],
  [
    "the property of the same name, for a name with an or in it",
    "idOrName",
    "things",
    ["id", "idOrName"],
    ["idOrName", "id"],
  ],
  ["id, for a name that only begins like or", "order_id", "orders", ["id", "origin"], ["id"]],
  ["no id, for a token of something else", "access_token", "shipping_rates", ["id", "type"], []],
  ["nothing, if no name fits", "date", "days", ["id", "name"], []],
];

test.each(ROWS)("a path parameter is fed by %s", (_, parameter, collection, properties, likely) => {
  expect(likelyProperties(parameter, collection, properties)).toEqual(likely);
});
