/**
 * The project's own rules for Redocly CLI, in addition to `recommended-strict`. They apply to any contract. Each rule is in
 * a file of its name, and every message contains the remedy.
 */
import { boundsAgree } from "./rules/bounds-agree.js";
import { completeExamplePerOperation } from "./rules/complete-example-per-operation.js";
import { componentName } from "./rules/component-name.js";
import { conditionMet } from "./rules/condition-met.js";
import { exampleFitsSchema } from "./rules/example-fits-schema.js";
import { exampleRead } from "./rules/example-read.js";
import { extensionsFit } from "./rules/extensions-fit.js";
import { fieldInExample } from "./rules/field-in-example.js";
import { fileUsed } from "./rules/file-used.js";
import { linkResolves } from "./rules/link-resolves.js";
import { memberAdmitted } from "./rules/member-admitted.js";
import { nameAsMeant } from "./rules/name-as-meant.js";
import { operationIdForm } from "./rules/operation-id-form.js";
import { pagingDescribed } from "./rules/paging-described.js";
import { pairedExampleKeys } from "./rules/paired-example-keys.js";
import { pathParameterRequired } from "./rules/path-parameter-required.js";
import { patternUnicode } from "./rules/pattern-unicode.js";
import { referenceFits } from "./rules/reference-fits.js";
import { referenceResolves } from "./rules/reference-resolves.js";
import { requirementPerOperation } from "./rules/requirement-per-operation.js";
import { securitySchemeExists } from "./rules/security-scheme-exists.js";
import { unspecifiedMarked } from "./rules/unspecified-marked.js";

export const rules = {
  "bounds-agree": boundsAgree,
  "complete-example-per-operation": completeExamplePerOperation,
  "component-name": componentName,
  "condition-met": conditionMet,
  "example-fits-schema": exampleFitsSchema,
  "example-read": exampleRead,
  "extensions-fit": extensionsFit,
  "field-in-example": fieldInExample,
  "file-used": fileUsed,
  "link-resolves": linkResolves,
  "member-admitted": memberAdmitted,
  "name-as-meant": nameAsMeant,
  "operation-id-form": operationIdForm,
  "paging-described": pagingDescribed,
  "paired-example-keys": pairedExampleKeys,
  "path-parameter-required": pathParameterRequired,
  "pattern-unicode": patternUnicode,
  "reference-fits": referenceFits,
  "reference-resolves": referenceResolves,
  "requirement-per-operation": requirementPerOperation,
  "security-scheme-exists": securitySchemeExists,
  "unspecified-marked": unspecifiedMarked,
};

export default () => ({
  id: "contract",
  rules: { oas3: rules, oas2: { "security-scheme-exists": securitySchemeExists } },
});
