import { isObject } from "../../openapi/document.js";
import { examplePairs } from "../../openapi/example-pairs.js";
import { isSuccessKey } from "../../openapi/methods.js";
import type { Operation } from "../../openapi/operation.js";
import { pointerTo } from "../../openapi/pointer.js";
import { responseFor } from "../../openapi/status.js";
import { differences } from "../model/differences.js";
import { jsonOf } from "../model/exchange.js";
import { structuredBody } from "../model/request-spec.js";
import type { Check } from "./check.js";

/** A field that was sent has the same value in the response, if the response has that field. */
export const echo: Check = {
  id: "echo",
  run({ spec, exchange }) {
    const sent = structuredBody(spec);
    const response = responseFor(spec.operation, exchange.status);
    const body = jsonOf(exchange);
    if (!isObject(sent) || !response || !isSuccessKey(response) || !isObject(body)) return [];
    const different = differences(sent, body);
    if (different.length === 0) return [];
    const derived = derivedFields(spec.operation);
    return different
      .filter(({ name }) => !derived.has(name))
      .map(({ name, wanted, found }) => ({
        check: this.id,
        message: `the body at /${name} differs from the request`,
        place: pointerTo(response.pointer, "content"),
        expected: JSON.stringify(wanted),
        received: JSON.stringify(found),
      }));
  },
};

/** Fields that differ in the document's own examples: a state that moves on, an amount that is converted. */
function derivedFields(operation: Operation): Set<string> {
  const fields = examplePairs(operation).flatMap(({ body, responseExample }): string[] => {
    const [sent, received]: unknown[] = [body?.value, responseExample?.value];
    return isObject(sent) && isObject(received) ? differences(sent, received).map(({ name }) => name) : [];
  });
  return new Set(fields);
}
