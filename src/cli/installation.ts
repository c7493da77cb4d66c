import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

// The build keeps this code in a file two folders below the root too, which need not be dist/src/cli/installation.js.

/** True for the build, which other repos install; false for the sources in their own repo. */
const BUILT = import.meta.url.endsWith(".js");

const ROOT = new URL("../../", import.meta.url);

/** The absolute path of a file that the package ships, by its path from the root of the package. */
export function shipped(path: string): string {
  return fileURLToPath(new URL(path, ROOT));
}

/** The absolute path of a module that is loaded by its path, by its name from the root: `src/team-api/sandbox/provision`. */
export function modulePath(name: string): string {
  return shipped(BUILT ? `dist/${name}.js` : `${name}.ts`);
}

/** The parts of package.json that commands use. */
export const PACKAGE: { name: string; version: string } = createRequire(import.meta.url)(shipped("package.json"));

/** The name of the command that the package installs. */
export const COMMAND = "team-api";

/** The environment variable that holds the API key (default of `--key-env`). Its name stands for the key in reports. */
export const KEY_VARIABLE = `${COMMAND.replaceAll("-", "_").toUpperCase()}_KEY`;

/** The path of the generated document: bundled, and of OpenAPI 3.1. */
export const GENERATED_CONTRACT = shipped("generated/openapi.json");

/** The default contract of the commands: its sources in its own repo, the published document in other repos. */
export const CONTRACT = BUILT ? GENERATED_CONTRACT : "openapi/openapi.yaml";

/** The name of a contract in messages. The published one goes by its package, not by the path of its installation. */
export function contractName(spec: string): string {
  return BUILT && spec === CONTRACT ? `${PACKAGE.name}/openapi.json` : spec;
}

/** The file of the built runtime of clients, from the root of the package of the commands. */
export const RUNTIME_FILE = "runtime.json";

/** The absolute path of this runtime. In its own repo, `npm run build` writes it. */
export const RUNTIME = shipped(BUILT ? RUNTIME_FILE : `dist/team-api-tools/${RUNTIME_FILE}`);

/** The path of the JSON Schema of target files, from the root of the package. */
export const TARGET_SCHEMA = "generated/target.schema.json";

/** The same as a file in the root of a repo names it, for editors. */
export const TARGET_SCHEMA_LINK = linkTo(TARGET_SCHEMA);

/** The name of the configuration file. */
export const CONFIGURATION_FILE = `${COMMAND}.yaml`;

/** The path of the JSON Schema of the configuration file, from the root of the package. */
export const CONFIGURATION_SCHEMA = "generated/configuration.schema.json";

/** The same as a file in the root of a repo names it, for editors. */
export const CONFIGURATION_SCHEMA_LINK = linkTo(CONFIGURATION_SCHEMA);

/** The path of the JSON Schema of files of known findings, from the root of the package. */
export const KNOWN_SCHEMA = "generated/known.schema.json";

/** The same as a file in the root of a repo names it, for editors. */
export const KNOWN_SCHEMA_LINK = linkTo(KNOWN_SCHEMA);

function linkTo(path: string): string {
  return BUILT ? `./node_modules/${PACKAGE.name}/${path}` : `./${path}`;
}

/** A command line for usage texts: `npm run mock -- --port 0` in this repo, `team-api mock --port 0` in other repos. */
export function commandLine(verb: string, options = ""): string {
  const command = BUILT ? `${COMMAND} ${verb}` : `npm run ${verb}${options && " --"}`;
  return options ? `${command} ${options}` : command;
}

/** The same as a line that a shell runs: in other repos, npx runs the installed package. */
export function shellLine(verb: string, options = ""): string {
  return `${BUILT ? "npx --no -- " : ""}${commandLine(verb, options)}`;
}

/** A text as one word of a POSIX shell, which expands nothing in it (POSIX.1-2024, Shell Command Language, 2.2.2). */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
