import { selectedBranches } from "../openapi/schema/discriminator.js";
import { every } from "./parts.js";
import { type Issue, type Rule, satisfies } from "./rule.js";

// Keywords that apply schemas to the same value (JSON Schema Core 2020-12, 10.2).

/** `allOf`, and the keywords of one schema. */
export function all(...rules: Rule[]): Rule {
  return (value, path, issues) => every(rules, value, path, issues);
}

/** `anyOf`. */
export function any(...rules: Rule[]): Rule {
  return choice(rules, Number.POSITIVE_INFINITY, "must match a schema of anyOf");
}

/** `oneOf`. */
export function one(...rules: Rule[]): Rule {
  return choice(rules, 1, "must match exactly one schema of oneOf");
}

/**
 * `oneOf` or `anyOf` beside a `discriminator` (OpenAPI 3.1, 4.8.25): the value of its property selects the rules.
 *
 * @param branches the indexes of the rules for each value
 * @param others those for any other value
 */
export function selected(
  propertyName: string,
  rules: readonly Rule[],
  branches: readonly (readonly [string, readonly number[]])[],
  others: readonly number[],
): Rule {
  const discrimination = { propertyName, branches: new Map(branches), others };
  const message = `must be one of ${branches.map(([value]) => JSON.stringify(value)).join(", ")}`;
  const whole = any(...rules);
  const chosen = new Map<readonly number[], Rule>();
  for (const indexes of [others, ...discrimination.branches.values()]) {
    chosen.set(indexes, any(...indexes.flatMap((index) => rules[index] ?? [])));
  }
  return (value, path, issues) => {
    const indexes = selectedBranches(discrimination, value);
    if (indexes?.length !== 0) return ((indexes && chosen.get(indexes)) ?? whole)(value, path, issues);
    issues.push({ message, path: [...path, propertyName] });
    return value;
  };
}

/** @param most how many of the schemas may match: the others are not tried, because one may apply to itself without end */
function choice(rules: readonly Rule[], most: number, message: string): Rule {
  // The places that are being decided. A schema that applies to itself leads here again (JSON Schema Core 2020-12, 9.4.1), and
  // matches nothing that the others do not.
  const open = new Set<Issue["path"]>();
  const decide: Rule = (value, path, issues) => {
    const matching: Rule[] = [];
    for (const rule of rules) {
      if (matching.length <= most && satisfies(rule, value, path)) matching.push(rule);
    }
    if (matching.length > 0 && matching.length <= most) return every(matching, value, path, issues);
    // The errors of the only schema that might be meant help more.
    const [only, ...others] = rules;
    if (only && others.length === 0 && matching.length === 0) return only(value, path, issues);
    issues.push({ message, path });
    return value;
  };
  return (value, path, issues) => {
    if (open.has(path)) {
      issues.push({ message, path });
      return value;
    }
    open.add(path);
    try {
      return decide(value, path, issues);
    } finally {
      open.delete(path);
    }
  };
}

/** `not`. */
export function not(rule: Rule): Rule {
  return (value: unknown, path: Issue["path"], issues: Issue[]) => {
    if (satisfies(rule, value, path)) issues.push({ message: "must not match the schema of not", path });
    return value;
  };
}

/** `if`, `then` and `else`. */
export function when(condition: Rule, then: Rule, otherwise: Rule): Rule {
  return (value, path, issues) => {
    const isMet = satisfies(condition, value, path);
    const outputs = isMet ? [condition, then] : [otherwise];
    return every(outputs, value, path, issues);
  };
}
