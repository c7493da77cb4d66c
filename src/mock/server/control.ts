import type { IncomingMessage } from "node:http";
import { isFromThisMachine } from "#cli/loopback.js";
import { UserError } from "#cli/user-error.js";
import { parseJson } from "#http/body/parse-json.js";
import { readStream } from "#http/body/read-stream.js";
import { secretTest } from "#http/secret.js";
import type { Json } from "#openapi/document/document.js";
import type { Store } from "#state/keep.js";
import type { State } from "#state/state.js";
import { MOCK_CONTROL, MOCK_TOKEN_VARIABLE } from "./control-names.js";
import { type MockResponse, problem } from "./problem.js";

/** The size limit of a snapshot, in bytes. */
const LIMIT = 100 * 1024 * 1024;

/** Responds to the requests of tests that reset, read and write the state. */
export type Control = (request: IncomingMessage) => Promise<MockResponse>;

/**
 * The control plane: `POST /_mock/reset`, `GET` and `PUT /_mock/snapshot`, and `POST /_mock/seed?key=KEY`. It serves only programs on
 * this machine, with its token.
 *
 * @param store keeps what the requests change
 * @param state called for each request, as the state is replaced when the document changes
 */
export function controlPlane(state: () => State, store: Store, token: string): Control {
  const isToken = secretTest(token);
  return async (request) => {
    const { method = "GET", url = "/", headers, socket } = request;
    const { pathname, searchParams } = new URL(url, "http://localhost");
    const { hostname } = new URL(`http://${headers.host ?? ""}`);
    if (!isFromThisMachine(headers, hostname, socket.remoteAddress ?? "")) {
      throw problem(403, "Forbidden", "The control plane serves only programs on this machine.");
    }
    const [, sent] = /^bearer (.+)$/i.exec(headers.authorization ?? "") ?? [];
    if (sent === undefined || !isToken(sent)) {
      const detail = `The control plane requires its token. Send it: Authorization: Bearer $${MOCK_TOKEN_VARIABLE}.`;
      throw problem(401, "The token is missing", detail);
    }
    const body = method === "GET" ? null : await readJson(request);
    const change = () => {
      switch (`${method} ${pathname.slice(MOCK_CONTROL.length)}`) {
        case "POST /reset":
          state().reset();
          return done();
        case "GET /snapshot":
          return done(state().snapshot());
        case "PUT /snapshot":
          state().restore(body);
          return done();
        case "POST /seed":
          state().add(searchParams.get("key") ?? "", body);
          return done();
        default:
          throw problem(404, "Unknown path", `The control plane has no ${method} ${pathname}.`);
      }
    };
    try {
      return await store.exchange(method === "GET", async () => change());
    } catch (error) {
      if (error instanceof UserError) throw problem(422, "Invalid data", error.message);
      throw error;
    }
  };
}

async function readJson(request: IncomingMessage): Promise<Json> {
  const { body, truncated } = await readStream(request, LIMIT, true);
  if (truncated) throw problem(413, "Content too large", `The body is larger than ${LIMIT} bytes.`);
  if (body.length === 0) return null;
  const read = parseJson(body.toString("utf8"));
  if (!read) throw problem(400, "Bad request", "The body is not JSON.");
  return read.value;
}

function done(content?: object): MockResponse {
  const headers: Record<string, string> = content ? { "content-type": "application/json" } : {};
  return { status: content ? 200 : 204, headers, body: content && JSON.stringify(content), detail: undefined };
}
