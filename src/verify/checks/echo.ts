import { isObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { pointerNames, pointerTo } from "#openapi/document/pointer.js";
import { examplePairs } from "#openapi/operations/example-pairs.js";
import { isSuccessKey } from "#openapi/operations/methods.js";
import type { Operation } from "#openapi/operations/operation.js";
import { responseFor } from "#openapi/operations/status.js";
import { broken } from "#verify/rules/sentence.js";
import type { Contract } from "../model/contract.js";
import { compare, EQUAL, RELATED } from "../model/finding/compare.js";
import { jsonOf } from "../model/request/exchange.js";
import { structuredBody } from "../model/request/request-spec.js";
import type { Check } from "./check.js";

/**
 * A field that was sent has a related value in the response, if the response has that field. The paired examples of the
 * document state it; without them, it is an inference.
 */
export const echo: Check = {
  id: "echo",
  needsState: true,
  run({ contract, spec, exchange }) {
    const sent = structuredBody(spec);
    const response = responseFor(spec.operation, exchange.status);
    const body = jsonOf(exchange);
    if (!isObject(sent) || !response || !isSuccessKey(response) || !isObject(body)) return [];
    // Most responses repeat the request, and a large document has many operations below a path.
    if (compare(sent, body, EQUAL).length === 0) return [];
    const identifying = identifyingFields(contract, spec.operation);
    const different = compare(sent, body, { ...RELATED, exact: identifying });
    const { equal, changed } = fieldsOfExamples(spec.operation);
    return different
      .filter(({ name }) => !changed.has(name))
      .map(({ name, wanted, found }) => ({
        ...broken("sent-value-not-returned", { field: name }),
        basis: equal.has(name) || identifying.has(name) ? "stated" : "inferred",
        place: pointerTo(response.pointer, "content"),
        expected: jsonText(wanted),
        received: jsonText(found),
        about: { fields: [name] },
      }));
  },
};

/** The fields that identify a resource of a collection: those that `x-identifies` of the operations below its path names. */
export function identifyingFields({ operations }: Contract, { path }: Operation): Set<string> {
  const below = operations.filter((other) => other.path === path || other.path.startsWith(`${path}/{`));
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
