import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type Row, ratios, row } from "./harness.js";
import { loads } from "./load.js";
import { COMMANDS, PROJECT, type Served, serve, WORK } from "./processes.js";
import { LIST, withServers } from "./servers.js";

const ROUNDS = 15;
/** For rows without an aim. */
const FEWER_ROUNDS = 9;
/** The path of a list that is another one each time. */
const OTHER_LIST = "/suppressions?limit=19";
const DOCUMENT = join(PROJECT, "generated/openapi.json");

/** The server behind the proxies: it sends a list, and does nothing else, so that the proxies are the limit. */
const UPSTREAM = `import { createServer } from "node:http";
const created_at = "2026-11-01T00:00:00.000Z";
const data = Array.from({ length: 20 }, (_, index) => ({
  object: "suppression",
  id: "5f0c2a7e-1f52-4c7b-9c58-" + String(index).padStart(12, "0"),
  email: "person-" + index + "@example.com", origin: "manual", source_id: null, created_at,
}));
const body = JSON.stringify({ object: "list", has_more: false, data });
const [before, after] = JSON.stringify({ object: "list", has_more: false, data: data.slice(1) }).split(data[1].email);
const headers = { "content-type": "application/json; charset=utf-8" };
let count = 0;
createServer(({ url }, response) => {
  count += 1;
  const text = url === "${OTHER_LIST}" ? before + "person-" + count + "@example.com" + after : body;
  response.writeHead(200, { ...headers, "content-length": Buffer.byteLength(text) }).end(text);
}).listen(Number(process.argv[2]), "127.0.0.1");
`;

/** http-proxy as its manual starts it; with `kept`, it keeps its connections to the server, as the other proxies do. */
const HTTP_PROXY = `import { Agent } from "node:http";
import httpProxy from "http-proxy";
const [port, target, kept] = process.argv.slice(2);
const agent = kept ? new Agent({ keepAlive: true }) : undefined;
httpProxy.createProxyServer({ target, agent }).listen(Number(port), "127.0.0.1");
`;

/** Compares the requests a second of the proxy with those of others, before a server that takes almost no time. */
export async function proxy(): Promise<Row[]> {
  await mkdir(WORK, { recursive: true });
  // Among the peers, where Node finds http-proxy.
  const [upstream, peer] = [join(WORK, "upstream.mjs"), join(WORK, "http-proxy.mjs")];
  await Promise.all([writeFile(upstream, UPSTREAM), writeFile(peer, HTTP_PROXY)]);
  return withServers({ upstream: () => serve((port) => [upstream, String(port)], LIST) }, ({ upstream: url }) =>
    withServers(
      {
        proxy: () => serveProxy(url),
        kept: () => serve((port) => [peer, String(port), url, "kept"], LIST),
        plain: () => serve((port) => [peer, String(port), url], LIST),
        prism: () => servePrismProxy(url),
      },
      rowsOf,
    ),
  );
}

/** The proxy of this project. It checks each exchange, and prints violations only. */
function serveProxy(target: string): Promise<Served> {
  const reports = join(WORK, "proxy-reports");
  return serve((port) => [COMMANDS, "proxy", "--target", target, "--port", String(port), "--reports", reports], LIST);
}

function servePrismProxy(target: string): Promise<Served> {
  const manifest = createRequire(import.meta.url).resolve("@stoplight/prism-cli/package.json");
  const bin = join(dirname(manifest), "dist/index.js");
  return serve((port) => [bin, "proxy", "--port", String(port), DOCUMENT, target], LIST);
}

async function rowsOf(urls: Record<"proxy" | "kept" | "plain" | "prism", string>): Promise<Row[]> {
  const counted = await loads(
    {
      proxy: { url: urls.proxy + LIST },
      "http-proxy": { url: urls.kept + LIST },
      "http-proxy without kept connections": { url: urls.plain + LIST },
      "Prism's proxy": { url: urls.prism + LIST },
    },
    ROUNDS,
  );
  const against = (other: Exclude<keyof typeof counted, "proxy">, words: string, more: Partial<Row> & Bound) =>
    row({
      what: "proxy: requests a second, each checked",
      against: words,
      ratios: ratios(counted.proxy.perSecond, counted[other].perSecond),
      figures: [...Object.values(counted.proxy), ...Object.values(counted[other])],
      ...more,
    });
  return [
    against("http-proxy", "http-proxy, its connections kept", {
      atLeast: 0.5,
      note: "http-proxy checks nothing; the server behind sends the same list of 20 at once, whose check the proxy remembers",
    }),
    against("http-proxy without kept connections", "http-proxy as its manual starts it", {
      note: "it opens a connection for each request",
    }),
    against("Prism's proxy", "Prism's proxy", { atLeast: 4, note: "which checks each exchange, and prints it" }),
    ...(await rowsOfOthers(urls)),
  ];
}

/** The proxy remembers exchanges without findings. Here, no two responses are equal. */
async function rowsOfOthers({ proxy: own, kept, prism }: Record<"proxy" | "kept" | "prism", string>): Promise<Row[]> {
  const counted = await loads(
    {
      proxy: { url: own + OTHER_LIST },
      "http-proxy": { url: kept + OTHER_LIST },
      "Prism's proxy": { url: prism + OTHER_LIST },
    },
    FEWER_ROUNDS,
  );
  return (["http-proxy", "Prism's proxy"] as const).map((other) =>
    row({
      what: "proxy: requests a second, each response another one",
      against: other,
      ratios: ratios(counted.proxy.perSecond, counted[other].perSecond),
      figures: [...Object.values(counted.proxy), ...Object.values(counted[other])],
    }),
  );
}

interface Bound {
  atLeast?: number;
}
