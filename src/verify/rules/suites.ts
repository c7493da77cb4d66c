import type { SuiteId } from "../model/test-case/test-case.js";
import { CHANGE_RULES } from "./changes.js";
import { LIFE_CYCLE_RULES } from "./life-cycle.js";
import { LIST_RULES } from "./lists.js";
import { ruleNamed } from "./registry.js";
import { OTHER_TEAM_RULES, REQUIREMENT_RULES } from "./requirements.js";
import type { Rule } from "./rule.js";
import { CONDITION_RULES, FILE_RULES, JOB_RULES, PATCH_RULES } from "./work.js";

/** The suites whose test cases look for breaches of rules. Any response may break the other rules. */
const SUITES: readonly (readonly [rules: Readonly<Record<string, Rule>>, suites: readonly SuiteId[]])[] = [
  [LIST_RULES, ["lists", "examples"]],
  [LIFE_CYCLE_RULES, ["life-cycle"]],
  [CHANGE_RULES, ["life-cycle", "invalid-requests"]],
  [CONDITION_RULES, ["conditional"]],
  [PATCH_RULES, ["patches"]],
  [JOB_RULES, ["jobs"]],
  [FILE_RULES, ["files"]],
  [OTHER_TEAM_RULES, ["authentication"]],
  [REQUIREMENT_RULES, ["rules"]],
];

/** Whether a text is the id of a rule that test cases of a suite may find to be broken. */
export function mayBreak(suite: SuiteId, id: string): boolean {
  if (ruleNamed(id) === undefined) return false;
  const known = SUITES.find(([rules]) => Object.hasOwn(rules, id));
  return known === undefined || known[1].includes(suite);
}
