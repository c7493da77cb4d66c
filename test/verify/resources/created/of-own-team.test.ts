import { expect, test } from "vitest";
import { asObject, type JsonObject } from "#openapi/document/document.js";
import { json } from "../../../server.js";
import { failuresOf } from "../../failures.js";
import { type Respond, verifyServer } from "../../small-document.js";
import { data, ERRORS, get, messages, object, objectIn, text } from "../../small-store.js";

const list = (items: JsonObject): JsonObject => ({ type: "array", items });
const named = (name: string, description: string): JsonObject => ({
  parameters: [{ name, in: "path", required: true, description, schema: text }],
});
const done = (schema?: JsonObject): JsonObject => ({
  description: "Done.",
  ...(schema ? { content: { "application/json": { schema } } } : {}),
});
const sent = (schema: JsonObject): JsonObject => ({
  requestBody: { required: true, content: { "application/json": { schema } } },
});
const word: JsonObject = { type: "string", minLength: 1, maxLength: 40 };
const STATES = ["packed", "sent", "lost"];
const PARCEL = object({ code: text, ownerTeamId: text, state: { type: "string", enum: STATES } });
const TEAM = object({ id: { type: "integer", readOnly: true }, slug: text, name: text });

/** Teams are identified by a text of the client, and parcels by texts of the server. Events have no path of their own. */
const PATHS: JsonObject = {
  "/teams": {
    post: {
      operationId: "addTeam",
      ...sent(object({ slug: word, name: word }, ["slug", "name"])),
      responses: { "200": done(TEAM), ...ERRORS },
    },
  },
  "/teams/{teamId}": {
    ...named("teamId", "The slug of the team."),
    ...get("getTeam", TEAM),
    delete: { operationId: "deleteTeam", responses: { "200": done(), ...ERRORS } },
  },
  "/parcels": {
    post: {
      operationId: "createParcels",
      ...sent(object({ teamId: word, weight: { type: "integer", minimum: 1, maximum: 50 } }, ["teamId", "weight"])),
      responses: { "200": done(object({ codes: list(text) })), ...ERRORS },
    },
  },
  "/parcels/{code}": {
    ...named("code", "The code of the parcel"),
    ...get("getParcel", PARCEL),
    patch: {
      operationId: "changeParcel",
      ...sent(object({ state: { type: "string", enum: STATES } })),
      responses: { "204": done(), ...ERRORS },
    },
  },
  "/events/{code}": {
    ...named("code", "The parcel to which something happened"),
    ...get("getEvents", list(object({ note: text }))),
    post: {
      operationId: "addEvent",
      ...sent(object({ note: word }, ["note"])),
      responses: { "201": done(), ...ERRORS },
    },
  },
};

/** How a server differs from the honest one. */
interface Fault {
  forgetsChanges?: true;
  /** Whether parcels of any weight are accepted. */
  acceptsAny?: true;
  /** The field of a parcel that names its team (default: `ownerTeamId`). */
  owner?: string;
}

/** A server with a parcel of others. @param unsafe gets the changes of parcels and their events, by code */
function office({ forgetsChanges, acceptsAny, owner = "ownerTeamId" }: Fault, unsafe: string[]): Respond {
  const teams = new Map<string, JsonObject>([["others", { id: 1, slug: "others", name: "Others" }]]);
  const parcels = new Map<string, JsonObject>([["P-1", { code: "P-1", [owner]: "others", state: "packed" }]]);
  const events = new Map<string, JsonObject[]>();
  const isWord = (value: unknown) => typeof value === "string" && value.length > 0 && value.length < 41;
  return ({ method, url, body }, response) => {
    const [, kind, key = ""] = (url.split("?")[0] ?? "").split("/");
    const value = objectIn(body);
    const { slug, name, teamId, weight, state, note } = value ?? {};
    const table = kind === "teams" ? teams : parcels;
    const row = table.get(key);
    if (key !== "" && !row) return json(response, 404, {});
    if (method === "GET")
      return json(response, row ? 200 : 405, kind === "events" ? (events.get(key) ?? []) : (row ?? {}));
    if (method === "DELETE" && kind === "teams") {
      teams.delete(key);
      return void response.writeHead(200).end();
    }
    if (!value) return json(response, 400, {});
    if (kind === "teams") {
      if (key !== "" || method !== "POST") return json(response, 405, {});
      if (!isWord(slug) || !isWord(name)) return json(response, 400, {});
      if (teams.has(String(slug))) return json(response, 409, {});
      const team = { id: teams.size + 1, slug: String(slug), name: String(name) };
      teams.set(team.slug, team);
      return json(response, 200, team);
    }
    if (kind === "parcels" && key === "") {
      const isWeight = Number.isInteger(weight) && Number(weight) >= 1 && Number(weight) <= 50;
      if (!isWord(teamId) || !(isWeight || acceptsAny)) return json(response, 400, {});
      if (!teams.has(String(teamId))) return json(response, 404, {});
      const code = `P-${parcels.size + 1}`;
      parcels.set(code, { code, [owner]: String(teamId), state: "packed" });
      return json(response, 200, { codes: [code] });
    }
    unsafe.push(key);
    if (kind === "events") {
      if (!isWord(note)) return json(response, 400, {});
      events.set(key, [...(events.get(key) ?? []), { note: String(note) }]);
      return void response.writeHead(201).end();
    }
    if (state !== undefined && !STATES.includes(String(state))) return json(response, 400, {});
    if (!forgetsChanges) parcels.set(key, { ...row, ...(state === undefined ? {} : { state }) });
    response.writeHead(204).end();
  };
}

async function run(fault: Fault, paths = PATHS) {
  const unsafe: string[] = [];
  const settings = { ...data, settle: 20, writes: "creations" as const };
  const { results } = await verifyServer(paths, office(fault, unsafe), settings);
  return { failures: failuresOf(results), results, unsafe };
}

test("what belongs to a team of the run is its own, also at a path whose parameter has the same name", async () => {
  const { failures, results, unsafe } = await run({});
  expect(failures).toEqual([]);
  const succeeded = results.filter(({ suite, outcome }) => suite === "examples" && outcome.verdict === "passed");
  const operations = succeeded.map(({ operation }) => operation);
  expect(operations).toEqual(expect.arrayContaining(["changeParcel", "addEvent", "getEvents"]));
  expect(unsafe.length).toBeGreaterThan(0);
  expect(unsafe).not.toContain("P-1");
});

test("a server that forgets changes of it is told apart", async () => {
  const { failures, results } = await run({ forgetsChanges: true });
  expect([...failures, ...messages(results)].join("\n")).toMatch(
    "changeParcel succeeded, but the resource does not have the sent value of",
  );
});

test("invalid requests name a team of the run, which has a name of the client: a server that accepts them is told apart", async () => {
  const { failures } = await run({ acceptsAny: true });
  expect(failures.join("\n")).toMatch(/createParcels › rejects a body weight .* but the request must get a 4xx/);
});

test("what shows no team of the run is not changed", async () => {
  const { failures, unsafe } = await run({ owner: "color" });
  expect(failures).toEqual([]);
  expect(unsafe).toEqual([]);
});

test("what an operation hands out to a team of the run is not its own: it may have existed before", async () => {
  const { post, ...others } = asObject(PATHS["/parcels"]);
  const claiming = { ...others, post: { ...asObject(post), operationId: "claimParcels" } };
  const { unsafe } = await run({}, { ...PATHS, "/parcels": claiming });
  expect(unsafe).toEqual([]);
});
