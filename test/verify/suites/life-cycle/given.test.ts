import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { failuresOf } from "#test/verify/failures.js";
import { verifyServer } from "#test/verify/small-document.js";
import { EVERY_EXAMPLE, type Target } from "#verify/model/target/target.js";

const ACCOUNT: JsonObject = {
  type: "object",
  required: ["id", "name", "paper"],
  properties: {
    id: { type: "string" },
    name: { type: "string", minLength: 3 },
    paper: { type: "string", enum: ["white", "cream"] },
  },
};
const CHANGE: JsonObject = {
  ...ACCOUNT,
  required: ["name"],
  properties: { ...(ACCOUNT.properties as JsonObject), id: false },
};
const PERSON: JsonObject = {
  type: "object",
  required: ["id", "followed"],
  properties: { id: { type: "string" }, followed: { type: "boolean" } },
};
const content = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const done = (schema: JsonObject): JsonObject => ({
  "200": { description: "Done.", ...content(schema) },
  "4XX": { description: "Rejected." },
});

const PATHS: JsonObject = {
  "/account": {
    get: { operationId: "getAccount", responses: done(ACCOUNT) },
    patch: {
      operationId: "changeAccount",
      requestBody: { required: true, ...content(CHANGE) },
      responses: done(ACCOUNT),
    },
  },
  "/people/{id}": {
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
    get: { operationId: "getPerson", responses: done(PERSON) },
  },
  "/people/{id}/follow": {
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
    post: { operationId: "follow", responses: done(PERSON) },
    delete: { operationId: "unfollow", responses: done(PERSON) },
  },
};

/** The same, with a PUT in place of the PATCH: it replaces the account. */
const REPLACED: JsonObject = JSON.parse(
  JSON.stringify(PATHS).replace('"patch":', '"put":').replace('"required":["name"]', '"required":["name","paper"]'),
);

/** Runs against a server with one account and one person. */
async function run(settings: Partial<Target>, { forgets = false, followed = false, paths = PATHS } = {}) {
  const account: Record<string, unknown> = { id: "a-1", name: "Hill Tea", paper: "cream" };
  const person = { id: "p-1", followed };
  const { results, requests } = await verifyServer(
    paths,
    ({ method, url, body }, sent) => {
      if (url === "/account" && method === "GET") return json(sent, 200, account);
      if (url === "/account") {
        const { name, paper = account.paper } = JSON.parse(body || "{}");
        if (typeof name !== "string" || name.length < 3 || !["white", "cream"].includes(paper))
          return json(sent, 422, {});
        if (!forgets) Object.assign(account, { name, paper });
        return json(sent, 200, { ...account, name, paper });
      }
      if (!url.startsWith("/people/p-1")) return json(sent, 404, {});
      if (method !== "GET") person.followed = method === "POST" && !forgets;
      json(sent, 200, url.endsWith("/follow") && method === "POST" ? { ...person, followed: true } : person);
    },
    { hasExampleData: false, settle: 20, ...settings },
    { only: ["are taken back", "takes it back"] },
  );
  const unsafe = requests.filter(({ method }) => method !== "GET").map(({ method, url }) => `${method} ${url}`);
  const warnings = results.flatMap((result) => result.warnings.map(({ message }) => message));
  return { account, person, unsafe, warnings, failures: failuresOf(results), results };
}

const ALLOWED: Partial<Target> = {
  allowed: new Set(["changeAccount"]),
  values: { follow: { id: { [EVERY_EXAMPLE]: "p-1" } }, unfollow: { id: { [EVERY_EXAMPLE]: "p-1" } } },
};

test("without a permission, nothing that the run did not create is changed", async () => {
  const { unsafe, results } = await run({});
  expect(unsafe).toEqual([]);
  expect(results.map(({ outcome }) => outcome.verdict)).toEqual(["skipped", "skipped"]);
});

test.each([true, false])(
  "what the target file allows is changed, and is afterwards as before (followed: %s)",
  async (followed) => {
    const { account, person, unsafe, warnings, failures } = await run(ALLOWED, { followed });
    expect(unsafe).toContain("PATCH /account");
    expect(unsafe).toContain("POST /people/p-1/follow");
    expect({ account, person }).toEqual({
      account: { id: "a-1", name: "Hill Tea", paper: "cream" },
      person: { id: "p-1", followed },
    });
    expect(failures).toEqual([]);
    expect(warnings).toEqual([]);
  },
);

const READ_ONLY: JsonObject = JSON.parse(
  JSON.stringify(REPLACED).replace('"id":false', '"id":{"type":"string","readOnly":true}'),
);

test.each([
  ["forbids to send its id", REPLACED],
  ["has its id as readOnly", READ_ONLY],
])("a PUT that the target file allows is taken back, where the document %s", async (_, paths) => {
  const { account, unsafe, warnings, failures } = await run(ALLOWED, { paths });
  expect(unsafe).toContain("PUT /account");
  expect(account).toEqual({ id: "a-1", name: "Hill Tea", paper: "cream" });
  expect([...failures, ...warnings]).toEqual([]);
});

test.each([
  ["PATCH", PATHS],
  ["PUT", REPLACED],
])("changes by %s that are forgotten are seen", async (_, paths) => {
  const { warnings } = await run(ALLOWED, { forgets: true, paths });
  expect(warnings).toContainEqual(expect.stringMatching(/changeAccount .*\/name/));
  expect(warnings).toContainEqual(expect.stringMatching(/follow .*\/followed/));
});
