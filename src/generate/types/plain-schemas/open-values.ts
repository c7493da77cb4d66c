import { asList, isObject, type JsonObject } from "#openapi/document/document.js";

/**
 * A set of texts that is open, as one schema with `x-extensible-enum`: `anyOf` an enum and any string.
 *
 * @returns undefined for every other schema
 */
export function openValues({ anyOf }: JsonObject): JsonObject | undefined {
  const choices = asList(anyOf).filter(isObject);
  const admitsAny = choices.some(
    (choice) =>
      choice.type === "string" && !choice.enum && !choice.const && !choice.format && !choice["x-extensible-enum"],
  );
  const isText = choices.every(
    (choice) => choice.type === "string" || (choice.type === undefined && (choice.enum ?? choice.const) !== undefined),
  );
  if (!admitsAny || !isText || choices.length !== asList(anyOf).length) return undefined;
  const values = choices.flatMap((choice) => [
    ...asList(choice.enum),
    ...asList(choice["x-extensible-enum"]),
    ...(choice.const === undefined ? [] : [choice.const]),
  ]);
  if (values.length === 0 || !values.every((value) => typeof value === "string")) return undefined;
  return { type: "string", "x-extensible-enum": values };
}
