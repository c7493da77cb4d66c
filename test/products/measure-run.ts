import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Cleanup } from "./cleanup.js";
import { compareRows, type Differences } from "./compare-rows.js";
import { removalOf } from "./documented-operations.js";
import { isNamed } from "./leftovers.js";
import type { Product, RunningProduct } from "./product.js";
import { idOf, type Row, withoutBookkeeping } from "./row.js";
import { type VerifyRun, type VerifySettings, verifyProduct } from "./verify-product.js";

/** A run of `verify`, and what it did to the data of the product. */
export interface Measured {
  run: VerifyRun;
  /** The rows before the run. */
  existed: number;
  differences: Differences;
  /** Rows that are left, and not named in the report with a reason. */
  unnamed: Row[];
  /** Rows that are left, although the document has an operation that removes them. */
  removable: { row: Row; removal: string }[];
}

/** How `verify` runs. The folder of its reports gets a list of the differences too. */
export type RunSettings = Omit<VerifySettings, "url" | "key">;

/** Runs `verify` against a product, and compares all data before and after it. */
export async function measureRun(
  cleanup: Cleanup,
  { bookkeeping }: Product,
  product: RunningProduct,
  settings: RunSettings,
): Promise<Measured> {
  await mkdir(settings.reports, { recursive: true });
  const before = withoutBookkeeping(await product.rows(), bookkeeping);
  const run = await verifyProduct(cleanup, { ...settings, url: product.url, key: product.key });
  const after = withoutBookkeeping(await product.rows(), bookkeeping);
  const differences = compareRows(before, after);
  const { missing, changed, left } = differences;
  const measured = {
    run,
    existed: before.length,
    differences,
    unnamed: left.filter((row) => !isNamed(row, run.leftovers)),
    removable: left.flatMap((row) => {
      const removal = removalOf(settings.operations, row);
      return removal === undefined ? [] : [{ row, removal }];
    }),
  };
  const lists = {
    missing: missing.map(idOf),
    changed: changed.map(({ row, columns }) => ({ row: idOf(row), columns, before: row.content })),
    left: left.map(idOf),
    unnamed: measured.unnamed.map(idOf),
    removable: measured.removable.map(({ row, removal }) => `${idOf(row)}: ${removal}`),
    leftovers: run.leftovers,
  };
  await writeFile(join(settings.reports, "data.json"), `${JSON.stringify(lists, undefined, 2)}\n`);
  return measured;
}
