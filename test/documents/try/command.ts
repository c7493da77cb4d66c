import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { command, exitCodeOf } from "#cli/command.js";
import { commandLine } from "#cli/installation.js";
import { orDefault, text } from "#cli/option.js";
import { ended, start } from "#test/command-line.js";
import { listedDocuments, namedDocuments, type RealDocument } from "./documents.js";
import type { Measured } from "./measure-one.js";
import { type Row, resultsText } from "./results.js";

const RESULTS = "test/documents/RESULTS.md";

/** A document that takes longer, in milliseconds, is given up. */
const LIMIT = 15 * 60_000;

const documentsCommand = command(
  {
    about: `Measures real documents: load, generate, compile, mock, verify. Writes ${RESULTS}.`,
    usage: commandLine("documents", "[FILE or URL …] [options]"),
    takesOperands: true,
    options: [
      {
        copies: text("--copies FOLDER", "read the documents of the repositories from this folder, each at OWNER/NAME"),
        only: orDefault(text("--only TEXT", "measure the documents whose name contains this text"), "", "all"),
        resume: text(
          "--resume FOLDER",
          "keep each measurement in this folder, and measure only the documents that it lacks",
        ),
        out: orDefault(text("--out FILE", "the file of the results"), RESULTS),
      },
    ],
    notes: `Without a file or URL, the documents of sources.ts are measured: those of npm packages, which are installed into a
temporary folder, and those of public repositories, which are read by URL.`,
  },
  async ({ copies, only, resume, out }, specs) => {
    const folder = await mkdtemp(join(tmpdir(), "documents-"));
    try {
      const documents = specs.length > 0 ? await namedDocuments(specs) : await listedDocuments(folder, copies);
      const rows: Row[] = [];
      for (const document of documents.filter(({ name }) => name.includes(only))) {
        const measured = await kept(resume, document, () => measureInProcess(document));
        console.log(`${document.name}: ${JSON.stringify(measured).slice(0, 300)}`);
        rows.push({ document, measured });
        await writeFile(out, resultsText(rows));
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    return 0;
  },
);

/** A measurement that an earlier run kept in a folder, or a new one, which is then kept. */
async function kept(
  folder: string | undefined,
  { name }: RealDocument,
  measureNow: () => Promise<Measured>,
): Promise<Measured> {
  if (folder === undefined) return measureNow();
  const file = join(folder, `${name.replace(/[^\w.-]+/g, "_")}.json`);
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text !== undefined) return JSON.parse(text);
  const measured = await measureNow();
  await mkdir(folder, { recursive: true });
  await writeFile(file, `${JSON.stringify(measured)}\n`);
  return measured;
}

async function measureInProcess({ spec }: RealDocument): Promise<Measured> {
  const child = start(["test/documents/try/measure-one.ts", spec]);
  const timer = setTimeout(() => child.kill("SIGKILL"), LIMIT);
  const { code, stdout, stderr } = await ended(child).finally(() => clearTimeout(timer));
  const last = stdout.trim().split("\n").at(-1) ?? "";
  if (code === 0 && last.startsWith("{")) return JSON.parse(last);
  return { loadError: `The measurement ended with ${code ?? "a signal"}. ${stderr.slice(0, 1000)}` };
}

process.exitCode = await exitCodeOf(documentsCommand(process.argv.slice(2)));
