import { afterAll, beforeAll, expect, test } from "vitest";
import { type Mock, startMock } from "#mock/mock.js";
import { referenceFile } from "../team-api/reference-contract.js";

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ spec: await referenceFile(), port: 0 });
});
afterAll(() => mock.close());

const KEY = { authorization: "Bearer any" };
const EXAMPLES = "firstPage, nextPage, previousPage, emptyPage, bounces, complaints, manual";

test.each<[string, RequestInit & { headers?: Record<string, string> }, number, string, string]>([
  [
    "/suppressions",
    { headers: {} },
    401,
    "A key is missing",
    "GET /suppressions: a key is missing. The contract requires the header Authorization: Bearer and a key.",
  ],
  [
    "/suppressions?limit=0",
    {},
    422,
    "The request violates the contract",
    "Request query parameter limit must be >= 1.",
  ],
  [
    "/suppressions",
    { method: "POST", body: "x", headers: { ...KEY, "content-type": "text/csv" } },
    415,
    "The request violates the contract",
    "Request body is text/csv, not application/json.",
  ],
  [
    "/teams",
    {},
    404,
    "Unknown path",
    "The contract has no path that /teams fits. It has /oauth/grants/{oauth_grant_id}, /suppressions, /suppressions/{suppression}, /contacts/imports/{id}.",
  ],
  [
    "/suppressions",
    { method: "PATCH" },
    405,
    "Method not allowed",
    "The contract has no PATCH for /suppressions. It has POST, GET.",
  ],
  [
    "/suppressions",
    { headers: { ...KEY, accept: "text/html" } },
    406,
    "Not acceptable",
    "The contract has no response in a media type that the header Accept names. Status 200 has application/json.",
  ],
  [
    "/suppressions",
    { headers: { ...KEY, prefer: "example=none" } },
    404,
    "Unknown example",
    `The example none does not exist: listSuppressions has ${EXAMPLES}.`,
  ],
  [
    "/suppressions",
    { headers: { ...KEY, prefer: "code=403, example=none" } },
    404,
    "Unknown example",
    "The example none does not exist: status 403 of listSuppressions has no examples.",
  ],
  [
    "/suppressions",
    { headers: { ...KEY, prefer: "code=abc" } },
    422,
    "Invalid preference",
    'The header Prefer is "code=abc". It may have code=404, example=KEY, dynamic=true, seed=TEXT and delay=800, separated by commas: code is a status of three digits, dynamic is true or false.',
  ],
])("%s %j gets %i, and the words of this project", async (path, init, status, title, detail) => {
  const response = await fetch(mock.url + path, { headers: KEY, ...init });
  expect(response.status).toBe(status);
  const text = await response.text();
  expect(text).not.toMatch(/prism|stoplight/i);
  expect(JSON.parse(text)).toMatchObject({ type: "about:blank", title, status, detail });
});

test("an unsupported method gets the supported ones in Allow", async () => {
  const response = await fetch(`${mock.url}/suppressions`, { method: "PATCH", headers: KEY });
  expect(response.headers.get("allow")).toBe("POST, GET");
});

test("a preferred example without content has the status that lists its key", async () => {
  const response = await fetch(`${mock.url}/oauth/grants/2f6d0c4b-9a1e-4d73-b8e5-61c07f3a92d4`, {
    method: "DELETE",
    headers: { ...KEY, prefer: "example=alreadyRevoked" },
  });
  expect([response.status, await response.text()]).toEqual([404, ""]);
});
