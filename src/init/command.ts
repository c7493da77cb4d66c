import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { command } from "../cli/command.js";
import {
  CONFIGURATION_FILE,
  CONFIGURATION_SCHEMA_LINK,
  CONTRACT,
  commandLine,
  contractName,
  KEY_VARIABLE,
  shellLine,
} from "../cli/installation.js";
import { isLoopback } from "../cli/loopback.js";
import { allNames } from "../cli/names-text.js";
import { option, orDefault, text } from "../cli/option.js";
import { SPEC, SPEC_HEADERS } from "../cli/options.js";
import { onOneLine } from "../cli/unprintable.js";
import { UserError } from "../cli/user-error.js";
import { asObject, type OpenApiDocument } from "../openapi/document/document.js";
import { firstServer } from "../openapi/document/first-server.js";
import { parseYaml } from "../openapi/files/yaml.js";
import { readDocument } from "../openapi/load/load.js";
import { securitySchemes } from "../openapi/operations/security.js";
import type { Api } from "../verify/model/api.js";
import { Contract } from "../verify/model/contract.js";
import { reference, variableFor } from "../verify/report/settings-yaml.js";
import { levelOfCreation } from "../verify/resources/permission/undoing.js";
import { targetFileText, verifyOptions } from "../verify/target/target-file-text.js";
import { askServer } from "./ask-server.js";
import { type LoginSuggestion, loginOperation } from "./login-operation.js";
import { neededKeys } from "./needed-keys.js";
import { PROVISION_MODULE } from "./provision-module.js";
import { wfcLogin } from "./wfc-login.js";
import { TARGET, workflowFor } from "./workflow.js";

/** `init`: writes a target file, a provision module and a workflow. */
export const initCommand = command(
  {
    about: `Writes the files that tests of a server begin with, each with an explanation of its lines: a target file, a provision
module, and a workflow of GitHub Actions. A file that exists is left as it is.`,
    usage: commandLine("init", "[options]"),
    options: [
      {
        out: orDefault(text("--out DIR", "the folder to write to"), ".", "the current one"),
        spec: SPEC,
        specHeaders: SPEC_HEADERS,
        baseUrl: option(
          "--base-url URL",
          "the address of the server, which is asked by a GET without a key (default: the first one of the document)",
          addressOf,
        ),
        auth: text("--auth FILE", "take the login of this authentication file (Web Fuzzing Commons)"),
      },
    ],
  },
  async ({ out, spec, specHeaders, baseUrl, auth }, _operands, loadApi: () => Promise<Api> = async () => ({})) => {
    const document = await readDocument({ spec, specHeaders }, (line) => console.error(onOneLine(line)));
    const schemes = Object.keys(securitySchemes(document));
    const variables = [...variablesOf(schemes)];
    const options = verifyOptions(TARGET, spec);
    if (spec === CONTRACT) console.log(onOneLine(await contractNote(document, out)));
    const answer = baseUrl === undefined ? undefined : await askServer(document, baseUrl);
    if (answer) console.log(onOneLine(answer.line));
    const address = answer?.baseUrl ?? serverOf(document);
    const isSet = (name: string) => (process.env[name] ?? "") !== "";
    // A key that is set is meant to be sent.
    const withoutKey = answer?.isOpen === true && !variables.some(([, name]) => isSet(name));
    const login = auth === undefined ? loginOperation(document) : await wfcLogin(document, auth);
    const isLoginUsed = login !== undefined && (auth !== undefined || isLoginSet(login, variables, isSet));
    const needed = neededKeys(document, schemes, (scheme) =>
      isSet(variables.find(([name]) => name === scheme)?.[1] ?? ""),
    );
    const target = targetFileText({
      document,
      options,
      baseUrl: address ?? PLACEHOLDER_URL,
      creations: creationsIn(document),
      login,
      isLoginUsed,
      credentials: Object.fromEntries(variables.map(([name, variable]) => [name, reference(variable)])),
      optionalKeys: new Set(schemes.filter((name) => !needed.has(name))),
      withoutKey,
      actors: (await loadApi()).keysOfOthers?.(new Contract(document)) ?? [],
      additions: [],
    });
    const ofLogin = login === undefined ? [] : variablesIn(login);
    const keys = isLoginUsed ? ofLogin : variables.flatMap(([name, variable]) => (needed.has(name) ? [variable] : []));
    const files = {
      [TARGET]: target,
      "provision.mjs": PROVISION_MODULE,
      ".github/workflows/verify-staging.yml": workflowFor(options, withoutKey ? [] : keys, isLoginUsed ? [] : ofLogin),
    };
    for (const [name, content] of Object.entries(files)) {
      const path = join(out, name);
      console.log(onOneLine(`${(await isWritten(path, content)) ? "wrote " : "exists"}  ${path}`));
    }
    const named = baseUrl === undefined ? undefined : await addressIn(join(out, TARGET));
    const unset = keys.filter((name) => !isSet(name));
    const steps = [
      ...(address === undefined ? [`baseUrl in ${join(out, TARGET)}`] : []),
      ...(named !== undefined && named !== address
        ? [`baseUrl in ${join(out, TARGET)} to ${address} (it is ${named})`]
        : []),
      ...(unset.length > 0 && !withoutKey ? [`in the environment: ${unset.join(", ")}`] : []),
    ];
    if (steps.length > 0) console.log(onOneLine(`Set ${steps.join(", and ")}.`));
    if (ofLogin.length > 0 && !isLoginUsed && !withoutKey) {
      const line = `With the login of ${join(out, TARGET)}, set ${allNames(ofLogin)} in their place.`;
      if (unset.length > 0) console.log(onOneLine(line));
    }
    console.log(onOneLine(`Then run: ${shellLine("verify", verifyOptions(join(out, TARGET), spec))}`));
    console.log(
      onOneLine(
        `For several servers, write ${CONFIGURATION_FILE} in place of it (its schema: ${CONFIGURATION_SCHEMA_LINK}).`,
      ),
    );
    return 0;
  },
);

/** The usual beginnings of the names of files with a document. */
const DOCUMENT_FILE = /^(openapi|swagger|api-docs)[\w.-]*\.(ya?ml|json)$/i;

/** Says whose contract is used if none is given, and which file of the folder may be meant. */
async function contractNote({ info }: OpenApiDocument, folder: string): Promise<string> {
  const { title, version } = asObject(info);
  const own = (await readdir(folder).catch(() => [])).find((name) => DOCUMENT_FILE.test(name));
  const other = own === undefined ? "--spec FILE names another document" : `did you mean --spec ${own}?`;
  return `The contract is ${contractName(CONTRACT)}, ${title} ${version}: ${other}`;
}

/** Stands for the address of a server that the document does not name. */
const PLACEHOLDER_URL = "https://staging.example.com";

/** @throws UserError for a text that is not an http(s) URL */
function addressOf(given: string, name: string): string {
  if (URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)) return given.replace(/\/+$/, "");
  throw new UserError(`${name} ${given} is not an http(s) URL. Example: ${name} ${PLACEHOLDER_URL}`);
}

/** The address that a target file names; undefined if it names none. */
async function addressIn(path: string): Promise<string | undefined> {
  const text = await readFile(path, "utf8");
  try {
    const { baseUrl } = Object(parseYaml(text));
    return typeof baseUrl === "string" ? baseUrl.replace(/\/+$/, "") : undefined;
  } catch {
    // The run of the file says what is wrong with it.
    return undefined;
  }
}

/** The first server of the document, unless it is on this machine, or relative to the address of the document. */
function serverOf(document: OpenApiDocument): string | undefined {
  const url = firstServer(document);
  return URL.canParse(url) && !isLoopback(new URL(url).hostname) ? url.replace(/\/$/, "") : undefined;
}

/** Whether the environment has the values of a login, and no key in its place. */
function isLoginSet(
  login: LoginSuggestion,
  variables: readonly (readonly [string, string])[],
  isSet: (name: string) => boolean,
): boolean {
  const hasKey = variables.some(([, name]) => isSet(name));
  return variables.length > 0 && !hasKey && variablesIn(login).every(isSet);
}

/** The variables of the environment that a login names. */
function variablesIn({ body }: LoginSuggestion): string[] {
  return Object.values(body).map((value) => value.slice(2, -1));
}

/** The operations that `--plan` would send at the level `creations` only. */
function creationsIn(document: OpenApiDocument): string[] {
  const contract = new Contract(document);
  return contract.operations
    .filter(
      (operation) =>
        operation.method === "post" && levelOfCreation(contract, operation, { removals: new Map() }) === "creations",
    )
    .map(({ id }) => id);
}

/**
 * The variable that holds the key of each scheme. Its name begins with ours. A document may name a scheme `GITHUB_TOKEN`,
 * and that variable would be sent to the server.
 */
function variablesOf(schemes: readonly string[]): Map<string, string> {
  const used = new Set<string>();
  return new Map(
    schemes.map((scheme) => {
      const first = schemes.length === 1 ? KEY_VARIABLE : `${KEY_VARIABLE}_${variableFor(scheme)}`;
      let variable = first;
      for (let number = 2; used.has(variable); number += 1) variable = `${first}_${number}`;
      used.add(variable);
      return [scheme, variable];
    }),
  );
}

/**
 * Writes a file, unless it exists.
 *
 * @returns whether it was written
 * @throws UserError if it cannot be written
 */
async function isWritten(path: string, content: string): Promise<boolean> {
  const fail = (error: Error): never => {
    throw new UserError(`${path} cannot be written: ${error.message}. Name another folder: --out DIR`);
  };
  await mkdir(dirname(path), { recursive: true }).catch(fail);
  return writeFile(path, content, { flag: "wx" }).then(
    () => true,
    (error: NodeJS.ErrnoException) => (error.code === "EEXIST" ? false : fail(error)),
  );
}
