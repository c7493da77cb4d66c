import type { FastifyInstance } from "fastify";
import { isLoopback } from "../loopback.js";
import { Problem } from "../problem.js";

/**
 * Rejects requests from other machines, and from pages in a browser. A page can reach loopback by a form, which needs no
 * preflight, or by a host name of its own (DNS rebinding).
 */
export function rejectRemoteClients(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ headers, hostname, ip }) => {
    const isLocal = isLoopback(ip.replace(/^::ffff:/, "")) && isLoopback(hostname.replace(/^\[|\]$/g, ""));
    if (headers.origin === undefined && isLocal) return;
    throw new Problem(403, "The control plane serves only programs on this machine.");
  });
}
