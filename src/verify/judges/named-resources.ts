import type { Json } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { pointerNames } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import type { Identifier } from "#statements/resources/resource.js";
import type { Judgment } from "../model/finding/finding.js";
import type { Exchange } from "../model/request/exchange.js";
import { broken } from "../rules/sentence.js";

/** A request for a resource that another response named, and how it ended. */
export interface NamedResource {
  operation: Operation;
  identifier: Identifier;
  value: Json;
  /** The operation whose response named it, in words. */
  shownBy: string;
  exchange: Exchange;
}

/** A resource that a response names is found. Fields suggest what they name, so this is a warning. */
export function missingNamed(named: NamedResource): Judgment {
  return judgmentOf(named, broken("named-resource-not-found", { source: named.shownBy }));
}

/** The response has the resource that was named, and not another one. */
export function otherThanNamed(named: NamedResource): Judgment {
  return judgmentOf(named, broken("other-resource-than-named", {}));
}

function judgmentOf(
  { operation, identifier, value, exchange }: NamedResource,
  breach: ReturnType<typeof broken>,
): Judgment {
  const about = { shownBy: operation.id, foundBy: [pointerNames(identifier.pointer).at(-1) ?? ""] };
  const facts = { place: operation.pointer, about, expected: jsonText(value), received: String(exchange.status) };
  return { finding: { ...breach, basis: "inferred", ...facts }, exchange };
}

/** A creation whose response has `Location`. */
export interface Located {
  create: Operation;
  /** The value that identifies the created resource. */
  value: Json;
  address: string;
  exchange: Exchange;
}

/** `Location` of a 201 is the address of an operation that reads. */
export function documentedLocation(located: Located): Judgment {
  const breach = broken("location-undocumented", { operation: located.create.id });
  return ofLocation(located, { ...breach, basis: "inferred" });
}

/** `Location` of a 201 is the address of the created resource (RFC 9110, 15.3.2). */
export function ownLocation(located: Located): Judgment {
  const { responses, id } = located.create;
  const isDocumented = responses.some(({ headers }) => headers.some(({ name }) => /^location$/i.test(name)));
  const basis = isDocumented ? "stated" : "inferred";
  return ofLocation(located, { ...broken("location-of-other-resource", { operation: id }), basis });
}

function ofLocation(
  { create, value, address, exchange }: Located,
  breach: ReturnType<typeof broken> & { basis: "stated" | "inferred" },
): Judgment {
  const about = { effectOf: create.id, shownBy: create.id, header: "Location" };
  const facts = { operation: create.id, place: create.pointer, about };
  const expected = `the address of ${jsonText(value)}`;
  return { finding: { ...facts, ...breach, expected, received: address }, exchange };
}

/** A creation finds the created resource around it. Its body may name something else that does not exist. */
export function missingParent(
  create: Operation,
  parent: { create: Operation; value: Json },
  exchange: Exchange,
): Judgment {
  const breach = broken("operation-misses-created-resource", { operation: create.id, create: parent.create.id });
  const about = { effectOf: create.id, shownBy: create.id };
  const facts = { basis: "inferred", operation: create.id, place: create.pointer, about } as const;
  const expected = `a success below ${jsonText(parent.value)}`;
  return { finding: { ...facts, ...breach, expected, received: `${exchange.status} ${exchange.body}` }, exchange };
}
