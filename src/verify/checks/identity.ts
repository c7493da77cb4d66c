import { jsonText } from "#openapi/document/long-integer.js";
import { pointerNames, valueAt } from "#openapi/document/pointer.js";
import { pointerProblem } from "#openapi/extensions/success-bodies.js";
import { isSuccessKey } from "#openapi/operations/methods.js";
import { responseFor } from "#openapi/operations/status.js";
import { broken } from "#verify/rules/sentence.js";
import type { Check } from "./check.js";

/** The resource is the requested one: the value of the parameter stands at a place that `x-identifies` names. */
export const identity: Check = {
  id: "identity",
  needsState: true,
  run({ spec, exchange, contract: { document } }) {
    const response = responseFor(spec.operation, exchange.status);
    const body = response && isSuccessKey(response) ? exchange.json : undefined;
    if (body === undefined) return [];
    return spec.parameters.flatMap(({ parameter: { name, pointer, identifies }, value }) => {
      const found = identifies.map((identified) => valueAt(body.value, identified));
      if (found.length === 0 || found.some((id) => isSameIdentifier(id, value))) return [];
      // A deletion may return the id alone, and the request may have named the resource by another field.
      if (identifies.some((at) => pointerProblem(document, spec.operation, [at], ["string", "number"]))) return [];
      const place = `${pointer}/x-identifies`;
      return [
        {
          ...broken("other-resource-than-requested", { parameter: name }),
          place,
          places: [identifies.map((_, index) => `${place}/${index}`)],
          expected: `${jsonText(value)} at ${identifies.join(" or ")}`,
          received: found.map((id) => jsonText(id)).join(" and "),
          about: { fields: identifies.map((pointer) => pointerNames(pointer).at(-1) ?? "") },
        },
      ];
    });
  },
};

/** Case is ignored: UUIDs have none (RFC 9562, 4), and servers may compare addresses without it. */
function isSameIdentifier(a: unknown, b: unknown): boolean {
  return String(a).toLowerCase() === String(b).toLowerCase();
}
