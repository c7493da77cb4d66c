import { writeFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { setupServer } from "msw/node";
import { bound, type Call, connect } from "#client/connect.js";
import { singleCall } from "#client/single-operation.js";
import { responseValidation } from "#client/validation.js";
import { operationDescriptor } from "#generate/client/descriptor.js";
import { startMock } from "#mock/mock.js";
import { contractHandlers } from "#mock/msw/handlers.js";
import type { JsonObject, OpenApiDocument } from "#openapi/document/document.js";
import { loadDocument } from "#openapi/load/load.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { startProxy } from "#proxy/proxy.js";
import { Contract } from "#verify/model/contract.js";
import { readHar } from "#verify/traffic/read-har.js";
import { Traffic } from "#verify/traffic/traffic.js";
import { verify } from "#verify/verify.js";
import { extras } from "../client/all-extras.js";
import { json, serve } from "../server.js";
import { temporaryFolder } from "../temporary.js";
import { testTarget } from "../verify/target.js";

/** A response as a server writes it. */
export interface WrittenResponse {
  /** 200 by default. */
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

const API = "https://api.example.com";

/** Every part that judges responses by the document. Headers are no part of what the client validates. */
export const JUDGES = ["verify", "HAR", "proxy", "client"] as const;

/** The names of the operations whose response a part rejects. */
type Judge = () => Promise<Set<string>>;

/**
 * Starts every part with one document, whose operations are GETs without parameters, and with a server of it.
 *
 * @param responses by the path of the operation
 */
export async function responseJudges(
  document: OpenApiDocument,
  responses: ReadonlyMap<string, WrittenResponse>,
): Promise<Record<(typeof JUDGES)[number], Judge> & { close(): Promise<void> }> {
  const { folder, loaded } = await loadedFrom(document);
  const contract = new Contract(loaded);
  const server = await serve(({ url }, response) => {
    const written = responses.get(url.split("?")[0] ?? "");
    if (!written) return json(response, 404, {});
    return send(response, written);
  });
  const trafficTo = (baseUrl: string) => new Traffic({ contract, name: "wire", baseUrl, keyVariable: "KEY" });
  const operations = operationsOf(loaded);

  const rejectedBy = async (judge: (path: string) => Promise<boolean>) => {
    const rejected = new Set<string>();
    for (const { id, path } of operations) if (await judge(path)) rejected.add(id);
    return rejected;
  };
  return {
    async verify() {
      const target = testTarget(server.url, { hasExampleData: false });
      const report = await verify({ contract, target, only: ["examples"] });
      return new Set(
        report.cases.flatMap(({ operation, outcome: { verdict } }) => (verdict === "failed" ? [operation] : [])),
      );
    },
    HAR: () =>
      rejectedBy(async (path) => {
        const recorded = await recordedFrom(folder, path, responses.get(path) ?? {});
        return (await trafficTo(API).check(recorded)).findings.length > 0;
      }),
    async proxy() {
      const traffic = trafficTo(server.url);
      const proxy = await startProxy({ target: server.url, port: 0, marksResponses: true, traffic });
      const rejected = await rejectedBy(async (path) =>
        (await fetch(proxy.url + path)).headers.has("x-contract-violations"),
      );
      await proxy.close();
      return rejected;
    },
    async client() {
      const rejected = new Set<string>();
      const validated = responseValidation(loaded);
      const options = { baseUrl: server.url, validate: async () => ({ validated }) };
      const connection = connect(options, {}, () => Promise.reject(new Error("unused")));
      for (const operation of operations) {
        const result = await bound<Call<unknown, object>>(
          connection,
          singleCall({ ...operationDescriptor(loaded, operation), extras }),
        )({});
        if (!result.ok) rejected.add(operation.id);
      }
      return rejected;
    },
    close: () => server.close(),
  };
}

/** The operations whose own response of the mock, and of the handlers of MSW, violates the document, with the reasons. */
export async function rejectedOfMocks(document: OpenApiDocument): Promise<Record<"mock" | "MSW", string[]>> {
  const { folder, spec, loaded } = await loadedFrom(document);
  const contract = new Contract(loaded);
  const operations = operationsOf(loaded);
  const mock = await startMock({ spec, port: 0 });
  const rejected = async (base: string) => {
    const lines: string[] = [];
    for (const { id, path } of operations) {
      const response = await fetch(base + path);
      const written = {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: Buffer.from(await response.arrayBuffer()),
      };
      const traffic = new Traffic({ contract, name: "wire", baseUrl: API, keyVariable: "KEY" });
      const { findings } = await traffic.check(await recordedFrom(folder, path, written));
      lines.push(...findings.map(({ message }) => `${id}: ${message}`));
    }
    return lines;
  };
  const ofMock = await rejected(mock.url);
  await mock.close();
  const worker = setupServer(...contractHandlers<object>(loaded, {}).handlers());
  worker.listen({ onUnhandledRequest: "error" });
  const ofHandlers = await rejected(API);
  worker.close();
  return { mock: ofMock, MSW: ofHandlers };
}

async function loadedFrom(document: OpenApiDocument) {
  const folder = await temporaryFolder("wire");
  const spec = join(folder, "openapi.json");
  await writeFile(spec, JSON.stringify(document));
  return { folder, spec, loaded: await loadDocument(spec) };
}

async function recordedFrom(folder: string, path: string, response: WrittenResponse) {
  const file = join(folder, "traffic.har");
  await writeFile(file, JSON.stringify({ log: { entries: [harEntry(path, response)] } }));
  const [recorded] = await readHar(file);
  if (!recorded) throw new Error("The HAR file has no exchange.");
  return recorded;
}

function send(response: ServerResponse, { headers = {}, body = "" }: WrittenResponse): void {
  response.writeHead(200, headers).end(body);
}

function harEntry(path: string, { status = 200, headers = {}, body = "" }: WrittenResponse): JsonObject {
  const pairs = Object.entries(headers).map(([name, value]) => ({ name, value }));
  const bytes = Buffer.from(body);
  const mimeType = headers["content-type"] ?? "";
  const content = { size: bytes.length, mimeType, text: bytes.toString("base64"), encoding: "base64" };
  const request = { method: "GET", url: API + path, headers: [] };
  return { time: 1, request, response: { status, headers: pairs, content } };
}
