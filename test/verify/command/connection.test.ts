import { execFileSync, spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect, type Server } from "node:net";
import { join } from "node:path";
import { TLSSocket } from "node:tls";
import { afterAll, expect, test } from "vitest";
import { type FaultyServer, startFaulty } from "#test/faults/server.js";
import { temporaryFolder } from "#test/temporary.js";
import { runVerify } from "./run-verify.js";

const closing: (() => Promise<unknown> | unknown)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

async function startUnchanged(): Promise<FaultyServer> {
  const server = await startFaulty({ id: "unchanged", title: "Changes nothing." });
  closing.push(() => server.close());
  return server;
}

/** Listens on a free port, until the end of the tests. Returns the port. */
async function listen(server: Server): Promise<number> {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  closing.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  return port;
}

async function targetFile(baseUrl: string, settings: string): Promise<string> {
  const file = join(await temporaryFolder("target"), "staging.yaml");
  await writeFile(file, `baseUrl: ${baseUrl}\ncredentials: { BearerAuth: "\${TEAM_API_KEY}" }\n${settings}\n`);
  return file;
}

const PASSED = /^Passed\. /m;

/** Starts a proxy, which records the requests for tunnels with their passwords. */
async function startProxy(): Promise<{ port: number; tunnels: string[] }> {
  const tunnels: string[] = [];
  const proxy = createServer((_, response) => response.writeHead(405).end());
  proxy.on("connect", ({ url = "", headers }, socket) => {
    tunnels.push(`${url} ${headers["proxy-authorization"]}`);
    const [host = "", port] = url.split(":");
    const onward = connect(Number(port), host, () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      onward.pipe(socket).pipe(onward);
    });
    for (const each of [socket, onward]) each.on("error", () => each.destroy());
  });
  return { port: await listen(proxy), tunnels };
}

test("requests are sent through the proxy of the target file, whose password is not shown", async () => {
  const server = await startUnchanged();
  const { port, tunnels } = await startProxy();
  const file = await targetFile(server.url, `proxy: \${PROXY}`);
  const verifyBy = (proxyPort: number) =>
    runVerify(["--target", file, "--only", "listSuppressions"], {
      TEAM_API_KEY: server.keys.first,
      PROXY: `http://me:proxy-canary@127.0.0.1:${proxyPort}`,
    });
  const { code, stdout, everything } = await verifyBy(port);
  expect(stdout).toMatch(PASSED);
  expect(code).toBe(0);
  expect(tunnels[0]).toBe(`${server.url.slice("http://".length)} Basic ${btoa("me:proxy-canary")}`);
  expect(everything).not.toContain("proxy-canary");

  const withoutProxy = await verifyBy(1);
  expect(withoutProxy.code).toBe(2);
  expect(withoutProxy.everything).not.toContain("proxy-canary");
});

/** Makes certificates and keys of a server and of a client, which has a passphrase. Returns their folder. */
async function makeCertificates(): Promise<string> {
  const folder = await temporaryFolder("certificates");
  for (const name of ["server", "client"]) {
    const args = [
      ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-days", "2"],
      ...["-subj", `/CN=${name}`, "-addext", "subjectAltName=IP:127.0.0.1"],
      ...["-keyout", `${name}-key.pem`, "-out", `${name}.pem`, "-passout", "pass:certificate-canary"],
      ...(name === "client" ? [] : ["-nodes"]),
    ];
    execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });
  }
  return folder;
}

/** Starts a TLS server that forwards to another server, and requires the client's certificate (default) or no certificate. */
async function startTlsServer(
  folder: string,
  url: string,
  requestCert = true,
): Promise<{ port: number; names: Set<string> }> {
  const read = (name: string) => readFile(join(folder, name));
  const names = new Set<string>();
  const [key, cert, ca] = [await read("server-key.pem"), await read("server.pem"), await read("client.pem")];
  const server = createTlsServer(
    { key, cert, ca, requestCert, rejectUnauthorized: requestCert },
    async ({ socket, url: path, method = "GET", headers: { authorization = "" } }, response) => {
      if (requestCert && socket instanceof TLSSocket) names.add(String(socket.getPeerCertificate().subject.CN));
      const forwarded = await fetch(url + path, { method, headers: { authorization } });
      const type = forwarded.headers.get("content-type") ?? "";
      response.writeHead(forwarded.status, { "content-type": type }).end(await forwarded.text());
    },
  );
  return { port: await listen(server), names };
}

const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

test.skipIf(!hasOpenssl)("the client certificate of the target file is sent to a server (needs openssl)", async () => {
  const server = await startUnchanged();
  const folder = await makeCertificates();
  const { port, names } = await startTlsServer(folder, server.url);
  const verifyWith = async (settings: string) =>
    runVerify(["--target", await targetFile(`https://127.0.0.1:${port}`, settings), "--only", "listSuppressions"], {
      TEAM_API_KEY: server.keys.first,
      PASSPHRASE: "certificate-canary",
    });
  const sent = await verifyWith(
    `clientCertificate: { cert: ${folder}/client.pem, key: ${folder}/client-key.pem, ca: ${folder}/server.pem, passphrase: "\${PASSPHRASE}" }`,
  );
  expect(sent.stdout).toMatch(PASSED);
  expect(names).toEqual(new Set(["client"]));
  expect(sent.everything).not.toContain("certificate-canary");

  const omitted = await verifyWith("");
  expect(omitted.code).toBe(2);
  expect(omitted.stdout).toMatch(/^Error\. The target did not respond\. /m);
});

test.skipIf(!hasOpenssl)(
  "a certificate that no known authority signed needs its authority, by `ca` alone (needs openssl)",
  async () => {
    const server = await startUnchanged();
    const folder = await makeCertificates();
    const { port } = await startTlsServer(folder, server.url, false);
    const verifyWith = async (settings: string) =>
      runVerify(["--target", await targetFile(`https://127.0.0.1:${port}`, settings), "--only", "listSuppressions"], {
        TEAM_API_KEY: server.keys.first,
      });
    const unknown = await verifyWith("");
    expect(unknown.code).toBe(2);
    expect(unknown.stdout).toMatch(/clientCertificate: \{ ca: FILE \} in the target file, or NODE_EXTRA_CA_CERTS=FILE/);
    expect((await verifyWith(`clientCertificate: { ca: ${folder}/server.pem }`)).stdout).toMatch(PASSED);
  },
);
