import { pointerTo } from "#openapi/document/pointer.js";
import { isSafe } from "#openapi/operations/methods.js";
import { isServerError, isSuccess } from "../model/request/exchange.js";
import { GENERATED } from "../model/request/request-spec.js";
import { mayHaveDataOfOthers } from "../model/target/target.js";
import { pathParameters } from "../relations/path-parameters.js";
import { unknownParameters } from "../resources/permission/unknown-values.js";
import { pathToRead } from "../resources/valid-request.js";
import type { Suite } from "./suite.js";

/** Methods that are sent although a path lacks them. DELETE and PUT never are: a faulty server might execute them. */
const METHODS = ["get", "patch"] as const;

/**
 * A method that a path does not have causes no server error (RFC 9110, 15.6.2, permits 501). The document does not say that it
 * is rejected, so a success is a warning.
 */
export const unsupportedMethods: Suite = ({ contract, target }, operation) => {
  const siblings = contract.operationsAt(operation.path);
  if (siblings[0] !== operation) return [];
  // Many servers execute what their documents do not have, and a path without parameters names everything below it.
  const isUnnamed = pathParameters(operation).length === 0 && mayHaveDataOfOthers(target);
  const absent = METHODS.filter((method) => {
    const isDocumented = siblings.some((sibling) => sibling.method === method);
    return !isDocumented && (isSafe({ method }) || !isUnnamed);
  });
  return absent.map((method) => ({
    name: `${operation.path} › rejects the unsupported method ${method.toUpperCase()}`,
    suite: "unsupported-methods",
    operation,
    covers: [],
    writes: !isSafe({ method }),
    isolated: true,
    async run(context) {
      // A path that exists tells more of a request that only reads.
      const existing = isSafe({ method }) ? await pathToRead(context, operation) : [];
      const parameters = existing.length > 0 ? existing : await unknownParameters(context, operation, { method });
      const request = { operation, method, parameters };
      const body = { type: "application/json", text: "{}", source: GENERATED };
      const exchange = await context.send(isSafe({ method }) ? request : { ...request, body });
      const what = `the unsupported method ${method.toUpperCase()}`;
      const facts = {
        check: "status",
        about: { wanted: "any", fault: { part: "method", what } },
        place: pointerTo("#/paths", operation.path),
        places: [],
      } as const;
      if (isSuccess(exchange)) {
        return context.fail({
          ...facts,
          basis: "lenient",
          message: `${exchange.status} for ${what}`,
          expected: "405, or the operation in the document",
          received: `${exchange.status} ${exchange.body}`,
        });
      }
      if (!isServerError(exchange) || exchange.status === 501) return;
      context.fail({
        ...facts,
        message: `${exchange.status}, a server error`,
        expected: "405, or another status below 500 (the path does not have the method)",
        received: `${exchange.status} ${exchange.body}`,
      });
    },
  }));
};
