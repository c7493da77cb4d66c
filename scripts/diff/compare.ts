import { isDeepStrictEqual } from "node:util";
import { shipped } from "#cli/installation.js";
import { functionName } from "#generate/names.js";
import { asObject, asText, type OpenApiDocument } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import { writtenPlace } from "#openapi/document/written-place.js";
import type { Operation } from "#openapi/operations/operation.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { mayBreakInMinor } from "../stability.js";
import type { Change } from "./change.js";
import { incompatibleLines } from "./compile.js";
import { type GeneratedCode, goldenConsumer } from "./consumer.js";
import { contractChanges, type FoundChange } from "./contract-changes.js";
import { exampleChanges } from "./example-changes.js";
import { type Users, usersOf } from "./users.js";
import { greatest, type Impact, isVersion, nextVersion, type Versions } from "./version.js";

/** The changes between two revisions of the contract, and the version that they lead to. */
export interface Comparison {
  title: string;
  changes: Change[];
  impact: Impact;
  /** `info.version` of both, as the documents have it. */
  stated: { base: string; revision: string };
  /** Undefined if one of the two is not a semantic version. */
  versions: Versions | undefined;
}

/**
 * Compares two revisions of the contract: the documents, and whether code written against the generated code of the base
 * still compiles against that of the revision.
 *
 * @throws UserError if the two cannot be compared
 */
export async function compare(base: OpenApiDocument, revision: OpenApiDocument): Promise<Comparison> {
  const stated = { base: String(asObject(base.info).version), revision: String(asObject(revision.info).version) };
  const same = isSame(base, revision);
  const found = same ? [] : await foundChanges(base, revision);
  const users = { base: usersOf(base), revision: usersOf(revision) };
  const changes = found.map((change) => ({
    ...change,
    pointer: writtenPlace(valueAt(revision, change.pointer) === undefined ? base : revision, change.pointer),
    unstable: isUnstable(change, users),
    uses: (users.base.has(change.pointer) ? users.base : users.revision).usesOf(change.pointer),
  }));
  const impacts = changes.map(({ impact, unstable }) => (impact === "major" && unstable ? "minor" : impact));
  // Redocly ignores fields that it does not know, and every change is at least a patch.
  const impact = greatest([...impacts, same ? "none" : "patch"]);
  return {
    title: asText(asObject(revision.info).title) ?? "The contract",
    changes,
    impact,
    stated,
    versions:
      isVersion(stated.base) && isVersion(stated.revision)
        ? { ...stated, needed: nextVersion(stated.base, impact) }
        : undefined,
  };
}

async function foundChanges(base: OpenApiDocument, revision: OpenApiDocument): Promise<FoundChange[]> {
  // Redocly CLI and the compiler are processes of their own.
  const [contract, importers] = await Promise.all([contractChanges(base, revision), importerChanges(base, revision)]);
  return [...contract, ...exampleChanges(base, revision), ...withdrawnStability(base, revision), ...importers];
}

/** Stable operations that became unstable: the next minor version may break them. */
function withdrawnStability(base: OpenApiDocument, revision: OpenApiDocument): FoundChange[] {
  const now = operationsOf(revision);
  return operationsOf(base).flatMap(({ method, path, pointer, stability }) => {
    const same = now.find((operation) => operation.method === method && operation.path === path);
    if (!same || mayBreakInMinor(stability) || !mayBreakInMinor(same.stability)) return [];
    const message = `${method.toUpperCase()} ${path} was stable, and is ${same.stability} now.`;
    const values = { old: stability, new: same.stability, code: undefined };
    return [{ impact: "major", message, pointer, affects: "callers", ...values }];
  });
}

async function importerChanges(base: OpenApiDocument, revision: OpenApiDocument): Promise<FoundChange[]> {
  const [was, now] = [await generatedCode(base), await generatedCode(revision)];
  if (isDeepStrictEqual(was, now)) return [];
  const renamed = renamedOperations(base, revision);
  const lines = goldenConsumer(base, was).filter(({ subject }) => !renamed.has(subject));
  const broken = (await incompatibleLines(lines, was, now)).map(
    ({ message, pointer, code }): FoundChange => ({
      impact: "major",
      message,
      pointer,
      affects: "importers",
      old: undefined,
      new: undefined,
      code: code.replace(/^export (const of = |type Of = )/, ""),
    }),
  );
  return [...renamed.values(), ...broken];
}

/** The operations whose function has another name, by the old one: one change each, in place of all lines that use it. */
function renamedOperations(base: OpenApiDocument, revision: OpenApiDocument): Map<string, FoundChange> {
  const now = new Map(operationsOf(revision).map((operation) => [keyOf(operation), functionName(operation)]));
  return new Map(
    operationsOf(base).flatMap((operation): [string, FoundChange][] => {
      const [was, is] = [functionName(operation), now.get(keyOf(operation))];
      if (is === undefined || is === was) return [];
      const message = `\`${was}\` of the client is now called \`${is}\`.`;
      const values = { old: was, new: is, code: `client.${was}` };
      return [[was, { impact: "major", message, pointer: operation.pointer, affects: "importers", ...values }]];
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

/** The users in the base revision decide. A place that is new has users only in the new revision. */
function isUnstable({ pointer }: FoundChange, users: { base: Users; revision: Users }): boolean {
  return (users.base.has(pointer) ? users.base : users.revision).onlyUnstable(pointer);
}

function isSame(base: OpenApiDocument, revision: OpenApiDocument): boolean {
  const unversioned = (document: OpenApiDocument) => ({
    ...document,
    info: { ...asObject(document.info), version: "" },
  });
  return isDeepStrictEqual(unversioned(base), unversioned(revision));
}
