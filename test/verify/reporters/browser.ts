import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";

/** Debian's Chromium; undefined if it is not installed. */
export const CHROMIUM = ["/usr/bin/chromium"].find(existsSync);

/** How a page is shown. */
export interface View {
  width: number;
  scheme?: "light" | "dark";
  media?: "screen" | "print";
}

/** A tab, controlled over DevTools. The policy of the page does not apply to the expressions that it evaluates. */
export interface Browser {
  show(url: string, view: View): Promise<void>;
  evaluate<Value>(expression: string): Promise<Value>;
  /**
   * Loads pages by a processor that is four times slower, over a connection with 40 ms of latency.
   *
   * @param megabits per second (default: 10)
   */
  slow(megabits?: number): Promise<void>;
  /** Shows pages as if scripts were turned off. */
  withoutScripts(): Promise<void>;
  /** Presses a key, as a person does. */
  press(key: string): Promise<void>;
  /** A picture of the whole page: PNG. */
  picture(): Promise<Buffer>;
  /** The address of every request. */
  requested: string[];
  close(): Promise<void>;
}

const OPTIONS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--hide-scrollbars",
  // DevTools on file descriptors 3 and 4, so that no port is open to other processes.
  "--remote-debugging-pipe",
];

/** Starts a browser with a profile of its own. */
export async function startBrowser(executable: string): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), "chromium-"));
  const child = spawn(executable, [...OPTIONS, `--user-data-dir=${profile}`, "about:blank"], {
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const { call, events } = devTools(child);

  const { targetInfos } = await call<{ targetInfos: { type: string; targetId: string }[] }>("Target.getTargets");
  const targetId = targetInfos.find(({ type }) => type === "page")?.targetId;
  const { sessionId } = await call<{ sessionId: string }>("Target.attachToTarget", { targetId, flatten: true });
  const tab = <Result>(method: string, params = {}) => call<Result>(method, params, sessionId);
  const requested: string[] = [];
  events.on("Network.requestWillBeSent", ({ request }) => requested.push(String(request?.url)));
  await Promise.all([tab("Page.enable"), tab("Network.enable")]);

  return {
    requested,
    async show(url, { width, scheme = "light", media = "screen" }) {
      await tab("Emulation.setDeviceMetricsOverride", { width, height: 800, deviceScaleFactor: 1, mobile: false });
      const features = [{ name: "prefers-color-scheme", value: scheme }];
      await tab("Emulation.setEmulatedMedia", { media, features });
      const loaded = events.once("Page.loadEventFired");
      await tab("Page.navigate", { url });
      await loaded;
    },
    async evaluate<Value>(expression: string) {
      const { result } = await tab<{ result: { value: Value } }>("Runtime.evaluate", {
        expression,
        returnByValue: true,
        awaitPromise: true,
      });
      return result.value;
    },
    async slow(megabits = 10) {
      const throughput = (megabits * 1e6) / 8;
      const network = { offline: false, latency: 40, downloadThroughput: throughput, uploadThroughput: throughput };
      await tab("Network.emulateNetworkConditions", network);
      await tab("Emulation.setCPUThrottlingRate", { rate: 4 });
    },
    async withoutScripts() {
      await tab("Emulation.setScriptExecutionDisabled", { value: true });
    },
    async press(key) {
      const codes: Record<string, number> = { Tab: 9 };
      const event = { key, code: key, windowsVirtualKeyCode: codes[key] };
      await tab("Input.dispatchKeyEvent", { type: "rawKeyDown", ...event });
      await tab("Input.dispatchKeyEvent", { type: "keyUp", ...event });
    },
    async picture() {
      const params = { format: "png", captureBeyondViewport: true };
      return Buffer.from((await tab<{ data: string }>("Page.captureScreenshot", params)).data, "base64");
    },
    async close() {
      await call("Browser.close");
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

interface Message {
  id?: number;
  method?: string;
  params?: Event;
  result?: unknown;
  error?: { message: string };
}

interface Event {
  request?: { url: string };
}

/** Calls and events of the DevTools protocol: JSON, each message ended by a NUL. */
function devTools(child: ChildProcess) {
  const [, , , output, input] = child.stdio as unknown as [null, null, null, Writable, Readable];
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  const listeners: { method: string; listen(event: Event): void }[] = [];
  let last = 0;
  let rest = "";
  const take = (message: Message) => {
    const { id, method, params = {}, result, error } = message;
    const call = id === undefined ? undefined : waiting.get(id);
    if (error) call?.reject(new Error(error.message));
    else call?.resolve(result);
    for (const each of listeners) if (each.method === method) each.listen(params);
  };
  input.setEncoding("utf8").on("data", (chunk: string) => {
    const messages = (rest + chunk).split("\0");
    rest = messages.pop() ?? "";
    for (const message of messages) take(JSON.parse(message) as Message);
  });
  child.once("error", (error) => {
    for (const { reject } of waiting.values()) reject(error);
  });
  child.once("close", () => {
    for (const { reject } of waiting.values()) reject(new Error("Chromium has ended."));
  });
  const on = (method: string, listen: (event: Event) => void) => listeners.push({ method, listen });
  return {
    call<Result>(method: string, params: object = {}, sessionId?: string): Promise<Result> {
      last += 1;
      const id = last;
      output.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve: (result) => resolve(result as Result), reject });
      });
    },
    events: { on, once: (method: string) => new Promise<void>((resolve) => on(method, () => resolve())) },
  };
}
