import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { UserError } from "#cli/user-error.js";
import { startCommand } from "#scripts/start/command.js";
import { freePort } from "#scripts/start/free-port.js";
import { run, start } from "../command-line.js";

const ANY_PORTS = ["--port", "0", "--mock-port", "0", "--sandbox-port", "0"];

let started: ChildProcess | undefined;
afterEach(() => started?.kill("SIGKILL"));

/** Starts the command, and waits until it prints how to stop it. */
async function served(...args: string[]): Promise<{ child: ChildProcess; printed: string }> {
  const child = start(["scripts/start.ts", ...args]);
  started = child;
  let printed = "";
  await new Promise<void>((resolve, reject) => {
    child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
      printed += chunk;
      if (printed.includes("Ctrl-C")) resolve();
    });
    child.once("exit", (code) => reject(new Error(`The command ended with ${code}.`)));
  });
  return { child, printed };
}

describe("npm start", () => {
  test("serves page, mock and sandbox, and exits with 0 on SIGINT", async () => {
    const { child, printed } = await served(...ANY_PORTS);
    const urls = [...printed.matchAll(/^(Page|Mock|Sandbox) +(http:\/\/127\.0\.0\.1:\d+)/gm)];
    expect(urls.map(([, name]) => name)).toEqual(["Page", "Mock", "Sandbox"]);
    const [page = "", mock = "", sandbox = ""] = urls.map(([, , url]) => url);

    expect((await fetch(page)).status).toBe(200);
    const shown = await (await fetch(`${page}/document.js`)).text();
    expect(shown.includes(`"${mock}"`) && shown.includes(`"${sandbox}"`), "the page names both servers").toBe(true);
    expect((await fetch(`${page}/report.html`)).status).toBe(200);
    expect(await (await fetch(`${page}/openapi.json`)).json()).toHaveProperty("openapi");
    expect((await fetch(`${page}/elsewhere`)).status).toBe(404);
    expect((await fetch(page, { method: "POST" })).status).toBe(405);
    for (const url of [mock, sandbox]) expect((await fetch(`${url}/no-such-path`)).status, url).toBe(404);

    const ended = once(child, "exit");
    child.kill("SIGINT");
    expect(await ended).toEqual([0, null]);
    for (const url of [page, mock, sandbox]) await expect(fetch(url), url).rejects.toThrow();
  });

  test("reports that a given port is in use, and exits with 2", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as AddressInfo;
    const ports = ANY_PORTS.with(3, String(port));
    const { code, stderr } = await run(["scripts/start.ts", ...ports]);
    taken.close();
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`Port ${port} is in use.`) });
  });

  test("reports an invalid port", () => {
    return expect(startCommand(["--mock-port", "many"])).rejects.toEqual(
      new UserError("--mock-port many is not valid. Use a whole number from 0 to 65535."),
    );
  });
});

describe("the port", () => {
  test("is the given one, or else the next free one from the default on", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as AddressInfo;
    expect(await freePort(port, 1)).toBe(port);
    expect(await freePort(undefined, port)).toBeGreaterThan(port);
    taken.close();
  });
});
