import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setupServer } from "msw/node";
import { startMock } from "#mock/mock.js";
import { contractHandlers } from "#mock/msw/handlers.js";
import type { JsonObject } from "#openapi/document/document.js";
import { loadDocument } from "#openapi/load/load.js";
import { startProxy } from "#proxy/proxy.js";
import { Contract } from "#verify/model/contract.js";
import { readHar } from "#verify/traffic/read-har.js";
import { Traffic } from "#verify/traffic/traffic.js";
import { serve } from "../server.js";
import { temporaryFolder } from "../temporary.js";

/** A request as a client writes it. */
export interface WrittenRequest {
  method?: string;
  /** Path and query. */
  target: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Every part that judges a request by the document. */
export const JUDGES = ["mock", "MSW", "HAR", "proxy"] as const;

/** Whether a part accepts a request; undefined if it is no answer of the document. */
type Judge = (request: WrittenRequest) => Promise<boolean | undefined>;

export interface RequestJudges extends Record<(typeof JUDGES)[number], Judge> {
  close(): Promise<void>;
}

/** Starts every part with one document, whose operations document 200 without content. */
export async function requestJudges(document: JsonObject): Promise<RequestJudges> {
  const folder = await temporaryFolder("wire");
  const spec = join(folder, "openapi.json");
  await writeFile(spec, JSON.stringify(document));
  const loaded = await loadDocument(spec);
  const contract = new Contract(loaded);
  const mock = await startMock({ spec, port: 0 });
  const target = await serve((_, response) => response.writeHead(200, { "content-length": "0" }).end());
  const trafficTo = (baseUrl: string) => new Traffic({ contract, name: "wire", baseUrl, keyVariable: "KEY" });
  const proxy = await startProxy({
    ...{ target: target.url, port: 0, marksResponses: true, traffic: trafficTo(target.url) },
  });
  const worker = setupServer(...contractHandlers<object>(loaded, {}).handlers());

  const har = async (request: WrittenRequest) => {
    const file = join(folder, "traffic.har");
    await writeFile(file, JSON.stringify({ log: { entries: [harEntry(request)] } }));
    const [recorded] = await readHar(file);
    if (!recorded) throw new Error("The HAR file has no exchange.");
    const { exchange, findings } = await trafficTo("https://api.example.com").check(recorded);
    return exchange && findings.length === 0;
  };
  return {
    mock: async (request) => isAccepted(await sent(mock.url, request)),
    MSW: async (request) => {
      // While it listens, it would answer the requests of the other parts as well.
      worker.listen({ onUnhandledRequest: "error" });
      const response = await sent("https://api.example.com", request);
      worker.close();
      return isAccepted(response);
    },
    HAR: har,
    proxy: async (request) => !(await sent(proxy.url, request)).headers.has("x-contract-violations"),
    close: async () => {
      for (const each of [proxy, mock, target]) await each.close();
    },
  };
}

function isAccepted({ status }: Response): boolean | undefined {
  return status === 404 || status >= 500 ? undefined : status < 400;
}

async function sent(base: string, { method = "GET", target, headers = {}, body }: WrittenRequest): Promise<Response> {
  return fetch(base + target, {
    method,
    headers,
    ...(body === undefined ? {} : { body: new TextEncoder().encode(body) }),
  });
}

function harEntry({ method = "GET", target, headers = {}, body }: WrittenRequest) {
  const pairs = Object.entries(headers).map(([name, value]) => ({ name, value }));
  const postData = body === undefined ? {} : { postData: { mimeType: headers["content-type"] ?? "", text: body } };
  const request = { method, url: `https://api.example.com${target}`, headers: pairs, ...postData };
  const content = { size: 0, mimeType: "", text: "" };
  return { time: 1, request, response: { status: 200, headers: [], content } };
}
