import { type IncomingMessage, request as requestByHttp } from "node:http";
import { request as requestByHttps } from "node:https";
import { UserError } from "#cli/user-error.js";
import { readStream } from "#http/body/read-stream.js";
import { CONTROL_TOKEN_VARIABLE } from "../keys/keys.js";
import { CONTROL_PREFIX } from "./control-prefix.js";

/** A response of the control plane. */
interface ControlResponse {
  isFound: boolean;
  /** JSON, or nothing. */
  body: string;
}

/**
 * The client of a sandbox's control plane. It sends by Node's HTTP client as `verify` does. Loading `fetch` for it alone
 * takes a tenth of a run.
 *
 * @param options.baseUrl of a sandbox that runs with `--control`
 * @param options.token of its control plane; undefined for none
 * @returns a function that sends a request. It throws a UserError if the response is neither a success nor a 404, and an
 * Error without a response
 */
export function controlClient({ baseUrl, token }: { baseUrl: string; token?: string | undefined }) {
  const open = new URL(baseUrl).protocol === "https:" ? requestByHttps : requestByHttp;
  const authorization = token ? { authorization: `Bearer ${token}` } : {};
  return async (method: string, path: string, json?: unknown): Promise<ControlResponse> => {
    const content = json === undefined ? "" : JSON.stringify(json);
    const headers = { ...authorization, ...(content ? { "content-type": "application/json" } : {}) };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      open(`${baseUrl}${CONTROL_PREFIX}${path}`, { method, headers })
        .on("response", resolve)
        .on("error", reject)
        .end(content);
    });
    const { body: bytes } = await readStream(response);
    const { statusCode: status = 0 } = response;
    const isFound = status >= 200 && status < 300;
    if (!isFound && status !== 404) throw new UserError(refusal(status, `${method} ${path}`));
    return { isFound, body: bytes.toString("utf8") };
  };
}

function refusal(status: number, request: string): string {
  const remedy =
    status === 401
      ? `Set ${CONTROL_TOKEN_VARIABLE} to the token that the sandbox printed when it started.`
      : "Start the sandbox with --control.";
  return `The sandbox's control plane responded with ${status} to ${request}. ${remedy}`;
}
