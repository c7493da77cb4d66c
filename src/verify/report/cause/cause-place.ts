import type { Cause } from "../../model/cause.js";

/** The place of the contract that a cause is about: a JSON pointer, or else an operation. */
export function placeOf({ example, operations }: Pick<Cause, "example" | "operations">): string {
  return example.place ?? operations[0] ?? "";
}
