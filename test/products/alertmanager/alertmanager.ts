import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "#cli/user-error.js";
import { freePort } from "#scripts/start/free-port.js";
import type { Cleanup } from "../cleanup.js";
import type { Product } from "../product.js";
import { runProgram } from "../run-program.js";
import { startServer } from "../start-server.js";
import { CAUSES_BY_HAND } from "./causes-by-hand.js";
import { alertmanagerDocument } from "./document.js";
import { alertmanagerRows } from "./rows.js";
import { seedAlertmanager } from "./seed.js";

const PACKAGE = "prometheus-alertmanager";

/** Notifications lead nowhere, so nothing leaves the machine. */
const CONFIGURATION = `route:
  receiver: operations
  group_wait: 1s
  routes:
    - receiver: databases
      matchers: [team="databases"]
receivers:
  - name: operations
  - name: databases
inhibit_rules:
  - source_matchers: [severity="critical"]
    target_matchers: [severity="warning"]
    equal: [instance]
`;

/** Alertmanager of the Debian package, without a key. */
export const ALERTMANAGER: Product = {
  name: "alertmanager",
  bookkeeping: [],
  causesByHand: CAUSES_BY_HAND,
  successes: 9,
  async start({ folder, cleanup, alertmanagerDocument: given }) {
    const { version, source } = await installedVersion(cleanup);
    const { file: spec, origin } = await alertmanagerDocument(cleanup, folder, source, given);
    await writeFile(join(folder, "am.yml"), CONFIGURATION);
    const address = `127.0.0.1:${await freePort(undefined, 19_093)}`;
    const url = `http://${address}/api/v2`;
    const options = ["--config.file=am.yml", "--storage.path=data", `--web.listen-address=${address}`];
    // An empty address keeps it from looking for other instances.
    const args = [...options, "--cluster.listen-address="];
    await startServer(cleanup, PACKAGE, args, { cwd: folder, ping: `${url}/status` });
    await seedAlertmanager(url);
    return { version, origin, spec, url, key: undefined, rows: () => alertmanagerRows(url) };
  },
};

/** The versions of the package and of its source package. */
async function installedVersion(cleanup: Cleanup): Promise<{ version: string; source: string }> {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the syntax of dpkg-query.
  const args = ["--show", "--showformat=${Version} ${source:Version}", PACKAGE];
  const { stdout } = await runProgram(cleanup, "dpkg-query", args, { cwd: process.cwd() }).catch((error: Error) => {
    throw new UserError(`${error.message}\nAlertmanager is not installed: apt-get install ${PACKAGE}`);
  });
  const [version = "", source = ""] = stdout.trim().split(" ");
  return { version, source };
}
