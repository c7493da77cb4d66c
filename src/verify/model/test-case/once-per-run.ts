import { oncePer } from "#openapi/document/once-per.js";
import type { CaseContext } from "./case-context.js";

/** Any part of a run that knows which run it is. */
export type OfRun = Pick<CaseContext, "run">;

/** Values that a run makes once for each operand, such as an operation. All of its test cases use them. */
export interface OncePerRun<Operand, Value> {
  /** The value of an operand: made at the first call, the same at each further call. A failure stays, too. */
  get(of: OfRun, operand: Operand, make: () => Promise<Value>): Promise<Value>;
  /** The value, if one was made, or is being made. */
  known(of: OfRun, operand: Operand): Promise<Value> | undefined;
  /** Makes the next call make it again. */
  forget(of: OfRun, operand: Operand): void;
}

/** A memory of values that a run makes once. It ends with the run. Operands are compared by identity. */
export function oncePerRun<Operand, Value>(): OncePerRun<Operand, Value> {
  const valuesOf = oncePer((_: object) => new Map<Operand, Promise<Value>>());
  return {
    get({ run }, operand, make) {
      const values = valuesOf(run);
      const value = values.get(operand) ?? make();
      values.set(operand, value);
      return value;
    },
    known: ({ run }, operand) => valuesOf(run).get(operand),
    forget: ({ run }, operand) => void valuesOf(run).delete(operand),
  };
}
