import type { IHttpRequest, IHttpResponse } from "@stoplight/prism-http";
import type { OpenApiDocument } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import { securitySchemes } from "#openapi/operations/security.js";

/** How many responses are remembered, and how long a request may be whose response is. */
const MAX = { responses: 1000, characters: 10_000 };

/** Headers by which the mock chooses a response, apart from those that the contract names. */
const USUAL = ["accept", "authorization", "content-type", "cookie", "prefer"];

const repeatable = new WeakSet<object>();

/** Notes that the same request gets this response each time: nothing in it is generated. */
export function markRepeatable<Response extends object>(response: Response): Response {
  repeatable.add(response);
  return response;
}

/**
 * Responses by their requests. A mock has no state, so an equal request gets an equal response. It needs neither Prism nor a
 * validation again. The least recent ones are forgotten.
 */
export class RememberedResponses {
  readonly #names: readonly string[];
  readonly #responses = new Map<string, IHttpResponse>();

  constructor(contract: OpenApiDocument, operations: readonly Operation[]) {
    const parameters = operations.flatMap((operation) => operation.parameters.filter((part) => part.in === "header"));
    const keys = Object.values(securitySchemes(contract)).flatMap((scheme) =>
      scheme.type === "apiKey" && scheme.in === "header" ? [scheme.name] : [],
    );
    const names = [...USUAL, ...keys, ...parameters.map(({ name }) => name)];
    this.#names = [...new Set(names.map((name) => name.toLowerCase()))];
  }

  /**
   * The response to a request.
   *
   * @param respond makes it if it is not remembered. It is remembered then if it is marked as repeatable
   */
  async of(request: IHttpRequest, respond: () => Promise<IHttpResponse>): Promise<IHttpResponse> {
    const key = this.#keyOf(request);
    const known = this.#responses.get(key);
    if (known) {
      // The order of a map is that of insertion.
      this.#responses.delete(key);
      this.#responses.set(key, known);
      return known;
    }
    const response = await respond();
    if (repeatable.has(response) && key.length <= MAX.characters) {
      this.#responses.set(key, response);
      const [oldest] = this.#responses.keys();
      if (this.#responses.size > MAX.responses && oldest !== undefined) this.#responses.delete(oldest);
    }
    return response;
  }

  /** All parts of a request on which its response depends, as a text that no other request has. */
  #keyOf({ method, url, headers = {}, body }: IHttpRequest): string {
    const sent = this.#names.map((name) => headers[name] ?? null);
    return JSON.stringify([method, url.path, url.query, sent, body]);
  }
}
