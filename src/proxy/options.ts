import { parseArgs } from "node:util";
import { CONTRACT, commandLine, contractName, KEY_VARIABLE } from "../cli/installation.js";
import { portNumber } from "../cli/port-number.js";
import { UserError } from "../cli/user-error.js";
import { isWarningLevel } from "../verify/command/options.js";
import { baseUrlOf } from "../verify/target/base-url.js";

export const USAGE = `Forwards traffic to a server, and checks requests and responses against the contract. Stop it with Ctrl-C: then it
writes the reports.

  ${commandLine("proxy", "--target URL [options]")}

  --target URL        the base URL of the server
  --port N            the port to listen on (default: 4030; 0 for any free port)
  --host NAME         the address to listen on (default: 127.0.0.1)
  --spec FILE         the contract: a file or an http(s) URL (default: ${contractName(CONTRACT)})
  --response-headers  name the violations of each exchange in a header of its response: x-contract-violations
  --strict            treat undocumented fields as failures
  --stateless         the server keeps no state (a mock): skip what needs it
  --fail-on warning   treat warnings as failures, for example requests that violate the contract
  --require-all       treat documented responses that the traffic does not have as a failure
  --key-env NAME      the variable that stands for keys in the reports (default: ${KEY_VARIABLE})
  --har-out FILE      record the requests of the API as a HAR file, without secrets
  --reports DIR       the folder of the reports (default: reports)
  --quiet             do not print violations as they happen

Exit code: 0 passed, 1 failed, 2 nothing could be checked.`;

/** The options of the command line. */
export interface Options {
  help: boolean;
  /** The base URL of the server; empty with `help`. */
  target: string;
  spec: string;
  port: number;
  host: string;
  reports: string;
  quiet: boolean;
  strict: boolean;
  stateless: boolean;
  failOnWarning: boolean;
  requireAll: boolean;
  marksResponses: boolean;
  keyVariable: string;
  harOut: string | undefined;
}

/** @throws UserError that names the wrong option, and how to write it */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      "fail-on": { type: "string", default: "failure" },
      "har-out": { type: "string" },
      help: { type: "boolean", default: false },
      host: { type: "string", default: "127.0.0.1" },
      "key-env": { type: "string", default: KEY_VARIABLE },
      port: { type: "string", default: "4030" },
      quiet: { type: "boolean", default: false },
      reports: { type: "string", default: "reports" },
      "require-all": { type: "boolean", default: false },
      "response-headers": { type: "boolean", default: false },
      spec: { type: "string", default: CONTRACT },
      stateless: { type: "boolean", default: false },
      strict: { type: "boolean", default: false },
      target: { type: "string" },
    },
  });
  const { help, host, quiet, reports, spec, stateless, strict, target } = values;
  if (target === undefined && !help) {
    throw new UserError("The proxy needs a server to forward to. Example: --target https://staging.example.com");
  }
  return {
    ...{ help, host, quiet, reports, spec, stateless, strict },
    target: help ? "" : baseUrlOf(target ?? "", "--target"),
    port: portNumber(values.port),
    failOnWarning: isWarningLevel(values["fail-on"]),
    harOut: values["har-out"],
    keyVariable: values["key-env"],
    marksResponses: values["response-headers"],
    requireAll: values["require-all"],
  };
}
