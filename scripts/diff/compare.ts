import { isDeepStrictEqual } from "node:util";
import type { Direction } from "#openapi/direction/absent-properties.js";
import { asObject, asText, isObject, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import { writtenPlace } from "#openapi/document/written-place.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { shortened } from "#verify/model/shortened.js";
import { mayBreakInMinor } from "../stability.js";
import type { Change } from "./change.js";
import { changedParts, type Pair } from "./changed-parts.js";
import { compareContracts } from "./contract/compare-contracts.js";
import type { FoundDifference } from "./contract/found-differences.js";
import { findImporterChanges, type ImporterChange } from "./importers/importer-changes.js";
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

/** Who is asked about: callers only, or also code that imports the generated types and client. */
export interface CompareOptions {
  isWire?: boolean;
}

/**
 * Compares what two revisions of the contract mean for callers. Without `isWire`, it also compiles code that was written
 * against the generated code of the base.
 *
 * @throws UserError if the two cannot be compared
 */
export async function compare(
  base: OpenApiDocument,
  revision: OpenApiDocument,
  { isWire = false }: CompareOptions = {},
): Promise<Comparison> {
  const stated = { base: String(asObject(base.info).version), revision: String(asObject(revision.info).version) };
  const changes = isSame(base, revision) ? [] : await changesOf(base, revision, isWire);
  const impact = greatest(changes.map((each) => (each.impact === "major" && each.unstable ? "minor" : each.impact)));
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

/** The means of one comparison. */
interface Revisions extends Pair {
  users: { base: Users; revision: Users };
}

async function changesOf(base: OpenApiDocument, revision: OpenApiDocument, isWire: boolean): Promise<Change[]> {
  const revisions = { base, revision, users: { base: usersOf(base), revision: usersOf(revision) } };
  const parts = changedParts(revisions);
  // The compiler is a process of its own, and runs while the contracts are compared.
  const importersOf = isWire ? async () => [] : await findImporterChanges(base, revision, parts);
  const differences = compareContracts(parts.base, parts.revision, revisions.users);
  const unstable = unstableOperations(base);
  const importers = await importersOf();
  const isRenamed = ({ place, uses }: FoundDifference) =>
    place.endsWith("/operationId") &&
    importers.some(
      ({ rule, operation }) => rule === "function-renamed" && uses.some((use) => use.operation === operation),
    );
  const callers = differences
    .filter((difference) => !isRenamed(difference))
    .map((each) => callerChange(each, revisions, unstable));
  return [
    ...callers,
    ...withoutConsequences(importers, callers).map((each) => importerChange(each, revisions, unstable)),
  ];
}

function unstableOperations(base: OpenApiDocument): ReadonlySet<string> {
  return new Set(operationsOf(base).flatMap(({ id, stability }) => (mayBreakInMinor(stability) ? [id] : [])));
}

function callerChange(found: FoundDifference, revisions: Revisions, unstable: ReadonlySet<string>): Change {
  const { rule, message, place, uses, breaksSome, otherwise } = found;
  return {
    rule,
    impact: breaksSome ? "major" : otherwise,
    message,
    pointer: shownPlace(place, revisions),
    affects: "callers",
    unstable: uses.length > 0 && uses.every(({ operation }) => unstable.has(operation)),
    uses,
    old: shownValue(found.old),
    new: shownValue(found.new),
    code: undefined,
  };
}

function shownPlace(place: string, { base, revision }: Revisions): string {
  return writtenPlace(valueAt(revision, place) === undefined ? base : revision, place);
}

/**
 * Leaves out what follows from a change that breaks callers: the function of the operation then has other types. That
 * change quotes the line.
 */
function withoutConsequences(importers: readonly ImporterChange[], callers: readonly Change[]): ImporterChange[] {
  return importers.filter((importer) => {
    const cause = callers.find((change) => explains(change, importer));
    if (cause) cause.code ??= importer.code;
    return cause === undefined;
  });
}

/** Rules about how an operation is reached. Its function takes and returns the same data. */
const REACHED = /^(security|server|flow)/;

function explains(change: Change, { rule, operation, direction, pointer }: ImporterChange): boolean {
  if (change.impact !== "major" || rule === "function-renamed") return false;
  const isReached = REACHED.test(change.rule);
  if (operation === undefined) return isReached && pointer === "#/components/securitySchemes";
  const isSame = (other: Direction | undefined) =>
    direction === undefined || other === undefined || other === direction;
  return !isReached && change.uses.some((use) => use.operation === operation && isSame(use.direction));
}

function importerChange(found: ImporterChange, revisions: Revisions, unstable: ReadonlySet<string>): Change {
  const { rule, message, pointer, operation, code } = found;
  const users = revisions.users.base.has(pointer) ? revisions.users.base : revisions.users.revision;
  const uses = operation === undefined ? users.usesOf(pointer) : [{ operation, direction: undefined }];
  return {
    rule,
    impact: "major",
    message,
    pointer: shownPlace(pointer, revisions),
    affects: "importers",
    unstable: uses.length > 0 && uses.every((use) => unstable.has(use.operation)),
    uses,
    old: found.old,
    new: found.new,
    code,
  };
}

function isSame(base: OpenApiDocument, revision: OpenApiDocument): boolean {
  const unversioned = (document: OpenApiDocument) => ({
    ...document,
    info: { ...asObject(document.info), version: "" },
  });
  return isDeepStrictEqual(unversioned(base), unversioned(revision));
}

/** The longest value that is shown as a whole, in characters. */
const MAX_SHOWN = 120;

/** A value for a reader: a text, a number, or a list of them; undefined for a whole part of the document, which has a name. */
function shownValue(value: Json | undefined): string | undefined {
  if (value === undefined || isObject(value)) return undefined;
  if (!Array.isArray(value)) return shortened(JSON.stringify(value), MAX_SHOWN);
  if (value.some((item) => typeof item === "object" && item !== null)) return undefined;
  return shortened(value.map((item) => JSON.stringify(item)).join(", "), MAX_SHOWN);
}
