import { createRequire } from "node:module";
import {
  createInstance,
  getHttpOperationsFromSpec,
  type IHttpConfig,
  type IHttpRequest,
  type IHttpResponse,
  type PrismHttpComponents,
  ProblemJsonError,
} from "@stoplight/prism-http";
import { validateInput } from "@stoplight/prism-http/dist/validator/index.js";
import { getHttpConfigFromRequest } from "@stoplight/prism-http-server/dist/getHttpConfigFromRequest.js";
import { DiagnosticSeverity, type IHttpOperation } from "@stoplight/types";
import { covers } from "../http/media-type.js";
import type { OpenApiDocument } from "../openapi/document.js";
import { type ExamplePair, examplePairs } from "../openapi/example-pairs.js";
import type { Operation } from "../openapi/operation.js";
import { operationsOf } from "../openapi/operations.js";
import { responseFor } from "../openapi/status.js";
import { type SchemaError, SchemaValidator } from "../openapi/validator.js";
import { chooseExample, type PathReader, pathReader } from "./choose-example.js";
import { mockDocument } from "./document.js";
import { prepareGenerator, resourceForGenerator } from "./dynamic.js";
import { echo } from "./echo.js";
import { refusals } from "./refusals.js";

/** Prism for one contract. */
export interface Prism {
  /**
   * Answers a request as the contract documents it.
   *
   * @throws ProblemJsonError for what Prism refuses, and whatever Prism throws at input that it cannot read
   */
  answer(request: IHttpRequest): Promise<IHttpResponse>;
}

/** What is worked out once of each operation. */
interface Known {
  operation: Operation;
  pairs: readonly ExamplePair[];
  valuesIn: PathReader;
}

type Mocker = PrismHttpComponents["mock"];

// Prism's own mocker, which its index does not export. Tools differ in what they make of the default export of such a
// module; `require` does not.
const { default: prismMocker }: { default: Mocker } = createRequire(import.meta.url)(
  "@stoplight/prism-http/dist/mocker/index.js",
);

type Outcome = ReturnType<ReturnType<Mocker>>;

/** A generator may need some tries until all of a schema's keywords hold at once. */
const DYNAMIC_TRIES = 20;

const CONFIG: IHttpConfig = {
  isProxy: false,
  checkSecurity: true,
  validateRequest: true,
  // Ours look at bodies by the validator that `verify` uses, so that mock and verification cannot disagree.
  validateResponse: false,
  errors: false,
  upstreamProxy: undefined,
  mock: { dynamic: false },
};

/** Prism tells each step of each request to a logger. */
const silence = () => {};
const SILENT = {
  child: () => SILENT,
  debug: silence,
  error: silence,
  info: silence,
  success: silence,
  trace: silence,
  warn: silence,
};

/**
 * Sets Prism up for a contract, with what it lacks: the example that fits the request, the identifier that was asked
 * for, refusal of exclusive parameters and empty values, every status that a range covers, and answers that are held
 * against the contract before they go out.
 *
 * @throws Error if Prism cannot read the contract
 */
export async function createPrism(contract: OpenApiDocument): Promise<Prism> {
  prepareGenerator();
  const operations = operationsOf(contract);
  const known = new Map<string, Known>();
  for (const operation of operations) {
    const { method, path } = operation;
    known.set(`${method} ${path}`, { operation, pairs: examplePairs(operation), valuesIn: pathReader(path) });
  }
  const validator = new SchemaValidator(contract);
  const resources = await getHttpOperationsFromSpec(mockDocument(contract));
  const knownOf = ({ method, path }: IHttpOperation): Known => {
    const found = known.get(`${method} ${path}`);
    if (!found) throw new Error(`Prism knows ${method} ${path}, which the contract does not have.`);
    return found;
  };

  const checkInput: PrismHttpComponents["validateInput"] = ({ resource, element }) => {
    const checked = validateInput({ resource, element });
    const { operation, valuesIn } = knownOf(resource);
    const ours = refusals(contract, operation, element, valuesIn(element.url.path) ?? {}, validator);
    const all = [...(checked._tag === "Left" ? checked.left : []), ...ours];
    const [first, ...rest] = all;
    return first ? { _tag: "Left", left: [first, ...rest] } : checked;
  };

  const mock: Mocker = ({ resource, input, config }) => {
    const { operation, pairs, valuesIn } = knownOf(resource);
    const asked = valuesIn(input.data.url.path) ?? {};
    const refused = input.validations.some(({ severity }) => severity === DiagnosticSeverity.Error);
    if (refused) return prismMocker({ resource, input, config });

    if (config.code !== undefined && isContentless(operation, config.code)) {
      return () => ({ _tag: "Right", right: { statusCode: Number(config.code), headers: {} } });
    }
    const free = config.code === undefined && config.exampleKey === undefined && !config.dynamic;
    const pair = free ? chooseExample(pairs, input.data, asked) : undefined;
    const chosen = pair ? { ...config, ...preference(pair, operation) } : config;
    const fixed = config.exampleKey !== undefined;
    const answering = config.dynamic ? resourceForGenerator(resource) : resource;

    return (logger) => {
      let outcome: Outcome;
      let errors: SchemaError[] = [];
      for (let tries = config.dynamic ? DYNAMIC_TRIES : 1; tries > 0; tries -= 1) {
        outcome = prismMocker({ resource: answering, input, config: { ...chosen } })(logger);
        if (outcome._tag === "Left") return outcome;
        const output = fixed
          ? outcome.right
          : echo(operation, asked, outcome.right, (each) => bodyErrors(operation, each, validator).length === 0);
        errors = bodyErrors(operation, output, validator);
        if (errors.length === 0) return { _tag: "Right", right: output };
      }
      return { _tag: "Left", left: brokenExample(operation, errors) };
    };
  };

  const prism = createInstance(CONFIG, { logger: SILENT, validateInput: checkInput, mock });

  return {
    async answer(request) {
      const preferred = getHttpConfigFromRequest(request);
      if (preferred._tag === "Left") throw preferred.left;
      const outcome = await prism.request(request, resources, {
        ...CONFIG,
        mock: { ...CONFIG.mock, ...preferred.right },
      })();
      if (outcome._tag === "Left") throw outcome.left;
      return outcome.right.output;
    },
  };
}

/** The status and example key by which Prism finds the answer of a pair. */
function preference(
  { key, response, responseExample }: ExamplePair,
  operation: Operation,
): { code?: number; exampleKey?: string } {
  const first = Number(response.status.replace("XX", "00"));
  const code =
    response.status === "default"
      ? undefined
      : firstFree(first, response.status.endsWith("XX") ? operation : undefined);
  return {
    ...(code === undefined ? {} : { code }),
    ...(responseExample?.mediaType.examples.named.has(key) ? { exampleKey: key } : {}),
  };
}

/** The first status of a range that is not documented exactly. */
function firstFree(status: number, operation: Operation | undefined): number {
  const taken = operation?.responses.some((response) => response.status === String(status));
  return taken ? firstFree(status + 1, operation) : status;
}

/** A status that the contract documents without saying what the body is. */
function isContentless(operation: Operation, status: number): boolean {
  return responseFor(operation, status)?.content.length === 0;
}

function bodyErrors(
  operation: Operation,
  { statusCode, headers = {}, body }: IHttpResponse,
  validator: SchemaValidator,
): SchemaError[] {
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === "content-type")?.[1];
  const content = responseFor(operation, statusCode)?.content ?? [];
  const described = content.find(({ name }) => type !== undefined && covers(name, type));
  return described?.schema === undefined || body === undefined
    ? []
    : validator.errors(described.schemaPointer, body, true);
}

function brokenExample({ id }: Operation, errors: SchemaError[]): ProblemJsonError {
  const [error] = errors;
  return ProblemJsonError.fromTemplate(
    { type: "about:blank", title: "The contract breaks itself", status: 500 },
    `The mock has no answer for ${id} that fits its schema: ${error?.at || "the body"} ${error?.message}, says ${error?.keyword}. Mend the example, or run npm run lint.`,
  );
}
