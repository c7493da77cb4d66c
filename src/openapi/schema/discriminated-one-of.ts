import { type Ajv2020, _ as code } from "ajv/dist/2020.js";

/**
 * Changes `oneOf` (JSON Schema Core 2020-12, 10.2.1.3) beside a `discriminator`: the schema that it selects may decide alone
 * (OpenAPI 3.1, 4.8.25), so a value that matches several of the schemas is valid. Documents have such schemas where each of
 * them extends one base, and servers send their values.
 */
export function admitDiscriminatedOverlaps(ajv: Ajv2020): void {
  const [oneOf, anyOf] = [ajv.getKeyword("oneOf"), ajv.getKeyword("anyOf")];
  const hasCode = typeof oneOf === "object" && typeof anyOf === "object" && "code" in oneOf && "code" in anyOf;
  if (!hasCode) throw new Error("This version of Ajv defines oneOf otherwise than version 8.");
  ajv.removeKeyword("oneOf").addKeyword({
    ...oneOf,
    code(context) {
      if (context.parentSchema.discriminator === undefined) return oneOf.code(context);
      // The error of oneOf names the schemas that match; here, none does.
      context.setParams({ passing: code`null` });
      anyOf.code(context);
    },
  });
}
