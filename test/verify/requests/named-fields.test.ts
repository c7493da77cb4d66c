import { expect, test } from "vitest";
import type { Json } from "#openapi/document/document.js";
import { namedFields, uniqueFields } from "#verify/requests/named-fields.js";

const FIELDS = ["id", "email", "name", "startsAt", "customer", "status", "password"];

test.each<[form: string, body: Json, want: string[]]>([
  [
    "Stripe",
    { error: { type: "invalid_request_error", param: "customer", message: "No such customer" } },
    ["customer"],
  ],
  ["Rails", { errors: { email: ["has already been taken"], name: ["is too short"] } }, ["email", "name"]],
  ["JSON:API", { errors: [{ detail: "is invalid", source: { pointer: "/data/attributes/startsAt" } }] }, ["startsAt"]],
  ["FastAPI", { detail: [{ loc: ["body", "email"], msg: "field required" }] }, ["email"]],
  ["Ajv", [{ instancePath: "/startsAt", message: "must match format" }], ["startsAt"]],
  ["Fastify", { statusCode: 400, message: "body must have required property 'name'" }, ["name"]],
  ["Joi", { message: '"email" is not allowed' }, ["email"]],
  ["a plain text", "startsAt must be in the future", ["startsAt"]],
  ["a text in other case", { message: "Email is required." }, ["email"]],
  ["usual words that are not quoted", { status: 400, message: "The id or the name has an invalid status." }, []],
  ["a part of another word", { message: "The emailer failed." }, []],
  ["nothing", { message: "Bad request" }, []],
])("the fields that a rejection names are found: %s", (_, body, want) => {
  expect(namedFields(body, FIELDS)).toEqual(want);
});

test.each<[description: string, want: string[]]>([
  ["Another customer has this email address.", ["email"]],
  ["The email is already taken.", ["email"]],
  ["A team with this name exists already.", ["name"]],
  ["A team with the same `name` or `email` exists.", ["email", "name"]],
  ["`email` must be unique.", ["email"]],
  ["The order of the customer is canceled, or refunded already.", []],
  ["The email was confirmed already.", []],
  ["The resource already exists.", []],
  ["Another request is changing the customer.", []],
])("a description says of some fields that no two resources share their values: %s", (description, want) => {
  expect(uniqueFields(description, FIELDS)).toEqual(want);
});
