import { isObject, type Json } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { pointerTo, valueAt, withValue } from "#openapi/document/pointer.js";
import { isSafe } from "#openapi/operations/methods.js";
import type { Operation } from "#openapi/operations/operation.js";
import { namedFields } from "#statements/named-fields.js";
import { layersOf } from "#statements/resources/envelope.js";
import { endsInParameter } from "#statements/resources/path-parameters.js";
import { versionField } from "#statements/resources/version-fields.js";
import type { Contract } from "../model/contract.js";
import { type Exchange, isRejection, isSuccess, jsonOf } from "../model/request/exchange.js";
import type { RequestSpec } from "../model/request/request-spec.js";
import { readsAround } from "./reads-around.js";

/** Rejections of a change whose version is not that of the resource (RFC 9110, 15.5.10 and 15.5.13; RFC 6585, 3). */
const OUTDATED = [409, 412, 428];

/**
 * Adds the current version to the bodies of changes that name it, such as `checksum`. The target has to demand it: it has rejected
 * another one.
 */
export class CurrentVersions {
  readonly #contract: Contract;
  /** Whether the body of any change has a version. */
  readonly #hasVersions: boolean;
  /** Operations that accept the version of the last read alone. */
  readonly #needing = new Set<Operation>();
  /** The bodies of the last reads, by their addresses, until a change there succeeds. */
  readonly #shown = new Map<string, Json | undefined>();

  constructor(contract: Contract) {
    this.#contract = contract;
    const { document, operations } = contract;
    this.#hasVersions = operations.some((operation) => versionField(document, operation) !== undefined);
  }

  /** Sends a request, with the current version if it needs one. @param send sends one request, such as the read of the version */
  send(request: RequestSpec, send: (request: RequestSpec) => Promise<Exchange>): Promise<Exchange> {
    const { operation, method = operation.method } = request;
    if (!this.#hasVersions) return send(request);
    return isSafe({ method }) ? this.#sendRead(request, send) : this.#sendUnsafe(request, send);
  }

  async #sendUnsafe(request: RequestSpec, send: (request: RequestSpec) => Promise<Exchange>): Promise<Exchange> {
    const exchange = await this.#sendChange(request, send);
    // A change of one resource may change the versions of those around it.
    if (!isRejection(exchange)) for (const read of this.#readsOf(request)) this.#shown.delete(addressOf(read));
    return exchange;
  }

  /** Remembers what a read of a resource shows, if a change needs its version. */
  async #sendRead(request: RequestSpec, send: (request: RequestSpec) => Promise<Exchange>): Promise<Exchange> {
    const exchange = await send(request);
    const { operation, parameters, method = operation.method, credential } = request;
    const isWhole =
      method === "get" &&
      endsInParameter(operation.path) &&
      parameters.every(({ parameter }) => parameter.in === "path");
    if (this.#needing.size > 0 && isWhole && credential === undefined && isSuccess(exchange)) {
      this.#shown.set(addressOf(request), jsonOf(exchange));
    }
    return exchange;
  }

  async #sendChange(request: RequestSpec, send: (request: RequestSpec) => Promise<Exchange>): Promise<Exchange> {
    const { operation, method = operation.method } = request;
    const field = versionField(this.#contract.document, operation);
    if (field === undefined || method !== operation.method || !names(request, field)) return send(request);
    const known = this.#needing.has(operation) ? this.#known(request, field) : undefined;
    const first = known ?? (this.#needing.has(operation) ? await this.#current(request, field, send) : request);
    const exchange = await send(first);
    const isRead = this.#needing.has(operation) && known === undefined;
    if (isRead || !speaksOfVersion(exchange, field)) return exchange;
    // Something else may have changed the resource since the last read.
    const current = await this.#current(request, field, send);
    if (current === request || jsonText(current.body) === jsonText(first.body)) return exchange;
    const again = await send(current);
    if (isSuccess(again)) this.#needing.add(operation);
    return again;
  }

  /** The request with the version of the last read; undefined if that is not known any more. */
  #known(request: RequestSpec, field: string): RequestSpec | undefined {
    const [read] = this.#readsOf(request);
    const address = read && addressOf(read);
    if (address === undefined || !this.#shown.has(address)) return undefined;
    return withVersion(request, field, this.#shown.get(address));
  }

  /**
   * The request with the version that a read of its resource shows. Without such a version, or for another type, it stays the
   * same.
   */
  async #current(
    request: RequestSpec,
    field: string,
    send: (request: RequestSpec) => Promise<Exchange>,
  ): Promise<RequestSpec> {
    const [read] = this.#readsOf(request);
    if (!read || !request.body || !("value" in request.body)) return request;
    const exchange = await send(read);
    if (isSuccess(exchange)) this.#shown.set(addressOf(read), jsonOf(exchange));
    return withVersion(request, field, jsonOf(exchange)) ?? request;
  }

  /** The reads of the resources that a request names by its path. Another key may not see them. */
  #readsOf(request: RequestSpec): RequestSpec[] {
    return request.credential === undefined ? readsAround(this.#contract, request) : [];
  }
}

/** Equal for reads of one resource. */
function addressOf({ operation, parameters }: RequestSpec): string {
  return jsonText([operation.id, parameters.map(({ value }) => String(value))]);
}

/** The request with the version that a body shows; undefined without such a version, or for another type. */
function withVersion(request: RequestSpec, field: string, shown: Json | undefined): RequestSpec | undefined {
  const { body } = request;
  if (!body || !("value" in body)) return undefined;
  const version = versionIn(shown, field);
  const place = pointerTo("", field);
  if (typeof version !== typeof valueAt(body.value, place)) return undefined;
  const value = withValue(body.value, place, version);
  return value === undefined ? undefined : { ...request, body: { ...body, value } };
}

/** Whether the body of a request has a version of a plain type. */
function names({ body }: RequestSpec, field: string): boolean {
  const value = body && "value" in body && isObject(body.value) ? body.value[field] : undefined;
  return typeof value === "string" || typeof value === "number";
}

function speaksOfVersion(exchange: Exchange, field: string): boolean {
  if (OUTDATED.includes(exchange.status)) return true;
  return [400, 422].includes(exchange.status) && namedFields(jsonOf(exchange) ?? exchange.body, [field]).length > 0;
}

function versionIn(shown: Json | undefined, field: string): Json | undefined {
  return layersOf(shown)
    .map(({ object }) => object[field])
    .find((value) => value !== undefined);
}
