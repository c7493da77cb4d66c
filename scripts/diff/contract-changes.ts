import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UserError } from "#cli/user-error.js";
import { asList, asObject, asText, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { errorOf, runRedocly } from "../redocly.js";
import type { Change } from "./change.js";
import { changeSentence, shownValue } from "./change-sentence.js";
import { comparable } from "./comparable.js";
import { withRenames } from "./renames.js";
import { IMPACTS, type Impact } from "./version.js";

/** Without these rules, Redocly CLI classifies every change as a patch. */
const CONFIG = "telemetry: off\nextends: [diff-recommended]\n";

/** A change before its users are looked up. */
export type FoundChange = Omit<Change, "unstable" | "uses">;

/**
 * The changes between two revisions, as `redocly diff` classifies them.
 *
 * @throws UserError with the output of Redocly CLI, if it fails
 */
export async function contractChanges(base: OpenApiDocument, revision: OpenApiDocument): Promise<FoundChange[]> {
  const folder = await mkdtemp(join(tmpdir(), "diff-"));
  try {
    const revisions = comparable(base, revision);
    await writeFile(join(folder, "base.json"), JSON.stringify(revisions.base));
    await writeFile(join(folder, "revision.json"), JSON.stringify(revisions.revision));
    await writeFile(join(folder, "redocly.yaml"), CONFIG);
    const done = await runRedocly(
      ["diff", "base.json", "revision.json", "--format", "json", "--fail-on", "none"],
      folder,
    );
    if (done.code !== 0) throw new UserError(`Redocly CLI could not compare the two revisions. ${errorOf(done)}`);
    const found = asList(asObject(JSON.parse(done.stdout)).changes).map(asObject);
    return withRenames(found).flatMap((change) => changeOf(change, base, revision));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function changeOf(change: JsonObject, was: OpenApiDocument, is: OpenApiDocument): FoundChange[] {
  const { path, property, kind, base, revision } = change;
  const values = { old: shownValue(asObject(base).value), new: shownValue(asObject(revision).value), code: undefined };
  // Redocly's `path` is the first use of a shared part. Its own place is the pointer of `base` or `revision`.
  const place = asText(asObject(base).pointer) ?? asText(asObject(revision).pointer) ?? asText(path) ?? "#";
  if (place === "#/info/version") return [];
  // Redocly classifies a new example as an addition to the API.
  const impact = isExample(place) ? "patch" : impactOf(change.impact);
  const verdicts = asList(change.verdicts).map(asObject);
  const named = changeSentence({ kind: String(kind), place, property: asText(property), was, is });
  if (verdicts.length === 0) return [{ impact, message: named, pointer: place, affects: "callers", ...values }];
  return verdicts.map((verdict) => ({
    impact: impactOf(verdict.impact ?? change.impact),
    message: asText(verdict.message) ?? named,
    pointer: asText(asObject(verdict.location).pointer) ?? place,
    affects: "callers",
    ...values,
  }));
}

/** True for places in `example` or `examples`, except in a property of that name. */
function isExample(pointer: string): boolean {
  return /(?<!\/properties)\/examples?(\/|$)/.test(pointer);
}

function impactOf(value: unknown): Impact {
  return IMPACTS.find((impact) => impact === value) ?? "patch";
}
