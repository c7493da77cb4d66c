import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/openapi/document.js";
import { json } from "../../server.js";
import { failuresOf } from "../failures.js";
import { verifyServer } from "../small-document.js";

/** A document without a single example. */
const PATHS: JsonObject = {
  "/reports": {
    get: {
      parameters: [
        { name: "from", in: "query", required: true, schema: { type: "string", format: "date" } },
        { name: "size", in: "query", schema: { type: "integer", minimum: 1, maximum: 50 } },
      ],
      responses: {
        "200": { description: "Done.", content: { "application/json": { schema: { type: "object" } } } },
        "4XX": { description: "The request is rejected." },
      },
    },
  },
  "/things": {
    post: {
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: {
              type: "object",
              required: ["name", "email"],
              properties: { name: { type: "string", maxLength: 20 }, email: { type: "string", format: "email" } },
            },
          },
        },
      },
      responses: { "201": { description: "Done." }, "4XX": { description: "The request is rejected." } },
    },
  },
  "/things/{id}": {
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
    put: { responses: { "200": { description: "Done." }, "4XX": { description: "The request is rejected." } } },
    delete: { responses: { "204": { description: "Done." }, "4XX": { description: "The request is rejected." } } },
  },
};

const isDate = (text: string | null) => text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text);

/** Whether the honest server accepts a request. */
function isAllowed(method: string, url: URL, body: string): boolean {
  if (method === "GET") {
    const size = Number(url.searchParams.get("size") ?? 1);
    return isDate(url.searchParams.get("from")) && Number.isInteger(size) && size >= 1 && size <= 50;
  }
  try {
    const { name, email } = JSON.parse(body);
    return typeof name === "string" && [...name].length <= 20 && typeof email === "string" && email.includes("@");
  } catch {
    return false;
  }
}

test.each([
  ["accepts what the document allows", 201],
  ["refuses every creation for a reason of its own", 409],
])("an honest server without examples passes, if it %s", async (_, created) => {
  const { results, requests } = await verifyServer(
    PATHS,
    ({ method, url, body, headers }, response) => {
      const isJson = method === "GET" || headers["content-type"]?.startsWith("application/json") === true;
      const allowed = isJson && isAllowed(method, new URL(url, "http://localhost"), body);
      if (url.startsWith("/things/")) json(response, 404, {});
      else json(response, allowed ? (method === "GET" ? 200 : created) : 422, {});
    },
    { writes: true },
  );
  expect(failuresOf(results)).toEqual([]);
  // The constraints of both operations are tested with generated values for the rest of the request.
  expect(requests.some(({ method, body }) => method === "POST" && body.includes("@"))).toBe(true);
  expect(requests.some(({ url }) => isDate(new URL(url, "http://localhost").searchParams.get("from")))).toBe(true);
  const tested = results.filter(({ outcome }) => outcome.verdict === "passed").map(({ name }) => name);
  expect(tested.filter((name) => name.includes("size"))).not.toEqual([]);
});

test("an unsafe method is not sent to a path value that was generated to be valid, and no POST without permission", async () => {
  const { requests } = await verifyServer(PATHS, (_, response) => json(response, 422, {}), { writes: false });
  expect(requests.filter(({ method }) => !["GET", "HEAD", "OPTIONS"].includes(method))).toEqual([]);
});

test("a server that accepts a value outside the bounds fails, though the document has no example", async () => {
  const { results } = await verifyServer(PATHS, ({ method }, response) =>
    json(response, method === "GET" ? 200 : 422, {}),
  );
  expect(failuresOf(results).join()).toContain("size above the maximum");
});
