import { isDeepStrictEqual } from "node:util";
import { shipped } from "#cli/installation.js";
import { functionName } from "#generate/names.js";
import type { Direction } from "#openapi/direction/absent-properties.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import { operationsOf } from "#openapi/operations/operations.js";
import type { Pair } from "../changed-parts.js";
import { incompatibleLines } from "./compile.js";
import { type GeneratedCode, goldenConsumer } from "./consumer.js";

/** The changes that break code that imports the generated code of the base. */
export interface ImporterChange {
  rule: string;
  message: string;
  pointer: string;
  /** The operation whose function is concerned; undefined for a type. */
  operation: string | undefined;
  /** Who sends the data whose type is concerned; undefined for neither. */
  direction: Direction | undefined;
  old: string | undefined;
  new: string | undefined;
  /** The line that no longer compiles. */
  code: string;
}

/**
 * Finds what breaks importers: functions that have another name, and lines of a golden consumer that no longer compile.
 *
 * @param parts the parts of both that may differ in types
 * @returns when the compiler runs, a function that waits for its end. It throws a UserError if the code of the base does not
 * compile
 */
export async function findImporterChanges(
  base: OpenApiDocument,
  revision: OpenApiDocument,
  parts: Pair,
): Promise<() => Promise<ImporterChange[]>> {
  const [was, now] = [await generatedCode(parts.base), await generatedCode(parts.revision)];
  if (isDeepStrictEqual(was, now)) return async () => [];
  const renamed = renamedOperations(base, revision);
  const lines = goldenConsumer(parts.base, was).filter(({ subject }) => !renamed.has(subject));
  const ids = new Map(operationsOf(base).map((operation) => [functionName(operation), operation.id]));
  const compilation = incompatibleLines(lines, was, now);
  return async () => {
    const broken = (await compilation()).map(
      ({ message, pointer, code, subject, direction }): ImporterChange => ({
        rule: "generated-code",
        message,
        pointer,
        operation: ids.get(subject),
        direction,
        old: undefined,
        new: undefined,
        code: code.replace(/^export (const of = |type Of = )/, ""),
      }),
    );
    return [...renamed.values(), ...broken];
  };
}

/** The operations whose function has another name, by the old one: one change each, in place of all lines that use it. */
function renamedOperations(base: OpenApiDocument, revision: OpenApiDocument): Map<string, ImporterChange> {
  const now = new Map(operationsOf(revision).map((operation) => [keyOf(operation), functionName(operation)]));
  return new Map(
    operationsOf(base).flatMap((operation): [string, ImporterChange][] => {
      const [was, is] = [functionName(operation), now.get(keyOf(operation))];
      if (is === undefined || is === was) return [];
      const message = `\`${was}\` of the client is now called \`${is}\`.`;
      const place = { pointer: operation.pointer, operation: operation.id, direction: undefined };
      return [[was, { rule: "function-renamed", message, ...place, old: was, new: is, code: `client.${was}` }]];
    }),
  );
}

function keyOf({ method, path }: Operation): string {
  return `${method} ${path}`;
}

/** The files that people write code against, without the others that `generate` writes. */
async function generatedCode(document: OpenApiDocument): Promise<GeneratedCode> {
  // Loaded on demand: it takes a second.
  const [{ schemaFile }, { clientFile }] = await Promise.all([
    import("#generate/types/schema-file.js"),
    import("#generate/client/client-file.js"),
  ]);
  const runtime = shipped("src/client/index.js").replaceAll("\\", "/");
  return { schema: schemaFile(document), client: clientFile(document, runtime) };
}
