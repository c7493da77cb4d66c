import type { FastifyInstance } from "fastify";
import { isFromThisMachine } from "#cli/loopback.js";
import { secretTest } from "#http/secret.js";
import { bearerTokenOf } from "../http/authenticate.js";
import { Problem } from "../http/problem.js";
import { CONTROL_TOKEN_VARIABLE } from "../keys/keys.js";

/** Rejects requests from other machines, from reverse proxies, and from pages in a browser. */
export function rejectRemoteClients(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ headers, hostname, ip }) => {
    if (isFromThisMachine(headers, hostname, ip)) return;
    throw new Problem(403, "The control plane serves only programs on this machine.");
  });
}

/** Rejects requests without the token of the control plane: a proxy may forward a request without saying so. */
export function requireToken(app: FastifyInstance, token: string): void {
  const isToken = secretTest(token);
  app.addHook("onRequest", async ({ headers }) => {
    const sent = bearerTokenOf(headers.authorization);
    if (sent !== undefined && isToken(sent)) return;
    throw new Problem(
      401,
      `The control plane requires its token, which the sandbox prints when it starts. Send it: Authorization: Bearer $${CONTROL_TOKEN_VARIABLE}.`,
      {
        headers: { "www-authenticate": 'Bearer realm="control plane"' },
      },
    );
  });
}
