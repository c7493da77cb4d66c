import { CHANGE_RULES } from "./changes.js";
import { LIFE_CYCLE_RULES } from "./life-cycle.js";
import { LIST_RULES } from "./lists.js";
import { OTHER_TEAM_RULES, REQUIREMENT_RULES } from "./requirements.js";
import { FORM_RULES, STATUS_RULES } from "./responses.js";
import type { Rule } from "./rule.js";
import { CONDITION_RULES, FILE_RULES, JOB_RULES, PATCH_RULES } from "./work.js";

/** Every rule, by its id. */
export const RULES = {
  ...STATUS_RULES,
  ...FORM_RULES,
  ...LIST_RULES,
  ...LIFE_CYCLE_RULES,
  ...CHANGE_RULES,
  ...CONDITION_RULES,
  ...PATCH_RULES,
  ...JOB_RULES,
  ...FILE_RULES,
  ...OTHER_TEAM_RULES,
  ...REQUIREMENT_RULES,
} as const;

/** The stable id of a rule. */
export type RuleId = keyof typeof RULES;

const byId: ReadonlyMap<string, Rule> = new Map(Object.entries(RULES));

/** The rule with an id; undefined for one of an older version. */
export function ruleNamed(id: string): Rule | undefined {
  return byId.get(id);
}
