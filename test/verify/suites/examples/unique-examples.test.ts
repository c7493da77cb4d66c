import { expect, test } from "vitest";
import { parseJson } from "#http/body/parse-json.js";
import { asObject, type JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { failuresOf } from "#test/verify/failures.js";
import { REJECTED, verifyServer } from "#test/verify/small-document.js";

const EMAIL = "ada@example.com";
const TEAM: JsonObject = {
  type: "object",
  required: ["email"],
  properties: { email: { type: "string", format: "email" }, size: { type: "integer", minimum: 1 } },
};
const content: JsonObject = { "application/json": { schema: TEAM } };
const PATHS: JsonObject = {
  "/teams": {
    post: {
      operationId: "createTeam",
      requestBody: {
        required: true,
        content: { "application/json": { schema: TEAM, example: { email: EMAIL, size: 3 } } },
      },
      responses: { 201: { description: "Created.", content }, 400: REJECTED, 409: REJECTED },
    },
  },
};

test.each([
  ["is free at first", []],
  ["is used by somebody else", [EMAIL]],
])(
  "an example whose email %s is accepted at most once, and other test cases have emails of their own",
  async (_, used) => {
    const emails = new Set<string>(used);
    const created: string[] = [];
    const { results } = await verifyServer(
      PATHS,
      ({ headers, body }, response) => {
        const { email, size = 1 } = asObject(parseJson(body)?.value);
        const isRight =
          headers["content-type"] === "application/json" &&
          typeof email === "string" &&
          /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email);
        if (!isRight || !Number.isInteger(size) || Number(size) < 1) return json(response, 400, {});
        if (emails.has(String(email))) return json(response, 409, {});
        emails.add(String(email));
        created.push(String(email));
        json(response, 201, { email, size });
      },
      { hasExampleData: false },
      { only: ["examples", "duplicates", "invalid-requests", "robustness"] },
    );
    expect(failuresOf(results)).toEqual([]);
    expect(created.filter((email) => email === EMAIL)).toHaveLength(used.length === 0 ? 1 : 0);
    expect(created.length).toBeGreaterThan(2);
  },
);
