import { isObject, type Json } from "#openapi/document/document.js";
import { pointerTo, valueAt, withValue } from "#openapi/document/pointer.js";
import { isSafe } from "#openapi/operations/methods.js";
import type { Operation } from "#openapi/operations/operation.js";
import { namedFields } from "#statements/named-fields.js";
import { layersOf } from "#statements/resources/envelope.js";
import { pathKey, pathParameters, resourcePaths } from "#statements/resources/path-parameters.js";
import { versionField } from "#statements/resources/version-fields.js";
import type { Contract } from "../model/contract.js";
import { type Exchange, isSuccess, jsonOf } from "../model/request/exchange.js";
import type { ParameterValue, RequestSpec } from "../model/request/request-spec.js";
import { pathValues } from "./address.js";

/** Rejections of a change whose version is not that of the resource (RFC 9110, 15.5.10 and 15.5.13; RFC 6585, 3). */
const OUTDATED = [409, 412, 428];

/**
 * Adds the current version to the bodies of changes that name it, such as `checksum`. The target has to demand it: it has rejected
 * another one.
 */
export class CurrentVersions {
  readonly #contract: Contract;
  /** Operations that accept the version of the last read alone. */
  readonly #needing = new Set<Operation>();

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  /** Sends a request, with the current version if it needs one. @param send sends one request, such as the read of the version */
  async send(request: RequestSpec, send: (request: RequestSpec) => Promise<Exchange>): Promise<Exchange> {
    const { operation, method = operation.method } = request;
    const field = isSafe({ method }) ? undefined : versionField(this.#contract.document, operation);
    if (field === undefined || method !== operation.method || !names(request, field)) return send(request);
    if (this.#needing.has(operation)) return send(await this.#current(request, field, send));
    const exchange = await send(request);
    if (!speaksOfVersion(exchange, field)) return exchange;
    const current = await this.#current(request, field, send);
    if (current === request) return exchange;
    const again = await send(current);
    if (isSuccess(again)) this.#needing.add(operation);
    return again;
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
    const { body } = request;
    const read = this.#readOf(request);
    if (!read || !body || !("value" in body)) return request;
    const version = versionIn(jsonOf(await send(read)), field);
    const place = pointerTo("", field);
    if (typeof version !== typeof valueAt(body.value, place)) return request;
    const value = withValue(body.value, place, version);
    return value === undefined ? request : { ...request, body: { ...body, value } };
  }

  /** The read of the innermost resource that a request names by its path; undefined if the document has none. */
  #readOf({ operation, parameters, credential }: RequestSpec): RequestSpec | undefined {
    if (credential !== undefined) return undefined;
    const values = pathValues(operation, parameters);
    for (const path of resourcePaths(operation.path).toReversed()) {
      const key = pathKey(path);
      const read = this.#contract.operations.find((other) => other.method === "get" && pathKey(other.path) === key);
      const known = (read ? pathParameters(read) : []).flatMap((parameter, index): ParameterValue[] => {
        const value = values[index];
        return parameter && value ? [{ ...value, parameter }] : [];
      });
      if (read && known.length === pathParameters(read).length) return { operation: read, parameters: known };
    }
    return undefined;
  }
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
