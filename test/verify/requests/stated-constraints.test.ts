import { expect, test } from "vitest";
import type { Json } from "#openapi/document/document.js";
import { statedConstraints } from "#verify/requests/rejections/stated-constraints.js";

const PLACES = ["/name", "/age", "/kind", "/email", "/code", "/due", "/tags", "/message", "/owner", "/owner/city"];

/** Errors as frameworks write them, and the constraints that they state. */
const ROWS: [framework: string, body: Json, stated: Record<string, object>][] = [
  [
    "FastAPI",
    {
      detail: [
        { type: "missing", loc: ["body", "name"], msg: "Field required", input: { age: 1 } },
        {
          ...{ type: "greater_than_equal", loc: ["body", "age"], input: 0, ctx: { ge: 18 } },
          msg: "Input should be greater than or equal to 18",
        },
        {
          ...{ type: "enum", loc: ["body", "kind"], input: "x", ctx: { expected: "'low', 'medium' or 'high'" } },
          msg: "Input should be 'low', 'medium' or 'high'",
        },
        {
          ...{ type: "string_pattern_mismatch", loc: ["body", "code"], input: "x", ctx: { pattern: "^#[0-9a-f]{6}$" } },
          msg: "String should match pattern '^#[0-9a-f]{6}$'",
        },
        {
          ...{ type: "string_too_short", loc: ["body", "owner", "city"], input: "x", ctx: { min_length: 3 } },
          msg: "String should have at least 3 characters",
        },
        { type: "less_than", loc: ["body", "tags"], msg: "Input should be less than 5", input: 9, ctx: { lt: 5 } },
      ],
    },
    {
      "/name": { isRequired: true },
      "/age": { least: 18 },
      "/kind": { values: ["low", "medium", "high"] },
      "/code": { pattern: "^#[0-9a-f]{6}$" },
      "/owner/city": { least: 3 },
      "/tags": { most: 5, isBelowMost: true },
    },
  ],
  [
    "Spring",
    {
      ...{ timestamp: "2026-01-01T00:00:00.000+00:00", status: 400, error: "Bad Request", path: "/people" },
      message: "Validation failed for object='person'. Error count: 3",
      errors: [
        {
          codes: ["Size.person.name", "Size.name", "Size.java.lang.String", "Size"],
          arguments: [{ codes: ["person.name", "name"], arguments: null, defaultMessage: "name", code: "name" }, 20, 3],
          ...{ defaultMessage: "size must be between 3 and 20", objectName: "person", field: "name" },
          ...{ rejectedValue: "x", bindingFailure: false, code: "Size" },
        },
        { defaultMessage: 'must match "[A-Z]{2}\\d+"', field: "code", rejectedValue: "x", code: "Pattern" },
        { defaultMessage: "must be a well-formed email address", field: "email", rejectedValue: "x", code: "Email" },
        { defaultMessage: "must not be null", field: "age", rejectedValue: null, code: "NotNull" },
      ],
    },
    {
      "/name": { least: 3, most: 20 },
      "/code": { pattern: "^(?:[A-Z]{2}\\d+)$" },
      "/email": { format: "email" },
      "/age": { isRequired: true },
    },
  ],
  [
    "class-validator in NestJS",
    {
      message: [
        "name must be shorter than or equal to 20 characters",
        "kind must be one of the following values: low, high",
        "age must not be less than 18",
        "age must be an integer number",
        "email must be an email",
        "due must be a valid ISO 8601 date string",
        "code must match /^[a-z]+$/ regular expression",
        "owner.city should not be empty",
      ],
      error: "Bad Request",
      statusCode: 400,
    },
    {
      "/name": { most: 20 },
      "/kind": { values: ["low", "high"] },
      "/age": { least: 18, type: "integer" },
      "/email": { format: "email" },
      "/due": { format: "date" },
      "/code": { pattern: "^[a-z]+$" },
      "/owner/city": { isRequired: true },
    },
  ],
  [
    "class-validator without NestJS",
    [
      {
        target: { name: "x" },
        property: "name",
        children: [],
        constraints: { isLength: "name must be longer than or equal to 6 characters" },
      },
    ],
    { "/name": { least: 6 } },
  ],
  [
    "Fastify",
    {
      statusCode: 400,
      code: "FST_ERR_VALIDATION",
      error: "Bad Request",
      message:
        "body/age must be >= 18, body/name must NOT have fewer than 3 characters, body must have required property 'kind'",
    },
    { "/age": { least: 18 }, "/name": { least: 3 }, "/kind": { isRequired: true } },
  ],
  [
    "Ajv",
    [
      {
        ...{ instancePath: "/kind", schemaPath: "#/properties/kind/enum", keyword: "enum" },
        ...{ params: { allowedValues: ["low", 2] }, message: "must be equal to one of the allowed values" },
      },
      {
        ...{ instancePath: "/age", keyword: "exclusiveMinimum", params: { comparison: ">", limit: 0 } },
        message: "must be > 0",
      },
    ],
    { "/kind": { values: ["low", 2] }, "/age": { least: 0, isAboveLeast: true } },
  ],
  [
    "Joi",
    {
      statusCode: 400,
      error: "Bad Request",
      message: '"name" length must be at least 3 characters long. "kind" is not looked at yet',
      validation: {
        body: { source: "body", keys: ["name"], message: '"name" length must be at least 3 characters long' },
      },
    },
    { "/name": { least: 3 } },
  ],
  ["Joi, values", { message: '"kind" must be one of [low, high]' }, { "/kind": { values: ["low", "high"] } }],
  [
    "Zod 3",
    {
      success: false,
      error: {
        name: "ZodError",
        issues: [
          {
            ...{ code: "too_small", minimum: 3, type: "string", inclusive: true, exact: false, path: ["name"] },
            message: "String must contain at least 3 character(s)",
          },
          { code: "invalid_type", expected: "number", received: "undefined", path: ["age"], message: "Required" },
          {
            ...{ received: "x", code: "invalid_enum_value", options: ["low", "high"], path: ["kind"] },
            message: "Invalid enum value. Expected 'low' | 'high', received 'x'",
          },
          { validation: "email", code: "invalid_string", message: "Invalid email", path: ["email"] },
        ],
      },
    },
    {
      "/name": { least: 3 },
      "/age": { isRequired: true },
      "/kind": { values: ["low", "high"] },
      "/email": { format: "email" },
    },
  ],
  [
    "Zod 4",
    {
      error: [
        {
          ...{ origin: "number", code: "too_big", maximum: 99, inclusive: false, path: ["age"] },
          message: "Too big: expected number to be <99",
        },
        {
          ...{ code: "invalid_value", values: ["low", "high"], path: ["kind"] },
          message: 'Invalid option: expected one of "low"|"high"',
        },
      ],
    },
    { "/age": { most: 99, isBelowMost: true, type: "number" }, "/kind": { values: ["low", "high"] } },
  ],
  [
    "Laravel",
    {
      message: "The name field must be at least 3 characters. (and 2 more errors)",
      errors: {
        name: ["The name field must be at least 3 characters."],
        age: ["The age field must not be greater than 99."],
        email: ["The email field must be a valid email address."],
        due: ["The due field must match the format Y-m-d."],
        code: ["The code field is required."],
      },
    },
    {
      "/name": { least: 3 },
      "/age": { most: 99 },
      "/email": { format: "email" },
      "/due": { format: "date" },
      "/code": { isRequired: true },
    },
  ],
  [
    "Rails",
    {
      errors: {
        name: ["is too short (minimum is 3 characters)"],
        age: ["must be greater than or equal to 18"],
        code: ["can't be blank"],
      },
    },
    { "/name": { least: 3 }, "/age": { least: 18 }, "/code": { isRequired: true } },
  ],
  [
    "Django REST framework",
    {
      name: ["Ensure this field has no more than 20 characters."],
      age: ["Ensure this value is greater than or equal to 18."],
      email: ["Enter a valid email address."],
      code: ["This field is required."],
      due: ["Date has wrong format. Use one of these formats instead: YYYY-MM-DD."],
      kind: ['"x" is not a valid choice.'],
    },
    {
      "/name": { most: 20 },
      "/age": { least: 18 },
      "/email": { format: "email" },
      "/code": { isRequired: true },
      "/due": { format: "date" },
    },
  ],
  [
    "ASP.NET",
    {
      type: "https://tools.ietf.org/html/rfc9110#section-15.5.1",
      title: "One or more validation errors occurred.",
      status: 400,
      errors: {
        Name: ["The field Name must be a string with a minimum length of 3 and a maximum length of 20."],
        Age: ["The field Age must be between 18 and 99."],
        Code: ["The field Code must match the regular expression '^[A-Z]+$'."],
        Email: ["The Email field is not a valid e-mail address."],
      },
    },
    {
      "/name": { least: 3, most: 20, type: "string" },
      "/age": { least: 18, most: 99 },
      "/code": { pattern: "^[A-Z]+$" },
      "/email": { format: "email" },
    },
  ],
  ["a list of words", "kind must be one of low, high or none", { "/kind": { values: ["low", "high", "none"] } }],
  ["a list of numbers", { message: "age must be one of 1, 2, 3, 4" }, { "/age": { values: ["1", "2", "3", "4"] } }],
  ["a list with bars", { message: "kind must be one of low|high" }, { "/kind": { values: ["low", "high"] } }],
  ["a list with an asterisk", { message: "kind must be one of *, low" }, { "/kind": { values: ["*", "low"] } }],
  ["one of several things", { message: "name must be one of our names, or yours" }, {}],
  ["a text", "name must have at least 3 characters", { "/name": { least: 3 } }],
  ["a rejection that states nothing", { message: "Bad Request", errors: [{ field: "name", message: "Invalid" }] }, {}],
  ["a text about two fields", { message: "The fields age or due must be at least 3" }, {}],
];

test.each(ROWS)("the constraints of %s are read", (_, body, stated) => {
  expect(Object.fromEntries(statedConstraints(body, PLACES))).toEqual(stated);
});

test.each([
  "It is required for the kind high, and for no other one.",
  "code is required if name is set",
  "code is required when the name is given",
  "It is more than 5 years in the future.",
  "must be at least 3 days from now",
])("a demand that depends on something else states nothing: %s", (message) => {
  expect([...statedConstraints({ error: { param: "code", message } }, PLACES)]).toEqual([]);
});
