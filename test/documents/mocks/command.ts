import { readdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { command, exitCodeOf } from "#cli/command.js";
import { commandLine } from "#cli/installation.js";
import { orDefault, text } from "#cli/option.js";
import type { Json, OpenApiDocument } from "#openapi/document/document.js";
import { loadDocument } from "#openapi/load/load.js";
import { isSuccessKey } from "#openapi/operations/methods.js";
import type { Operation } from "#openapi/operations/operation.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { Cleanup } from "#test/products/cleanup.js";
import { npmFolder } from "#test/products/npm-folder.js";
import { requestFor } from "../try/ask-mock.js";
import { type Answer, FACTS, type Fact, judge, noScores } from "./judge.js";
import { type Compared, mocksPage } from "./page.js";
import { MOCKS, type Mock, SCALAR, startMocks } from "./servers.js";

const RESULTS = "test/documents/MOCKS.md";
const WRITERS = "test/documents/writers";

/** Public documents beside those of frameworks. Prism does not start with larger ones, such as Figma's. */
const PUBLIC = [
  ...[
    "petstore",
    "petstore-expanded",
    "star-trek",
    "complex-nesting",
    "uspto",
    "readme-legacy",
    "link-example",
    "response-examples",
  ].map((name) => `@readme/oas-examples/3.0/json/${name}.json`),
  ...["@readme/oas-examples/3.1/json/train-travel.json", "@readme/oas-examples/3.1/json/readme.json"],
];

/** The most operations of a document that are requested. They are spread over it. */
const OPERATIONS = 8;
const TIMEOUT = 20_000;

const mocksCommand = command(
  {
    about: `Compares the mock with Prism and Scalar's mock on twenty documents. Writes ${RESULTS}.`,
    usage: commandLine("mocks", "[options]"),
    options: [{ only: orDefault(text("--only TEXT", "only documents whose name contains this text"), "", "all") }],
    notes: "Exit code: 0 the mock is right in as many responses as each other one, 1 it is not.",
  },
  async ({ only }) => {
    const cleanup = new Cleanup();
    try {
      const modules = await npmFolder(cleanup, SCALAR);
      const compared: Compared[] = [];
      for (const spec of (await specs(modules)).filter((each) => each.includes(only))) {
        compared.push(await compare(spec, modules, cleanup));
        console.log(basename(spec));
      }
      if (only === "") await writeFile(RESULTS, mocksPage(compared));
      else console.log(mocksPage(compared));
      return isBest(compared) ? 0 : 1;
    } finally {
      await cleanup.run();
    }
  },
);

async function specs(modules: string): Promise<string[]> {
  const writers = (await readdir(WRITERS)).filter((name) => /\.(json|yaml)$/.test(name)).toSorted();
  return [...writers.map((name) => join(WRITERS, name)), ...PUBLIC.map((name) => join(modules, "node_modules", name))];
}

async function compare(spec: string, modules: string, cleanup: Cleanup): Promise<Compared> {
  const document = await loadDocument(spec);
  const urls = await startMocks(spec, modules, cleanup);
  const compared: Compared = {
    name: spec.split("node_modules/").at(-1) ?? spec,
    ...{ shown: undefined, scores: byMock(noScores), wrong: [] },
  };
  for (const operation of spread(operationsOf(document))) {
    const asked = await Promise.all(
      MOCKS.map(async (mock) => [mock, await ask(urls[mock], document, operation)] as const),
    );
    addResponses(compared, document, operation, Object.fromEntries(asked) as Record<Mock, Asked>);
  }
  await cleanup.run();
  return compared;
}

function byMock<Value>(value: (mock: Mock) => Value): Record<Mock, Value> {
  return Object.fromEntries(MOCKS.map((mock) => [mock, value(mock)])) as Record<Mock, Value>;
}

/** Adds the responses of an operation, unless mocks agree that the sampled request was not valid. */
function addResponses(
  compared: Compared,
  document: OpenApiDocument,
  operation: Operation,
  asked: Record<Mock, Asked>,
): void {
  if ([asked["team-api"], asked.Prism].every(({ answer }) => /^4/.test(String(answer.status)))) return;
  const request = `${operation.method.toUpperCase()} ${operation.path}`;
  for (const mock of MOCKS) {
    const { answer, sent } = asked[mock];
    const wrong = judge(compared.scores[mock], document, operation, answer, sent);
    if (wrong !== undefined && mock === "team-api") compared.wrong.push(`${request}: ${answer.status}, ${wrong}`);
  }
  if (!compared.shown && hasContent(operation)) {
    const textOf = ({ status, text }: Answer) => `${status} ${text}`;
    compared.shown = { request, answers: byMock((mock) => textOf(asked[mock].answer)) };
  }
}

/** Operations over the whole document. */
function spread(operations: readonly Operation[]): Operation[] {
  const step = Math.max(1, operations.length / OPERATIONS);
  return operations.filter((_, index) => Math.floor(index % step) === 0).slice(0, OPERATIONS);
}

function hasContent({ method, responses }: Operation): boolean {
  return method === "get" && responses.some((response) => isSuccessKey(response) && response.content.length > 0);
}

/** A response, and the JSON that was sent. */
interface Asked {
  answer: Answer;
  sent: Json | undefined;
}

/** Sends the request of an operation. A mock that does not respond in time has the status 0. */
async function ask(baseUrl: string, document: OpenApiDocument, operation: Operation): Promise<Asked> {
  const { url, init } = await requestFor(baseUrl, document, operation);
  const body = init.body ?? null;
  const sent = typeof body === "string" && body.startsWith("{") ? JSON.parse(body) : undefined;
  try {
    const response = await fetch(url, { ...init, body, redirect: "manual", signal: AbortSignal.timeout(TIMEOUT) });
    const type = response.headers.get("content-type") ?? "";
    return { answer: { status: response.status, type, text: await response.text() }, sent };
  } catch {
    return { answer: { status: 0, type: "", text: "no response" }, sent };
  }
}

/** Whether the mock is right in as large a part of each fact as the others are. */
function isBest(compared: readonly Compared[]): boolean {
  const part = (mock: Mock, fact: Fact) => {
    const scores = compared.map((each) => each.scores[mock][fact]);
    return (
      scores.reduce((sum, { right }) => sum + right, 0) /
      Math.max(
        1,
        scores.reduce((sum, { of }) => sum + of, 0),
      )
    );
  };
  return (Object.keys(FACTS) as Fact[]).every((fact) =>
    MOCKS.every((mock) => part("team-api", fact) >= part(mock, fact)),
  );
}

process.exitCode = await exitCodeOf(mocksCommand(process.argv.slice(2)));
