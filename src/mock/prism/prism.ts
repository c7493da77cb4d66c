import { createInstance, type IHttpConfig, type IHttpRequest, type IHttpResponse } from "@stoplight/prism-http";
import { getHttpConfigFromRequest } from "@stoplight/prism-http-server/dist/getHttpConfigFromRequest.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { SchemaValidator } from "#openapi/schema/validator.js";
import { responseCreator } from "./create-response.js";
import { operationLookup } from "./documented-operations.js";
import { createGenerator } from "./generator.js";
import { prismOperations } from "./prism-operations.js";
import { requestValidator } from "./validate-request.js";

/** Prism for one contract. */
export interface Prism {
  /**
   * Responds to a request as the contract documents it.
   *
   * @throws ProblemJsonError if Prism rejects the request, and plain errors for some input that Prism cannot read
   */
  respond(request: IHttpRequest): Promise<IHttpResponse>;
}

const CONFIG: IHttpConfig = {
  isProxy: false,
  checkSecurity: true,
  validateRequest: true,
  // Responses are validated by the validator of `verify` instead, so that mock and verification cannot disagree.
  validateResponse: false,
  errors: false,
  upstreamProxy: undefined,
  mock: { dynamic: false },
};

/** Prism logs each step of each request. */
const ignore = () => {};
const SILENT = {
  child: () => SILENT,
  debug: ignore,
  error: ignore,
  info: ignore,
  success: ignore,
  trace: ignore,
  warn: ignore,
};

/**
 * Sets up Prism for a contract, with two components in place of its own: one that validates requests, and one that
 * creates responses.
 *
 * @param isStrict whether a response that is not valid by the contract is an error, in place of a warning
 * @throws UserError if a reference of the contract leads nowhere
 */
export function createPrism(contract: OpenApiDocument, isStrict = false): Prism {
  const validator = new SchemaValidator(contract);
  const lookup = operationLookup(contract, validator);
  const resources = prismOperations(contract, operationsOf(contract));
  const prism = createInstance(CONFIG, {
    logger: SILENT,
    validateInput: requestValidator(lookup),
    mock: responseCreator(lookup, validator, createGenerator(contract, lookup, validator), isStrict),
  });
  return {
    async respond(request) {
      const preferred = getHttpConfigFromRequest(request);
      if (preferred._tag === "Left") throw preferred.left;
      const mock = { ...CONFIG.mock, ...preferred.right };
      const outcome = await prism.request(request, resources, { ...CONFIG, mock })();
      if (outcome._tag === "Left") throw outcome.left;
      return outcome.right.output;
    },
  };
}
