import { asList, asObject, asText, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { parentOf, pointerTo, valueAt } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { BREAKS_EVERYBODY } from "../difference.js";
import type { ContractPair, Owner } from "./contract-pair.js";

/** The effective servers of an operation, and where the document states them. */
interface Servers {
  urls: readonly string[];
  place: string;
  isStated: boolean;
}

/** Compares the servers of two operations. As long as one of them remains, callers have a server. */
export function compareServers(pair: ContractPair, was: Operation, is: Operation): void {
  const owner: Owner = { operation: was.id, direction: "request" };
  const [before, after] = [serversOf(pair.base, was), serversOf(pair.revision, is)];
  const lost = before.urls.filter((url) => !after.urls.some((other) => isSame(url, other)));
  const gained = after.urls.filter((url) => !before.urls.some((other) => isSame(url, other)));
  const isReplaced = lost.length === before.urls.length && before.isStated && !before.urls.every(isLocal);
  const place = before.isStated ? before.place : after.place;
  if (isReplaced && lost.length > 0) {
    const message = `The servers were replaced by ${after.urls.join(", ")}.`;
    const values = { breaks: BREAKS_EVERYBODY, old: [...before.urls], new: [...after.urls] };
    pair.add(owner, "servers-replaced", place, message, values);
    return;
  }
  if (!before.isStated && !after.isStated) return;
  for (const url of lost)
    if (before.isStated) pair.add(owner, "server-removed", place, `The server \`${url}\` was removed.`);
  for (const url of gained) pair.add(owner, "server-added", place, `New server: \`${url}\`.`);
}

/** Those of the operation, else of its path, else of the document; without any, `/` (OpenAPI 3.1, 4.8.1). */
function serversOf(document: OpenApiDocument, { pointer }: Operation): Servers {
  const owners = [pointer, parentOf(pointer), "#"];
  const place = owners
    .map((owner) => pointerTo(owner, "servers"))
    .find((at) => asList(valueAt(document, at)).length > 0);
  const servers = place === undefined ? [] : asList(valueAt(document, place));
  return {
    urls: servers.length === 0 ? ["/"] : servers.map(urlOf),
    place: place ?? "#/servers",
    isStated: servers.length > 0,
  };
}

/** The URL with the defaults of its variables, without a slash at its end. */
function urlOf(server: Json): string {
  const { url, variables } = asObject(server);
  const whole = (asText(url) ?? "/").replace(/\{([^{}]+)\}/g, (_, name) =>
    String(asObject(asObject(variables)[name]).default),
  );
  return whole.length > 1 ? whole.replace(/\/$/, "") : whole;
}

/** A relative URL is on the host of the document, which may be any. */
function isSame(one: string, other: string): boolean {
  if (one.startsWith("/") || other.startsWith("/")) return pathOf(one) === pathOf(other);
  return one.toLowerCase() === other.toLowerCase();
}

function pathOf(url: string): string {
  return url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, "").replace(/\/$/, "");
}

/** Whether a server is on the machine of the caller, or an example (RFC 2606, RFC 6761). */
function isLocal(url: string): boolean {
  return /^([a-z]+:\/\/)?(localhost|127\.|0\.0\.0\.0|\[::1\]|([\w-]+\.)*example(\.(com|org|net))?([:/]|$))/i.test(url);
}
