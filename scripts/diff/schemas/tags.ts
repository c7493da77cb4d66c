import { asObject, asText } from "#openapi/document/document.js";
import { keywordOf } from "#values/rules/parts.js";
import { BREAKS_EVERYBODY, type Difference } from "../difference.js";
import type { AlternativePair } from "./alternative-pair.js";
import type { Alternative } from "./normal-form.js";

/**
 * The difference of the values by which a discriminator selects an alternative (OpenAPI 3.1, 4.8.25). Without a mapping,
 * they are the names of components: a renamed component changes what is sent.
 */
export function tagDifferences({ base, revision, naming, place }: AlternativePair): Difference[] {
  const [was, is] = [base.tags, revision.tags];
  if (was.length === 0 || is.length === 0 || was.some((tag) => is.includes(tag)) || statesOwn(base)) return [];
  const at = place("discriminator");
  const message = `The value of ${naming.keyword(at, "discriminator")} was changed from ${was.join(", ")} to ${is.join(", ")}.`;
  const values = { old: was.join(", "), new: is.join(", ") };
  return [{ rule: "discriminator", message, place: at, breaks: BREAKS_EVERYBODY, otherwise: "patch", ...values }];
}

/** Whether the alternative lists the values of the property itself, which are compared as such. */
function statesOwn({ parts }: Alternative): boolean {
  const names = keywordOf(parts, "discriminator").map(({ value }) => asText(asObject(value).propertyName) ?? "");
  return keywordOf(parts, "properties").some(({ value }) =>
    names.some((name) => {
      const property = asObject(asObject(value)[name]);
      return property.const !== undefined || property.enum !== undefined;
    }),
  );
}
