import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asObject, asText } from "#openapi/document/document.js";
import type { Cleanup } from "./cleanup.js";
import { documentedOperations } from "./documented-operations.js";
import { type Measured, measureRun, type RunSettings } from "./measure-run.js";
import type { Product, RunChoice, RunningProduct } from "./product.js";
import { removeFolder } from "./remove-folder.js";

/** A product, and its runs of `verify`. */
export interface MeasuredProduct {
  product: Product;
  version: string;
  origin: string;
  operations: number;
  /** Later runs test the same server, with the data that the earlier ones left. */
  runs: Measured[];
}

/** What the first run accepts, two further ones do. */
const DEFAULT_RUNS: readonly RunChoice[] = [{ level: "creations" }, { level: "creations" }, { level: "creations" }];

/** The options of a measurement. */
export interface Options extends Pick<RunSettings, "maxTime" | "seed" | "explore"> {
  alertmanagerDocument: string | undefined;
  /** The folder that keeps the reports; undefined to remove them. */
  keep: string | undefined;
}

/** Starts a product, and verifies it several times. It is stopped, and its data removed, whatever happens. */
export async function measureProduct(cleanup: Cleanup, product: Product, options: Options): Promise<MeasuredProduct> {
  try {
    const folder = await mkdtemp(join(tmpdir(), `${product.name}-`));
    cleanup.add(() => removeFolder(folder));
    const data = join(folder, "data-of-product");
    await mkdir(data);
    const running = await product.start({ folder: data, cleanup, alertmanagerDocument: options.alertmanagerDocument });
    return await measure(cleanup, product, running, { ...options, folder });
  } finally {
    await cleanup.run();
  }
}

async function measure(
  cleanup: Cleanup,
  product: Product,
  running: RunningProduct,
  { folder, keep = folder, maxTime, seed, explore }: Options & { folder: string },
): Promise<MeasuredProduct> {
  const { spec } = running;
  // As it is: reading it for verification leaves out operations that cannot be requested.
  const document = asObject(JSON.parse(await readFile(spec, "utf8")));
  const operations = documentedOperations(document);
  const shared = { spec, operations, maxTime, seed, explore };
  const choices = product.runs ?? DEFAULT_RUNS;
  const file = join(keep, product.name, "known.yaml");
  // A file of an earlier measurement would accept more.
  await rm(file, { force: true });
  const runs: Measured[] = [];
  for (const [index, choice] of choices.entries()) {
    const reports = join(keep, product.name, `run-${index + 1}`);
    const known = { file, isUpdated: index === 0 };
    runs.push(await measureRun(cleanup, product, running, { ...shared, choice, reports, known }));
  }
  return {
    product,
    version: running.version,
    origin: `${running.origin} (version ${asText(asObject(document.info).version)})`,
    operations: operations.length,
    runs,
  };
}
