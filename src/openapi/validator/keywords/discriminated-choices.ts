import { type Ajv2020, type CodeKeywordDefinition, _ as code, type KeywordCxt } from "ajv/dist/2020.js";
import type { DataValidateFunction } from "ajv/dist/types/index.js";
import { CHOICES } from "../../document/applied.js";
import { asObject, type JsonObject, type OpenApiDocument } from "../../document/document.js";
import { pointerTo } from "../../document/pointer.js";
import { type Discrimination, discriminationOf, selectedBranches } from "../../schema/discriminator.js";

/** The selection of a value, in generated code: the index of a list of branches, or one of these. */
const NOTHING = -1;
const INVALID = -2;

/**
 * Changes `oneOf` and `anyOf` (JSON Schema Core 2020-12, 10.2.1) beside a `discriminator`: the value of its property selects
 * the schema that decides (OpenAPI 3.1, 4.8.25). The errors are those of the selected branch. A value without the property is
 * valid if any branch admits it.
 */
export function addDiscriminators(ajv: Ajv2020, document: OpenApiDocument): void {
  const anyOf = definitionOf(ajv, "anyOf");
  for (const keyword of CHOICES) {
    const plain = definitionOf(ajv, keyword);
    ajv.removeKeyword(keyword).addKeyword({
      ...plain,
      code(context) {
        const discrimination = discriminationOf(document, asObject(context.parentSchema), keyword);
        if (discrimination) return writeSelection(context, keyword, discrimination);
        if (context.parentSchema.discriminator === undefined) return plain.code(context);
        // The error of oneOf names the schemas that match; here, none does.
        context.setParams({ passing: code`null` });
        anyOf.code(context);
      },
    });
  }
  ajv.addKeyword({
    keyword: "discriminator",
    type: "object",
    errors: "full",
    compile: (_, parentSchema) => knownValues(document, asObject(parentSchema)),
  });
}

function definitionOf(ajv: Ajv2020, keyword: string): CodeKeywordDefinition {
  const definition = ajv.getKeyword(keyword);
  if (typeof definition === "object" && "code" in definition) return definition;
  throw new Error(`This version of Ajv defines ${keyword} otherwise than version 8.`);
}

/** Writes the code that validates the selected branches. An invalid value of the property is an error of `discriminator`. */
function writeSelection(context: KeywordCxt, keyword: string, discrimination: Discrimination): void {
  const { gen, data } = context;
  const lists = new Map<string, readonly number[]>([["every", [...context.schema.keys()]]]);
  const indexOf = (branches: readonly number[]) => {
    lists.set(branches.join(), branches);
    return [...lists.keys()].indexOf(branches.join());
  };
  const known = new Map([...discrimination.branches.values()].map((branches) => [branches, indexOf(branches)]));
  known.set(discrimination.others, discrimination.others.length === 0 ? INVALID : indexOf(discrimination.others));
  const select = (value: unknown) => known.get(selectedBranches(discrimination, value) ?? []) ?? NOTHING;
  const selected = gen.const("selected", code`${gen.scopeValue("obj", { ref: select })}(${data})`);
  const valid = gen.let("valid", code`${selected} === ${INVALID}`);
  for (const [index, branches] of [...lists.values()].entries()) {
    const isSelected = index === 0 ? code`${selected} === ${NOTHING}` : code`${selected} === ${index}`;
    gen.if(isSelected, () => writeBranches(context, keyword, branches, valid));
  }
  context.ok(valid);
}

/** Writes the code that validates one of some branches. The errors of a single one are those of the value. */
function writeBranches(
  context: KeywordCxt,
  keyword: string,
  branches: readonly number[],
  valid: ReturnType<KeywordCxt["gen"]["let"]>,
): void {
  const { gen } = context;
  const isSingle = branches.length === 1;
  for (const schemaProp of branches) {
    const branchValid = gen.name("_valid");
    const branch = context.subschema(
      { keyword, schemaProp, ...(isSingle ? {} : { compositeRule: true }) },
      branchValid,
    );
    gen.assign(valid, code`${valid} || ${branchValid}`);
    context.mergeValidEvaluated(branch, branchValid);
  }
  if (isSingle) return;
  context.setParams({ passing: code`null` });
  gen.if(
    code`!${valid}`,
    () => context.error(true),
    () => context.reset(),
  );
}

/** Reports a value of the property that selects no branch: the schema cannot be determined, so the value is invalid. */
function knownValues(document: OpenApiDocument, parentSchema: JsonObject): DataValidateFunction {
  const choices = CHOICES.flatMap((keyword) => discriminationOf(document, parentSchema, keyword) ?? []);
  const validate: DataValidateFunction = (data: JsonObject, context) => {
    const unmet = choices.filter((choice) => selectedBranches(choice, data)?.length === 0);
    validate.errors = unmet.map(({ propertyName, branches }) => ({
      keyword: "discriminator",
      instancePath: pointerTo(context?.instancePath ?? "", propertyName),
      schemaPath: "#/discriminator",
      params: { values: [...branches.keys()] },
      message: `must be one of ${[...branches.keys()].map((value) => JSON.stringify(value)).join(", ")}`,
      parentSchema,
      data: data[propertyName],
    }));
    return unmet.length === 0;
  };
  return validate;
}
