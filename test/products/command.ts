import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { onOneLine } from "#cli/unprintable.js";
import { errorText, UserError } from "#cli/user-error.js";
import { ALERTMANAGER } from "./alertmanager/alertmanager.js";
import { type Check, checksOf, kindsOf } from "./checks.js";
import { Cleanup } from "./cleanup.js";
import { DIRECTUS } from "./directus/directus.js";
import { type MeasuredProduct, measureProduct } from "./measure-product.js";
import { resultsText } from "./results.js";

const PRODUCTS = [ALERTMANAGER, DIRECTUS];

const RESULTS = "test/products/RESULTS.md";

const USAGE = `Verifies real products by their own documents, and compares all of their data. Writes ${RESULTS}.

  npm run products -- [NAME …] [options]

NAME is ${PRODUCTS.map(({ name }) => name).join(" or ")}; without one, all products are verified. Each is started with data of its own on
127.0.0.1, and is stopped at the end. Alertmanager is installed by: apt-get install prometheus-alertmanager. Directus
is installed from npm into ~/.cache, once.

  --alertmanager-document FILE
                   its api/v2/openapi.yaml (default: from a Debian package)
  --max-time S     the time limit of each run, in seconds (default: 600)
  --explore N|TIME send random requests too; see the option of verify
  --seed N         repeat the generated values of an earlier run
  --keep FOLDER    keep the reports, the traffic and the lists of differences in this folder
  --out FILE       the file of the results (default: ${RESULTS}, if all products are verified)

Exit code: 0 all right, 1 otherwise, 2 could not run.`;

/** @returns the exit code */
async function main(cleanup: Cleanup, args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      "alertmanager-document": { type: "string" },
      explore: { type: "string" },
      help: { type: "boolean" },
      keep: { type: "string" },
      "max-time": { type: "string", default: "600" },
      out: { type: "string" },
      seed: { type: "string" },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const unknown = positionals.find((each) => PRODUCTS.every(({ name }) => name !== each));
  if (unknown !== undefined) throw new UserError(`Not a product: ${unknown}. See --help.`);
  const products = PRODUCTS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  const options = {
    alertmanagerDocument: values["alertmanager-document"],
    keep: values.keep,
    maxTime: values["max-time"],
    seed: values.seed,
    explore: values.explore,
  };
  const measured: MeasuredProduct[] = [];
  const checks: Check[] = [];
  for (const product of products) {
    const one = await measureProduct(cleanup, product, options);
    measured.push(one);
    checks.push(...checksOf(one));
    for (const check of checksOf(one)) console.log(lineOf(check));
  }
  const out = values.out ?? (products.length === PRODUCTS.length ? RESULTS : undefined);
  if (out !== undefined) await writeFile(out, resultsText(measured));
  return checks.every(({ problems }) => problems.length === 0) ? 0 : 1;
}

function lineOf({ product, text, problems }: Check): string {
  const [first] = problems;
  if (first === undefined) return `ok      ${product}: ${text}`;
  const kinds = kindsOf(problems);
  return `BROKEN  ${product}: ${text} (${kinds === "" ? "" : `${kinds}; `}first: ${onOneLine(first.text).slice(0, 200)})`;
}

const cleanup = new Cleanup();
process.exitCode = await main(cleanup, process.argv.slice(2)).catch((error: unknown) => {
  // What was interrupted fails.
  if (cleanup.exitCode !== undefined) return cleanup.exitCode;
  console.error(errorText(error));
  return 2;
});
