import { describe, expect, test } from "vitest";
import { asObject, isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { json, numbers } from "../server.js";
import { failuresOf } from "./failures.js";
import { type Respond, verifyServer } from "./small-document.js";
import { data, ERRORS, get, messages, object, objectIn, text } from "./small-store.js";

/** An identifier of MongoDB. */
const idOf = (number: number) => `68e0${String(number).padStart(4, "0")}7503c445557fb8cf`;

const EXAMPLE: JsonObject = { ...text, example: "5b7d6cbd7503c445552a1664" };
const answer = (schema: JsonObject) => ({ description: "Done.", content: { "application/json": { schema } } });
const sent = (schema: JsonObject) => ({ requestBody: { required: true, content: { "application/json": { schema } } } });
const hall = object({ id: text, name: text }, ["id", "name"]);

/** The fields of a trip that have the id of a hall, and the object around them. */
interface Form {
  roles: readonly string[];
  around?: string;
}

function pathsOf({ roles, around }: Form): JsonObject {
  const within = (fields: JsonObject) => (around === undefined ? fields : { [around]: object(fields) });
  const named = (form: (name: string) => [string, JsonObject]) => within(Object.fromEntries(roles.map(form)));
  const body = object({ title: text, ...named((role) => [role, EXAMPLE]) });
  const trip = object({
    id: text,
    title: text,
    ...named((role) => [`${role}_url`, text]),
    ...named((role) => [role, hall]),
  });
  const shown = around === undefined ? trip : withBoth(trip, roles, around);
  return {
    "/halls": {
      ...get("listHalls", { type: "array", items: hall }),
      post: {
        operationId: "addHall",
        ...sent(object({ name: text }, ["name"])),
        responses: { "201": answer(hall), ...ERRORS },
      },
    },
    "/halls/{id}": { parameters: [ID], ...get("getHall", hall), delete: removal("removeHall") },
    "/trips": {
      ...get("listTrips", { type: "array", items: shown }),
      post: { operationId: "addTrip", ...sent(body), responses: { "201": answer(shown), ...ERRORS } },
    },
    "/trips/{id}": {
      parameters: [ID],
      ...get("getTrip", shown),
      put: { operationId: "changeTrip", ...sent(body), responses: { "200": answer(shown), ...ERRORS } },
      delete: removal("removeTrip"),
    },
  };
}

const ID: JsonObject = { name: "id", in: "path", required: true, schema: text };
const removal = (operationId: string): JsonObject => ({
  operationId,
  responses: { "204": { description: "Deleted." }, ...ERRORS },
});

/** The schema of a trip whose object has each role as the hall, and as its address. */
function withBoth(trip: JsonObject, roles: readonly string[], around: string): JsonObject {
  const fields = roles.flatMap((role): [string, JsonObject][] => [
    [role, hall],
    [`${role}_url`, text],
  ]);
  return { ...trip, properties: { ...asObject(trip.properties), [around]: object(Object.fromEntries(fields)) } };
}

interface Behavior {
  /** Whether it shows a role (default: it shows each). */
  shows?: (role: string) => boolean;
  /** The field whose value it stores for a role (default: its own). */
  stored?: (role: string) => string;
}

/** Rejects trips from or to unknown halls, and shows the addresses of the halls. */
function travels({ roles, around }: Form, { shows = () => true, stored = (role) => role }: Behavior = {}): Respond {
  const tables: Record<string, Map<string, JsonObject>> = { halls: new Map(), trips: new Map() };
  const next = numbers();
  const within = (record: JsonObject) => (around === undefined ? record : asObject(record[around] ?? {}));
  const shown = (kind: string, record: JsonObject): JsonObject => {
    if (kind === "halls") return record;
    const own = roles.flatMap((role): [string, Json][] => {
      const id = within(record)[stored(role)];
      return id === undefined || !shows(role) ? [] : [[`${role}_url`, `http://127.0.0.1/halls/${id}`]];
    });
    const addresses = Object.fromEntries(own);
    return {
      id: record.id ?? "",
      title: record.title ?? "",
      ...(around === undefined ? addresses : { [around]: addresses }),
    };
  };
  return ({ method, url, body }, response) => {
    const [, kind = "", id = ""] = (url.split("?")[0] ?? "").split("/");
    const table = tables[kind];
    const found = table?.get(id);
    if (!table || (id !== "" && !found)) return json(response, 404, {});
    if (method === "GET") {
      return json(response, 200, found ? shown(kind, found) : [...table.values()].map((each) => shown(kind, each)));
    }
    if (method === "DELETE" && found) {
      table.delete(id);
      return void response.writeHead(204).end();
    }
    if (method !== (found ? "PUT" : "POST") || (found && kind === "halls")) return json(response, 405, {});
    const value = objectIn(body);
    const ofTrip = value ? within(value) : {};
    const isText = (field: Json | undefined) => field === undefined || typeof field === "string";
    const isValid = value && (kind === "halls" ? typeof value.name === "string" : isText(value.title));
    const isObjectAround = around === undefined || isObject(value?.[around] ?? {});
    if (!isValid || !isObjectAround || !roles.every((role) => isText(ofTrip[role])))
      return json(response, 400, { message: "invalid" });
    const isUnknown = roles.some((role) => ofTrip[role] !== undefined && !tables.halls?.has(String(ofTrip[role])));
    if (kind === "trips" && isUnknown) return json(response, 400, { message: "The hall does not exist." });
    const made = { ...found, ...value, id: found?.id ?? idOf(next()) };
    table.set(String(made.id), made);
    json(response, found ? 200 : 201, shown(kind, made));
  };
}

const FORMS: [what: string, form: Form][] = [
  ["two fields after their roles", { roles: ["from_hall", "to_hall"] }],
  ["a field in camel case", { roles: ["homeHall"] }],
  ["fields of an object", { roles: ["from_hall", "to_hall"], around: "conditions" }],
];

describe.each(FORMS)("%s", (_, form) => {
  const run = (respond: Respond) =>
    verifyServer(pathsOf(form), respond, { ...data, settle: 20 }, { only: ["examples", "life-cycle"] });

  test("have a resource that the run created, where the server rejects unknown ones", async () => {
    const { results, requests } = await run(travels(form));
    const accepted = requests.filter(({ method, url, body }) => {
      return (
        method === "POST" && url === "/trips" && form.roles.every((role) => new RegExp(`"${role}":"68e0`).test(body))
      );
    });
    expect(failuresOf(results)).toEqual([]);
    expect(accepted.length).toBeGreaterThan(0);
    const idsOf = ({ body }: { body: string }) => [...new Set(body.match(/68e0\w{20}/g))];
    expect(accepted.map((request) => idsOf(request).length)).toContain(form.roles.length);
    expect(messages(results).filter((message) => message.includes("does not have the sent"))).toEqual([]);
    const lives = results.filter(({ suite, operation }) => suite === "life-cycle" && operation === "addTrip");
    expect(lives.map(({ outcome }) => outcome.verdict)).toEqual(["passed"]);
  });

  test.runIf(form.roles.length > 1)("that are stored in the wrong fields are told apart", async () => {
    const { results } = await run(
      travels(form, { stored: (role) => form.roles.find((other) => other !== role) ?? role }),
    );
    expect(messages(results).join("\n")).toMatch(/addTrip succeeded, but the resource does not have the sent/);
  });

  test("that no field shows are told apart from those that an address shows", async () => {
    const { results } = await run(travels(form, { shows: () => false }));
    expect(messages(results).join("\n")).toMatch(/addTrip succeeded, but the resource does not have the sent/);
  });
});
