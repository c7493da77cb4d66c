import type { Json } from "#openapi/document/document.js";
import type { Breach } from "../model/finding/breach.js";
import { RULES, type RuleId, ruleNamed } from "./registry.js";
import { asWritten, type DataOf, filled } from "./rule.js";

/** The breach of a rule: its id, the data, and the sentence that is made of them. */
export function broken<Id extends RuleId>(rule: Id, data: DataOf<(typeof RULES)[Id]["says"]>): Breach {
  const { check, says } = RULES[rule];
  return { check, rule, data, message: filled(says, data) };
}

/** The same, of a failure that was not seen again when its request was repeated. */
export function unrepeated<Said extends Breach>(said: Said): Said {
  return { ...said, message: `${said.message} (not when it was repeated)`, data: { ...said.data, isRepeated: false } };
}

/** The sentence of a breach with `#` for each number in it: equal for the items of a list. */
export function withoutNumbers({ rule, data }: Pick<Breach, "rule" | "data">): string {
  return filled(ruleNamed(rule)?.says ?? rule, data, (value, asJson) => asWritten(value, asJson).replace(/\d+/g, "#"));
}

/** Equal for breaches that differ in values alone: the rule, and the data without quoted values and numbers. */
export function kindOfBreach({ rule, data }: Pick<Breach, "rule" | "data">): string {
  const masked = (value: Json) => asWritten(value, false).replace(/"[^"]*"|\d+/g, "#");
  const says = ruleNamed(rule)?.says ?? "";
  const values = Object.entries(data).map(([name, value]) => (says.includes(`{${name}:json}`) ? name : masked(value)));
  return [rule, ...values].join(" ");
}
