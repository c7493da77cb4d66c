import type { JsonObject } from "#openapi/document/document.js";
import { pointerNames } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import type { Identifier, Resource } from "#statements/resources/resource.js";
import type { Effect, EffectFacts } from "../../model/finding/effect.js";
import type { Judgment } from "../../model/finding/finding.js";
import type { Exchange } from "../../model/request/exchange.js";
import type { RequestSpec } from "../../model/request/request-spec.js";
import { effectJudgment } from "../judgment.js";

/** A resource that the run created, and the response to its creation. */
export interface CreatedResource {
  resource: Resource;
  create: Operation;
  request: RequestSpec;
  exchange: Exchange;
  identifier: Identifier;
  /** The value that identifies it. */
  value: string | number | bigint;
}

/** A representation of a resource, and the response that has it. */
export interface ShownResource {
  resource: JsonObject | undefined;
  exchange: Exchange;
}

/** The usual effect of what made a resource. Findings about it are warnings: a server may have a reason that the document does not state. */
export function inferredEffect({ create, identifier }: Pick<CreatedResource, "create" | "identifier">): Effect {
  return { place: create.pointer, basis: "inferred", foundBy: pointerNames(identifier.pointer).at(-1) ?? "" };
}

/** The judgment that an operation has another effect on a created resource than it should: a warning. */
export function ofCreated(
  created: Pick<CreatedResource, "create" | "identifier">,
  operation: Pick<Operation, "id">,
  facts: Omit<EffectFacts, "operation">,
  exchange: Exchange,
): Judgment {
  return effectJudgment(inferredEffect(created), { ...facts, operation: operation.id }, exchange);
}
