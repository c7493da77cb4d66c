import { findRoute, type Route, routesOf } from "#http/routes.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { type Requirement, requirementsOf } from "#openapi/document/requirements.js";
import { requireExtensions } from "#openapi/extensions/defects.js";
import type { Operation } from "#openapi/operations/operation.js";
import { type SecurityScheme, securitySchemes } from "#openapi/operations/security.js";
import { type SchemaValidator, validatorOf } from "#openapi/validator/validator.js";
import { placedOperations } from "#statements/resources/placed-paths.js";
import { groupBy } from "./group-by.js";

/** The document that a server is tested against, read once. */
export class Contract {
  readonly document: OpenApiDocument;
  readonly operations: readonly Operation[];
  readonly schemes: Readonly<Record<string, SecurityScheme>>;
  readonly requirements: readonly Requirement[];
  readonly validator: SchemaValidator;
  readonly #byPath: ReadonlyMap<string, readonly Operation[]>;
  readonly #byOperationId: ReadonlyMap<string | undefined, readonly Operation[]>;
  // Made on first use: a document may have a thousand operations.
  #routes: readonly Route[] | undefined;

  /** @throws DocumentError if extensions of the document contradict it */
  constructor(document: OpenApiDocument) {
    requireExtensions(document, "The contract");
    this.document = document;
    this.operations = placedOperations(document);
    this.schemes = securitySchemes(document);
    this.requirements = requirementsOf(document);
    this.validator = validatorOf(document);
    this.#byPath = groupBy(this.operations, ({ path }) => path);
    this.#byOperationId = groupBy(this.operations, ({ operationId }) => operationId);
  }

  /** The operations of a path, in the order of the document. */
  operationsAt(path: string): readonly Operation[] {
    return this.#byPath.get(path) ?? [];
  }

  /** Whether a request with this method to a path belongs to an operation. Another path may fit as well. */
  serves(method: string, path: string): boolean {
    return this.operationOf(method, path) !== undefined;
  }

  /** The operation of a request, by its path below the base URL; undefined if there is none. */
  operationOf(method: string, path: string): Operation | undefined {
    this.#routes ??= routesOf(this.operations, "");
    return findRoute(this.#routes, method, { origin: "", pathname: path })?.operation;
  }

  /** The operation with an operationId; undefined if the document has none. */
  operationNamed(operationId: string | undefined): Operation | undefined {
    return operationId === undefined ? undefined : this.#byOperationId.get(operationId)?.[0];
  }
}
