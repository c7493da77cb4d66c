import { expect, test } from "vitest";
import { cabins } from "./cabins/service.js";
import { createRunner } from "./run.js";
import type { ServedRequest } from "./service.js";

/** A request, and the status of its response. */
interface Exchanged extends ServedRequest {
  status: number;
}

async function requestsOf(writes: boolean): Promise<Exchanged[]> {
  const requests: Exchanged[] = [];
  const run = await createRunner(cabins);
  await run(
    {
      title: "records its requests",
      respond: async (request, next) => {
        const response = await next();
        requests.push({ ...request, status: response.status });
        return response;
      },
    },
    { settings: { writes: writes ? "creations" : "none" } },
  );
  return requests;
}

const isWrite = ({ method }: ServedRequest) => !["GET", "HEAD", "OPTIONS", "TRACE"].includes(method);

test("without writes, inferred relations are tried by safe methods only", async () => {
  const requests = await requestsOf(false);
  expect(requests.filter(({ path }) => path.includes("/7c1f0e5a")).length).toBeGreaterThan(0);
  expect(requests.filter(isWrite)).toEqual([]);
});

test("with writes, a run writes only to resources that it created, and deletes them", async () => {
  const requests = await requestsOf(true);
  const writes = requests.filter(isWrite);
  expect(writes.filter(({ path }) => path.includes("/7c1f0e5a"))).toEqual([]);
  const pathsOf = (method: string) => writes.filter((each) => each.method === method).map(({ path }) => path);
  const changed = writes.flatMap(({ method, path, status }) => (method === "PATCH" && status < 300 ? path : []));
  expect(changed).not.toEqual([]);
  for (const path of changed) expect(pathsOf("DELETE")).toContain(path);
});
