import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";

/** Our own schemas are not validated by their meta-schema, which would take longer than the rest of reading a file. */
const OPTIONS = { strict: false, validateSchema: false, meta: false, code: { optimize: false } };

/**
 * Compares the content of a file that people write with the schema of such files.
 *
 * @param member how the messages call a member of the file: a setting, for example
 * @param worded words errors for which the message of Ajv does not say what to do
 * @returns the content, or a sentence about its first problem, without a value of the file
 */
export function checkedForm<Content>(
  schema: object,
  content: unknown,
  member: string,
  worded: (error: ErrorObject, at: string) => string | undefined = () => undefined,
): { content: Content } | { problem: string } {
  const validate = new Ajv2020(OPTIONS).compile<Content>(schema);
  if (validate(content)) return { content };
  const [error] = validate.errors ?? [];
  if (!error) return { problem: "the file does not have the required form." };
  const { instancePath, keyword, message = "is not valid", params } = error;
  const at = instancePath.slice(1).replaceAll("/", ".") || "the file";
  if (keyword === "additionalProperties") {
    return { problem: `${at} has no ${member} ${JSON.stringify(params.additionalProperty)}.` };
  }
  return { problem: worded(error, at) ?? `${at} ${message}.` };
}
