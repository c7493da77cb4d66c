import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { idOf, type Row } from "../row.js";

/** The contents of the files that were uploaded. They belong to the rows of `directus_files`. */
export async function uploadRows(folder: string): Promise<Row[]> {
  const names = await readdir(folder);
  return Promise.all(
    names.map(async (name) => {
      const [id = name] = name.split(/__|\./);
      const digest = createHash("sha256")
        .update(await readFile(join(folder, name)))
        .digest("hex");
      return {
        kind: "uploads",
        key: name,
        content: { digest },
        noun: "file",
        names: [[id]],
        partOf: idOf({ kind: "directus_files", key: id }),
        removals: ["/files/*"],
      };
    }),
  );
}
