import type { IHttpRequest, IHttpResponse } from "@stoplight/prism-http";
import type { OpenApiDocument } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import { securitySchemes } from "#openapi/operations/security.js";
import { hashOf } from "#values/random/randomness.js";

/** How many responses are remembered twice over, and how long a request may be whose response is. */
const MAX = { responses: 500, characters: 10_000 };

/** Requests that are recognized when they come again. Of two with the same place, the later one counts. */
const PLACES = 4096;

/** Headers by which the mock chooses a response, apart from those that the contract names. */
const USUAL = ["accept", "authorization", "content-type", "cookie", "prefer"];

/** The mark of a response. A weak set of all of them would take the time of a tenth of a response. */
const REPEATABLE = Symbol("repeatable");

/** A response, and whether the same request gets it each time. */
type Marked<Response> = Response & { [REPEATABLE]?: true };

/** Notes that the same request gets this response each time: nothing in it is generated. A copy would take longer than the rest. */
export function markRepeatable<Response extends object>(response: Marked<Response>): Marked<Response> {
  response[REPEATABLE] = true;
  return response;
}

/** Whether the same request gets this response each time. */
export function isRepeatable(response: Marked<object>): boolean {
  return response[REPEATABLE] === true;
}

/**
 * Responses by their requests. A mock has no state, so an equal request gets an equal response. It needs neither Prism nor a
 * validation again. A response is remembered when its request comes a second time. Most requests of tests come once, and
 * responses that are kept for a while are the most expensive garbage.
 */
export class RememberedResponses {
  readonly #names: readonly string[];
  /** The responses of late. When they are many, they take the place of the earlier ones. */
  #late = new Map<string, IHttpResponse>();
  #earlier = new Map<string, IHttpResponse>();
  /** The hashes of requests that came. */
  readonly #came = new Int32Array(PLACES);

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
    const late = this.#late.get(key);
    if (late) return late;
    const response = this.#earlier.get(key) ?? (await respond());
    const isLasting = key.length <= MAX.characters && isRepeatable(response) && this.#comesAgain(key);
    if (isLasting) this.#remember(key, response);
    return response;
  }

  #remember(key: string, response: IHttpResponse): void {
    if (this.#late.size >= MAX.responses) {
      this.#earlier = this.#late;
      this.#late = new Map();
    }
    this.#late.set(key, response);
  }

  #comesAgain(key: string): boolean {
    const hash = hashOf(key) | 0;
    const place = hash & (PLACES - 1);
    if (this.#came[place] === hash) return true;
    this.#came[place] = hash;
    return false;
  }

  /** All parts of a request on which its response depends, as a text that no other request has. */
  #keyOf({ method, url, headers = {}, body }: IHttpRequest): string {
    let key = `${method} ${url.path}\n${JSON.stringify(url.query)}`;
    // Neither addresses nor headers have these characters (RFC 9112, 3.2; RFC 9110, 5.5). A body comes last.
    for (const name of this.#names) key += `\n${headers[name] ?? "\0"}`;
    return body === undefined ? key : `${key}\n${typeof body === "string" ? body : JSON.stringify(body)}`;
  }
}
