import { writeFile } from "node:fs/promises";
import { command, exitCodeOf } from "#cli/command.js";
import { commandLine } from "#cli/installation.js";
import { orDefault, text } from "#cli/option.js";
import { onOneLine } from "#cli/unprintable.js";
import { UserError } from "#cli/user-error.js";
import { ALERTMANAGER } from "./alertmanager/alertmanager.js";
import { type Check, checksOf, kindsOf } from "./checks.js";
import { Cleanup } from "./cleanup.js";
import { DIRECTUS } from "./directus/directus.js";
import { ETCD } from "./etcd/etcd.js";
import { type MeasuredProduct, measureProduct } from "./measure-product.js";
import { resultsText } from "./results.js";

const PRODUCTS = [ALERTMANAGER, DIRECTUS, ETCD];

const RESULTS = "test/products/RESULTS.md";

const cleanup = new Cleanup();

const productsCommand = command(
  {
    about: `Verifies real products by their own documents, and compares all of their data. Writes ${RESULTS}.`,
    usage: commandLine("products", "[NAME …] [options]"),
    takesOperands: true,
    options: [
      {
        alertmanagerDocument: text(
          "--alertmanager-document FILE",
          "its api/v2/openapi.yaml (default: from a Debian package)",
        ),
        maxTime: orDefault(text("--max-time S", "the time limit of each run, in seconds"), "600"),
        explore: text("--explore N|TIME", "send random requests too; see the option of verify"),
        seed: text("--seed N", "repeat the generated values of an earlier run"),
        keep: text("--keep FOLDER", "keep the reports, the traffic and the lists of differences in this folder"),
        file: text("--out FILE", `the file of the results (default: ${RESULTS}, if all products are verified)`),
      },
    ],
    notes: `NAME is ${PRODUCTS.map(({ name }) => name).join(" or ")}; without one, all products are verified. Each is started with data of its own on
127.0.0.1, and is stopped at the end. Alertmanager and etcd are installed by: apt-get install prometheus-alertmanager etcd-server. Directus
is installed from npm into ~/.cache, once.

Exit code: 0 all right, 1 otherwise, 2 could not run.`,
  },
  async ({ file, ...options }, names) => {
    const unknown = names.find((operand) => PRODUCTS.every(({ name }) => name !== operand));
    if (unknown !== undefined) throw new UserError(`Not a product: ${unknown}. See --help.`);
    const products = PRODUCTS.filter(({ name }) => names.length === 0 || names.includes(name));
    const measured: MeasuredProduct[] = [];
    const checks: Check[] = [];
    for (const product of products) {
      const one = await measureProduct(cleanup, product, options);
      measured.push(one);
      checks.push(...checksOf(one));
      for (const check of checksOf(one)) console.log(lineOf(check));
    }
    const out = file ?? (products.length === PRODUCTS.length ? RESULTS : undefined);
    if (out !== undefined) await writeFile(out, resultsText(measured));
    return checks.every(({ problems }) => problems.length === 0) ? 0 : 1;
  },
);

function lineOf({ product, text, problems }: Check): string {
  const [first] = problems;
  if (first === undefined) return `ok      ${product}: ${text}`;
  const kinds = kindsOf(problems);
  return `BROKEN  ${product}: ${text} (${kinds === "" ? "" : `${kinds}; `}first: ${onOneLine(first.text).slice(0, 200)})`;
}

// A run that was interrupted fails.
process.exitCode = await exitCodeOf(productsCommand(process.argv.slice(2)), () => cleanup.exitCode ?? 2);
