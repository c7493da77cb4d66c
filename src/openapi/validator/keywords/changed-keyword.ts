import type { Ajv2020, CodeKeywordDefinition, KeywordCxt } from "ajv/dist/2020.js";

/**
 * Changes the code of a keyword in its place among the other keywords. `unevaluatedItems` and `unevaluatedProperties` come
 * after those that evaluate.
 *
 * @param change writes the code of the keyword, by calling the function that it is given, and code around it
 */
export function changeKeyword(
  ajv: Ajv2020,
  keyword: string,
  change: (context: KeywordCxt, write: () => void) => void,
): void {
  const rule = ajv.RULES.all[keyword];
  if (typeof rule !== "object" || !hasCode(rule.definition)) {
    throw new Error(`This version of Ajv defines ${keyword} otherwise than version 8.`);
  }
  const { definition } = rule;
  const changed = {
    ...definition,
    code: (context: KeywordCxt) => change(context, () => definition.code(context)),
  };
  Object.assign(rule, { definition: changed });
}

function hasCode(definition: object): definition is CodeKeywordDefinition {
  return "code" in definition;
}
