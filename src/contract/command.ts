import { dirname, relative } from "node:path";
import { CONTRACT } from "../installation.js";
import { asObject, type OpenApiDocument } from "../openapi/document.js";
import { loadDocument } from "../openapi/load.js";
import { operationsOf } from "../openapi/operations.js";
import { requirePeers } from "../peers.js";
import { isPlain, PLAIN } from "./connection.js";
import { only, startEmbedded } from "./embedded.js";
import { Interruption, isInterrupted } from "./interruption.js";
import { baseUrlOf, type Options, readOptions, USAGE } from "./options.js";
import { annotations } from "./report/annotations.js";
import { mergedReport } from "./report/merge.js";
import { planTable } from "./report/plan-table.js";
import { progressLine } from "./report/progress.js";
import type { Report } from "./report/report.js";
import { terminalReport } from "./report/terminal.js";
import { makeWay, writeReport } from "./report/write.js";
import { selected } from "./select.js";
import type { Target } from "./target.js";
import { EXIT_CODES } from "./verdict.js";
import { changesIn } from "./watch.js";

/** In milliseconds. */
const TIMEOUT = 10_000;
const PARALLEL = 8;

/** What is verified, where, and how many requests at once. */
interface Aim {
  document: OpenApiDocument;
  name: string;
  target: Target;
  parallel: number;
  close(): Promise<void>;
}

/**
 * `verify`: checks a server against the contract.
 *
 * @returns the exit code
 * @throws Error if it cannot run, saying what to do
 */
export async function verifyCommand(args: string[]): Promise<number> {
  const options = readOptions(args);
  if (options.help) {
    console.log(USAGE);
    return 0;
  }
  if (options.merge.length > 0) return mergeCommand(options);
  // Peers are loaded on demand: a wrong option, and --help, need none of them.
  requirePeers(peersFor(options));
  return options.watch.length > 0 ? watchCommand(options) : runCommand(options);
}

/** Makes one report of the reports of parts. */
async function mergeCommand({ merge, requireAll, reports }: Options): Promise<number> {
  const report = await mergedReport(merge, requireAll);
  await makeWay(reports);
  const { title, version } = report.contract;
  console.log(`${title} ${version} against ${report.target}, in ${merge.length} parts\n`);
  return printed(report, await writeReport(report, reports));
}

/** Runs again at every change, until it is stopped. */
async function watchCommand(options: Options): Promise<number> {
  const watched = [...options.watch, dirname(options.spec), ...(options.target ? [options.target] : [])];
  for await (const changed of changesIn(watched, options.reports)) {
    if (changed !== undefined) console.log(`\n${changed} changed.\n`);
    // While a server is developed, it may be away, and a file half written: that ends one run, not the watch.
    const code = await runCommand(options).catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      return undefined;
    });
    if (isInterrupted(code)) return code;
    console.log(`\nWaiting for a change in ${watched.join(", ")}. Ctrl+C ends this.`);
  }
  return 0;
}

async function runCommand(options: Options): Promise<number> {
  const aim = await aimOf(options);
  const { document, target, name, parallel } = aim;
  try {
    const { title, version } = asObject(document.info);
    if (options.plan) {
      const [{ Environment }, { plan }] = await Promise.all([import("./environment.js"), import("./plan.js")]);
      const cases = selected(plan(new Environment(document, target)), options.only, options.shard);
      console.log(`${title} ${version}: what would be sent to ${name}\n\n${planTable(cases)}`);
      return 0;
    }
    console.log(`${title} ${version} against ${name}\n`);
    const { verify } = await import("./verify.js");
    const progress = progressLine(process.stderr);
    const interruption = new Interruption();
    const result = await verify({
      document,
      target,
      name,
      parallel,
      only: options.only,
      shard: options.shard,
      reports: options.reports,
      requireAll: options.requireAll,
      onProgress: progress.show,
      signal: interruption.signal,
    })
      .catch((error: unknown) => {
        if (interruption.exitCode === undefined) throw error;
        console.error(error instanceof Error ? error.message : error);
        return undefined;
      })
      .finally(() => {
        progress.clear();
        interruption.ignore();
      });
    const code = result ? printed(result.report, result.written) : EXIT_CODES["could not run"];
    return interruption.exitCode ?? code;
  } finally {
    await aim.close();
  }
}

/** Prints a report, and returns the exit code. */
function printed(report: Report, written: readonly string[]): number {
  console.log(terminalReport(report));
  console.log(`Reports: ${written.map((file) => relative(process.cwd(), file)).join(", ")}`);
  if (process.env.GITHUB_ACTIONS === "true") for (const line of annotations(report)) console.log(line);
  return EXIT_CODES[report.verdict];
}

function peersFor({ target, baseUrl, spec }: Options): Parameters<typeof requirePeers>[0] {
  if (target === undefined && baseUrl === undefined) return "verification of the sandbox";
  return target !== undefined || spec !== CONTRACT ? "verification by files" : "verification";
}

async function aimOf(options: Options): Promise<Aim> {
  const { timeout, rate, parallel, strict } = options;
  const common = {
    values: {},
    headers: {},
    connection: PLAIN,
    strict,
    seed: options.seed ?? Math.floor(Math.random() * 4_294_967_295),
  };
  if (options.target === undefined && options.baseUrl === undefined) {
    const { name, document, target, close } = await startEmbedded(options.spec);
    const limits = { timeout: timeout ?? TIMEOUT, rate, writes: true, hasExamples: true };
    return { name, document, close, parallel: parallel ?? PARALLEL, target: { ...common, ...target, ...limits } };
  }
  // An address that is none is told before a contract is read.
  const given = options.baseUrl === undefined ? undefined : baseUrlOf(options.baseUrl, "--base-url");
  const document = await loadDocument(options.spec);
  const { readTargetFile } = await import("./target-file.js");
  const file = options.target === undefined ? undefined : await readTargetFile(options.target, document, process.env);
  if (file && !isPlain(file.connection)) requirePeers("connection");
  const baseUrl = given ?? baseUrlOf(file?.baseUrl ?? "", `${options.target}: baseUrl`);
  const target: Target = {
    ...common,
    baseUrl,
    keys: file?.keys ?? keysFor(document, options.keyVariable),
    values: file?.values ?? {},
    headers: file?.headers ?? {},
    connection: file?.connection ?? PLAIN,
    timeout: timeout ?? file?.timeout ?? TIMEOUT,
    rate: rate ?? file?.rate,
    writes: options.allowWrites || file?.writes === true,
    hasExamples: false,
    hasState: true,
    provision: file?.provision === undefined ? undefined : { module: file.provision, url: baseUrl },
  };
  if (!target.keys.own && needsKey(document)) {
    throw new Error(
      `${options.target}: the contract asks for a key. Give one under credentials, by the name of its security scheme.`,
    );
  }
  return { document, name: baseUrl, target, parallel: parallel ?? file?.parallel ?? PARALLEL, close: async () => {} };
}

/** @throws Error if the document asks for a key and there is none */
function keysFor(document: OpenApiDocument, variable: string): Target["keys"] {
  const key = process.env[variable];
  if (!key) {
    if (!needsKey(document)) return {};
    throw new Error(
      `The contract asks for an API key. Set it in the environment: ${variable}=… (or name another variable: --key-env).`,
    );
  }
  if (/[^\x21-\x7e]/.test(key)) {
    throw new Error(
      `${variable} holds a character that no header can carry: a space, a line break or a letter beyond ASCII.`,
    );
  }
  return { own: only(key, variable) };
}

function needsKey(document: OpenApiDocument): boolean {
  return operationsOf(document).some(
    ({ security }) => security.length > 0 && security.every((schemes) => schemes.length > 0),
  );
}
