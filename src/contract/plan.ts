import type { OpenApiDocument } from "../openapi/document.js";
import { operationsOf } from "../openapi/operations.js";
import type { Case, Target } from "./case.js";
import { exampleCases } from "./cases/examples.js";

/** A case, and why it is not sent, if it is not. */
export interface PlannedCase {
  planned: Case;
  notSent: string | undefined;
}

/** Methods that ask and change nothing (RFC 9110, 9.2.1). */
const SAFE = ["get", "head", "options", "trace"];

/** All cases of a document, in its order. */
export function plan(document: OpenApiDocument, { writes }: Pick<Target, "writes">): PlannedCase[] {
  return operationsOf(document)
    .flatMap((operation) => exampleCases(operation))
    .map((planned) => ({
      planned,
      notSent:
        writes || SAFE.includes(planned.operation.method)
          ? undefined
          : `${planned.operation.method.toUpperCase()} may change the target, and writes are not allowed (--allow-writes)`,
    }));
}
