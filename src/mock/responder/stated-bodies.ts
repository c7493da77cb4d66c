import type { Chosen } from "#http/negotiate.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { oncePer } from "#openapi/document/once-per.js";
import { valueAt } from "#openapi/document/pointer.js";
import type { MediaType, Operation } from "#openapi/operations/operation.js";
import type { SchemaValidator } from "#openapi/validator/validator.js";
import { bodyText } from "./body-text.js";
import { type MockedResponse, violationOf } from "./mocked-response.js";

/** The bodies of responses that are examples of a document: each is validated and written once. */
export class StatedBodies {
  readonly #document: OpenApiDocument;
  readonly #validator: SchemaValidator;
  /** By the body, then by where it is sent. */
  readonly #violations = oncePer((_: object) => new Map<string, { value: string | undefined }>());
  readonly #texts = oncePer((_: object) => new Map<string, { value: string }>());

  constructor(document: OpenApiDocument, validator: SchemaValidator) {
    this.#document = document;
    this.#validator = validator;
  }

  /** The first violation by a response, as `violationOf` finds it. */
  violationOf(operation: Operation, response: MockedResponse): string | undefined {
    const { body, statusCode, headers } = response;
    const find = () => violationOf(operation, response, this.#validator);
    if (typeof body !== "object" || body === null) return find();
    return remembered(this.#violations(body), `${operation.pointer} ${statusCode} ${headers?.["content-type"]}`, find);
  }

  /** The text of a body. */
  textOf(body: unknown, { content, type }: Chosen<MediaType>): string {
    const write = () => bodyText(this.#document, valueAt(body, "") ?? null, type, content);
    if (typeof body !== "object" || body === null) return write();
    return remembered(this.#texts(body), `${type} ${content.pointer}`, write);
  }
}

function remembered<Value>(known: Map<string, { value: Value }>, key: string, find: () => Value): Value {
  const found = known.get(key) ?? { value: find() };
  known.set(key, found);
  return found.value;
}
