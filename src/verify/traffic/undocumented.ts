import { mediaTypeOf } from "#http/media-type.js";
import type { Json } from "#openapi/document/document.js";
import { type Operation, writtenPath } from "#openapi/operations/operation.js";
import { responseFor } from "#openapi/operations/status.js";
import type { UndocumentedField } from "../checks/undocumented-fields.js";
import type { RecordedExchange } from "./recorded-exchange.js";

/** A status of an operation that its document does not have. */
export interface UndocumentedStatus {
  operation: Operation;
  status: number;
  /** The media type of its body; empty without one. */
  mediaType: string;
}

/** A request that belongs to no operation, and its response. */
export interface UndocumentedRequest {
  method: string;
  /** Without the base path of the API. */
  path: string;
  /** The names of its query parameters. */
  query: readonly string[];
  /** The media type of its body; empty without one. */
  bodyType: string;
  status: number;
  mediaType: string;
}

/** How many statuses, fields and requests are kept, of each: traffic may last for days. */
const MAX_KEPT = 1000;

/** The parts of traffic that its document lacks. A projection of the exchanges: it judges none of them. */
export class Undocumented {
  readonly #statuses = new Map<string, UndocumentedStatus>();
  readonly #fields = new Map<string, { at: string; pointer: string; values: Json[] }>();
  readonly #requests = new Map<string, Omit<UndocumentedRequest, "path"> & { url: URL }>();
  /** The addresses that stand before the paths of operations. */
  readonly #bases = new Set<string>();
  /** The preflight requests of browsers (Fetch, 4.8). */
  preflights = 0;

  /** @param baseUrl the base URL of the API; undefined if the requests of operations show it */
  constructor(baseUrl: string | undefined) {
    if (baseUrl !== undefined) this.#bases.add(baseUrl.replace(/\/$/, ""));
  }

  /** Adds an exchange of an operation. */
  add(operation: Operation, { request, response }: RecordedExchange, fields: readonly UndocumentedField[]): void {
    const { origin, pathname } = request.url;
    const depth = writtenPath(operation).split("/").length - 1;
    this.#bases.add(origin + pathname.split("/").slice(0, -depth).join("/"));
    const { status } = response;
    if (!responseFor(operation, status) && status < 500) {
      keep(this.#statuses, `${operation.id} ${status}`, { operation, status, mediaType: typeIn(response) });
    }
    for (const { at, pointer, value } of fields) {
      const name = `${pointer} ${at.split("/").at(-1)}`;
      const field = this.#fields.get(name);
      if (field) field.values.push(...(field.values.length < MAX_KEPT ? [value] : []));
      else keep(this.#fields, name, { at, pointer, values: [value] });
    }
  }

  /** Adds an exchange that belongs to no operation. */
  addRequest({ request, response }: RecordedExchange): void {
    const { method, url, headers, body } = request;
    if (headers.has("access-control-request-method")) {
      this.preflights += 1;
      return;
    }
    const key = `${method} ${url.origin}${url.pathname} ${response.status}`;
    keep(this.#requests, key, {
      method,
      url,
      query: [...new Set(url.searchParams.keys())],
      bodyType: body === "" ? "" : typeIn(request),
      status: response.status,
      mediaType: typeIn(response),
    });
  }

  get statuses(): readonly UndocumentedStatus[] {
    return [...this.#statuses.values()];
  }

  /** The fields, with the values that were seen in each. */
  get fields() {
    return [...this.#fields.values()];
  }

  /** The requests at an address of the API. Those of other origins are only counted. */
  get requests(): UndocumentedRequest[] {
    return [...this.#requests.values()].flatMap(({ url, ...rest }) => {
      const path = this.#pathOf(url);
      return path === undefined ? [] : [{ ...rest, path }];
    });
  }

  /** How many different requests went to addresses that are not those of the API. */
  get elsewhere(): number {
    return [...this.#requests.values()].filter(({ url }) => this.#pathOf(url) === undefined).length;
  }

  #pathOf({ origin, pathname }: URL): string | undefined {
    const address = origin + pathname;
    const base = [...this.#bases].find((candidate) => address.startsWith(`${candidate}/`));
    return base === undefined ? undefined : address.slice(base.length);
  }
}

function keep<Value>(kept: Map<string, Value>, key: string, value: Value): void {
  if (!kept.has(key) && kept.size < MAX_KEPT) kept.set(key, value);
}

function typeIn({ headers }: { headers: Headers }): string {
  return mediaTypeOf(headers.get("content-type") ?? "");
}
