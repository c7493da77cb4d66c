import { describe, expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { failuresOf, warningsOf } from "#test/verify/failures.js";
import { jsonResponse, pathParameter, REJECTED, verifyServer } from "#test/verify/small-document.js";

/** The words of the document about teams: of the response 409, and of the field `email`. */
interface Words {
  conflict?: string;
  email?: string;
}

/** How a server stores a team whose address another one has. */
type Second = "stores it" | "responds with the first one" | "rejects it with 409" | "rejects it with 400";

/** The results of the test cases about a second team. */
async function secondTeam(
  { conflict, email = "Where it gets letters." }: Words,
  second: Second,
  only: readonly string[] = ["second resource"],
) {
  const team: JsonObject = {
    type: "object",
    required: ["email"],
    properties: { email: { type: "string", format: "email", description: email }, size: { type: "integer" } },
  };
  const shown: JsonObject = {
    type: "object",
    required: ["id"],
    properties: { id: { type: "string" }, size: { type: "integer" } },
  };
  const paths: JsonObject = {
    "/teams": {
      post: {
        operationId: "createTeam",
        requestBody: { required: true, content: { "application/json": { schema: team } } },
        responses: {
          "201": jsonResponse(shown, { id: "t1" }),
          "400": REJECTED,
          ...(conflict === undefined ? {} : { "409": { description: conflict } }),
        },
      },
    },
    "/teams/{id}": {
      get: {
        operationId: "getTeam",
        parameters: [pathParameter("id", { type: "string" }, "t1")],
        responses: { "200": jsonResponse(shown, { id: "t1" }), "404": REJECTED },
      },
      delete: {
        operationId: "deleteTeam",
        parameters: [pathParameter("id", { type: "string" }, "t1")],
        responses: { "204": { description: "Done." }, "404": REJECTED },
      },
    },
  };
  const ids = new Map<string, string>();
  const teams = new Map<string, JsonObject>();
  const { results, titles } = await verifyServer(
    paths,
    ({ method, url, body }, response) => {
      const shownId = url.split("/")[2] ?? "";
      if (method === "DELETE") return response.writeHead(teams.delete(shownId) ? 204 : 404).end();
      const known = teams.get(shownId);
      if (method !== "POST") return json(response, known ? 200 : 404, known ?? {});
      const { email: key, size }: { email: string; size?: number } = JSON.parse(body);
      const first = ids.get(key);
      if (first !== undefined && second.startsWith("rejects")) return json(response, Number(second.slice(-3)), {});
      const id = first !== undefined && second !== "stores it" ? first : `t${Math.random()}`;
      ids.set(key, id);
      const team: JsonObject = { id, email: key, ...(size !== undefined && { size }) };
      teams.set(id, team);
      json(response, 201, team);
    },
    { hasExampleData: false },
    { only },
  );
  const own = results.filter(({ name }) => name.includes("second resource"));
  return {
    count: own.length,
    failures: failuresOf(own),
    warnings: warningsOf(own).map(({ message }) => message),
    titles,
    left: teams.size,
  };
}

const STATED: Words = { email: "Unique." };
const BY_409: Words = { conflict: "Another team has this email." };
const WITHOUT_WORDS: Words = { conflict: "Conflict" };
const TWICE = "201 for the same body a second time, and the document has a 409";
const STORED = "201, but another resource has the same email";

describe("a second resource with the same value", () => {
  test.each<[Second, Words, { failures: number; warnings: string[] }]>([
    ["stores it", STATED, { failures: 1, warnings: [] }],
    ["stores it", BY_409, { failures: 0, warnings: [STORED] }],
    ["stores it", WITHOUT_WORDS, { failures: 0, warnings: [TWICE] }],
    ["responds with the first one", WITHOUT_WORDS, { failures: 0, warnings: [] }],
    ["rejects it with 409", WITHOUT_WORDS, { failures: 0, warnings: [] }],
    ["responds with the first one", STATED, { failures: 0, warnings: [] }],
    ["rejects it with 409", BY_409, { failures: 0, warnings: [] }],
    ["rejects it with 400", BY_409, { failures: 0, warnings: [] }],
    ["rejects it with 400", STATED, { failures: 0, warnings: [] }],
  ])("a server that %s, with the words %j: %j, and nothing is left", async (second, words, want) => {
    const { count, failures, warnings, left } = await secondTeam(words, second);
    expect({ count, failures: failures.length, warnings, left }).toEqual({ count: 1, left: 0, ...want });
  });

  test("is named in the title of its cause", async () => {
    expect((await secondTeam(STATED, "stores it")).titles).toEqual(["POST /teams accepts the same email"]);
  });

  test("is another cause than fields that are not validated", async () => {
    const { titles } = await secondTeam(STATED, "stores it", ["second resource", "body size"]);
    expect(titles.toSorted()).toEqual([
      "POST /teams accepts a body size that is a fraction, a body size that is null and a body size of the type string",
      "POST /teams accepts the same email",
    ]);
  });

  test.each<[string, Words]>([
    ["says nothing of it", {}],
    ["has a 409 for another reason", { conflict: "The email is sent at the moment." }],
    ["calls the field a unique identifier", { email: "Unique identifier of the post box." }],
  ])("is not sent where the document %s", async (_, words) => {
    expect((await secondTeam(words, "stores it")).count).toBe(0);
  });
});

/** How a server treats a second flag of the same key. */
type SecondFlag = "replaces the first one" | "keeps the first one" | "rejects it" | "gives keys of its own";

/** The warnings about a second flag whose client chooses the key, and the names of the test cases. */
async function secondFlag(second: SecondFlag, summary: string, conflict: string) {
  const text: JsonObject = { type: "string", minLength: 1 };
  const flag: JsonObject = { type: "object", required: ["key", "title"], properties: { key: text, title: text } };
  const path = [pathParameter("key", { type: "string" }, "beta")];
  const paths: JsonObject = {
    "/flags": {
      post: {
        operationId: "addFlag",
        summary,
        requestBody: { required: true, content: { "application/json": { schema: flag } } },
        responses: {
          "201": jsonResponse(flag, { key: "beta", title: "Beta" }),
          "400": REJECTED,
          "409": { description: conflict },
        },
      },
    },
    "/flags/{key}": {
      get: {
        operationId: "getFlag",
        parameters: path,
        responses: { "200": jsonResponse(flag, { key: "beta", title: "Beta" }), "404": REJECTED },
      },
      delete: {
        operationId: "deleteFlag",
        parameters: path,
        responses: { "204": { description: "Done." }, "404": REJECTED },
      },
    },
  };
  const flags = new Map<string, JsonObject>();
  let last = 0;
  const { results } = await verifyServer(
    paths,
    ({ method, url, body }, response) => {
      const shown = url.split("/")[2] ?? "";
      if (method === "DELETE") return response.writeHead(flags.delete(shown) ? 204 : 404).end();
      if (method !== "POST") return json(response, flags.has(shown) ? 200 : 404, flags.get(shown) ?? {});
      const sent: JsonObject = JSON.parse(body);
      last += 1;
      const key = second === "gives keys of its own" ? `flag-${last}-${last * 7919}` : String(sent.key);
      const first = flags.get(key);
      if (first && second === "rejects it") return json(response, 409, {});
      const kept = first && second === "keeps the first one" ? first : { ...sent, key };
      flags.set(key, kept);
      json(response, 201, kept);
    },
    { hasExampleData: false, settle: 0 },
    { only: ["second resource"] },
  );
  const own = results.filter(({ name }) => name.includes("second resource"));
  const warnings = warningsOf(own).map(({ message }) => message);
  return { names: own.map(({ name }) => name.replace(/.* › /, "")), failures: failuresOf(own), warnings };
}

describe("a second resource of a name that the client chooses", () => {
  const name = "rejects a second resource with the same key";
  const replaced = "201, but another resource has the same key";
  const reason = "The request conflicts with what is stored.";
  test.each<[SecondFlag, string, string[]]>([
    ["replaces the first one", "Adds a flag.", [replaced]],
    ["keeps the first one", "Adds a flag.", []],
    ["rejects it", "Adds a flag.", []],
    ["gives keys of its own", "Adds a flag.", []],
  ])("a server that %s", async (second, summary, warnings) => {
    const { names, ...found } = await secondFlag(second, summary, reason);
    expect(names).toEqual([name]);
    expect(found).toEqual({ failures: [], warnings });
  });

  test.each(["Adds a flag, or replaces it.", "Upserts a flag.", "Creates or updates a flag."])(
    "is not sent where the document says: %s",
    async (summary) => {
      expect((await secondFlag("replaces the first one", summary, reason)).names).toEqual([]);
    },
  );
});
