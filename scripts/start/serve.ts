import { CONTRACT } from "#cli/installation.js";
import { PORTS } from "#cli/options.js";
import { errorText } from "#cli/user-error.js";
import { startMock } from "#mock/mock.js";
import { loadDocument } from "#openapi/load/load.js";
import { KEY_VARIABLES, WELL_KNOWN_KEYS } from "#team-api/sandbox/keys/keys.js";
import { CLIENT_PACKAGE, pageDocument } from "../docs/page-document.js";
import { pageFiles } from "../docs/page-files.js";
import { type Server, serverFrom } from "../docs/servers.js";
import { freePort } from "./free-port.js";
import { type PageContent, servePage } from "./page-server.js";
import { type SandboxProcess, startSandboxProcess } from "./sandbox-process.js";

/** The ports that were given. Without one, the default is used, or the next free port. */
type StartPorts = Record<"page" | "mock" | "sandbox", number | undefined>;

/** A running service. */
export interface Service {
  close(): Promise<void>;
}

/**
 * Starts the mock, the sandbox and the page, and prints their URLs.
 *
 * @param onStart called with each service as soon as it runs, so that it can be closed if a later one cannot start
 * @throws UserError if a service cannot start, except a sandbox whose port was not given
 */
export async function serve(ports: StartPorts, onStart: (service: Service) => void): Promise<void> {
  const named = serverFrom(process.env);
  let rebuild = async () => {};
  const mock = await startMock({
    spec: CONTRACT,
    port: await freePort(ports.mock, PORTS.mock),
    watch: true,
    onReload: (error) => {
      if (error) console.error(`${errorText(error)}\nStill serving the last valid contract.`);
      else rebuild().catch((reason: unknown) => console.error(errorText(reason)));
    },
  });
  onStart(mock);
  const sandbox = await startSandbox(ports.sandbox);
  if (sandbox) onStart(sandbox);

  const servers = serversOf(mock.url, sandbox, named);
  let content = await pageContent(servers, sandbox?.key);
  rebuild = async () => {
    content = await pageContent(servers, sandbox?.key);
    console.log(`${CONTRACT} has changed. The page and the mock show it. Restart to update the sandbox.`);
  };
  const page = await servePage(await freePort(ports.page, PORTS.page), () => content);
  onStart(page);
  console.log(`Page     ${page.url}`);
  console.log(`Mock     ${mock.url}`);
  if (sandbox) console.log(`Sandbox  ${sandbox.url}   key: ${shownKey(sandbox.key)}`);
  if (named) console.log(`The page also offers ${named.url}.`);
  console.log("Press Ctrl-C to stop.");
}

/**
 * The sandbox serves one API only; the page and the mock serve any. If it cannot start, they run without it, unless its
 * port was given.
 */
async function startSandbox(port: number | undefined): Promise<SandboxProcess | undefined> {
  return startSandboxProcess(await freePort(port, PORTS.sandbox)).catch((error: unknown) => {
    if (port !== undefined) throw error;
    console.error(`The sandbox is not running: ${errorText(error)}`);
    return undefined;
  });
}

/** A key of the user's own is not printed. */
function shownKey(key: string): string {
  return key === WELL_KNOWN_KEYS.first ? key : `the value of ${KEY_VARIABLES.first}`;
}

/** The servers in the menu of the page. The sandbox is the default, because it has state. */
function serversOf(mock: string, sandbox: SandboxProcess | undefined, named: Server | undefined): Server[] {
  return [
    ...(sandbox
      ? [{ url: sandbox.url, name: "sandbox", description: "The sandbox: it has state. Its key is filled in." }]
      : []),
    { url: mock, name: "mock", description: "The mock: it responds with the examples, and accepts any key." },
    ...(named ? [named] : []),
  ];
}

/** @param key the key of the sandbox. It is kept in memory only. */
async function pageContent(servers: Server[], key: string | undefined): Promise<PageContent> {
  const document = await loadDocument(CONTRACT);
  const links = { report: "report.html", contract: "openapi.json", client: CLIENT_PACKAGE, servers };
  const files = await pageFiles(pageDocument(document, links), key);
  return { ...files, "openapi.json": `${JSON.stringify(document, null, 2)}\n` };
}
