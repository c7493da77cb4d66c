import { isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import type { CaseResult } from "#verify/model/test-case/outcome.js";
import { json, type ReceivedRequest } from "../server.js";
import { warningsOf } from "./failures.js";
import { REJECTED, type Respond, verifyServer } from "./small-document.js";

/** The rejections of an operation. */
export const ERRORS: JsonObject = { "400": REJECTED, "404": REJECTED };
/** A GET with a schema of its success. */
export const get = (operationId: string, schema: JsonObject, more: JsonObject = {}): JsonObject => ({
  get: {
    operationId,
    responses: { "200": { description: "Done.", content: { "application/json": { schema } } }, ...ERRORS },
    ...more,
  },
});
/** A schema of an object. */
export const object = (properties: JsonObject, required: string[] = []): JsonObject => ({
  type: "object",
  required,
  properties,
});
/** A schema of a text. */
export const text: JsonObject = { type: "string" };
/** Responds to GET with JSON, and to everything else with 405. */
export const reading =
  (respondWith: (url: URL, request: ReceivedRequest) => Json | undefined): Respond =>
  (request, response) => {
    if (request.method !== "GET") return json(response, 405, {});
    const value = respondWith(new URL(request.url, "http://localhost"), request);
    json(response, value === undefined ? 404 : 200, value ?? {});
  };
/** The settings of a target whose data is its own. */
export const data = { hasExampleData: false } as const;
/** The warnings of a run, one line each. */
export const messages = (results: readonly CaseResult[]) =>
  warningsOf(results).map(({ operation, message }) => `${operation}: ${message}`);

/** The titles of the causes that the life cycles of a service have, one line each. */
export async function lifeCycleTitles(paths: JsonObject, respond: Respond): Promise<string> {
  const { titles } = await verifyServer(paths, respond, { ...data, settle: 0 }, { only: ["life-cycle"] });
  return titles.join("\n");
}

/** A store of one collection, with the usual life cycle. */
export interface Store {
  /** The record of a valid body; a number is the status of a rejection. */
  make(body: JsonObject, record: JsonObject | undefined): JsonObject | number;
  /** How a record is shown (default: as it is). */
  show?(record: JsonObject, request: ReceivedRequest): JsonObject;
}

/** The object that a body has as JSON; undefined for any other body. */
export function objectIn(body: string): JsonObject | undefined {
  try {
    const value: Json = JSON.parse(body);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Responds as a store of one collection. */
export function stored(collection: string, { make, show = (record) => record }: Store): Respond {
  const records = new Map<string, JsonObject>();
  let last = 0;
  return (request, response) => {
    const { method, url, body } = request;
    const [, name, id = ""] = (url.split("?")[0] ?? "").split("/");
    const record = records.get(id);
    if (name !== collection || (id !== "" && !record)) return json(response, 404, {});
    if (method === "GET")
      return json(
        response,
        200,
        record ? show(record, request) : [...records.values()].map((each) => show(each, request)),
      );
    if (method === "DELETE" && record) {
      records.delete(id);
      return void response.writeHead(204).end();
    }
    if (method !== (record ? "PUT" : "POST")) return json(response, 405, {});
    const given = objectIn(body);
    const made = given && make(given, record);
    if (made === undefined || typeof made === "number") return json(response, made ?? 400, { message: "invalid" });
    if (!record) last += 1;
    const kept = { ...made, id: record?.id ?? `r${last}` };
    records.set(String(kept.id), kept);
    json(response, record ? 200 : 201, show(kept, request));
  };
}

/** The operations of a collection. */
export function lifeOf(collection: string, sentBody: JsonObject, shown: JsonObject): JsonObject {
  const answer = (description: string) => ({ description, content: { "application/json": { schema: shown } } });
  const requestBody = { required: true, content: { "application/json": { schema: sentBody } } };
  return {
    [`/${collection}`]: {
      post: { operationId: `add_${collection}`, requestBody, responses: { "201": answer("Made."), ...ERRORS } },
      ...get(`list_${collection}`, { type: "array", items: shown }),
    },
    [`/${collection}/{id}`]: {
      parameters: [{ name: "id", in: "path", required: true, schema: text }],
      ...get(`get_${collection}`, shown),
      put: { operationId: `put_${collection}`, requestBody, responses: { "200": answer("Changed."), ...ERRORS } },
      delete: { operationId: `delete_${collection}`, responses: { "204": { description: "Deleted." }, ...ERRORS } },
    },
  };
}

/** Whether a value is a text that is not empty. */
export const isText = (value: Json | undefined) => typeof value === "string" && value !== "";
