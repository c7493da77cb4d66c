import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { verifyServer } from "#test/verify/small-document.js";
import { statementOf } from "#verify/report/failure.js";

const text: JsonObject = { type: "string", minLength: 1 };
const content = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const parameter = (name: string, schema: JsonObject = text): JsonObject => ({
  name,
  in: "path",
  required: true,
  schema,
});
const KINDS = ["DAILY", "WEEKLY"];

/** An API of teams with limits. A limit has one of few kinds, which the body names. */
interface Limits {
  /** The schema of the kind, and those that it refers to. */
  kind: JsonObject;
  schemas?: JsonObject;
  /** Whether the creation responds with the limit. */
  shows: boolean;
  /** Whether the document says how a team is created (default: true). */
  createsTeams?: boolean;
}

/** A run against such an API, whose team `ours` has a daily limit that belongs to others. */
async function runOn({ kind, schemas = {}, shows, createsTeams = true }: Limits) {
  const limits = new Map<string, JsonObject>([["/teams/ours/limits/DAILY", { kind: "DAILY", note: "Theirs" }]]);
  const teams = new Map<string, JsonObject>([["ours", { team: "ours" }]]);
  const succeeded = new Set<string>();
  const limit = { type: "object", required: ["note"], properties: { kind, note: text } };
  const team = { type: "object", required: ["team"], properties: { team: text } };
  const done = (schema?: JsonObject) => ({ description: "Done.", ...(schema ? content(schema) : {}) });
  const rejections = Object.fromEntries(["400", "404", "409"].map((status) => [status, { description: "Rejected." }]));
  const paths: JsonObject = {
    "/teams": {
      get: { responses: { "200": done({ type: "array", items: team }) } },
      ...(createsTeams && {
        post: { requestBody: { required: true, ...content(team) }, responses: { "201": done(team), ...rejections } },
      }),
    },
    "/teams/{team}": {
      parameters: [parameter("team")],
      get: { responses: { "200": done(team), ...rejections } },
      delete: { responses: { "204": done(), ...rejections } },
    },
    "/teams/{team}/limits": {
      parameters: [parameter("team")],
      get: { responses: { "200": done({ type: "array", items: kind }), ...rejections } },
      post: {
        requestBody: { required: true, ...content(limit) },
        responses: { [shows ? "201" : "204"]: done(shows ? limit : undefined), ...rejections },
      },
    },
    "/teams/{team}/limits/{kind}": {
      parameters: [parameter("team"), parameter("kind", kind)],
      get: { responses: { "200": done(limit), ...rejections } },
      delete: { responses: { "204": done(), ...rejections } },
    },
  };
  const { results } = await verifyServer(
    paths,
    ({ method = "", url = "", body }, sent) => {
      const [, , name = "", part, own = ""] = url.split("/");
      const values = readBody(body);
      const rows = part === undefined ? teams : limits;
      const key = part === undefined ? name : url;
      if (part !== undefined && !teams.has(name)) return json(sent, 404, {});
      if (name === "" && method === "GET") return json(sent, 200, [...teams.values()]);
      if (method === "POST" && name === "") {
        if (typeof values?.team !== "string" || values.team === "") return json(sent, 400, {});
        if (teams.has(values.team)) return json(sent, 409, {});
        teams.set(values.team, { team: values.team });
        return json(sent, 201, { team: values.team });
      }
      if (method === "POST" && own === "") {
        if (!values || !KINDS.includes(String(values.kind)) || typeof values.note !== "string" || values.note === "")
          return json(sent, 400, {});
        if (createsTeams && limits.has(`${url}/${values.kind}`)) return json(sent, 409, {});
        // Otherwise it would replace the limit of others.
        limits.set(`${url}/${values.kind}`, { kind: values.kind ?? "", note: values.note });
        succeeded.add("POST");
        return shows ? json(sent, 201, { kind: values.kind, note: values.note }) : sent.writeHead(204).end();
      }
      if (method === "GET" && part !== undefined && own === "") {
        const names = [...limits.keys()].filter((each) => each.startsWith(`${url}/`));
        return json(
          sent,
          200,
          names.map((each) => each.split("/").at(-1)),
        );
      }
      const row = rows.get(key);
      if (!row) return json(sent, 404, {});
      if (method === "GET") return json(sent, 200, row);
      if (method !== "DELETE") return json(sent, 405, {});
      rows.delete(key);
      for (const below of limits.keys()) if (part === undefined && below.startsWith(`${url}/`)) limits.delete(below);
      if (part !== undefined) succeeded.add("DELETE");
      sent.writeHead(204).end();
    },
    { hasExampleData: false, allowed: new Set() },
    { only: ["› usual values", "lives as", "is gone"], extensions: { components: { schemas } } },
  );
  const failures = results.flatMap(({ name, outcome }) => (outcome.verdict === "failed" ? [name] : []));
  const doubts = results.flatMap(({ warnings }) => warnings.map(statementOf)).filter((each) => each.includes("limits"));
  const theirs = limits.get("/teams/ours/limits/DAILY")?.note;
  return { succeeded: [...succeeded].toSorted(), failures, doubts, theirs, left: teams.size + limits.size - 2 };
}

function readBody(body: string): JsonObject | undefined {
  try {
    return Object(JSON.parse(body));
  } catch {
    return undefined;
  }
}

const ENUM: JsonObject = { type: "string", enum: KINDS };

test.each<[title: string, api: Limits]>([
  ["in a list of the schema, whose creation shows nothing", { kind: ENUM, shows: false }],
  ["in a list of the schema, whose creation shows it", { kind: ENUM, shows: true }],
  ["by a reference", { kind: { $ref: "#/components/schemas/Kind" }, schemas: { Kind: ENUM }, shows: false }],
])("a part of one of few kinds %s, is created below a new resource, and removed", async (_, api) => {
  expect(await runOn(api)).toEqual({
    succeeded: ["DELETE", "POST"],
    failures: [],
    doubts: [],
    theirs: "Theirs",
    left: 0,
  });
});

test("a part of one of few kinds is not created where others have it", async () => {
  const results = await runOn({ kind: ENUM, shows: false, createsTeams: false });
  expect(results).toMatchObject({ failures: [], theirs: "Theirs", left: 0 });
});
