import { canonical } from "../openapi/validator/keywords/unique-items.js";
import { check, type Issue, isMap, type Rule, satisfies } from "./rule.js";
import { never } from "./values.js";

// Keywords for objects and lists (JSON Schema Core 2020-12, 10.3; Validation, 6.4 and 6.5).

/** `properties`, `patternProperties` and `additionalProperties`. */
interface Members {
  properties?: Readonly<Record<string, Rule>>;
  patterns?: readonly (readonly [RegExp, Rule])[];
  /** For the names that neither of them has. */
  rest?: Rule;
}

export function members({ properties = {}, patterns = [], rest }: Members): Rule {
  const rulesOf = (name: string): Rule[] => {
    const declared = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const applied = [
      ...(declared ? [declared] : []),
      ...patterns.flatMap(([pattern, rule]) => (pattern.test(name) ? rule : [])),
    ];
    return applied.length === 0 && rest ? [rest] : applied;
  };
  return (value, path, issues) => {
    if (!isMap(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, every(rulesOf(name), member, [...path, name], issues)]),
    );
  };
}

/** `prefixItems` and `items`. */
export function items(rest: Rule | undefined, ...first: Rule[]): Rule {
  return (value, path, issues) => {
    if (!Array.isArray(value)) return value;
    return value.map((item: unknown, index) => {
      const rule = first[index] ?? rest;
      return rule ? rule(item, [...path, index], issues) : item;
    });
  };
}

/** `required`. */
export function required(...names: string[]): Rule {
  return (value, path, issues) => {
    if (!isMap(value)) return value;
    for (const name of names) {
      if (!Object.hasOwn(value, name)) issues.push({ message: `must have the property ${name}`, path });
    }
    return value;
  };
}

/** `dependentRequired`. */
export function requiredBeside(names: Readonly<Record<string, readonly string[]>>): Rule {
  return (value, path, issues) => {
    if (!isMap(value)) return value;
    for (const [name, wanted] of Object.entries(names)) {
      if (Object.hasOwn(value, name)) required(...wanted)(value, path, issues);
    }
    return value;
  };
}

/** `dependentSchemas`. */
export function rulesBeside(rules: Readonly<Record<string, Rule>>): Rule {
  return (value, path, issues) => {
    if (!isMap(value)) return value;
    const present = Object.entries(rules).filter(([name]) => Object.hasOwn(value, name));
    return every(
      present.map(([, rule]) => rule),
      value,
      path,
      issues,
    );
  };
}

/** `propertyNames`. */
export function names(rule: Rule): Rule {
  return (value, path, issues) => {
    if (isMap(value)) for (const name of Object.keys(value)) rule(name, path, issues);
    return value;
  };
}

/** `writeOnly` in a response: a property is absent, unless it shows nothing (src/openapi/direction/). */
export const hidden: Rule = (value, path, issues) => {
  const isHidden = value === null || (typeof value === "string" && /^[*•·xX.]*$/.test(value));
  if (typeof path.at(-1) === "string" && !isHidden) never(value, path, issues);
  return value;
};

/** `contains`, `minContains` and `maxContains`. */
export function contains(rule: Rule, least: number, most?: number): Rule {
  return (value, path, issues) => {
    if (!Array.isArray(value)) return value;
    const count = value.filter((item, index) => satisfies(rule, item, [...path, index])).length;
    if (count < least || (most !== undefined && count > most)) {
      issues.push({
        message: `must contain ${least}${most === undefined ? " or more" : ` to ${most}`} valid items`,
        path,
      });
    }
    return value;
  };
}

export const minItems = (least: number): Rule =>
  check((value) => !Array.isArray(value) || value.length >= least, `must have at least ${least} items`);

export const maxItems = (most: number): Rule =>
  check((value) => !Array.isArray(value) || value.length <= most, `must have at most ${most} items`);

export const uniqueItems = (): Rule =>
  check(
    (value) => !Array.isArray(value) || new Set(value.map(canonical)).size === value.length,
    "must not have duplicate items",
  );

export const minProperties = (least: number): Rule =>
  check((value) => !isMap(value) || Object.keys(value).length >= least, `must have at least ${least} properties`);

export const maxProperties = (most: number): Rule =>
  check((value) => !isMap(value) || Object.keys(value).length <= most, `must have at most ${most} properties`);

/**
 * Applies several rules to one value. Each gets the value as it was sent. Their results are merged: texts that one of them
 * reads as dates are dates.
 */
export function every(rules: readonly Rule[], value: unknown, path: Issue["path"], issues: Issue[]): unknown {
  return rules.map((rule) => rule(value, path, issues)).reduce((one, other) => merged(value, one, other), value);
}

function merged(sent: unknown, one: unknown, other: unknown): unknown {
  if (one === sent) return other;
  if (other === sent) return one;
  if (Array.isArray(sent) && Array.isArray(one) && Array.isArray(other)) {
    return sent.map((item, index) => merged(item, one[index], other[index]));
  }
  if (!isMap(sent) || !isMap(one) || !isMap(other)) return one;
  return Object.fromEntries(
    Object.entries(sent).map(([name, member]) => [name, merged(member, one[name], other[name])]),
  );
}
