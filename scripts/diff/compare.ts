import { isDeepStrictEqual } from "node:util";
import { asObject, asText, type OpenApiDocument } from "../../src/openapi/document.js";
import { operationsOf } from "../../src/openapi/operations.js";
import { mayBreakInMinor } from "../stability.js";
import type { Change } from "./change.js";
import { type GeneratedCode, goldenConsumer } from "./consumer.js";
import { contractChanges, type FoundChange } from "./contract-changes.js";
import { type Users, usersOf } from "./users.js";
import { greatest, type Impact, nextVersion, versionOf } from "./version.js";

/** The changes between two revisions of the contract, and the version that they lead to. */
export interface Comparison {
  title: string;
  changes: Change[];
  impact: Impact;
  versions: { base: string; revision: string; needed: string };
}

/**
 * Compares two revisions of the contract: the documents, and whether code written against the generated code of the base
 * still compiles against that of the revision.
 *
 * @throws UserError if the two cannot be compared
 */
export async function compare(base: OpenApiDocument, revision: OpenApiDocument): Promise<Comparison> {
  const versions = {
    base: versionOf(asObject(base.info).version, "`info.version` of the base revision"),
    revision: versionOf(asObject(revision.info).version, "`info.version` of the contract"),
  };
  const same = isSame(base, revision);
  const found = same
    ? []
    : [
        ...(await contractChanges(base, revision)),
        ...withdrawnStability(base, revision),
        ...(await importerChanges(base, revision)),
      ];
  const users = { base: usersOf(base), revision: usersOf(revision) };
  const changes = found.map((change) => ({ ...change, unstable: isUnstable(change, users) }));
  const impacts = changes.map(({ impact, unstable }) => (impact === "major" && unstable ? "minor" : impact));
  // Redocly ignores fields that it does not know, and every change is at least a patch.
  const impact = greatest([...impacts, same ? "none" : "patch"]);
  return {
    title: asText(asObject(revision.info).title) ?? "The contract",
    changes,
    impact,
    versions: { ...versions, needed: nextVersion(versions.base, impact) },
  };
}

/** Stable operations that became unstable: the next minor version may break them. */
function withdrawnStability(base: OpenApiDocument, revision: OpenApiDocument): FoundChange[] {
  const now = operationsOf(revision);
  return operationsOf(base).flatMap(({ method, path, pointer, stability }) => {
    const same = now.find((each) => each.method === method && each.path === path);
    if (!same || mayBreakInMinor(stability) || !mayBreakInMinor(same.stability)) return [];
    const message = `${method.toUpperCase()} ${path} was stable, and is ${same.stability} now.`;
    return [{ impact: "major", message, pointer, affects: "callers" }];
  });
}

async function importerChanges(base: OpenApiDocument, revision: OpenApiDocument): Promise<FoundChange[]> {
  // Loaded on demand: the compiler takes a second to load.
  const { incompatibleLines } = await import("./compile.js");
  const [was, now] = [await generatedCode(base), await generatedCode(revision)];
  return incompatibleLines(goldenConsumer(base, was), was, now).map(({ message, pointer }) => ({
    impact: "major",
    message,
    pointer,
    affects: "importers",
  }));
}

async function generatedCode(document: OpenApiDocument): Promise<GeneratedCode> {
  const { generatedFiles } = await import("../generate/files.js");
  const files = await generatedFiles(document);
  return { schema: files.get("schema.ts") ?? "", client: files.get("client.ts") ?? "" };
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
