import type { RequestViolation } from "#http/request/read-request.js";
import { asList, isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { pointerNames, pointerTo, valueAt, withValue } from "#openapi/document/pointer.js";
import type { MockedResponse } from "../mocked-response.js";

/** Names of fields with the status and the reason of an error: those of problems (RFC 9457) and of usual frameworks. */
const STATUS = ["status", "statusCode", "status_code", "code"];
const REASON = ["detail", "message", "error_description", "title", "error"];

/** Names of lists or maps of the wrong parts of a request, as usual frameworks write them. */
const PARTS = ["detail", "details", "errors", "issues", "violations", "message", "fieldErrors", "invalid-params"];

/** Names of fields of an item in such a list: what is wrong, and where. */
const WRONG = ["msg", "message", "detail", "reason", "defaultMessage", "description", "error", "title"];
const WHERE = [
  "loc",
  "path",
  "field",
  "property",
  "name",
  "param",
  "parameter",
  "attribute",
  "pointer",
  "propertyPath",
];
const SIDE = ["in", "location"];
/** Names of the value that is wrong, and of further facts about it. */
const VALUE = ["input", "rejectedValue", "rejected_value", "attemptedValue", "value"];
const FACTS = ["ctx", "context"];

/** A part of a request that is wrong. */
interface Fault {
  /** `body`, `query` and so on. */
  side: string;
  /** The names that lead to it: that of a parameter, then those of the fields. */
  names: readonly string[];
  message: string;
  /** The value; undefined if it is missing, or the reason is another one. */
  value: Json | undefined;
}

/** The value of a request that violates the document. */
export type SentAt = (violation: RequestViolation) => Json | undefined;

/**
 * Writes the status and the reason into the generated body of an error. They are at the top or in the field `error`. A list
 * of wrong parts gets an item for each, with its place and its reason. A field counts if its schema admits the value.
 *
 * @param violations of the request; empty if another reason rejects it
 * @param sentAt the values of the request
 */
export function explainError(
  response: MockedResponse,
  reason: string | undefined,
  violations: readonly RequestViolation[],
  isValid: (response: MockedResponse) => boolean,
  sentAt: SentAt,
): MockedResponse {
  const { statusCode, body } = response;
  let explained = response;
  const set = (at: string, value: Json): boolean => {
    const candidate = { ...explained, body: withValue(valueAt(explained.body, "") ?? null, at, value) };
    const admits = isValid(candidate);
    if (admits) explained = candidate;
    return admits;
  };
  const faults = violations.map((violation) => faultOf(violation, sentAt(violation)));
  for (const at of ["", "/error"]) {
    const fields = valueAt(body, at);
    if (!isObject(fields)) continue;
    const isOf = (type: string) => (name: string) => typeof fields[name] === type;
    for (const name of STATUS.filter(isOf("number"))) set(pointerTo(at, name), statusCode);
    const [first] = REASON.filter(isOf("string"));
    if (first !== undefined && reason !== undefined) set(pointerTo(at, first), reason);
    for (const name of PARTS.filter(isOf("object"))) {
      const listed = fields[name];
      if (faults.length === 0 && (reason === undefined || !Array.isArray(listed))) continue;
      const values =
        faults.length === 0
          ? reasonsOf(reason ?? "", asList(listed)[0])
          : Array.isArray(listed)
            ? listsOf(faults, listed[0])
            : isObject(listed)
              ? mapsOf(faults)
              : [];
      values.some((value) => set(pointerTo(at, name), value));
    }
  }
  return explained;
}

function faultOf({ in: side, names, field, message }: RequestViolation, value: Json | undefined): Fault {
  return { side, names: [...names, ...pointerNames(field)], message, value };
}

/** Lists of one error with a reason that is not a part of the request. */
function reasonsOf(reason: string, item: Json | undefined): Json[] {
  const wrong = isObject(item) ? WRONG.find((name) => typeof item[name] === "string") : undefined;
  if (!isObject(item) || wrong === undefined)
    return [...["message", "detail"].map((name) => [{ [name]: reason }]), [reason]];
  const rest = Object.entries(item).filter(
    ([name]) => ![...WHERE, ...SIDE, ...VALUE, ...FACTS, "source"].includes(name),
  );
  return [[{ ...Object.fromEntries(rest), [wrong]: reason }], [{ ...item, [wrong]: reason }]];
}

/** The faults as lists, the fullest first: as items like one of the schema, or as sentences. */
function listsOf(faults: readonly Fault[], item: Json | undefined): Json[] {
  const sentences = faults.map(({ side, names, message }) => `${[side, ...names].join(".")} ${message}`);
  if (!isObject(item)) return [sentences];
  const all = faults.map((fault) => itemLike(item, fault));
  const plain = faults.map((fault) => withoutFacts(itemLike(item, fault), fault));
  return [plain, all, plain.slice(0, 1), all.slice(0, 1)];
}

/** An item without the members of which the request says nothing. */
function withoutFacts(item: JsonObject, { value }: Fault): JsonObject {
  const unknown = [...FACTS, ...(value === undefined ? VALUE : [])];
  return Object.fromEntries(Object.entries(item).filter(([name]) => !unknown.includes(name)));
}

/** An item of a list of faults, with the fields of a generated one. */
function itemLike(item: JsonObject, { side, names, message, value: sent }: Fault): JsonObject {
  const path = names.map((name) => (/^\d+$/.test(name) ? Number(name) : name));
  const placed = (value: Json | undefined): Json | undefined => {
    // FastAPI names the side, and Zod does not.
    if (Array.isArray(value)) return "loc" in item ? [side, ...path] : path;
    return typeof value === "string" ? names.join(".") : undefined;
  };
  const wrong = WRONG.find((name) => typeof item[name] === "string");
  const where = WHERE.find((name) => placed(item[name]) !== undefined);
  const changed = Object.entries(item).map(([name, value = null]): [string, Json] => {
    if (name === wrong) return [name, message];
    if (name === where) return [name, placed(value) ?? value];
    if (VALUE.includes(name) && sent !== undefined) return [name, sent];
    // FastAPI names the kind of an error.
    if (name === "type" && "loc" in item) return [name, sent === undefined ? "missing" : "value_error"];
    if (SIDE.includes(name) && typeof value === "string") return [name, side];
    return [name, name === "source" && isObject(value) ? sourceLike(value, side, names) : value];
  });
  return Object.fromEntries(changed);
}

/** The source of an error in JSON:API (1.1, 11). It is a pointer into the body, or the name of a parameter. */
function sourceLike(source: JsonObject, side: string, names: readonly string[]): JsonObject {
  const [name, value] =
    side === "body"
      ? ["pointer", pointerTo("", ...names)]
      : [side === "header" ? "header" : "parameter", names[0] ?? ""];
  return name in source ? { [name]: value } : source;
}

/** The faults by the names of their fields, as ASP.NET and Laravel write them. Each has a list of sentences, or one. */
function mapsOf(faults: readonly Fault[]): Json[] {
  const lists: Record<string, string[]> = {};
  for (const { names, message } of faults) {
    const key = names.join(".");
    lists[key] = [...(lists[key] ?? []), message];
  }
  const texts = Object.entries(lists).map(([name, messages]): [string, string] => [name, messages.join(" ")]);
  return [lists, Object.fromEntries(texts)];
}
