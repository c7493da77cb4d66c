import { startMock } from "../../src/mock/mock.js";
import { WELL_KNOWN_KEYS } from "../../src/sandbox/keys.js";
import { startSandbox } from "../../src/sandbox/sandbox.js";
import { type Seen, serve, type TestServer } from "../server.js";

/** An answer of the mock on its way out. */
export interface Passing {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Changes an answer; returns nothing to leave it as it is. */
export type Alter = (answer: Passing, request: Seen) => Partial<Passing> | undefined;

/** The mock behind a server that alters what it answers: a server with a fault that is known. */
export async function alteredMock(alter: Alter): Promise<TestServer> {
  return altered(await startMock({ spec: "openapi/openapi.yaml", port: 0 }), alter);
}

/** The sandbox, with a key of the first team, behind a server that alters what it answers. */
export async function alteredSandbox(key: string, alter: Alter): Promise<TestServer> {
  return altered(await startSandbox({ port: 0, rows: 45, keys: { ...WELL_KNOWN_KEYS, first: key } }), alter);
}

async function altered(behind: { url: string; close(): Promise<void> }, alter: Alter): Promise<TestServer> {
  const server = await serve(async (request, response) => {
    const { method, url, headers, body } = request;
    const answer = await fetch(behind.url + url, {
      method,
      headers: Object.entries(headers).flatMap(([name, value]) => {
        const hop = ["host", "connection", "content-length", "transfer-encoding"].includes(name);
        return hop || value === undefined ? [] : [[name, String(value)] satisfies [string, string]];
      }),
      body: body || null,
    });
    const type = answer.headers.get("content-type");
    const passing: Passing = {
      status: answer.status,
      headers: type ? { "content-type": type } : {},
      body: await answer.text(),
    };
    const sent = { ...passing, ...alter(passing, request) };
    response.writeHead(sent.status, sent.headers).end(sent.body);
  });
  return {
    ...server,
    close: async () => {
      await server.close();
      await behind.close();
    },
  };
}

/** Changes the JSON of an answer in place. */
export function change(mutate: (body: Record<string, unknown>) => void): Alter {
  return ({ body }) => {
    const parsed = JSON.parse(body);
    mutate(parsed);
    return { body: JSON.stringify(parsed) };
  };
}
