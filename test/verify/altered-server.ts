import { startMock } from "#mock/mock.js";
import { WELL_KNOWN_KEYS } from "#team-api/sandbox/keys/keys.js";
import { startSandbox } from "#team-api/sandbox/sandbox.js";
import { type ReceivedRequest, serve, type TestServer } from "../server.js";

/** A response on its way to the client. */
export interface PassingResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Alters a response. Returns the parts that change; undefined leaves the response as it is. */
export type Alter = (response: PassingResponse, request: ReceivedRequest) => Partial<PassingResponse> | undefined;

/** Starts the mock behind a server that alters its responses. */
export async function startAlteredMock(alter: Alter): Promise<TestServer> {
  return startAltered(await startMock({ spec: "openapi/openapi.yaml", port: 0 }), alter);
}

/** Starts the sandbox, with this key of the first team, behind a server that alters its responses. */
export async function startAlteredSandbox(key: string, alter: Alter): Promise<TestServer> {
  return startAltered(await startSandbox({ port: 0, rows: 45, keys: { ...WELL_KNOWN_KEYS, first: key } }), alter);
}

/** Headers of one connection (RFC 9110, 7.6.1), and of the framing of one message. */
const CONNECTION_HEADERS = ["host", "connection", "content-length", "transfer-encoding"];

async function startAltered(behind: { url: string; close(): Promise<void> }, alter: Alter): Promise<TestServer> {
  const server = await serve(async (request, response) => {
    const { method, url, headers, body } = request;
    const original = await fetch(behind.url + url, {
      method,
      headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
        CONNECTION_HEADERS.includes(name) || value === undefined ? [] : [[name, String(value)]],
      ),
      body: body || null,
    });
    const type = original.headers.get("content-type");
    const passing: PassingResponse = {
      status: original.status,
      headers: type ? { "content-type": type } : {},
      body: await original.text(),
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

/** Sets fields of a JSON object in a response. Undefined removes a field. */
export function withFields(fields: Record<string, unknown>): Alter {
  return ({ body }) => ({ body: JSON.stringify({ ...JSON.parse(body), ...fields }) });
}

/** Sets fields of the first item of a list. */
export function withItemFields(fields: Record<string, unknown>): Alter {
  return ({ body }) => {
    const page: { data: object[] } = JSON.parse(body);
    const [first, ...others] = page.data;
    return { body: JSON.stringify({ ...page, data: [{ ...first, ...fields }, ...others] }) };
  };
}
