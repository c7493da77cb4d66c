import { type GenericSchema, pipe, rawTransform, unknown } from "valibot";
import type { Issue, Rule } from "./rule.js";

/** A schema of valibot for values of any origin. */
export type Schema<Output> = GenericSchema<unknown, Output>;

/**
 * Makes a schema of valibot, which implements Standard Schema, of a rule.
 *
 * The generated types describe the values that the rule admits.
 */
export function schemaOf<Output>(rule: Rule): Schema<Output>;
export function schemaOf(rule: Rule): Schema<unknown> {
  return pipe(
    unknown(),
    rawTransform(({ dataset, addIssue, NEVER }) => {
      const issues: Issue[] = [];
      const output = rule(dataset.value, [], issues);
      for (const { message, path } of issues) {
        const [first, ...rest] = path.map((key) => ({
          type: "unknown" as const,
          origin: "value" as const,
          input: dataset.value,
          key,
          value: undefined,
        }));
        addIssue({ message, ...(first && { path: [first, ...rest] }) });
      }
      return issues.length === 0 ? output : NEVER;
    }),
  );
}
