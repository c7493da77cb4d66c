import { writeFile } from "node:fs/promises";
import { command, exitCodeOf } from "#cli/command.js";
import { commandLine } from "#cli/installation.js";
import { flag, orDefault, wholeNumber } from "#cli/option.js";
import { UserError } from "#cli/user-error.js";
import { startMock } from "#mock/mock.js";
import { startProxy } from "#proxy/proxy.js";
import { startSandbox } from "#team-api/sandbox/sandbox.js";
import { Contract } from "#verify/model/contract.js";
import { Traffic } from "#verify/traffic/traffic.js";
import { DOCUMENT, REQUESTS_OF_LIFE, sendLives } from "./stateful-traffic.js";
import { sendRequests } from "./traffic.js";

/** A load, and the page that has its results. */
interface Soak {
  results: string;
  /** What is sent where, as a sentence. */
  about: string;
  start(): Promise<Running>;
}

interface Running {
  /** Sends the requests of a round. */
  sendRound(): Promise<void>;
  close(): Promise<void>;
}

const USUAL: Soak = {
  results: "test/soak/RESULTS.md",
  about:
    "`npm run soak` sends requests by the client to the mock and the sandbox, half of them through the proxy, which checks each.",
  start: startServers,
};

const STATEFUL: Soak = {
  results: "test/soak/STATEFUL.md",
  about:
    "`npm run soak -- --stateful` creates, reads, lists, changes and deletes resources of a mock with state, eight at once.",
  start: startStateful,
};

/** The requests of a round: a quarter of them to the mock, the others to the sandbox, two of three through the proxy. */
const ROUND = 4000;

/** Rounds until every part has allocated what it keeps. */
const WARM_UP = 5;

/** The growth of the memory from the end of the warm-up that passes, in megabytes: measurements differ by about one. */
const MAX_GROWTH = 5;

/** The memory after a round, in megabytes. */
interface Sample {
  requests: number;
  used: number;
  resident: number;
}

const soakCommand = command(
  {
    about: `Sends requests through client, proxy, mock and sandbox in one process, and measures its memory. Writes ${USUAL.results}.`,
    usage: commandLine("soak", "[options]"),
    options: [
      {
        requests: orDefault(wholeNumber("--requests N", "how many requests are sent", 40_000), 100_000),
        stateful: flag("--stateful", `send all requests to a mock with state, and write ${STATEFUL.results}`),
        maxTime: orDefault(wholeNumber("--max-time SECONDS", "after this time, no round is begun", 1), 1800),
      },
    ],
    notes: "Exit code: 0 the memory does not grow, 1 it grows, 2 not all requests were sent or got their status.",
  },
  async ({ requests, maxTime, stateful }) => {
    const { gc } = globalThis;
    if (!gc) throw new UserError("The memory can be measured only with node --expose-gc.");
    const begun = performance.now();
    const soak = stateful ? STATEFUL : USUAL;
    const servers = await soak.start();
    const samples: Sample[] = [];
    for (let sent = 0; sent < requests && performance.now() - begun < maxTime * 1000; ) {
      await servers.sendRound();
      sent += ROUND;
      gc();
      const { heapUsed, external, rss } = process.memoryUsage();
      const [used = 0, resident = 0] = [heapUsed + external, rss].map((bytes) => Math.round(bytes / 1e5) / 10);
      samples.push({ requests: sent, used, resident });
      console.log(`${sent} requests: ${used} MB used, ${resident} MB resident`);
    }
    await servers.close();
    const sent = samples.at(-1)?.requests ?? 0;
    if (sent < requests) throw new UserError(`Only ${sent} requests were sent in ${maxTime} s.`);
    const growth = growthOf(samples);
    await writeFile(soak.results, textOf(soak, samples, growth, (performance.now() - begun) / 1000));
    console.log(`The memory ${growth > MAX_GROWTH ? "grew" : "did not grow"}: ${growth.toFixed(1)} MB.`);
    return growth > MAX_GROWTH ? 1 : 0;
  },
);

/** Mock, sandbox, and a proxy to the sandbox that names violations in headers. */
async function startServers(): Promise<Running> {
  const mock = await startMock({ spec: "openapi/openapi.yaml", port: 0 });
  const sandbox = await startSandbox({ port: 0 });
  const traffic = new Traffic({
    contract: new Contract(sandbox.document),
    name: "soak",
    baseUrl: sandbox.url,
    keyVariable: "KEY",
  });
  const proxy = await startProxy({ target: sandbox.url, port: 0, traffic, marksResponses: true });
  const key = sandbox.keys.first;
  return {
    async sendRound() {
      for (const url of [mock.url, sandbox.url, proxy.url, proxy.url]) {
        refuse(await sendRequests(url, key, ROUND / 4), url);
      }
    },
    async close() {
      await proxy.close();
      await Promise.all([mock.close(), sandbox.close()]);
    },
  };
}

/** A mock with state. */
async function startStateful(): Promise<Running> {
  const mock = await startMock({ document: DOCUMENT, port: 0, state: true });
  return {
    sendRound: async () => refuse(await sendLives(mock.url, ROUND / REQUESTS_OF_LIFE), mock.url),
    close: () => mock.close(),
  };
}

/** @throws UserError if there are unexpected responses */
function refuse(unexpected: ReadonlyMap<string, number>, url: string): void {
  if (unexpected.size === 0) return;
  const list = [...unexpected].map(([status, count]) => `${count} times ${status}`).join(", ");
  throw new UserError(`Unexpected responses of ${url}: ${list}`);
}

/** The mean of the last rounds less that of the first ones after the warm-up, in megabytes. */
function growthOf(samples: readonly Sample[]): number {
  const mean = (part: readonly Sample[]) => part.reduce((sum, { used }) => sum + used, 0) / part.length;
  return mean(samples.slice(-3)) - mean(samples.slice(WARM_UP, WARM_UP + 3));
}

function textOf({ about }: Soak, samples: readonly Sample[], growth: number, seconds: number): string {
  const sent = samples.at(-1)?.requests.toLocaleString("en") ?? "";
  const rows = samples
    .filter((_, index) => index === 0 || (index + 1) % WARM_UP === 0)
    .map(({ requests, used, resident }) => `| ${requests.toLocaleString("en")} | ${used} MB | ${resident} MB |`);
  return `# Memory under load

${about} All run in one process; its memory is measured after a garbage collection. The script writes this page.

${sent} requests in ${Math.round(seconds)} seconds, on Node ${process.version.slice(1)}. From ${(WARM_UP * ROUND).toLocaleString("en")} requests on, the used memory changed by ${growth.toFixed(1)} MB (limit: ${MAX_GROWTH} MB).

| requests | used | resident |
|---|---|---|
${rows.join("\n")}
`;
}

process.exitCode = await exitCodeOf(soakCommand(process.argv.slice(2)));
