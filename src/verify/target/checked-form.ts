import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { suggestion } from "#cli/similar-name.js";
import { asObject, isObject } from "#openapi/document/document.js";
import { pointerNames } from "#openapi/document/pointer.js";
import { settingPath } from "../model/test-case/need.js";

/** Our own schemas are not validated by their meta-schema, which would take longer than the rest of reading a file. */
const OPTIONS = { strict: false, validateSchema: false, meta: false, verbose: true, code: { optimize: false } };

/** The first problem of a file. It has the names that lead to its place, and a sentence without a value of the file. */
export interface FormProblem {
  place: readonly string[];
  problem: string;
}

/** A problem with the path of its place. */
export function placed({ place, problem }: FormProblem): string {
  return place.length > 0 ? `${settingPath(...place)}: ${problem}` : problem;
}

/**
 * Compares the content of a file that people write with the schema of such files.
 *
 * @param member how the messages call a member of the file: a setting, for example
 * @param worded words errors for which the message of Ajv does not say what to do
 * @returns the content, or its first problem
 */
export function checkedForm<Content>(
  schema: object,
  content: unknown,
  member: string,
  worded: (error: ErrorObject, place: readonly string[]) => string | undefined = () => undefined,
): { content: Content } | FormProblem {
  const validate = new Ajv2020(OPTIONS).compile<Content>(schema);
  if (validate(content)) return { content };
  const [first] = validate.errors ?? [];
  if (!first) return { place: [], problem: "the file does not have the required form." };
  const error = first.keyword === "required" ? (unknownBeside(schema, content, first) ?? first) : first;
  const { instancePath, keyword, message = "is not valid", params, parentSchema } = error;
  const outer = pointerNames(instancePath);
  const place = keyword === "additionalProperties" ? [...outer, String(params.additionalProperty)] : outer;
  const own = worded(error, place);
  if (own !== undefined) return { place, problem: own };
  if (keyword === "additionalProperties") {
    const known = Object.keys(asObject(isObject(parentSchema) ? parentSchema.properties : undefined));
    return { place, problem: `this is not a ${member}. ${suggestion(place.at(-1) ?? "", known)}` };
  }
  return { place, problem: keyword === "enum" ? `use one of ${enumerated(params)}.` : `it ${message}.` };
}

/** An unknown member where one is missing: it may be the missing one, misspelt. */
function unknownBeside(schema: object, content: unknown, { instancePath }: ErrorObject): ErrorObject | undefined {
  const validate = new Ajv2020({ ...OPTIONS, allErrors: true }).compile(schema);
  validate(content);
  return validate.errors?.find(
    (error) => error.keyword === "additionalProperties" && error.instancePath === instancePath,
  );
}

function enumerated({ allowedValues }: ErrorObject["params"]): string {
  return Array.isArray(allowedValues) ? allowedValues.join(", ") : String(allowedValues);
}
