import { writeFile } from "node:fs/promises";
import { UserError } from "#cli/user-error.js";
import type { Json, OpenApiDocument } from "#openapi/document/document.js";
import { shownFile } from "#openapi/document/document-error.js";
import type { Overlay } from "#openapi/overlay/overlay.js";
import { counted } from "../report/wording.js";
import type { Traffic } from "../traffic/traffic.js";
import { undocumentedOverlay } from "../traffic/undocumented-overlay.js";

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
  const text = file.endsWith(".json") ? `${JSON.stringify(overlay, null, 2)}\n` : await yamlOf(overlay);
  await writeFile(file, text).catch((error: Error) => {
    throw new UserError(`The overlay cannot be written: ${error.message}`);
  });
  console.log(`Overlay: ${shownFile(file)} (${counted(overlay.actions.length, what.actions)})`);
}

async function yamlOf(overlay: Overlay): Promise<string> {
  const { stringifyYaml } = await import("#openapi/load/yaml.js");
  const plain: Json = JSON.parse(JSON.stringify(overlay));
  return stringifyYaml(plain);
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
