import { isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { pointerNames, pointerTo } from "#openapi/document/pointer.js";
import { examplePairs } from "#openapi/operations/example-pairs.js";
import { isSuccessKey } from "#openapi/operations/methods.js";
import type { Operation } from "#openapi/operations/operation.js";
import { responseFor } from "#openapi/operations/status.js";
import { isMomentOfServer, isTimestamp } from "#statements/moments.js";
import { isOfEnvelope, layersOf, sentResource } from "#statements/resources/envelope.js";
import { withoutSlash } from "#statements/resources/path-parameters.js";
import { broken } from "#verify/rules/sentence.js";
import type { Contract } from "../model/contract.js";
import { compare, EQUAL, RELATED } from "../model/finding/compare.js";
import { jsonOf } from "../model/request/exchange.js";
import { shownBody } from "../model/request/request-spec.js";
import type { Check } from "./check.js";

/**
 * A field that was sent has a related value in the response, if the response has that field. The paired examples of the
 * document state it; without them, it is an inference.
 */
export const echo: Check = {
  id: "echo",
  needsState: true,
  run({ contract, spec, exchange }) {
    const sent = shownBody(spec);
    const response = responseFor(spec.operation, exchange.status);
    const body = jsonOf(exchange);
    if (!isObject(sent) || !response || !isSuccessKey(response) || !isObject(body)) return [];
    const inner = innerPair(sent, body);
    const [own, shown] = [inner?.own ?? sent, inner?.shown ?? body];
    // Most responses repeat the request, and a large document has many operations below a path.
    if (compare(own, shown, EQUAL).length === 0) return [];
    const identifying = identifyingFields(contract, spec.operation);
    const different = compare(own, shown, { ...RELATED, exact: identifying });
    // Examples of envelopes do not state what becomes of single fields.
    const { equal, changed } = inner ? NOTHING_STATED : fieldsOfExamples(spec.operation);
    const around = pointerNames(inner?.at ?? "");
    // The document may describe requests by the schema of responses, which has the moments that the server sets.
    return different
      .filter(({ name }) => inner || !isOfEnvelope(body, name))
      .filter(({ wanted, found }) => !isOtherFlag(wanted, found))
      .filter(({ name, found }) => !changed.has(name) && !(isMomentOfServer(name) && isTimestamp(found)))
      .map(({ name, wanted, found }) => ({
        ...broken("sent-value-not-returned", { field: [...around, name].join("/") }),
        basis: equal.has(name) || (!inner && identifying.has(name)) ? "stated" : "inferred",
        place: pointerTo(response.pointer, "content"),
        expected: jsonText(wanted),
        received: jsonText(found),
        about: { fields: [name] },
      }));
  },
};

/** Whether a field is a flag in the response alone: `{ "status": true }` says that `{ "status": "open" }` was done. */
function isOtherFlag(wanted: Json, found: Json): boolean {
  return typeof found === "boolean" && typeof wanted === "string" && !/^(true|false|yes|no|on|off)$/i.test(wanted);
}

const NOTHING_STATED = { equal: new Set<string>(), changed: new Set<string>() };

/** The resource in a request, and the one in its response. Either may be in an envelope. */
interface InnerPair {
  own: JsonObject;
  shown: JsonObject;
  /** The place of the envelope in the response; empty without one. */
  at: string;
}

/** The resource of a response, where the request describes it. Undefined if the bodies are alike as a whole. */
function innerPair(sent: JsonObject, body: JsonObject): InnerPair | undefined {
  const isAlike = Object.keys(sent).some(
    (name) => name in body && !(isObject(sent[name]) && isObject(body[name])) && !isOfEnvelope(body, name),
  );
  if (isAlike) return undefined;
  for (const { object: shown, at } of layersOf(body).toReversed()) {
    const own = sentResource(sent, shown) ?? {};
    const shared = Object.keys(own).filter((name) => Object.hasOwn(shown, name)).length;
    // Without an envelope in the response, one field in common may belong to another resource that was sent.
    const least = at === "" ? 2 : 1;
    if (shared >= least && (at !== "" || own !== sent)) return { own, shown, at };
  }
  return undefined;
}

/** The fields that identify a resource of a collection: those that `x-identifies` of the operations below its path names. */
export function identifyingFields({ operations }: Contract, { path }: Operation): Set<string> {
  const below = operations.filter((other) => other.path === path || other.path.startsWith(`${withoutSlash(path)}/{`));
  const pointers = below.flatMap(({ parameters }) => parameters.flatMap(({ identifies }) => identifies));
  return new Set(pointers.map((pointer) => pointerNames(pointer).at(0) ?? ""));
}

/**
 * The fields that the paired examples of a request and its response have in common. Some are equal. Others change, such as a
 * state that moves on, or an amount that is converted.
 */
function fieldsOfExamples(operation: Operation): Record<"equal" | "changed", Set<string>> {
  const equal = new Set<string>();
  const changed = new Set<string>();
  for (const { body, responseExample } of examplePairs(operation)) {
    const [sent, received]: unknown[] = [body?.value, responseExample?.value];
    if (!isObject(sent) || !isObject(received)) continue;
    const differing = compare(sent, received, EQUAL).map(({ name }) => name);
    for (const name of differing) changed.add(name);
    for (const name of Object.keys(sent)) if (name in received && !differing.includes(name)) equal.add(name);
  }
  return { equal, changed };
}
