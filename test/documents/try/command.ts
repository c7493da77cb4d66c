import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { command, exitCodeOf } from "#cli/command.js";
import { commandLine } from "#cli/installation.js";
import { flag, orDefault, text } from "#cli/option.js";
import { start } from "#test/command-line.js";
import { bounded, type Cost } from "./bounded-process.js";
import { installedPackages, listedDocuments, namedDocuments, type RealDocument } from "./documents.js";
import { COMMANDS, type Command } from "./measure.js";
import { PEER_PACKAGES } from "./peers.js";
import { type Row, resultsText } from "./results.js";

/** Documents of fewer bytes share a process, several at a time: starting it takes longer than measuring one of them. */
const SMALL = 120_000;
const GROUP = 10;

/** A reference to another file, whose size is not known. */
const OTHER_FILE = /\$ref["']?:\s*["']?[^#"'\s]/;

/** A document with its size in characters; infinite for one that is not in one file. */
type Sized = RealDocument & { size: number };

const RESULTS = "test/documents/RESULTS.md";

const documentsCommand = command(
  {
    about: `Measures real documents: generate, compile, mock, plan, verify, and what other tools do. Writes ${RESULTS}.`,
    usage: commandLine("documents", "[FILE or URL …] [options]"),
    takesOperands: true,
    options: [
      {
        copies: text("--copies FOLDER", "read the documents of the repositories from this folder, each at OWNER/NAME"),
        only: orDefault(text("--only TEXT", "measure the documents whose name contains this text"), "", "all"),
        random: flag("--random", "measure only the documents that were chosen at random"),
        again: flag("--again", "measure documents again that an earlier run has measured"),
        noPeers: flag("--no-peers", "leave the other tools out"),
        keep: orDefault(text("--keep FOLDER", "the folder of the measurements and packages"), "reports/documents"),
        out: orDefault(text("--out FILE", "the file of the results"), RESULTS),
      },
    ],
    notes: `Without a file or URL, the documents of sources.ts and repositories.ts are measured, one at a time: those of npm packages,
and those of public repositories, which are read by URL. Each measurement is kept, so that the command continues after an
interruption. The results have all documents that were measured, also with --only.`,
  },
  async ({ copies, only, random, again, noPeers, keep, out }, specs) => {
    const documents =
      specs.length > 0 ? await namedDocuments(specs) : await listedDocuments(join(keep, "packages"), copies);
    const selected = await inOrder(
      documents.filter(({ name, isRandom }) => name.includes(only) && (isRandom || !random)),
    );
    const fresh = new Set<string>();
    const folders = { ours: join(keep, "measurements"), peers: join(keep, "peer-results") };
    const write = async () => writeFile(out, resultsText(await measuredRows(folders, documents), documents.length));
    const measureAll = async (folder: string, installed?: string) => {
      await mkdir(folder, { recursive: true });
      for (let group = await nextGroup(folder); group.length > 0; group = await nextGroup(folder)) {
        const results = await measured(
          group.map(({ spec }) => spec),
          installed,
        );
        for (const document of group) {
          const result = results.get(document.spec);
          if (result === undefined) continue;
          console.log(`${document.name}: ${result.slice(0, 300)}`);
          await writeFile(fileOf(folder, document), `${result}\n`);
          fresh.add(fileOf(folder, document));
        }
        await write();
      }
    };
    /** The next documents without a measurement: a large one, or several small ones. */
    const nextGroup = async (folder: string) => {
      const waiting: Sized[] = [];
      for (const document of selected) {
        const file = fileOf(folder, document);
        const isMeasured = again ? fresh.has(file) : (await readKept(file)) !== undefined;
        if (!isMeasured) waiting.push(document);
      }
      const large = waiting.findIndex(({ size }) => size > SMALL);
      return waiting.slice(0, Math.max(1, Math.min(GROUP, large < 0 ? GROUP : large)));
    };
    await measureAll(folders.ours);
    if (!noPeers) {
      const peers = resolve(await installedPackages(join(keep, "peers"), PEER_PACKAGES));
      await measureAll(folders.peers, peers);
    }
    await write();
    return 0;
  },
);

/** Small documents come first, and those that were chosen at random last. */
async function inOrder(documents: readonly RealDocument[]): Promise<Sized[]> {
  const sized = await Promise.all(
    documents.map(async (document) => {
      const content = await readFile(document.spec, "utf8").catch(() => undefined);
      const isWhole = content !== undefined && !OTHER_FILE.test(content);
      return { ...document, size: isWhole ? content.length : Number.POSITIVE_INFINITY };
    }),
  );
  return sized.toSorted((a, b) => Number(a.isRandom) - Number(b.isRandom) || a.size - b.size);
}

async function measuredRows(
  { ours, peers }: { ours: string; peers: string },
  documents: readonly RealDocument[],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const document of documents) {
    const measured = await readKept(fileOf(ours, document));
    const others = await readKept(fileOf(peers, document));
    if (measured !== undefined) {
      rows.push({
        document,
        measured: JSON.parse(measured),
        peers: others === undefined ? undefined : JSON.parse(others),
      });
    }
  }
  return rows;
}

/** The file of a measurement: another version of a document is another file. */
function fileOf(folder: string, { name, origin }: RealDocument): string {
  const hash = createHash("sha256").update(origin).digest("hex").slice(0, 8);
  return join(folder, `${name.replace(/[^\w.-]+/g, "_")}-${hash}.json`);
}

function readKept(file: string): Promise<string | undefined> {
  return readFile(file, "utf8").catch(() => undefined);
}

/**
 * Measures documents in a process of their own, or a single one in a process for each command, as users run them.
 *
 * @returns the result of each, as JSON: its parts, what the processes took, and why one was ended. The documents that were not
 *   reached have none
 */
async function measured(specs: readonly string[], peers: string | undefined): Promise<Map<string, string>> {
  if (peers !== undefined || specs.length > 1) return jsonOf(await inProcess(specs, { commands: COMMANDS, peers }));
  const results: Map<string, Result>[] = [];
  for (const command of COMMANDS) results.push(await inProcess(specs, { commands: [command] }));
  return jsonOf(new Map(specs.map((spec) => [spec, merged(results.flatMap((result) => result.get(spec) ?? []))])));
}

function jsonOf(results: ReadonlyMap<string, Result>): Map<string, string> {
  return new Map([...results].map(([spec, result]) => [spec, JSON.stringify(result)]));
}

/** The result of a document: its parts, and those of the process. */
interface Result {
  cost: Partial<Cost>;
  failure?: string;
}

/** The parts of several processes: together, they took the sum of the seconds, and never more than the largest memory. */
function merged(results: readonly Result[]): Result {
  const known = (values: readonly (number | undefined)[]) => values.filter((value) => value !== undefined);
  const seconds = known(results.map(({ cost }) => cost.seconds));
  const megabytes = known(results.map(({ cost }) => cost.megabytes));
  return {
    ...Object.assign({}, ...results),
    cost: { seconds: seconds.reduce((sum, each) => sum + each, 0), megabytes: Math.max(...megabytes) },
  };
}

/** @returns the result of each document that was reached */
async function inProcess(
  specs: readonly string[],
  work: { commands: readonly Command[]; peers?: string | undefined },
): Promise<Map<string, Result>> {
  const args = JSON.stringify({ specs, ...work });
  const { code, stdout, stderr, cost, ending } = await bounded(
    start(["test/documents/try/measure-one.ts", args]),
    specs.length,
  );
  const failure = ending ?? (code === 0 ? undefined : `It ended with ${code ?? "a signal"}. ${stderr.slice(-1000)}`);
  const parts = stdout.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
  const reached = new Set(parts.map(({ spec }) => String(spec)));
  if (failure !== undefined && reached.size < specs.length) reached.add(specs[reached.size] ?? "");
  const last = [...reached].at(-1);
  return new Map(
    [...reached].map((spec) => [
      spec,
      {
        // A process that was ended did not say what it took.
        cost: specs.length === 1 ? cost : {},
        ...Object.assign({}, ...parts.flatMap((line) => (line.spec === spec ? [line.part] : []))),
        ...(failure !== undefined && spec === last && { failure }),
      },
    ]),
  );
}

process.exitCode = await exitCodeOf(documentsCommand(process.argv.slice(2)));
