import { isDeepStrictEqual } from "node:util";
import type { Direction } from "#openapi/direction/absent-properties.js";
import type { JsonObject, OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo, valueAt } from "#openapi/document/pointer.js";
import { BREAKS_NOBODY, type Difference } from "../difference.js";
import { annotated, meaning } from "../schemas/annotations.js";
import { Naming } from "../schemas/naming.js";
import type { Result } from "../schemas/result.js";
import { SchemaComparison } from "../schemas/schema-comparison.js";
import { FoundDifferences } from "./found-differences.js";

/** Where a difference of a part belongs: its operation, and who sends the part. */
export interface Owner {
  operation: string;
  direction: Direction;
}

/** Two documents that are being compared, and the differences that were found so far. */
export class ContractPair {
  readonly base: OpenApiDocument;
  readonly revision: OpenApiDocument;
  readonly naming: Naming;
  readonly found = new FoundDifferences();
  readonly #schemas: Readonly<Record<Direction, SchemaComparison>>;

  constructor(base: OpenApiDocument, revision: OpenApiDocument) {
    this.base = base;
    this.revision = revision;
    this.naming = new Naming(base, revision);
    this.#schemas = {
      request: new SchemaComparison(this.naming, "request"),
      response: new SchemaComparison(this.naming, "response"),
    };
  }

  /** Adds a difference of a part that is not a schema. */
  add(
    { operation, direction }: { operation: string; direction: Direction | undefined },
    rule: string,
    place: string,
    message: string,
    more: Partial<Pick<Difference, "breaks" | "otherwise" | "old" | "new">> = {},
  ): void {
    const values = { breaks: BREAKS_NOBODY, otherwise: "patch", old: undefined, new: undefined, ...more } as const;
    this.found.add({ rule, place, message, ...values }, operation, direction);
  }

  /** Compares the schemas at two places. A place without a schema allows any value. */
  schemas({ operation, direction }: Owner, was: string, is: string, isText: boolean): Result {
    const at = (document: OpenApiDocument, pointer: string) => {
      const schema = valueAt(document, pointer);
      return schema === undefined ? [] : [{ schema, pointer }];
    };
    const result = this.#schemas[direction].compare(at(this.base, was), at(this.revision, is), isText);
    this.found.addAll(result, operation, direction);
    return result;
  }

  /** Adds the differences of fields that describe two parts, and of their extensions. */
  annotations(
    operation: string | undefined,
    was: { node: JsonObject; pointer: string },
    is: { node: JsonObject; pointer: string },
    names: readonly string[],
  ): void {
    const isExtension = (name: string) => name.startsWith("x-");
    const extensions = [...Object.keys(was.node), ...Object.keys(is.node)].filter(isExtension);
    for (const name of new Set([...names, ...extensions])) {
      const [old, now] = [was.node[name], is.node[name]];
      if (isDeepStrictEqual(meaning(name, old), meaning(name, now))) continue;
      const place = pointerTo(
        old === undefined && valueAt(this.base, was.pointer) === undefined ? is.pointer : was.pointer,
        name,
      );
      this.found.add(annotated(name, place, old, now, this.naming), operation, undefined);
    }
  }
}
