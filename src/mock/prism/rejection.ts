import type { IHttpResponse } from "@stoplight/prism-http";
import { asObject } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import { responseFor } from "#openapi/operations/status.js";
import { describedBody, hasExample } from "../responder/mocked-response.js";
import { problem } from "../server/problem.js";
import type { Generator } from "./generator.js";
import { type Mocker, type Outcome, prismMocker } from "./prism-mocker.js";
import { type Validating, validOutcome } from "./valid-outcome.js";
import { MALFORMED_JSON } from "./validate-request.js";

/**
 * The rejections of each mock whose values had to be generated, by what they depend on. A recursive error takes a tenth of a
 * second to generate, and all operations of a document may have it.
 */
const generated = new WeakMap<Generator, Map<string, Outcome>>();

/**
 * The response to an invalid request: the documented one, with an example or with values that are valid by its schema;
 * without one, a problem.
 */
export function rejection(
  { resource, input, config }: Parameters<Mocker>[0],
  operation: Operation,
  generator: Generator,
  validating: Validating,
): ReturnType<Mocker> {
  // A missing key counts more than the body.
  const isMalformed = input.validations.every(({ code }) => code === MALFORMED_JSON);
  if (isMalformed && !hasContentFor400(operation)) {
    return () => ({
      _tag: "Left",
      left: problem(400, "Malformed JSON", `The body is not JSON: ${defectOf(input.data.body)}.`),
    });
  }
  // Prism rejects with 422 if the document has both. A body that cannot be read is a 400 (RFC 9110, 15.5.1).
  const stated = isMalformed ? { input: { ...input, validations: [] }, code: { code: 400 } } : { input, code: {} };
  return (logger) => {
    const respond = (dynamic: boolean): Outcome => {
      const source = dynamic ? generator.generatorResource(resource, config.seed) : resource;
      return prismMocker({ resource: source, input: stated.input, config: { ...config, ...stated.code, dynamic } })(
        logger,
      );
    };
    const first = respond(false);
    // The document has no response for it.
    if (first._tag === "Left") return first;
    const known = generated.get(generator) ?? new Map<string, Outcome>();
    generated.set(generator, known);
    const key = JSON.stringify([config, kindOf(operation, first.right)]);
    const remembered = known.get(key);
    if (remembered) return remembered;
    const outcome = validOutcome(operation, (dynamic) => (dynamic ? respond(true) : first), false, validating);
    if (outcome !== first && !config.dynamic && outcome._tag === "Right") known.set(key, outcome);
    return outcome;
  };
}

/** The parts of a response on which generated values depend: its status, media type and schema, which operations may share. */
function kindOf(operation: Operation, response: IHttpResponse): unknown {
  const described = describedBody(operation, response);
  const schema = asObject(described?.schema);
  const isPlain = !hasExample(operation, response) && responseFor(operation, response.statusCode)?.headers.length === 0;
  const isShared = isPlain && Object.keys(schema).join() === "$ref";
  return [response.statusCode, described?.name, isShared ? schema.$ref : operation.id];
}

/** The defect of a text that is not JSON, in the words of the parser. */
function defectOf(body: unknown): string {
  try {
    JSON.parse(String(body));
    return "it is nested too deeply";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Whether the document has a body for 400. `default` may describe a success. */
function hasContentFor400({ responses }: Operation): boolean {
  const documented =
    responses.find(({ status }) => status === "400") ?? responses.find(({ status }) => status === "4XX");
  return documented !== undefined && documented.content.length > 0;
}
