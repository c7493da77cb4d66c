import type { Json, Schema } from "#openapi/document/document.js";
import { resolveReference } from "#openapi/document/reference.js";
import type { Contract } from "../model/contract.js";
import type { FindingDraft } from "../model/finding/finding.js";
import type { CheckId } from "../model/finding/kinds.js";
import type { Exchange } from "../model/request/exchange.js";
import type { Expectation } from "../model/request/expectation.js";
import type { RequestSpec } from "../model/request/request-spec.js";

/** The data that a check may use. */
export interface CheckContext {
  contract: Contract;
  spec: RequestSpec;
  expected: Expectation;
  exchange: Exchange;
  /** Whether the server keeps state. */
  keepsState: boolean;
}

/** Checks a response against the document in one respect. */
export interface Check {
  id: CheckId;
  /** Whether only a server that keeps state can pass it: a mock sends an example, whatever was requested. */
  needsState?: boolean;
  /** The findings; an empty list if the response is right. */
  run(context: CheckContext): FindingDraft[] | Promise<FindingDraft[]>;
}

/** The types that a schema names, also behind a reference; an empty list if it names none. */
export function typesOf({ contract }: CheckContext, schema: Schema, pointer: string): Json[] {
  if (typeof schema === "boolean") return [];
  return [resolveReference(contract.document, schema, pointer).node.type ?? []].flat();
}
