import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { CONTRACT, commandLine, contractName, shellLine } from "../cli/installation.js";
import { shellQuoted } from "../cli/shell-quoted.js";
import { onOneLine } from "../cli/unprintable.js";
import { UserError } from "../cli/user-error.js";
import { loadDocument } from "../openapi/load/load.js";
import { PROVISION_MODULE } from "./provision-module.js";
import { targetFileFor } from "./target-file.js";
import { workflowFor } from "./workflow.js";

const USAGE = `Writes the files that tests of a server begin with, each with an explanation of its lines: a target file, a provision
module, and a workflow of GitHub Actions. A file that exists is left as it is.

  ${commandLine("init", "[options]")}

  --out DIR    the folder to write to (default: the current one)
  --spec FILE  the contract: a file or an http(s) URL (default: ${contractName(CONTRACT)})`;

const TARGET = "staging.yaml";

/**
 * `init`: writes a target file, a provision module and a workflow.
 *
 * @returns the exit code
 * @throws UserError if an option is wrong, or a file cannot be written
 */
export async function initCommand(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: "boolean", default: false },
      out: { type: "string", default: "." },
      spec: { type: "string", default: CONTRACT },
    },
  });
  const { help, out, spec } = values;
  if (help) {
    console.log(USAGE);
    return 0;
  }
  const options = (folder: string) =>
    `--target ${join(folder, TARGET)}${spec === CONTRACT ? "" : ` --spec ${shellQuoted(spec)}`}`;
  const target = targetFileFor(await loadDocument(spec), options("."));
  const files = {
    [TARGET]: target,
    "provision.mjs": PROVISION_MODULE,
    ".github/workflows/verify-staging.yml": workflowFor(options("."), variablesOf(target)),
  };
  for (const [name, content] of Object.entries(files)) {
    const path = join(out, name);
    console.log(onOneLine(`${(await isWritten(path, content)) ? "wrote " : "exists"}  ${path}`));
  }
  console.log(onOneLine(`Set baseUrl in ${join(out, TARGET)}, and the variables that it names in the environment.`));
  console.log(onOneLine(`Then run: ${shellLine("verify", options(out))}`));
  return 0;
}

/** The variables of the settings that are not comments. */
function variablesOf(target: string): string[] {
  const settings = target.split("\n").filter((line) => !/^\s*#/.test(line));
  return [...settings.join("\n").matchAll(/\$\{(\w+)\}/g)].map(([, name = ""]) => name);
}

/**
 * Writes a file, unless it exists.
 *
 * @returns whether it was written
 * @throws UserError if it cannot be written
 */
async function isWritten(path: string, content: string): Promise<boolean> {
  const fail = (error: Error): never => {
    throw new UserError(`${path} cannot be written: ${error.message}. Name another folder: --out DIR`);
  };
  await mkdir(dirname(path), { recursive: true }).catch(fail);
  return writeFile(path, content, { flag: "wx" }).then(
    () => true,
    (error: NodeJS.ErrnoException) => (error.code === "EEXIST" ? false : fail(error)),
  );
}
