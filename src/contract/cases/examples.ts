import { examplePairs } from "../../openapi/example-pairs.js";
import type { Operation } from "../../openapi/operation.js";
import type { Case } from "../case.js";

/** Replays every example pair of the document: what is sent and what answers it. */
export function exampleCases(operation: Operation): Case[] {
  return examplePairs(operation).map(({ name, parameters, body, response }) => ({
    name: `${operation.id} › ${name}`,
    kind: "example",
    operation,
    parameters,
    body,
    response,
  }));
}
