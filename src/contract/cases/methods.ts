import { METHODS, type Operation } from "../../openapi/operation.js";
import { pointerTo } from "../../openapi/pointer.js";
import type { Case } from "../case.js";
import type { Environment } from "../environment.js";
import { madeUpParameters } from "./made-up.js";

/**
 * A method that a path does not have is answered without a failure. That it is refused the document does not say, and
 * 501 is what RFC 9110 (15.6.2) has for it. DELETE and PUT are never tried: a server that is wrong might obey.
 */
export function methodCases(environment: Environment, operation: Operation): Case[] {
  const siblings = environment.operationsAt(operation.path);
  if (siblings[0] !== operation) return [];
  const tried = ["get", "patch"] as const;
  const absent = tried.filter((method) => METHODS.includes(method) && !siblings.some((each) => each.method === method));
  return absent.map((method) => ({
    name: `${operation.path} › survives ${method.toUpperCase()}, which it does not have`,
    kind: "method",
    operation,
    proves: [],
    writes: method !== "get",
    run: async (run) => {
      const ask = { operation, method, parameters: madeUpParameters(run, operation, { method }) };
      const exchange = await run.send(
        method === "get" ? ask : { ...ask, body: { type: "application/json", text: "{}" } },
      );
      if (exchange.status < 500 || exchange.status === 501) return;
      run.findBroken("status", pointerTo("#/paths", operation.path), [], {
        message: `status ${exchange.status}: the server failed`,
        expected: "405, or another status below 500 (the path does not have the method)",
        received: `${exchange.status} ${exchange.body}`,
      });
    },
  }));
}
