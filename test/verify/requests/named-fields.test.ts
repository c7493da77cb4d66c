import { expect, test } from "vitest";
import type { Json } from "#openapi/document/document.js";
import { namedFields, namedPlaces, uniqueFields } from "#statements/named-fields.js";

const FIELDS = ["id", "email", "name", "startsAt", "customer", "status", "password"];

test.each<[form: string, body: Json, want: string[]]>([
  [
    "Stripe",
    { error: { type: "invalid_request_error", param: "customer", message: "No such customer" } },
    ["customer"],
  ],
  ["Rails", { errors: { email: ["has already been taken"], name: ["is too short"] } }, ["email", "name"]],
  ["Django", { email: ["This field must be unique."], customer: ["Not found."] }, ["email", "customer"]],
  ["NestJS", { statusCode: 400, message: ["email must be an email"], error: "Bad Request" }, ["email"]],
  ["JSON:API", { errors: [{ detail: "is invalid", source: { pointer: "/data/attributes/startsAt" } }] }, ["startsAt"]],
  ["FastAPI", { detail: [{ loc: ["body", "email"], msg: "field required" }] }, ["email"]],
  [
    "Django REST framework",
    { email: ["Enter a valid email address."], name: ["May not be blank."] },
    ["email", "name"],
  ],
  ["Ajv", [{ instancePath: "/startsAt", message: "must match format" }], ["startsAt"]],
  ["Fastify", { statusCode: 400, message: "body must have required property 'name'" }, ["name"]],
  ["Joi", { message: '"email" is not allowed' }, ["email"]],
  ["LoopBack", { error: { name: "UnprocessableEntityError", details: [{ path: "/email", code: "type" }] } }, ["email"]],
  ["LoopBack, of a missing field", { error: { details: [{ path: "", info: { missingProperty: "name" } }] } }, ["name"]],
  [
    "express-openapi-validator",
    { details: [{ message: "The `/body/name` property must be string. You sent 7.", path: "/body/name" }] },
    ["name"],
  ],
  [
    "Zod",
    { success: false, error: { name: "ZodError", issues: [{ path: ["email"], code: "invalid_type" }] } },
    ["email"],
  ],
  ["Zod 4, as a text", { error: { message: "body.email: Invalid input: expected string" } }, ["email"]],
  [
    "tsoa",
    { message: "Validation Failed", details: { "requestBody.email": { message: "invalid string value" } } },
    ["email"],
  ],
  ["class-validator, nested", { message: ["customer.startsAt must be a Date instance"] }, ["startsAt", "customer"]],
  ["Jackson", { message: 'Cannot deserialize value (through reference chain: Dto["startsAt"])' }, ["startsAt"]],
  ["Spring", { errors: [{ field: "email", defaultMessage: "must not be blank" }] }, ["email"]],
  ["Go's json", { message: "json: cannot unmarshal number into Go struct field Dto.email of type string" }, ["email"]],
  ["ASP.NET", { errors: { "$.email": ["could not be converted"], StartsAt: ["is required"] } }, ["email", "startsAt"]],
  ["Pydantic 2, from Litestar", { extra: [{ message: "expected str", key: "email", source: "body" }] }, ["email"]],
  ["a plain text", "startsAt must be in the future", ["startsAt"]],
  ["a text in other case", { message: "Email is required." }, ["email"]],
  ["usual words that are not quoted", { status: 400, message: "The id or the name has an invalid status." }, []],
  ["a part of another word", { message: "The emailer failed." }, []],
  ["nothing", { message: "Bad request" }, []],
])("the fields that a rejection names are found: %s", (_, body, want) => {
  expect(namedFields(body, FIELDS)).toEqual(want);
});

const PLACES = ["/email", "/address", "/address/city", "/items/0/name", "/name", "/metadata/key-1"];

test.each<[form: string, body: Json, want: string[]]>([
  ["a path with brackets", { error: { param: "address[city]", message: "address and name" } }, ["/address/city"]],
  ["a path with a key", { error: { param: "metadata[key-1]" } }, ["/metadata/key-1"]],
  ["a list with words before", { detail: [{ loc: ["body", "items", 0, "name"] }] }, ["/items/0/name"]],
  ["a pointer with words before", { errors: [{ source: { pointer: "/data/attributes/email" } }] }, ["/email"]],
  [
    "lists of texts alone",
    { address: { city: ["is unknown"] }, items: [{ name: ["is taken"] }] },
    ["/address/city", "/items/0/name"],
  ],
  ["a member of its own", { errors: { "address.city": ["is unknown"] } }, ["/address/city"]],
  ["a map from fields to reasons", { email: ["Is wrong."], name: ["Is taken."] }, ["/email", "/name"]],
  ["a map to any depth", { address: { city: ["Is unknown."] } }, ["/address/city"]],
  ["a map with the errors of a list", { items: [{ name: ["Is taken."] }, {}] }, ["/items/0/name"]],
  ["a map beside something else", { name: ["Is taken."], status: 400 }, []],
  ["a path that the body cannot have", { error: { param: "phone" } }, []],
  ["a text", { message: "email is wrong" }, []],
])("the places that a rejection names by their paths are found: %s", (_, body, want) => {
  expect(namedPlaces(body, PLACES)).toEqual(want);
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
