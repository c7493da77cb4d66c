import type { OpenApiDocument } from "#openapi/document/document.js";
import { type ExamplePair, examplePairs } from "#openapi/operations/example-pairs.js";
import type { Operation } from "#openapi/operations/operation.js";
import { type MockedList, mockedList } from "../list/mocked-list.js";

/** An operation, and what responses to it depend on. */
export interface DocumentedOperation {
  operation: Operation;
  examples: readonly ExamplePair[];
  /** The list that it responds with; undefined if it responds with none. */
  readonly list: MockedList | undefined;
}

/** The list is searched on demand, and once: a document may have a thousand operations. */
export function documentedOperation(document: OpenApiDocument, operation: Operation): DocumentedOperation {
  let list: { found: MockedList | undefined } | undefined;
  return {
    operation,
    examples: examplePairs(operation),
    get list() {
      list ??= { found: mockedList(document, operation) };
      return list.found;
    },
  };
}
