import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { SPEC_HEADERS } from "../../src/cli/options.js";
import { isUrl } from "../../src/openapi/files/read-url.js";
import type { ReadOptions } from "../../src/openapi/load/load.js";

type Headers = NonNullable<ReadOptions["specHeaders"]>;

const OPTION = "--spec-header";

/**
 * The headers that the arguments of the lint give, and the other arguments.
 *
 * @throws UserError if a header has no name or no value
 */
export function specHeadersOf(args: readonly string[]): { headers: Headers; others: string[] } {
  const isHeader = (arg: string) => arg.startsWith(`${OPTION}=`);
  const given = args.filter(isHeader).map((arg) => arg.slice(OPTION.length + 1));
  return { headers: SPEC_HEADERS.read(given, OPTION), others: args.filter((arg) => !isHeader(arg)) };
}

/** The arguments and the environment by which Redocly CLI sends headers. */
interface HeaderSettings {
  /** The arguments, with a configuration that names the headers. */
  args: string[];
  /** Their values: a file would keep them, and other users could read them among the arguments. */
  env: Record<string, string>;
  /** The folder of the configuration, to be removed; undefined if no document needs headers. */
  folder?: string;
}

/** Redocly CLI takes headers from its configuration alone. Only the origins of the linted documents get them. */
export async function headerSettings(args: readonly string[], headers: Headers): Promise<HeaderSettings> {
  const origins = new Set(args.filter(isUrl).map((url) => new URL(url).origin));
  if (headers.length === 0 || origins.size === 0) return { args: [...args], env: {} };
  const isConfig = (arg: string) => arg.startsWith("--config=");
  const base = args.find(isConfig)?.slice("--config=".length) ?? "redocly.yaml";
  const variableOf = (index: number) => `LINT_SPEC_HEADER_${index}`;
  const matched = [...origins].flatMap((origin) =>
    headers.map(([name], index) => ({ matches: `${origin}/**`, name, envVariable: variableOf(index) })),
  );
  const folder = await mkdtemp(join(tmpdir(), "lint-"));
  const config = join(folder, "redocly.yaml");
  // JSON is YAML.
  await writeFile(config, JSON.stringify({ extends: [resolve(base)], resolve: { http: { headers: matched } } }));
  return {
    args: [...args.filter((arg) => !isConfig(arg)), `--config=${config}`],
    env: Object.fromEntries(headers.map(([, value], index) => [variableOf(index), value])),
    folder,
  };
}
