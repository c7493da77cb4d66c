import { writeFile } from "node:fs/promises";
import { dirname, relative } from "node:path";
import { UserError } from "#cli/user-error.js";
import { asList, type Json, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { shownFile } from "#openapi/document/document-error.js";
import { isUrl } from "#openapi/files/read-url.js";
import type { Overlay } from "#openapi/overlay/overlay.js";
import { counted } from "../report/wording.js";
import type { Traffic } from "../traffic/traffic.js";
import { undocumentedOverlay } from "../traffic/undocumented-overlay.js";
import type { HeldRelations } from "../verify.js";

/**
 * Writes an overlay, as JSON if the name of the file ends so, otherwise as YAML. Says what was written.
 *
 * @param overlay undefined if there is nothing to write
 * @param what its actions are, and why there are none, for people
 */
export async function writeOverlay(
  file: string,
  overlay: Overlay | undefined,
  what: { actions: string; ifNone: string },
): Promise<void> {
  if (!overlay) {
    console.log(`Overlay: not written, because ${what.ifNone}.`);
    return;
  }
  await writeText(file, overlay);
  console.log(`Overlay: ${shownFile(file)} (${counted(overlay.actions.length, what.actions)})`);
}

/** Writes the chains of requests that held, beside a document. Says what was written. */
export async function writeWorkflows(file: string, spec: string, held: HeldRelations | undefined): Promise<void> {
  const url = isUrl(spec) ? spec : relative(dirname(file), spec).replaceAll("\\", "/");
  const described = held?.workflows(url);
  if (!described) return console.log("Workflows: not written, because no chain of requests held.");
  await writeText(file, described);
  console.log(`Workflows: ${shownFile(file)} (${asList(described.workflows).length})`);
}

/** @throws UserError if the file cannot be written */
async function writeText(file: string, value: Overlay | JsonObject): Promise<void> {
  const plain: Json = JSON.parse(JSON.stringify(value));
  const yaml = async () => (await import("#openapi/files/yaml.js")).stringifyYaml(plain);
  const text = file.endsWith(".json") ? `${JSON.stringify(plain, null, 2)}\n` : await yaml();
  await writeFile(file, text).catch((error: Error) => {
    throw new UserError(`${file} cannot be written: ${error.message}. Name another file.`);
  });
}

/** Writes what traffic has beyond its document as an overlay, and says what it leaves out. */
export async function writeTrafficOverlay(
  file: string,
  document: OpenApiDocument,
  { undocumented, secrets }: Traffic,
): Promise<void> {
  const { overlay, leftOut } = await undocumentedOverlay(document, undocumented, secrets.current);
  await writeOverlay(file, overlay, { actions: "addition", ifNone: "the contract has all that the traffic shows" });
  if (leftOut > 0)
    console.log(`Not in the overlay: ${counted(leftOut, "rejected request or page", "rejected requests and pages")}.`);
}
