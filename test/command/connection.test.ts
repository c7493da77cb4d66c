import { execFileSync, spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import { afterAll, expect, test } from "vitest";
import { type FaultyServer, startFaulty } from "../faults/server.js";
import { temporaryFolder } from "../temporary.js";
import { verify } from "./verified.js";

const closing: (() => Promise<unknown> | unknown)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

async function honest(): Promise<FaultyServer> {
  const server = await startFaulty({ id: "honest", title: "Keeps the contract." });
  closing.push(() => server.close());
  return server;
}

async function targetFile(baseUrl: string, more: string): Promise<string> {
  const file = join(await temporaryFolder("target"), "staging.yaml");
  await writeFile(file, `baseUrl: ${baseUrl}\ncredentials: { BearerAuth: "\${TEAM_API_KEY}" }\n${more}\n`);
  return file;
}

test("requests go through the proxy that the target file names, whose password shows nowhere", async () => {
  const server = await honest();
  const asked: string[] = [];
  const proxy = createServer((_, response) => response.writeHead(405).end());
  proxy.on("connect", ({ url = "", headers }, socket) => {
    asked.push(`${url} ${headers["proxy-authorization"]}`);
    const [host = "", port] = url.split(":");
    const onward = connect(Number(port), host, () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      onward.pipe(socket).pipe(onward);
    });
    for (const each of [socket, onward]) each.on("error", () => each.destroy());
  });
  await new Promise<void>((listening) => proxy.listen(0, "127.0.0.1", listening));
  closing.push(() => proxy.close());
  const { port } = proxy.address() as AddressInfo;
  const file = await targetFile(server.url, `proxy: \${PROXY}`);
  const { code, stdout, everything } = await verify(["--target", file, "--only", "listSuppressions"], {
    TEAM_API_KEY: server.keys.first,
    PROXY: `http://me:proxy-canary@127.0.0.1:${port}`,
  });
  expect(stdout).toContain("The contract holds.");
  expect(code).toBe(0);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked[0]).toBe(`${server.url.slice("http://".length)} Basic ${btoa("me:proxy-canary")}`);
  expect(everything).not.toContain("proxy-canary");

  const gone = await verify(["--target", file, "--only", "listSuppressions"], {
    TEAM_API_KEY: server.keys.first,
    PROXY: "http://me:proxy-canary@127.0.0.1:1",
  });
  expect(gone.code).toBe(2);
  expect(gone.everything).not.toContain("proxy-canary");
});

const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

test.skipIf(!hasOpenssl)("a client certificate is shown to a server that asks for one (needs openssl)", async () => {
  const server = await honest();
  const folder = await temporaryFolder("certificates");
  const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });
  for (const name of ["server", "client"]) {
    const subject = ["-subj", `/CN=${name}`, "-addext", "subjectAltName=IP:127.0.0.1"];
    const keys = ["-keyout", `${name}-key.pem`, "-out", `${name}.pem`, "-passout", "pass:certificate-canary"];
    const form = name === "client" ? [] : ["-nodes"];
    openssl(
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:P-256",
      "-days",
      "2",
      ...form,
      ...subject,
      ...keys,
    );
  }
  const read = (name: string) => readFile(join(folder, name));
  const names = new Set<string>();
  const gate = createTlsServer(
    {
      key: await read("server-key.pem"),
      cert: await read("server.pem"),
      ca: await read("client.pem"),
      requestCert: true,
      rejectUnauthorized: true,
    },
    async (request, response) => {
      names.add(String((request.socket as TLSSocket).getPeerCertificate().subject.CN));
      const { authorization = "" } = request.headers;
      const answer = await fetch(server.url + request.url, {
        method: request.method ?? "GET",
        headers: { authorization },
      });
      const body = await answer.text();
      response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" }).end(body);
    },
  );
  await new Promise<void>((listening) => gate.listen(0, "127.0.0.1", listening));
  closing.push(() => gate.close());
  const { port } = gate.address() as AddressInfo;
  const certificate = `clientCertificate: { cert: ${folder}/client.pem, key: ${folder}/client-key.pem, ca: ${folder}/server.pem, passphrase: "\${PASSPHRASE}" }`;
  const env = { TEAM_API_KEY: server.keys.first, PASSPHRASE: "certificate-canary" };
  const args = ["--only", "listSuppressions"];
  const shown = await verify(["--target", await targetFile(`https://127.0.0.1:${port}`, certificate), ...args], env);
  expect(shown.stdout).toContain("The contract holds.");
  expect(names).toEqual(new Set(["client"]));
  expect(shown.everything).not.toContain("certificate-canary");

  const hidden = await verify(["--target", await targetFile(`https://127.0.0.1:${port}`, ""), ...args], env);
  expect(hidden.code).toBe(2);
  expect(hidden.stdout).toContain("No request was answered.");
});
