import type { Json } from "#openapi/document/document.js";
import type { CheckId } from "./kinds.js";

/** The values of the sentence of a rule, by their names. */
export type RuleData = Readonly<Record<string, Json>>;

/** The content of a finding, as data: the broken rule of `verify/rules/`, its group, and the values of its sentence. */
export interface Breach {
  check: CheckId;
  /** The id of the rule. */
  rule: string;
  data: RuleData;
  /** The sentence that the rule makes of the data, without a full stop. People read it; no program does. */
  message: string;
}
