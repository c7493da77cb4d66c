import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { command } from "../cli/command.js";
import {
  CONFIGURATION_FILE,
  CONFIGURATION_SCHEMA_LINK,
  commandLine,
  KEY_VARIABLE,
  shellLine,
} from "../cli/installation.js";
import { orDefault, text } from "../cli/option.js";
import { SPEC } from "../cli/options.js";
import { onOneLine } from "../cli/unprintable.js";
import { UserError } from "../cli/user-error.js";
import { readDocument } from "../openapi/load/load.js";
import { securitySchemes } from "../openapi/operations/security.js";
import { variableFor } from "../verify/report/settings-yaml.js";
import { targetFileText, verifyOptions } from "../verify/target/target-file-text.js";
import { PROVISION_MODULE } from "./provision-module.js";
import { workflowFor } from "./workflow.js";

const TARGET = "staging.yaml";

/** `init`: writes a target file, a provision module and a workflow. */
export const initCommand = command(
  {
    about: `Writes the files that tests of a server begin with, each with an explanation of its lines: a target file, a provision
module, and a workflow of GitHub Actions. A file that exists is left as it is.`,
    usage: commandLine("init", "[options]"),
    options: [{ out: orDefault(text("--out DIR", "the folder to write to"), ".", "the current one"), spec: SPEC }],
  },
  async ({ out, spec }) => {
    const document = await readDocument({ spec }, (line) => console.error(onOneLine(line)));
    const schemes = Object.keys(securitySchemes(document));
    const variables = [...variablesOf(schemes)];
    const options = verifyOptions(TARGET, spec);
    const target = targetFileText({
      document,
      options,
      baseUrl: "https://staging.example.com",
      variables: Object.fromEntries(variables),
      additions: [],
    });
    const files = {
      [TARGET]: target,
      "provision.mjs": PROVISION_MODULE,
      ".github/workflows/verify-staging.yml": workflowFor(
        options,
        variables.map(([, variable]) => variable),
      ),
    };
    for (const [name, content] of Object.entries(files)) {
      const path = join(out, name);
      console.log(onOneLine(`${(await isWritten(path, content)) ? "wrote " : "exists"}  ${path}`));
    }
    console.log(onOneLine(`Set baseUrl in ${join(out, TARGET)}, and the variables that it names in the environment.`));
    console.log(onOneLine(`Then run: ${shellLine("verify", verifyOptions(join(out, TARGET), spec))}`));
    console.log(
      onOneLine(
        `For several servers, write ${CONFIGURATION_FILE} in place of it (its schema: ${CONFIGURATION_SCHEMA_LINK}).`,
      ),
    );
    return 0;
  },
);

/**
 * The variable that holds the key of each scheme. Its name begins with ours: a document may name a scheme `GITHUB_TOKEN`, and
 * that variable would be sent to the server.
 */
function variablesOf(schemes: readonly string[]): Map<string, string> {
  const used = new Set<string>();
  return new Map(
    schemes.map((scheme) => {
      const first = schemes.length === 1 ? KEY_VARIABLE : `${KEY_VARIABLE}_${variableFor(scheme)}`;
      let variable = first;
      for (let number = 2; used.has(variable); number += 1) variable = `${first}_${number}`;
      used.add(variable);
      return [scheme, variable];
    }),
  );
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
