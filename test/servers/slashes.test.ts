import { createServer, request as requestTo } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { loadDocument } from "#openapi/load/load.js";
import { Contract } from "#verify/model/contract.js";
import { singleCredential } from "#verify/model/target/target.js";
import type { Report } from "#verify/report/report.js";
import { verify } from "#verify/verify.js";
import { sample } from "../sample.js";
import { failuresOf } from "../verify/failures.js";
import { ownOperations } from "../verify/own-operations.js";
import { testTarget } from "../verify/target.js";
import { SERVICES, SERVICES_WITHOUT_EXAMPLES, type ServiceRows } from "./services.js";
import { slashed } from "./slashed.js";

/** A server in front of another one, which has its paths with a slash at the end alone. */
async function startWithSlashes(base: string) {
  const server = createServer((incoming, response) => {
    const [path = "", query] = (incoming.url ?? "").split("?");
    if (!path.endsWith("/")) return response.writeHead(404).end();
    const address = new URL(base + path.slice(0, -1) + (query === undefined ? "" : `?${query}`));
    const { method, headers } = incoming;
    const forwarded = requestTo(address, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    forwarded.on("error", () => response.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, close };
}

async function reportOf({ document: file, key, values, allowed, plain }: ServiceRows): Promise<Report> {
  const contract = new Contract(slashed(await loadDocument(file)));
  const server = await plain.start();
  const front = await startWithSlashes(server.url);
  try {
    const target = testTarget(front.url, {
      credentials: { own: singleCredential(key, "SERVICE_KEY") },
      values,
      hasExampleData: false,
      allowed: new Set([...allowed, ...ownOperations(contract.operations)]),
      settle: 2000,
    });
    return await verify({ contract, target });
  } finally {
    await front.close();
    await server.close();
  }
}

function verdictsOf({ cases }: Report): string[] {
  // A test case of a path has its name.
  return cases.map(({ name, outcome }) => `${name.replace("/ ›", " ›")}: ${outcome.verdict}`).toSorted();
}

test.for(sample([...SERVICES_WITHOUT_EXAMPLES, ...SERVICES], 6, 3))(
  "$file: a server whose paths end with slashes, as those of Django, is tested as another one",
  async (service) => {
    const [report, { report: plain }] = await Promise.all([reportOf(service), service.plain.run()]);
    expect(failuresOf(report.cases)).toEqual([]);
    expect(verdictsOf(report)).toEqual(verdictsOf(plain));
  },
);
