import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asList, asObject, asText, type JsonObject, type OpenApiDocument } from "../../src/openapi/document.js";
import { complaintOf, runRedocly } from "../redocly.js";
import type { Change } from "./change.js";
import { IMPACTS, type Impact } from "./version.js";

/** Without these rules, Redocly CLI calls everything a patch. */
const CONFIG = "telemetry: off\nextends: [diff-recommended]\n";

/** What is found here has yet to be asked who uses it. */
export type FoundChange = Omit<Change, "unstable">;

/**
 * The changes between two revisions, as `redocly diff` judges them.
 *
 * @throws Error with what Redocly CLI said, if it fails
 */
export async function contractChanges(base: OpenApiDocument, revision: OpenApiDocument): Promise<FoundChange[]> {
  const folder = await mkdtemp(join(tmpdir(), "diff-"));
  try {
    await writeFile(join(folder, "base.json"), JSON.stringify(base));
    await writeFile(join(folder, "revision.json"), JSON.stringify(revision));
    await writeFile(join(folder, "redocly.yaml"), CONFIG);
    const done = await runRedocly(
      ["diff", "base.json", "revision.json", "--format", "json", "--fail-on", "none"],
      folder,
    );
    if (done.code !== 0) throw new Error(`Redocly CLI could not compare the two. ${complaintOf(done)}`);
    return asList(asObject(JSON.parse(done.stdout)).changes)
      .map(asObject)
      .flatMap(changeOf);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function changeOf(change: JsonObject): FoundChange[] {
  const { path, property, kind, base, revision } = change;
  // Redocly names the first use of a shared part as `path`; where the part itself stands is in these.
  const stands = asText(asObject(base).pointer) ?? asText(asObject(revision).pointer) ?? asText(path) ?? "#";
  if (stands === "#/info/version") return [];
  // To Redocly, one more example is an addition like any other.
  const impact = isExample(stands) ? "patch" : impactOf(change.impact);
  const verdicts = asList(change.verdicts).map(asObject);
  const named = [kind, property === undefined ? undefined : `\`${property}\``].filter(Boolean).join(" ");
  if (verdicts.length === 0) return [{ impact, message: named, pointer: stands, of: "contract" }];
  return verdicts.map((verdict) => ({
    impact: impactOf(verdict.impact ?? change.impact),
    message: asText(verdict.message) ?? named,
    pointer: asText(asObject(verdict.location).pointer) ?? stands,
    of: "contract",
  }));
}

/** True for what stands under `example` or `examples`, but for a field of that name. */
function isExample(pointer: string): boolean {
  return /(?<!\/properties)\/examples?(\/|$)/.test(pointer);
}

function impactOf(value: unknown): Impact {
  return IMPACTS.find((impact) => impact === value) ?? "patch";
}
