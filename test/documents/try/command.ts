import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { errorText } from "#cli/user-error.js";
import { ended, start } from "#test/command-line.js";
import { listedDocuments, namedDocuments, type RealDocument } from "./documents.js";
import type { Measured } from "./measure-one.js";
import { type Row, resultsText } from "./results.js";

const RESULTS = "test/documents/RESULTS.md";

const USAGE = `Measures real documents: load, generate, compile, mock, verify. Writes ${RESULTS}.

  npm run documents -- [FILE or URL …] [options]

Without a file or URL, the documents of sources.ts are measured: those of npm packages, which are installed into a
temporary folder, and those of public repositories, which are read by URL.

  --copies FOLDER   read the documents of the repositories from this folder, each at OWNER/NAME
  --only TEXT       measure the documents whose name contains this text
  --resume FOLDER   keep each measurement in this folder, and measure only the documents that it lacks
  --out FILE        the file of the results (default: ${RESULTS})`;

/** A document that takes longer, in milliseconds, is given up. */
const LIMIT = 15 * 60_000;

/** @returns the exit code */
async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      copies: { type: "string" },
      help: { type: "boolean" },
      only: { type: "string", default: "" },
      out: { type: "string", default: RESULTS },
      resume: { type: "string" },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const folder = await mkdtemp(join(tmpdir(), "documents-"));
  try {
    const documents =
      positionals.length > 0 ? await namedDocuments(positionals) : await listedDocuments(folder, values.copies);
    const rows: Row[] = [];
    for (const document of documents.filter(({ name }) => name.includes(values.only))) {
      const measured = await kept(values.resume, document, () => measureInProcess(document));
      console.log(`${document.name}: ${JSON.stringify(measured).slice(0, 300)}`);
      rows.push({ document, measured });
      await writeFile(values.out, resultsText(rows));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return 0;
}

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

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(errorText(error));
  return 2;
});
