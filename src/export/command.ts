import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { parseArgs } from "node:util";
import { fileExists } from "../cli/file-exists.js";
import { CONTRACT, commandLine, contractName } from "../cli/installation.js";
import { onOneLine } from "../cli/unprintable.js";
import { UserError } from "../cli/user-error.js";
import { loadDocument } from "../openapi/load/load.js";
import { bruno } from "./bruno.js";
import { type Collection, collectionOf, type ExportedFile } from "./collection.js";
import { httpFile } from "./http-file.js";
import { postman } from "./postman.js";

/** The formats by their names. */
const FORMATS = new Map<string, (collection: Collection) => ExportedFile[]>([
  ["postman", postman],
  ["bruno", bruno],
  ["http", httpFile],
]);

const USAGE = `Writes the examples of the contract as a collection of requests, with the variables baseUrl and apiKey.

  ${commandLine("export", "--format postman|bruno|http [options]")}

  --format NAME   postman: a collection 2.1; bruno: a folder of .bru files; http: a file for the HTTP clients of editors
  --out DIR       the folder to write to (default: collection)
  --base-url URL  the value of baseUrl (default: the first server of the contract)
  --spec FILE     the contract: a file or an http(s) URL (default: ${contractName(CONTRACT)})
  --force         replace files that exist`;

/**
 * `export`: writes the paired examples of the contract as a collection.
 *
 * @returns the exit code
 * @throws UserError if an option is wrong, or a file exists or cannot be written
 */
export async function exportCommand(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      "base-url": { type: "string" },
      force: { type: "boolean", default: false },
      format: { type: "string" },
      help: { type: "boolean", default: false },
      out: { type: "string", default: "collection" },
      spec: { type: "string", default: CONTRACT },
    },
  });
  const { force, format = "", help, out, spec } = values;
  if (help) {
    console.log(USAGE);
    return 0;
  }
  const render = FORMATS.get(format);
  if (!render) throw new UserError(`--format ${format} is not a format. Use postman, bruno or http.`);
  const collection = await collectionOf(await loadDocument(spec), values["base-url"]);
  if (collection.requests.length === 0) {
    throw new UserError(`${contractName(spec)} has no complete example. Add one to each required parameter and body.`);
  }
  const files = render(collection).map(([path, content]): ExportedFile => [join(out, path), content]);
  if (!force) await requireNew(files);
  for (const [path, content] of files) {
    await mkdir(dirname(path), { recursive: true })
      .then(() => writeFile(path, content))
      .catch((error: Error) => {
        throw new UserError(`${path} cannot be written: ${error.message}. Name another folder: --out DIR`);
      });
  }
  const [first = out] = files.map(([path]) => path);
  const where = files.length > 1 ? out : relative(process.cwd(), first);
  console.log(onOneLine(`Wrote ${collection.requests.length} requests to ${where}. Set apiKey before you send them.`));
  return 0;
}

/** @throws UserError if a file exists */
async function requireNew(files: readonly ExportedFile[]): Promise<void> {
  for (const [path] of files) {
    if (await fileExists(path))
      throw new UserError(`${path} exists. Replace it with --force, or name another folder: --out DIR`);
  }
}
