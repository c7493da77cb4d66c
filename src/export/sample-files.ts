import type { FormPart } from "../http/body/form-parts.js";
import type { CollectionRequest } from "./collection.js";
import type { ExportedFile } from "./written.js";

/** The files that the forms of requests send, and where each of them is in the folder of the export. */
export interface SampleFiles {
  files: ExportedFile[];
  pathOf(part: FormPart): string | undefined;
}

/** The files of forms, with the texts of their examples. The tools read a file of a form from the disk. */
export function sampleFiles(requests: readonly CollectionRequest[]): SampleFiles {
  const paths = new Map<FormPart, string>();
  for (const { inheriting, ...own } of requests) {
    const { body } = inheriting ?? own;
    for (const part of body && "fields" in body ? body.fields : []) {
      if (part.filename !== undefined) paths.set(part, `files/${paths.size + 1}-${plainFile(part.filename)}`);
    }
  }
  return {
    files: [...paths].map(([{ content }, path]): ExportedFile => [path, content]),
    pathOf: (part) => paths.get(part),
  };
}

/** A name without characters that a file system or the language of a tool may refuse. */
function plainFile(name: string): string {
  return name.replace(/[^\w.-]+/g, "-").slice(-80);
}
