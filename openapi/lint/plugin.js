/**
 * Rules of our own for Redocly CLI: what this project asks of a contract beyond `recommended-strict`. They know no
 * endpoint by name; each stands in a file of its name, and every message carries the remedy.
 */
import { completeExamplePerOperation } from "./rules/complete-example-per-operation.js";
import { componentName } from "./rules/component-name.js";
import { exampleFitsSchema } from "./rules/example-fits-schema.js";
import { operationIdForm } from "./rules/operation-id-form.js";
import { pairedExampleKeys } from "./rules/paired-example-keys.js";
import { patternUnicode } from "./rules/pattern-unicode.js";
import { unspecifiedMarked } from "./rules/unspecified-marked.js";

export const rules = {
  "complete-example-per-operation": completeExamplePerOperation,
  "component-name": componentName,
  "example-fits-schema": exampleFitsSchema,
  "operation-id-form": operationIdForm,
  "paired-example-keys": pairedExampleKeys,
  "pattern-unicode": patternUnicode,
  "unspecified-marked": unspecifiedMarked,
};

export default () => ({ id: "contract", rules: { oas3: rules } });
