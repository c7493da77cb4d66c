import { describe, expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { REJECTED, verifyServer } from "#test/verify/small-document.js";
import { findingsOf } from "#verify/model/test-case/outcome.js";

const PERSON: JsonObject = {
  type: "object",
  required: ["email"],
  properties: { email: { type: "string", format: "email" } },
};
const PATHS: JsonObject = {
  "/people": {
    post: {
      operationId: "addPerson",
      requestBody: { required: true, content: { "application/x-www-form-urlencoded": { schema: PERSON } } },
      responses: { 201: { description: "Added." }, 400: REJECTED },
    },
  },
};

/** The failures of a server that responds with 500 to some forms, and with 400 to all others that are invalid. */
async function failuresWith(fails: (form: string) => boolean): Promise<string[]> {
  const { results } = await verifyServer(
    PATHS,
    ({ body }, response) => {
      const email = new URLSearchParams(body).get("email") ?? "";
      const isValid = /^[^@\s]{1,64}@[\w.-]{1,200}$/.test(email) && !/%zz/.test(body);
      json(response, fails(body) ? 500 : isValid ? 201 : 400, {});
    },
    { hasExampleData: false },
    { only: ["robustness"] },
  );
  return results.flatMap(({ outcome }) => findingsOf(outcome).map(({ message, expected }) => `${message} ${expected}`));
}

describe("a server error is found for", () => {
  test.each<[cause: string, fails: (form: string) => boolean]>([
    ["malformed percent-encoding in the form", (form) => form.includes("%zz")],
    ["3000 characters in email", (form) => form.length > 3000],
  ])("%s", async (cause, fails) => {
    expect((await failuresWith(fails)).join()).toContain(`500, a server error a status below 500 (${cause})`);
  });

  test("nothing, where the server rejects these forms", async () => {
    expect(await failuresWith(() => false)).toEqual([]);
  });
});
