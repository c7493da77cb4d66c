import type { IHttpOperation } from "@stoplight/types";
import { canWriteSequence, sequenceText } from "#http/body/sequence.js";
import type { Json, OpenApiDocument } from "#openapi/document/document.js";
import type { MediaType } from "#openapi/operations/operation.js";
import { createValues, type Described, type Values } from "#values/values.js";
import type { OperationLookup } from "./documented-operations.js";

/** Generates the values of dynamic responses. */
export interface Generator {
  /**
   * A copy of an operation in which the schemas of responses are constants: values that are made when Prism reads them,
   * valid by the schemas of the contract.
   *
   * @param seed the same text gives the same values (`Prefer: seed=…`); default: new values at each call
   */
  generatorResource(resource: IHttpOperation, seed?: string): IHttpOperation;
  /** A value of a part of the contract; undefined if there is none. */
  value(described: Described, seed?: string): Json | undefined;
}

export function createGenerator(contract: OpenApiDocument, lookup: OperationLookup): Generator {
  const newValues = (seed: number) => createValues(contract, { seed });
  const usual = newValues(Math.floor(Math.random() * 2 ** 32));
  const valuesBy = (seed: string | undefined) => (seed === undefined ? usual : newValues(hashOf(seed)));
  return {
    value({ schemaPointer }, seed) {
      const made = valuesBy(seed).value({ schemaPointer }, { composed: true });
      return "value" in made ? made.value : undefined;
    },
    generatorResource(resource, seed) {
      const values = valuesBy(seed);
      const { operation } = lookup(resource);
      const responses = resource.responses.map((response) => {
        const documented = operation.responses.find(
          ({ status }) => status === response.code.toUpperCase() || status === response.code,
        );
        // Made on demand as well: Prism sends one of several responses.
        return {
          ...response,
          get contents() {
            return response.contents?.map((content) => {
              const described = documented?.content.find(({ name }) => name === content.mediaType);
              const items = described && sequenceOf(described, values);
              return items
                ? Object.assign({ ...content }, { schema: items })
                : withConstant(content, described, values);
            });
          },
          get headers() {
            return response.headers?.map((header) =>
              withConstant(
                header,
                documented?.headers.find(({ name }) => name === header.name),
                values,
              ),
            );
          },
        };
      });
      return Object.assign({ ...resource }, { responses });
    },
  };
}

/** A copy whose schema is a constant, made on demand, because Prism reads one of many. */
function withConstant<Part extends { schema?: object }>(
  part: Part,
  described: (Described & { schema: unknown }) | undefined,
  values: Values,
): Part {
  if (part.schema === undefined || described?.schema === undefined) return part;
  const copy = { ...part };
  Object.defineProperty(copy, "schema", { enumerable: true, get: () => constant(values, described) });
  return copy;
}

/** A constant that is a sequence of one item; undefined for anything else (Media Type Object, OpenAPI 3.2, 4.14). */
function sequenceOf({ name, schema, itemSchema, itemSchemaPointer }: MediaType, values: Values): object | undefined {
  if (schema !== undefined || itemSchema === undefined || !canWriteSequence(name)) return undefined;
  const made = values.value({ schemaPointer: itemSchemaPointer }, { optional: "random", composed: true });
  return "value" in made ? { const: sequenceText(name, [made.value]) } : undefined;
}

/** Composed, because an example is what the mock sends without `dynamic`. */
function constant(values: Values, { schemaPointer }: Described): object {
  const made = values.value({ schemaPointer }, { optional: "random", composed: true });
  return "value" in made
    ? { const: made.value }
    : { reason: `${made.unsatisfiable.place} has no valid value: ${made.unsatisfiable.reason}` };
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01_00_01_93);
  return hash >>> 0;
}
