import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { asObject } from "#openapi/document/document.js";
import { sendJson } from "../send-json.js";

/**
 * Writes the document of a running Directus, which has the collections that exist, into a file. One fact is corrected, and
 * nothing else: most operations state no security, although they reject requests without a key. `verify` then sends none, and
 * all of the data is out of its reach. So the document as a whole requires the key.
 *
 * @returns the file
 */
export async function directusDocument(folder: string, url: string, token: string): Promise<string> {
  const document = asObject(await sendJson(`${url}/server/specs/oas`, { token }));
  const file = join(folder, "openapi.json");
  await writeFile(file, JSON.stringify({ ...document, security: [{ Auth: [] }] }));
  return file;
}
