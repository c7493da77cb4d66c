import { valueAt } from "../../openapi/pointer.js";
import { responseFor } from "../../openapi/status.js";
import { type Check, promiseIds, readJson } from "./check.js";

/** What was asked for is what comes back: the value of the parameter stands at a place that `x-identifies` names. */
export const identity: Check = {
  id: "identity",
  run(context) {
    const { asked, exchange } = context;
    const success = responseFor(asked.operation, exchange.status)?.status.startsWith("2");
    const body = success ? readJson(exchange.body) : undefined;
    if (body === undefined) return [];
    return asked.parameters.flatMap(({ parameter, value: asked }) => {
      const found = parameter.identifies.map((pointer) => valueAt(body.value, pointer));
      if (found.length === 0 || found.some((each) => same(each, asked))) return [];
      const location = `${parameter.pointer}/x-identifies`;
      const places = parameter.identifies.join(" or ");
      return [
        {
          check: this.id,
          message: `the body is not what \`${parameter.name}\` asked for`,
          promises: promiseIds(context, ...parameter.identifies.map((_, index) => `${location}/${index}`)),
          location,
          expected: `${JSON.stringify(asked)} at ${places}`,
          received: found.map((each) => JSON.stringify(each)).join(" and "),
        },
      ];
    });
  },
};

/** Identifiers are compared without regard to case: UUIDs have none (RFC 9562, 4), of addresses it is not known. */
function same(a: unknown, b: unknown): boolean {
  return String(a).toLowerCase() === String(b).toLowerCase();
}
