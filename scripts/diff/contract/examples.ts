import { isDeepStrictEqual } from "node:util";
import { pointerTo } from "#openapi/document/pointer.js";
import type { Examples } from "#openapi/operations/operation.js";
import type { ContractPair } from "./contract-pair.js";

/** A part that has examples. */
interface Exemplified {
  examples: Examples;
  pointer: string;
}

/** Adds the differences of the examples of two parts: they are documentation. */
export function exampleDifferences(pair: ContractPair, operation: string, was: Exemplified, is: Exemplified): void {
  const [before, after] = [was.examples.named, is.examples.named];
  const add = (place: string, message: string) =>
    pair.add({ operation, direction: undefined }, "example", place, message);
  for (const [key, value] of before) {
    const place = pointerTo(was.pointer, "examples", key);
    if (!after.has(key)) add(place, `The example \`${key}\` was removed.`);
    else if (!isDeepStrictEqual(value, after.get(key))) add(place, `The example \`${key}\` was changed.`);
  }
  for (const key of after.keys()) {
    if (!before.has(key)) add(pointerTo(is.pointer, "examples", key), `New example: \`${key}\`.`);
  }
  if (!isDeepStrictEqual(was.examples.fallback, is.examples.fallback)) {
    add(pointerTo(was.pointer, "example"), `The example of ${pair.naming.part(was.pointer)} was changed.`);
  }
}
