import { startMock } from "../src/mock/mock.js";
import { loadDocument } from "../src/openapi/load.js";
import { buildPage } from "./docs/build-page.js";
import { pageDocument } from "./docs/page-document.js";
import { freePort } from "./start/free-port.js";
import { startOptions } from "./start/options.js";
import { type PageContent, servePage } from "./start/page-server.js";
import { startSandboxProcess } from "./start/sandbox-process.js";

const CONTRACT = "openapi/openapi.yaml";

const USAGE = `Serves the reference page, the mock and the sandbox of ${CONTRACT}, on this machine only, until Ctrl-C.

  npm start -- [options]

  --port N           of the page; from 4000 on the next free one unless told
  --mock-port N      of the mock; from 4010 on the next free one unless told
  --sandbox-port N   of the sandbox; from 4020 on the next free one unless told

0 is any free port. The page and the mock follow changes of the contract.`;

/** Nothing here takes longer to stop than this, in milliseconds. */
const LAST_CALL = 10_000;

/** What runs, the last started first. */
const running: { close(): Promise<void> }[] = [];

/** @returns the exit code: 0 stopped, 2 could not start */
async function main(args: string[]): Promise<number> {
  const { help, ports } = startOptions(args);
  if (help) {
    console.log(USAGE);
    return 0;
  }
  const told = new Promise<void>((stop) => {
    process.once("SIGINT", () => stop());
    process.once("SIGTERM", () => stop());
  });
  await Promise.race([serve(ports), told]);
  await told;
  setTimeout(() => process.exit(0), LAST_CALL).unref();
  return 0;
}

async function serve(ports: ReturnType<typeof startOptions>["ports"]): Promise<void> {
  let rebuild = async () => {};
  const mock = await startMock({
    spec: CONTRACT,
    port: await freePort(ports.mock, 4010),
    watch: true,
    onReload: (error) => {
      if (error) console.error(`${error.message}\nThe contract as it was before goes on being served.`);
      else rebuild().catch((reason: unknown) => console.error(reason instanceof Error ? reason.message : reason));
    },
  });
  running.unshift(mock);
  const sandbox = await startSandboxProcess(await freePort(ports.sandbox, 4020)).catch((error: Error) => {
    // The sandbox serves one API; page and mock serve any, so they go on without it, unless it was asked for.
    if (ports.sandbox !== undefined) throw error;
    return error;
  });
  if (sandbox instanceof Error) console.error(`There is no sandbox: ${sandbox.message}`);
  else running.unshift(sandbox);

  const servers = [{ url: mock.url, description: "The mock: it answers with the examples, and takes any key." }];
  if (!(sandbox instanceof Error)) {
    servers.push({ url: sandbox.url, description: `The sandbox: it has state. A key: \`${sandbox.key}\`.` });
  }
  const build = async (): Promise<PageContent> => {
    const document = await loadDocument(CONTRACT);
    const html = await buildPage(pageDocument(document, { report: "report.html", contract: "openapi.json", servers }));
    return { html, contract: `${JSON.stringify(document, null, 2)}\n` };
  };
  let content = await build();
  rebuild = async () => {
    content = await build();
    console.log(`${CONTRACT} has changed. Page and mock show it; the sandbox does after a new start.`);
  };
  const page = await servePage(await freePort(ports.page, 4000), () => content);
  running.unshift(page);
  console.log(`Page     ${page.url}`);
  console.log(`Mock     ${mock.url}`);
  if (!(sandbox instanceof Error)) console.log(`Sandbox  ${sandbox.url}   key: ${sandbox.key}`);
  console.log("Stop them with Ctrl-C.");
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 2;
});
await Promise.all(running.map((each) => each.close()));
// What was still about to start when the signal came starts no more.
process.exit();
