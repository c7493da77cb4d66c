import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { interleaved, type Series } from "./harness.js";
import { expectCode, run, WORK } from "./processes.js";

/** A request that is sent repeatedly. */
export interface Load {
  /** `[<id>]` in it and in the body is replaced by another text each time. */
  url: string;
  method?: string;
  body?: string;
  /** Default: 10. */
  connections?: number;
}

/** Seconds of one measurement: short, so that compared servers are measured close to each other. */
const DURATION = 1;
/** Seconds of load before the measurement, until the code of a server is compiled. */
const WARM_UP = 2;

const KEY = "sandbox-key-of-the-first-team";

/** Written among the peers, where Node finds autocannon. (Its option `--idReplacement` sends wrong lengths.) */
const SCRIPT = `import autocannon from "autocannon";
const [url, method, connections, duration, key, body] = process.argv.slice(2);
let count = Date.now();
const headers = { authorization: "Bearer " + key, ...(body ? { "content-type": "application/json" } : {}) };
const { pathname, search } = new URL(url);
const path = decodeURI(pathname) + search;
const setupRequest = (request) => {
  const id = String(count++);
  return { ...request, path: path.replace("[<id>]", id), ...(body ? { body: body.replace("[<id>]", id) } : {}) };
};
const isEach = (path + (body ?? "")).includes("[<id>]");
const requests = [{ method, headers, ...(isEach ? { setupRequest } : {}) }];
const result = await autocannon({ url, connections: Number(connections), duration: Number(duration), requests });
console.log(JSON.stringify(result));
`;

/** Requests per second, and the 99th percentile of the latency in milliseconds. */
export interface Throughput {
  perSecond: number;
  p99: number;
}

/**
 * Loads a server from another process.
 *
 * @param duration in seconds
 * @throws Error if a response was not a success
 */
async function load({ url, method = "GET", body, connections = 10 }: Load, duration = DURATION): Promise<Throughput> {
  const script = join(WORK, "load.mjs");
  await mkdir(WORK, { recursive: true });
  await writeFile(script, SCRIPT);
  const args = [script, url, method, String(connections), String(duration), KEY, ...(body === undefined ? [] : [body])];
  const { output } = expectCode(await run(process.execPath, args, { limit: 60_000 }), "autocannon");
  const result: unknown = JSON.parse(output.slice(output.indexOf("{"), output.lastIndexOf("}") + 1));
  if (!isResult(result)) throw new Error(`autocannon printed another format: ${output.slice(0, 500)}`);
  if (result.errors + result.non2xx > 0 || result["2xx"] === 0) {
    throw new Error(`${method} ${url}: ${result.errors} errors, ${result.non2xx} responses without success.`);
  }
  return { perSecond: result["2xx"] / result.duration, p99: result.latency.p99 };
}

/** The parts of the result of autocannon that are used. */
interface LoadResult {
  /** Seconds. */
  duration: number;
  latency: { p99: number };
  errors: number;
  non2xx: number;
  "2xx": number;
}

function isResult(value: unknown): value is LoadResult {
  return typeof value === "object" && value !== null && "duration" in value && "latency" in value && "non2xx" in value;
}

/** Loads servers in turn, after a warm-up that is not counted. */
export async function loads<Name extends string>(
  candidates: Readonly<Record<Name, Load>>,
  rounds: number,
): Promise<Record<Name, { perSecond: Series; p99: Series }>> {
  const names = Object.keys(candidates) as Name[];
  const tails = new Map<Name, number[]>();
  const measures = Object.fromEntries(
    names.map((name) => [
      name,
      async () => {
        const { perSecond, p99 } = await load(candidates[name]);
        tails.set(name, [...(tails.get(name) ?? []), p99]);
        return perSecond;
      },
    ]),
  ) as Record<Name, () => Promise<number>>;
  for (const name of names) await load(candidates[name], WARM_UP);
  const counted = await interleaved(measures, "/s", rounds);
  const results = names.map((name): [Name, { perSecond: Series; p99: Series }] => {
    const p99: Series = { name: `p99 of ${name}`, unit: "ms", values: tails.get(name) ?? [] };
    return [name, { perSecond: counted[name], p99 }];
  });
  return Object.fromEntries(results) as Record<Name, { perSecond: Series; p99: Series }>;
}
