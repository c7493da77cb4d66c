import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { closeServer } from "#cli/listening.js";
import { expectCode, NPM, run } from "./processes.js";

/** A registry of npm in this process. */
export interface Registry {
  url: string;
  close(): Promise<void>;
}

/**
 * Starts a registry that has one package, as if it was published. All other requests go on to the registry of this machine.
 *
 * @param tarball the path of what `npm pack` wrote
 * @param manifest the package.json in it
 */
export async function startRegistry(tarball: string, manifest: { name: string; version: string }): Promise<Registry> {
  const configured = expectCode(await run(NPM, ["config", "get", "registry"]), "npm config").output.trim();
  const upstream = configured.replace(/\/+$/, "");
  const integrity = `sha512-${createHash("sha512")
    .update(await readFile(tarball))
    .digest("base64")}`;
  const file = `/${manifest.name}/-/${manifest.name}-${manifest.version}.tgz`;
  const server = createServer(async ({ url = "/", headers: { host, accept = "*/*" } }, response) => {
    if (url === file) return createReadStream(tarball).pipe(response);
    if (url === `/${manifest.name}`) {
      const published = { ...manifest, dist: { tarball: `http://${host}${file}`, integrity } };
      const { name, version } = manifest;
      const versions = { [version]: published };
      return response.end(JSON.stringify({ name, "dist-tags": { latest: version }, versions }));
    }
    try {
      const passed = await fetch(upstream + url, { headers: { accept } });
      const type = passed.headers.get("content-type") ?? "application/octet-stream";
      return response.writeHead(passed.status, { "content-type": type }).end(Buffer.from(await passed.arrayBuffer()));
    } catch {
      return response.writeHead(502).end();
    }
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => closeServer(server),
  };
}
