import { createHash } from "node:crypto";
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { command, exitCodeOf } from "#cli/command.js";
import { commandLine } from "#cli/installation.js";
import { flag, orDefault, text } from "#cli/option.js";
import { start } from "#test/command-line.js";
import { bounded } from "./bounded-process.js";
import { installedPackages, listedDocuments, namedDocuments, type RealDocument } from "./documents.js";
import { PEERS } from "./peers.js";
import { type Row, resultsText } from "./results.js";

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
  async ({ copies, only, again, noPeers, keep, out }, specs) => {
    const documents =
      specs.length > 0 ? await namedDocuments(specs) : await listedDocuments(join(keep, "packages"), copies);
    const selected = await inOrder(documents.filter(({ name }) => name.includes(only)));
    const folders = { ours: join(keep, "measurements"), peers: join(keep, "peer-results") };
    const write = async () => writeFile(out, resultsText(await measuredRows(folders, documents), documents.length));
    const each = async (folder: string, args: (spec: string) => string[]) => {
      await mkdir(folder, { recursive: true });
      for (const document of selected) {
        const file = fileOf(folder, document);
        if (!again && (await readKept(file)) !== undefined) continue;
        const result = await inProcess(args(document.spec));
        console.log(`${document.name}: ${result.slice(0, 300)}`);
        await writeFile(file, `${result}\n`);
        await write();
      }
    };
    await each(folders.ours, (spec) => [spec]);
    if (!noPeers) {
      const versions = Object.entries(PEERS).map(([name, version]) => ({ package: name, version }));
      const peers = resolve(await installedPackages(join(keep, "peers"), versions));
      await each(folders.peers, (spec) => [spec, peers]);
    }
    await write();
    return 0;
  },
);

/** Small documents come first, and those that were chosen at random last. */
async function inOrder(documents: readonly RealDocument[]): Promise<RealDocument[]> {
  const sized = await Promise.all(
    documents.map(async (document) => ({
      document,
      size: (await stat(document.spec).catch(() => undefined))?.size ?? 0,
    })),
  );
  return sized
    .toSorted((a, b) => Number(a.document.isRandom) - Number(b.document.isRandom) || a.size - b.size)
    .map(({ document }) => document);
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

/** The result of a measurement in a process of its own, as JSON: its parts, what it took, and why it was ended. */
async function inProcess(args: string[]): Promise<string> {
  const { code, stdout, stderr, cost, ending } = await bounded(start(["test/documents/try/measure-one.ts", ...args]));
  const parts = stdout.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
  const failure = ending ?? (code === 0 ? undefined : `It ended with ${code ?? "a signal"}. ${stderr.slice(-1000)}`);
  return JSON.stringify(Object.assign({}, ...parts, { cost, ...(failure !== undefined && { failure }) }));
}

process.exitCode = await exitCodeOf(documentsCommand(process.argv.slice(2)));
