import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { WELL_KNOWN_KEYS } from "#team-api/sandbox/keys/keys.js";
import { startSandbox } from "#team-api/sandbox/sandbox.js";
import { interleaved, median, type Row, ratios, row, type Series } from "./harness.js";
import { peerDocument } from "./peer-document.js";
import { expectCode, hasJava, NPM, PEERS, PROJECT, run, WORK } from "./processes.js";
import { startRegistry } from "./registry.js";

const ROUNDS = 2;
/** Milliseconds that a command may take. */
const LIMIT = 180_000;
const KEY = WELL_KNOWN_KEYS.first;
const DOCUMENT = "openapi.json";
/** The package with our command, and its folder. */
const OWN = "team-api-tools";
const BUILT = join(PROJECT, "dist", OWN);

/**
 * Options of each installation. The packages come from npm's cache, so that the network does not count. Scripts of packages
 * do not run: none of these tools needs them.
 */
const INSTALL = ["install", "-D", "--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund"];

/** The commands from an empty folder with the document to a verdict, as the manual of a tool lists them. */
interface FirstRun {
  name: string;
  /** The package and its version. */
  install: string;
  /** The commands after the installation, each as the arguments of npx. */
  commands(url: string): readonly (readonly string[])[];
  env: Readonly<Record<string, string>>;
  /** The part of the output that states the verdict, whichever it is. */
  verdict: RegExp;
}

/** @param versions of the packages, by name */
function firstRuns(versions: Readonly<Record<string, string>>): FirstRun[] {
  const version = (name: string) => `${name}@${versions[name]}`;
  return [
    {
      name: "verify",
      install: version(OWN),
      commands: (url) => [["team-api", "verify", "--spec", DOCUMENT, "--base-url", url]],
      env: { TEAM_API_KEY: KEY },
      verdict: /^(Passed|Failed|Error)\. \d+ test cases/m,
    },
    {
      name: "Redocly Respect",
      install: version("@redocly/cli"),
      commands: () => [
        ["redocly", "generate-arazzo", DOCUMENT],
        ["redocly", "respect", "auto-generated.arazzo.yaml", "--input", `BearerAuth=${KEY}`],
      ],
      env: { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
      verdict: /Checks: .*\d+ total/,
    },
    {
      name: "Portman",
      install: version("@apideck/portman"),
      commands: (url) => [["portman", "-l", DOCUMENT, "-b", url, "-n"]],
      env: { PORTMAN_BEARER_TOKEN: KEY },
      verdict: /total run duration/,
    },
    {
      name: "Dredd",
      install: version("dredd"),
      commands: (url) => [["dredd", DOCUMENT, url, "-h", `Authorization: Bearer ${KEY}`]],
      env: {},
      verdict: /complete: \d+ passing/,
    },
    {
      name: "Specmatic",
      install: version("specmatic"),
      commands: (url) => [["specmatic", "test", DOCUMENT, `--testBaseURL=${url}`]],
      env: { BearerAuth: KEY },
      verdict: /Tests run: \d+/,
    },
  ];
}

/** Compares the way from an empty folder to the first verdict: the commands, and their time. */
export async function firstRun(): Promise<Row[]> {
  await mkdir(WORK, { recursive: true });
  const [tarball, versions, java] = await Promise.all([packed(), versionsOfPeers(), hasJava()]);
  const manifest = JSON.parse(await readFile(join(BUILT, "package.json"), "utf8"));
  const tools = firstRuns({ ...versions, [OWN]: manifest.version }).filter(({ name }) => java || name !== "Specmatic");
  const document: OpenApiDocument = JSON.parse(await readFile(join(PROJECT, "generated/openapi.json"), "utf8"));
  const sandbox = await startSandbox({ port: 0, control: true });
  const registry = await startRegistry(tarball, manifest);
  try {
    const text = JSON.stringify(peerDocument(document, sandbox.url, false));
    const candidates = tools.map((tool): [string, () => Promise<number>] => [
      tool.name,
      async () => {
        await reset(sandbox);
        return timeOf(tool, { url: sandbox.url, registry: registry.url }, text);
      },
    ]);
    // The warm-up fills npm's cache.
    return rowsOf(tools, await interleaved(Object.fromEntries(candidates), "s", ROUNDS, 1));
  } finally {
    await Promise.all([sandbox.close(), registry.close()]);
  }
}

/** Packs the tools as they are published. @returns the path of the tarball */
async function packed(): Promise<string> {
  const args = ["pack", "--json", "--pack-destination", WORK, BUILT];
  const { output } = expectCode(await run(NPM, args), "npm pack");
  const [, name] = /"filename":\s*"([^"]+)"/.exec(output) ?? [];
  if (name === undefined) throw new Error(`npm pack wrote no file:\n${output.slice(-500)}`);
  return join(WORK, name);
}

/** The versions that the bench compares: of our own development, and of the peers. */
async function versionsOfPeers(): Promise<Record<string, string>> {
  const read = async (file: string): Promise<Record<string, Record<string, string>>> =>
    JSON.parse(await readFile(file, "utf8"));
  const [own, peers] = await Promise.all([read(join(PROJECT, "package.json")), read(join(PEERS, "package.json"))]);
  return { ...own.devDependencies, ...peers.dependencies };
}

async function reset({ url, controlToken }: { url: string; controlToken: string | undefined }): Promise<void> {
  const headers = { authorization: `Bearer ${controlToken}` };
  const response = await fetch(`${url}/_sandbox/reset`, { method: "POST", headers });
  if (!response.ok) throw new Error(`The sandbox cannot be reset: ${response.status} ${await response.text()}`);
}

/**
 * Runs all commands of a tool in an empty folder.
 *
 * @returns seconds
 * @throws Error with the output of a tool that states no verdict
 */
async function timeOf(
  { name, install, commands, env, verdict }: FirstRun,
  { url, registry }: { url: string; registry: string },
  text: string,
): Promise<number> {
  const folder = await mkdtemp(join(WORK, "first-run-"));
  try {
    await writeFile(join(folder, DOCUMENT), text);
    // Without it, npm would install into a folder above, which has a package.json.
    const begun = performance.now();
    expectCode(
      await run(NPM, [...INSTALL, "--registry", registry, "--prefix", folder, install], { cwd: folder, limit: LIMIT }),
      `npm install of ${name}`,
    );
    let output = "";
    for (const command of commands(url)) {
      const args = ["exec", "--no", "--prefix", folder, "--", ...command];
      ({ output } = await run(NPM, args, { cwd: folder, env, limit: LIMIT }));
    }
    const time = (performance.now() - begun) / 1000;
    if (!verdict.test(output)) throw new Error(`${name} states no verdict:\n${output.slice(-2000)}`);
    return time;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function rowsOf(tools: readonly FirstRun[], times: Readonly<Record<string, Series>>): Row[] {
  const [own, ...others] = tools;
  const ownTime = own && times[own.name];
  if (!own || !ownTime) return [];
  const count = (tool: FirstRun) => 1 + tool.commands("").length;
  const commands = tools.map((tool): Series => ({ name: tool.name, unit: "commands", values: [count(tool)] }));
  const fewest = Math.min(...others.map(count));
  const timeRows = others.flatMap((other) => {
    const time = times[other.name];
    return time === undefined
      ? []
      : [
          row({
            what: "first verification in an empty folder: time from `npm install` to the verdict",
            against: other.name,
            ratios: ratios(ownTime, time),
            atMost: 1,
            aim: "shorter than any",
            figures: [ownTime, time],
            note: "each by its manual, from one registry, with the same document and sandbox; npm's cache is warm, and `--prefer-offline` keeps the network out; `--ignore-scripts`",
          }),
        ];
  });
  return [
    row({
      what: "first verification in an empty folder: commands",
      against: "the fewest of the others",
      ratios: [count(own) / fewest],
      atMost: 1,
      aim: "fewest",
      figures: commands,
      note: `the document is there; a key is a variable of the command or its option; fastest: ${fastest(times)}`,
    }),
    ...timeRows,
  ];
}

function fastest(times: Readonly<Record<string, Series>>): string {
  const [first] = Object.values(times).toSorted((one, other) => median(one.values) - median(other.values));
  return first?.name ?? "none";
}
