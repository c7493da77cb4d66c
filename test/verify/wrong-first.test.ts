import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { loadWithFiles } from "#openapi/load/load.js";
import { singleCredential } from "#verify/model/target/target.js";
import { coveragePercent, type Report } from "#verify/report/report.js";
import { terminalReport } from "#verify/reporters/terminal.js";
import { verify } from "#verify/verify.js";
import { json, serve } from "../server.js";
import { temporaryFolder } from "../temporary.js";
import { documentOf, jsonResponse, pathParameter, REJECTED, type Respond, verifyServer } from "./small-document.js";
import { testTarget } from "./target.js";

const THING: JsonObject = { type: "object", required: ["id"], properties: { id: { type: "string" } } };
const ERRORS: JsonObject = { "400": REJECTED, "401": REJECTED, "404": REJECTED };
const SECURED: JsonObject = {
  components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
  security: [{ key: [] }],
};
const ID = pathParameter("id", { type: "string" }, "a");

const read = (operationId: string, more: JsonObject = {}): JsonObject => ({
  get: { operationId, responses: { "200": jsonResponse(THING, { id: "a" }), ...ERRORS }, ...more },
});
const HEALTH_AND_THINGS: JsonObject = {
  "/health": read("getHealth", { security: [] }),
  "/me": read("getMe"),
  "/team": read("getTeam"),
  "/things/{id}": { parameters: [ID], ...read("getThing") },
};
/** The open operation succeeds; the others want a key. */
const wantingKey =
  (valid: string): Respond =>
  ({ method, url, headers }, response) => {
    if (method !== "GET") return json(response, 405, {});
    if (url === "/health" || headers.authorization === `Bearer ${valid}`) return json(response, 200, { id: "a" });
    json(response, 401, {});
  };
/** A target with unknown data, which is tested with a key. */
const staging = {
  credentials: { own: singleCredential("secret", "KEY") },
  hasExampleData: false,
  writes: "none",
} as const;

test("a key that all operations reject is said first, although an open one succeeds", async () => {
  const { report } = await verifyServer(HEALTH_AND_THINGS, wantingKey("other"), staging, { extensions: SECURED });
  expect(report.verdict).toBe("error");
  expect(report.reason).toContain("the key was rejected by 3 of 3 operations that need one");
  expect(report.reason).toContain("Check KEY");
});

test("a key that one operation accepts was not rejected", async () => {
  const { report } = await verifyServer(HEALTH_AND_THINGS, wantingKey("secret"), staging, { extensions: SECURED });
  expect(report.reason ?? "").not.toContain("key was rejected");
  expect(report.verdict).not.toBe("error");
});

const POST_ONLY: JsonObject = Object.fromEntries(
  ["/a", "/b"].map((path) => [
    path,
    {
      post: {
        operationId: `add${path.slice(1).toUpperCase()}`,
        requestBody: { required: true, content: { "application/json": { schema: THING, example: { id: "a" } } } },
        responses: { "201": jsonResponse(THING, { id: "a" }), ...ERRORS },
      },
    },
  ]),
);

test("a run that only reads a document without GET proves nothing, and says what allows more", async () => {
  const { report } = await verifyServer(POST_ONLY, wantingKey("secret"), staging, { extensions: SECURED });
  expect(report.verdict).toBe("error");
  expect(report.reason).toContain("--allow-writes");
  const open = await verifyServer(POST_ONLY, wantingKey("secret"), { ...staging, credentials: {} });
  expect(open.report.verdict).toBe("error");
  expect(open.report.reason).toContain("--allow-writes");
});

test("a run that reads one operation passes, and its verdict says how little was tested", async () => {
  const paths: JsonObject = { ...POST_ONLY, "/things": read("listThings") };
  const respond: Respond = ({ method, url }, response) =>
    method === "GET" && url === "/things" ? json(response, 200, { id: "a" }) : json(response, 400, {});
  const { report } = await verifyServer(paths, respond, { ...staging, credentials: {} });
  expect(report.verdict).toBe("passed");
  const line =
    terminalReport(report)
      .split("\n")
      .find((text) => text.startsWith("Passed")) ?? "";
  expect(line).toMatch(/1 of 3 operations/);
  const strict = await verifyServer(paths, respond, { ...staging, credentials: {} }, { coverageMin: 60 });
  expect(strict.report.verdict).not.toBe("passed");
});

const notFound: Respond = ({ url, method }, response) => {
  if (method !== "GET") return json(response, 405, {});
  json(response, url.split("?")[0] === "/search" ? 400 : 404, {});
};

test("404 for unknown parents alone does not suggest another base path", async () => {
  const paths: JsonObject = {
    "/things/{id}": { parameters: [ID], ...read("getThing") },
    "/things/{id}/parts": { parameters: [ID], ...read("listParts") },
  };
  const { report } = await verifyServer(paths, notFound, { ...staging, credentials: {} });
  expect(report.verdict).toBe("error");
  expect(report.reason).not.toContain("base path");
  const mixed = await verifyServer({ ...paths, "/search": read("search") }, notFound, { ...staging, credentials: {} });
  expect(mixed.report.reason).not.toContain("base path");
});

test("404 from a path without parameters suggests a base path", async () => {
  const { report } = await verifyServer(
    { "/things/{id}": { parameters: [ID], ...read("getThing") }, "/things": read("listThings") },
    notFound,
    { ...staging, credentials: {} },
  );
  expect(report.reason).toContain("base path");
});

/** The report of a server against a document that is read from a file. */
async function reportOf(document: JsonObject): Promise<Report> {
  const file = join(await temporaryFolder("unusable"), "openapi.json");
  await writeFile(file, JSON.stringify(document));
  const server = await serve(({ method }, response) =>
    json(response, method === "GET" ? 200 : 405, { id: "a", size: 1 }),
  );
  const target = testTarget(server.url, { credentials: {}, writes: "none" });
  const report = await verify({ contract: (await loadWithFiles(file)).document, target });
  await server.close();
  return report;
}

test("an operation that only the document breaks is counted, and named with the reason", async () => {
  const whole = { "/things": read("listThings"), "/things/{id}": { parameters: [ID], ...read("getThing") } };
  const twin = { parameters: [{ ...ID, name: "key" }], ...read("findThing") };
  const report = await reportOf(documentOf({ ...whole, "/things/{key}": twin }));
  expect(terminalReport(report)).toContain("Tested 2 of 3 operations; 1 not called: findThing.");
  expect(terminalReport(report)).toMatch(/findThing: \/things\/\{id\} is the same path/);
  expect(terminalReport(await reportOf(documentOf(whole)))).not.toContain("cannot be used");
});

test.each<[what: string, more: JsonObject]>([
  ["a property that is not a schema", { properties: { id: { type: "string" }, size: 5 } }],
  ["a type that does not exist", { properties: { id: { type: "string" }, size: { type: "whole" } } }],
  [
    "a reference that leads nowhere",
    { properties: { id: { type: "string" }, size: { $ref: "#/components/schemas/No" } } },
  ],
])("a part whose schema cannot be used is not covered, and named once: %s", async (_, more) => {
  const get = { operationId: "getThing", responses: { "200": jsonResponse({ type: "object", ...more }, { id: "a" }) } };
  const report = await reportOf(documentOf({ "/thing": { get } }));
  const text = terminalReport(report);
  expect(coveragePercent(report.coverage ?? { kinds: [] })).toBeLessThan(100);
  expect(text.match(/cannot be used there/g)).toHaveLength(1);
  expect(report.coverage?.unusable).toHaveLength(1);
});

const MADE: JsonObject = { type: "object", required: ["name"], properties: { name: { type: "string", minLength: 1 } } };
const STORED: JsonObject = {
  type: "object",
  required: ["id"],
  properties: { id: { type: "string" }, name: { type: "string" } },
};
const STORE: JsonObject = {
  "/things": {
    post: {
      operationId: "addThing",
      requestBody: { required: true, content: { "application/json": { schema: MADE } } },
      responses: { "201": jsonResponse(STORED, { id: "a", name: "A" }), ...ERRORS },
    },
  },
  "/things/{id}": {
    parameters: [ID],
    ...read("getThing"),
    delete: { operationId: "deleteThing", responses: { "204": { description: "Deleted." }, ...ERRORS } },
  },
};

/** A store that locks: of the removals that run at once, `failing` fail. */
function store(failing: boolean): Respond {
  const things = new Map<string, JsonObject>();
  let [removing, made] = [0, 0];
  return ({ method, url, body }, response) => {
    const id = url.split("/")[2] ?? "";
    if (method === "POST" && url === "/things") {
      const parsed: unknown = ((text) => {
        try {
          return JSON.parse(text);
        } catch {
          return undefined;
        }
      })(body);
      const name = typeof parsed === "object" && parsed !== null && "name" in parsed ? parsed.name : undefined;
      if (typeof name !== "string" || name === "") return json(response, 400, {});
      made += 1;
      const thing = { id: `t${made}`, name };
      things.set(thing.id, thing);
      return json(response, 201, thing);
    }
    const thing = things.get(id);
    if (!thing || !["GET", "DELETE"].includes(method)) return json(response, thing ? 405 : 404, {});
    if (method === "GET") return json(response, 200, thing);
    removing += 1;
    if (failing && removing > 1) {
      removing -= 1;
      return json(response, 500, { message: "database is locked" });
    }
    setTimeout(() => {
      removing -= 1;
      things.delete(id);
      response.writeHead(204).end();
    }, 10);
  };
}

test.each([true, false])(
  "a removal that fails because several run at once is tried alone, and is a cause: %s",
  async (failing) => {
    const { report } = await verifyServer(STORE, store(failing), { hasExampleData: false });
    expect(report.leftovers.filter(({ reason }) => reason.includes("rejected"))).toEqual([]);
    const titles = report.causes.filter(({ severity }) => severity === "failure").map(({ title }) => title);
    expect(titles).toEqual(
      failing ? ["DELETE /things/{id} responds with 500 to the removal of what the run created"] : [],
    );
  },
);

test("an operation that the target limits for long is tested last, and the others do not wait for it", async () => {
  const paths: JsonObject = Object.fromEntries(["/a", "/b", "/c"].map((path) => [path, read(`get${path.slice(1)}`)]));
  let isLimited = true;
  const { report, requests } = await verifyServer(paths, ({ method, url }, response) => {
    const isFirst = url.startsWith("/a") && isLimited;
    if (isFirst) isLimited = false;
    if (isFirst) return json(response, 429, {}, { "retry-after": "60" });
    json(response, method === "GET" ? 200 : 405, { id: "a" });
  });
  const at = (path: string) => requests.findLastIndex(({ url, method }) => url === path && method === "GET");
  expect(at("/a")).toBeGreaterThan(Math.max(at("/b"), at("/c")));
  expect(report.waited ?? 0).toBeLessThan(1000);
  expect(report.verdict).toBe("passed");
  expect(report.cases.filter(({ outcome }) => outcome.verdict === "skipped" && outcome.statuses.includes(429))).toEqual(
    [],
  );
});
