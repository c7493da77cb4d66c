import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/** True for the build, which other repos install; false for the sources in their own repo. */
const BUILT = import.meta.url.endsWith(".js");

const ROOT = new URL(BUILT ? "../../" : "../", import.meta.url);

/** The path of a file that the package ships, by its path from the root. */
export function shipped(path: string): string {
  return fileURLToPath(new URL(path, ROOT));
}

/** The part of package.json that commands go by. */
export const PACKAGE: { name: string; version: string; devDependencies: Record<string, string> } = createRequire(
  import.meta.url,
)(shipped("package.json"));

/** The generated document: bundled, and of OpenAPI 3.1. */
export const GENERATED_CONTRACT = shipped("generated/openapi.json");

/** What commands work on unless told: in its own repo the contract as it is being written, elsewhere as published. */
export const CONTRACT = BUILT ? GENERATED_CONTRACT : "openapi/openapi.yaml";

/** A contract as people know it: where it was installed matters to nobody. */
export function contractName(spec: string): string {
  return BUILT && spec === CONTRACT ? `${PACKAGE.name}/openapi.json` : spec;
}

/** How a command is written here, for usage texts: `npm run mock -- --port 0`, or, as the package is called, `team-api mock --port 0`. */
export function commandLine(verb: string, options = ""): string {
  const command = BUILT ? `${PACKAGE.name} ${verb}` : `npm run ${verb}${options && " --"}`;
  return options ? `${command} ${options}` : command;
}
