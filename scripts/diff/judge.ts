import { isDeepStrictEqual } from "node:util";
import { asObject, asText, type OpenApiDocument } from "../../src/openapi/document.js";
import { operationsOf } from "../../src/openapi/operations.js";
import { mayBreakInMinor } from "../stability.js";
import type { Change } from "./change.js";
import { type GeneratedCode, goldenConsumer } from "./consumer.js";
import { contractChanges, type FoundChange } from "./contract-changes.js";
import { type Users, usersOf } from "./users.js";
import { greatest, type Impact, nextVersion, type Version, versionOf } from "./version.js";

/** What was found between two revisions of the contract, and the version that it leads to. */
export interface Judgement {
  title: string;
  changes: Change[];
  impact: Impact;
  versions: { base: Version; revision: Version; needed: Version };
}

/**
 * Compares two revisions of the contract: what they say, and whether code that was written against what is generated from
 * the one compiles against what is generated from the other.
 *
 * @throws Error if one of the two cannot be judged
 */
export async function judge(base: OpenApiDocument, revision: OpenApiDocument): Promise<Judgement> {
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
  // Redocly does not look at what it does not know, and any change at all is at least a patch.
  const impact = greatest([...impacts, same ? "none" : "patch"]);
  return {
    title: asText(asObject(revision.info).title) ?? "The contract",
    changes,
    impact,
    versions: { ...versions, needed: nextVersion(versions.base, impact) },
  };
}

/** An operation that was stable and is so no more: what it promises now may be broken by the next minor version. */
function withdrawnStability(base: OpenApiDocument, revision: OpenApiDocument): FoundChange[] {
  const now = operationsOf(revision);
  return operationsOf(base).flatMap(({ method, path, pointer, stability }) => {
    const same = now.find((each) => each.method === method && each.path === path);
    if (!same || mayBreakInMinor(stability) || !mayBreakInMinor(same.stability)) return [];
    const message = `${method.toUpperCase()} ${path} was stable, and is ${same.stability} now.`;
    return [{ impact: "major", message, pointer, of: "contract" }];
  });
}

async function importerChanges(base: OpenApiDocument, revision: OpenApiDocument): Promise<FoundChange[]> {
  // The compiler takes a second to load, which whoever has changed nothing need not wait for.
  const { brokenLines } = await import("./compile.js");
  const [was, now] = [await generatedCode(base), await generatedCode(revision)];
  return brokenLines(goldenConsumer(base, was), was, now).map(({ message, pointer }) => ({
    impact: "major",
    message,
    pointer,
    of: "importers",
  }));
}

async function generatedCode(document: OpenApiDocument): Promise<GeneratedCode> {
  const { generatedFiles } = await import("../generate/files.js");
  const files = await generatedFiles(document);
  return { schema: files.get("schema.ts") ?? "", client: files.get("client.ts") ?? "" };
}

/** What callers of the base revision had is what counts; only what is new is looked up where it is new. */
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
