import { writeFile } from "node:fs/promises";
import { UserError } from "#cli/user-error.js";
import type { Json } from "#openapi/document/document.js";
import { shownFile } from "#openapi/document/document-error.js";
import type { Overlay } from "#openapi/overlay/overlay.js";

/** Writes an overlay, as JSON if the name of the file ends so, otherwise as YAML. Says what was written. */
export async function writeOverlay(file: string, overlay: Overlay | undefined): Promise<void> {
  if (!overlay) {
    console.log("Overlay: not written, because no inferred relation held that the contract does not state.");
    return;
  }
  const text = file.endsWith(".json") ? `${JSON.stringify(overlay, null, 2)}\n` : await yamlOf(overlay);
  await writeFile(file, text).catch((error: Error) => {
    throw new UserError(`The overlay cannot be written: ${error.message}`);
  });
  console.log(`Overlay: ${shownFile(file)} (${overlay.actions.length} relations)`);
}

async function yamlOf(overlay: Overlay): Promise<string> {
  const { stringifyYaml } = await import("#openapi/files/yaml.js");
  const plain: Json = JSON.parse(JSON.stringify(overlay));
  return stringifyYaml(plain);
}
