import { CONTRACT } from "../../src/cli/installation.js";
import { UserError } from "../../src/cli/user-error.js";
import { hasOwnExtensions } from "../../src/openapi/extensions/defects.js";
import { loadWithFiles, type ReadOptions } from "../../src/openapi/load/load.js";

/** The configurations of Redocly CLI by profile; undefined for that which it looks up alone. */
const CONFIGS: Readonly<Record<string, string | undefined>> = {
  contract: undefined,
  recommended: "openapi/lint/recommended.yaml",
};

/**
 * The arguments for Redocly CLI, which has no profiles. Without `--profile`, our rules lint a document with our
 * extensions, and the recommended rules any other one.
 *
 * @param headers those of requests for a document at a URL
 * @throws UserError for an unknown profile
 */
export async function withProfile(args: readonly string[], headers?: ReadOptions["specHeaders"]): Promise<string[]> {
  const at = args.findIndex((arg) => /^--profile(=|$)/.test(arg));
  const isJoined = at >= 0 && args[at]?.includes("=");
  const given = at < 0 ? undefined : isJoined ? args[at]?.split("=")[1] : args[at + 1];
  const rest = at < 0 ? [...args] : args.toSpliced(at, isJoined ? 1 : 2);
  if (at >= 0 && !Object.hasOwn(CONFIGS, given ?? "")) {
    throw new UserError(`--profile ${given ?? ""} is not valid. Use ${Object.keys(CONFIGS).join(" or ")}.`);
  }
  const documents = rest.filter((arg) => !arg.startsWith("-"));
  const config = CONFIGS[given ?? (await profileOf(documents, headers))];
  if (config === undefined || rest.some((arg) => arg.startsWith("--config"))) return rest;
  // This configuration names no document.
  return [...(documents.length === 0 ? [CONTRACT] : []), ...rest, `--config=${config}`];
}

async function profileOf(documents: readonly string[], headers: ReadOptions["specHeaders"]): Promise<string> {
  const [first] = documents;
  if (first === undefined) return "contract";
  // Redocly CLI reports what is wrong with a document that cannot be read.
  const document = (await loadWithFiles(first, [], headers).catch(() => undefined))?.document;
  return document !== undefined && hasOwnExtensions(document) ? "contract" : "recommended";
}
