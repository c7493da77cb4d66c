import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { command } from "../cli/command.js";
import { requireNew } from "../cli/file-exists.js";
import { commandLine, contractName } from "../cli/installation.js";
import { choice, flag, orDefault, required, text } from "../cli/option.js";
import { SPEC, SPEC_HEADERS, STRICT_DOCUMENT } from "../cli/options.js";
import { onOneLine } from "../cli/unprintable.js";
import { UserError } from "../cli/user-error.js";
import { readDocument } from "../openapi/load/load.js";
import { bruno } from "./bruno.js";
import { collectionOf } from "./collection.js";
import { httpFile } from "./http-file.js";
import { postman } from "./postman.js";
import { API_KEY } from "./variables.js";
import type { ExportedFile } from "./written.js";

const FORMATS = { postman, bruno, http: httpFile };

/** `export`: writes the operations of the contract as a collection. */
export const exportCommand = command(
  {
    about:
      "Writes the operations of the contract as a collection of requests, with their examples or generated values, with the variables baseUrl and apiKey.",
    usage: commandLine("export", "--format postman|bruno|http [options]"),
    options: [
      {
        format: required(
          choice(
            "--format NAME",
            "postman: a collection 2.1; bruno: a folder of .bru files; http: a file for the HTTP clients of editors",
            FORMATS,
          ),
          "Name the format: --format postman, bruno or http.",
        ),
        out: orDefault(text("--out DIR", "the folder to write to"), "collection"),
        baseUrl: text("--base-url URL", "the value of baseUrl (default: the first server of the contract)"),
        spec: SPEC,
        specHeaders: SPEC_HEADERS,
        strictDocument: STRICT_DOCUMENT,
        force: flag("--force", "replace files that exist"),
      },
    ],
  },
  async ({ force, format, out, spec, specHeaders, strictDocument, baseUrl }) => {
    const collection = await collectionOf(
      await readDocument({ spec, specHeaders, strictDocument }, (line) => console.error(onOneLine(line))),
      baseUrl,
    );
    if (collection.requests.length === 0) {
      throw new UserError(
        `${contractName(spec)} has no operation with a request. Add an example to each required parameter and body.`,
      );
    }
    const written = format(collection);
    const files = written.files.map(([path, content]): ExportedFile => [join(out, path), content]);
    if (!force) {
      for (const [path] of files) await requireNew(path, "Replace it with --force, or name another folder: --out DIR");
    }
    for (const [path, content] of files) {
      await mkdir(dirname(path), { recursive: true })
        .then(() => writeFile(path, content))
        .catch((error: Error) => {
          throw new UserError(`${path} cannot be written: ${error.message}. Name another folder: --out DIR`);
        });
    }
    const [first = out] = files.map(([path]) => path);
    const where = files.length > 1 ? out : relative(process.cwd(), first);
    const { requests, generated } = collection;
    const leftOut = [...collection.leftOut, ...written.leftOut];
    const count = requests.length - written.leftOut.length;
    const note = generated > 0 ? ` ${generated} of them have generated values.` : "";
    const needed = written.files.some(([, file]) => file.includes(API_KEY)) ? " Set apiKey before you send them." : "";
    const shown = count === 1 ? "1 request" : `${count} requests`;
    console.log(onOneLine(`Wrote ${shown} to ${where}.${note}${needed}`));
    for (const { operation, reason } of leftOut) console.log(onOneLine(`Left out: ${operation}, ${reason}`));
    return 0;
  },
);
