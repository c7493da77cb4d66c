import type { Statement } from "../model/finding/statement.js";
import { RULES, type RuleId } from "./registry.js";
import { type DataOf, filled } from "./rule.js";

/** The statement that a rule is broken: its id, the data, and the sentence that is made of them. */
export function broken<Id extends RuleId>(rule: Id, data: DataOf<(typeof RULES)[Id]["says"]>): Statement {
  const { check, says } = RULES[rule];
  return { check, rule, data, message: filled(says, data) };
}

/** The same, of a failure that was not seen again when its request was repeated. */
export function unrepeated<Said extends Statement>(said: Said): Said {
  return { ...said, message: `${said.message} (not when it was repeated)`, data: { ...said.data, isRepeated: false } };
}
