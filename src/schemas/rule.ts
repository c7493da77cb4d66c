/** A part of a value that a schema rejects. */
export interface Issue {
  /** The requirement, for example `must be integer`. */
  message: string;
  /** The names and indexes that lead to the part. */
  path: readonly (string | number)[];
}

/**
 * A schema, or one of its keywords (JSON Schema 2020-12), as a function. It adds an issue for each violation, and returns
 * the value, in which texts may have become dates. A keyword ignores values of types that it does not concern.
 */
export type Rule = (value: unknown, path: Issue["path"], issues: Issue[]) => unknown;

/** A rule that returns the value as it is. */
export function check(isValid: (value: unknown) => boolean, message: string): Rule {
  return (value, path, issues) => {
    if (!isValid(value)) issues.push({ message, path });
    return value;
  };
}

/** Whether a value is valid by a rule. */
export function satisfies(rule: Rule, value: unknown, path: Issue["path"]): boolean {
  const issues: Issue[] = [];
  rule(value, path, issues);
  return issues.length === 0;
}

/** A rule that is made when it is first used: schemas may refer to themselves. */
export function later(make: () => Rule): Rule {
  let made: Rule | undefined;
  return (value, path, issues) => {
    made ??= make();
    return made(value, path, issues);
  };
}

/** Whether a value is an object of JSON, and not a list. */
export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
