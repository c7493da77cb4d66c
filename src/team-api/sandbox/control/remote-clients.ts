import type { FastifyInstance } from "fastify";
import { isLoopback } from "#cli/loopback.js";
import { bearerTokenOf } from "../http/authenticate.js";
import { Problem } from "../http/problem.js";
import { CONTROL_TOKEN_VARIABLE } from "../keys/keys.js";
import { secretTest } from "../keys/secret.js";

/** Headers by which proxies say that they forward a request of somebody else (RFC 7239; RFC 9110, section 7.6.3). */
const FORWARDING = /^(forwarded|via|x-forwarded(-.*)?|x-real-ip)$/;

/**
 * Rejects requests from other machines, from reverse proxies, and from pages in a browser. A page can reach loopback by a
 * form, which needs no preflight, or by a host name of its own (DNS rebinding).
 */
export function rejectRemoteClients(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ headers, hostname, ip }) => {
    const isLocal = isLoopback(ip.replace(/^::ffff:/, "")) && isLoopback(hostname.replace(/^\[|\]$/g, ""));
    const isForwarded = Object.keys(headers).some((name) => name === "origin" || FORWARDING.test(name));
    if (isLocal && !isForwarded) return;
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
