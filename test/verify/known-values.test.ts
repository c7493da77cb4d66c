import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "../server.js";
import { type Respond, verifyServer } from "./small-document.js";
import { ERRORS, object, objectIn } from "./small-store.js";

const visit = object(
  {
    guest: { type: "string", minLength: 1, maxLength: 80 },
    guests: { type: "integer", minimum: 1, maximum: 8 },
  },
  ["guest", "guests"],
);
const content = { "application/json": { schema: visit } };
const withExample = { "application/json": { schema: visit, example: { guest: "Ada", guests: 2 } } };
const responses = { "201": { description: "Done.", content }, ...ERRORS, "415": ERRORS["400"] ?? {} };
const paths: JsonObject = {
  "/visits": {
    post: { operationId: "announceVisit", requestBody: { required: true, content }, responses },
    put: { operationId: "changeVisit", requestBody: { required: true, content: withExample }, responses },
  },
};

/** A server that fails for some visits, and rejects what the document does not allow. */
function failingFor(fails: (sent: JsonObject, method: string) => boolean): Respond {
  return ({ method, body, headers }, response) => {
    if (method !== "POST" && method !== "PUT") return json(response, 405, {});
    if (!headers["content-type"]?.includes("json")) return json(response, 415, {});
    const sent = objectIn(body) ?? {};
    const { guest, guests } = sent;
    const isGuest = typeof guest === "string" && [...guest].length >= 1 && [...guest].length <= 80;
    const isNumber = typeof guests === "number" && Number.isInteger(guests) && guests >= 1 && guests <= 8;
    if (!isGuest || !isNumber) return json(response, 400, {});
    return fails(sent, method) ? json(response, 500, {}) : json(response, 201, { guest, guests });
  };
}

const isForeign = ({ guest }: JsonObject, method: string) => method === "POST" && /[^\x20-\x7e]/.test(String(guest));

const isLong = ({ guest }: JsonObject) => String(guest).length > 70;

test.each<[title: string, isNew: (sent: JsonObject, method: string) => boolean, verdict: string]>([
  ["another value of the field is the same cause", (sent, method) => method === "POST" && isLong(sent), "passed"],
  ["another field is a new cause", ({ guests }, method) => method === "POST" && guests === 8, "failed"],
  ["two fields together are a new cause", (sent) => sent.guests === 8 && isLong(sent), "failed"],
  ["another operation of the path is a new cause", ({ guests }, method) => method === "PUT" && guests === 8, "failed"],
])("of a field for which an operation is known to fail, %s", async (_, isNew, verdict) => {
  const target = { allowed: new Set(["announceVisit", "changeVisit"]) };
  const { report: first } = await verifyServer(paths, failingFor(isForeign), target, { known: [], updateKnown: true });
  expect(first.known).toMatchObject([{ operations: { announceVisit: expect.anything() } }]);
  const both = failingFor((sent, method) => isForeign(sent, method) || isNew(sent, method));
  const { report } = await verifyServer(paths, both, target, { known: first.known ?? [] });
  expect(report.verdict).toBe(verdict);
});
