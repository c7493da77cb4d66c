import type { Json, JsonObject } from "#openapi/document/document.js";
import type { Reply } from "../reply.js";
import type { Draw } from "./draw.js";
import type { Level } from "./levels.js";
import type { Store } from "./store.js";
import type { Visit } from "./visit.js";

export type Method = "get" | "post" | "put" | "patch" | "delete";

/** The body of the requests of an operation. */
export interface WorldBody {
  schema: JsonObject;
  /** Its media type (default: `application/json`). */
  type?: string;
  /** Whether requests must have it (default: true). */
  required?: boolean;
  example?: Json;
}

/** An operation of a world: how the document describes it, and what the server does. */
export interface WorldOperation {
  method: Method;
  /** A template. */
  path: string;
  operationId?: string;
  summary?: string;
  /** The schemas of its path parameters, by their names (default: texts). */
  captures?: Readonly<Record<string, JsonObject>>;
  /** Its other parameters. */
  parameters?: readonly JsonObject[];
  body?: WorldBody;
  responses: JsonObject;
  /** Whether the document does not have it (default: false). */
  hidden?: true;
  handle(visit: Visit): Reply | Promise<Reply>;
}

/** A small API with data of others, and what is dangerous about it. */
export interface World {
  name: string;
  /** What no run can know about it, at which levels: its changes and leftovers are counted apart. */
  limit?: { reason: string; at: readonly Level[] };
  operations(draw: Draw, store: Store): WorldOperation[];
}

/** The responses of an operation: one success, and rejections. */
export function responses(status: number, schema?: JsonObject, headers?: JsonObject): JsonObject {
  const content = schema ? { content: { "application/json": { schema } } } : {};
  const described = { description: "Done.", ...content, ...(headers ? { headers } : {}) };
  return { [String(status)]: described, "4XX": { description: "Rejected." } };
}

/** A schema of an object whose properties are all required, unless others are named. */
export function objectOf(properties: JsonObject, required: readonly string[] = Object.keys(properties)): JsonObject {
  return { type: "object", ...(required.length > 0 ? { required: [...required] } : {}), properties };
}

/** A parameter of a query, unless it is in another place. */
export function parameter(name: string, schema: JsonObject, settings: JsonObject = {}): JsonObject {
  return { name, in: "query", schema, ...settings };
}
