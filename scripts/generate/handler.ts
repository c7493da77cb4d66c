import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { requireNew } from "#cli/file-exists.js";
import { suggestion } from "#cli/similar-name.js";
import { UserError } from "#cli/user-error.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import { operationsOf } from "#openapi/operations/operations.js";

const HANDLERS = "src/team-api/sandbox/handlers";
const REGISTRY = join(HANDLERS, "all.ts");
const TESTS = "test/team-api/sandbox/handlers";

const IMPORT = /^import (?:type )?\{[\w, ]+\} from "\.\/([\w-]+)\.js";$/;
const MEMBER = /^ {2}(\w+),$/;

/**
 * Writes a handler of the sandbox for an operation, with its registration and a test. The test fails until the handler is done.
 *
 * @param root the folder of the project
 * @returns the paths of the files
 * @throws UserError if the contract has no such operation, or the handler exists
 */
export async function writeHandler(document: OpenApiDocument, operationId: string, root = "."): Promise<string[]> {
  const operation = handledOperation(document, operationId);
  const name = operationId.replace(/([a-z\d])([A-Z])/g, "$1-$2").toLowerCase();
  const files = {
    [join(root, HANDLERS, `${name}.ts`)]: handlerFile(operation, operationId),
    [join(root, TESTS, `${name}.test.ts`)]: testFile(operationId),
  };
  for (const path of Object.keys(files)) await requireNew(path, "Edit it, or remove it first.");
  const registry = await readFile(join(root, REGISTRY), "utf8");
  const registered = withHandler(registry, operationId, name);
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  await writeFile(join(root, REGISTRY), registered);
  return [...Object.keys(files), join(root, REGISTRY)];
}

/**
 * The operation that a handler is written for.
 *
 * @throws UserError if the contract has no such operation, or its name cannot be a handler's
 */
export function handledOperation(document: OpenApiDocument, operationId: string): Operation {
  const operations = operationsOf(document);
  const operation = operations.find((candidate) => candidate.operationId === operationId);
  if (!operation) {
    const names = operations.flatMap((known) => known.operationId ?? []);
    throw new UserError(`The contract has no operation \`${operationId}\`. ${suggestion(operationId, names)}`);
  }
  if (!/^[a-z]\w*$/i.test(operationId)) {
    throw new UserError(`A handler has the name of its operation, and ${operationId} is not a name in TypeScript.`);
  }
  return operation;
}

function handlerFile({ method, path, summary }: Operation, operationId: string): string {
  return `import { Problem } from "../http/problem.js";
import type { Handler } from "./handler.js";

/** ${method.toUpperCase()} ${path}${summary ? `: ${summary}` : ""}. */
export const ${operationId}: Handler<"${operationId}"> = async (_input, _context) => {
  throw new Problem(501, "${operationId} is not written yet.");
};
`;
}

function testFile(operationId: string): string {
  return `import { expect, test } from "vitest";
import { verify } from "#index.js";

test("the sandbox executes ${operationId} as the contract says", async () => {
  const { verdict, cases } = await verify({ embedded: "sandbox", only: ["${operationId}"] });
  const failed = cases.filter(({ outcome }) => outcome.verdict !== "passed" && outcome.verdict !== "skipped");
  expect(failed.map(({ name, outcome }) => ({ name, outcome }))).toEqual([]);
  expect(verdict).toBe("passed");
});
`;
}

/** @throws UserError if the registry has another form than this code knows */
function withHandler(registry: string, operationId: string, name: string): string {
  const lines = registry.split("\n");
  insert(lines, IMPORT, `import { ${operationId} } from "./${name}.js";`, name);
  insert(lines, MEMBER, `  ${operationId},`, operationId);
  return lines.join("\n");
}

/** Inserts a line among those of a form, in the order of the part that the form captures. */
function insert(lines: string[], form: RegExp, line: string, key: string): void {
  const found = lines.flatMap((text, index) => {
    const value = form.exec(text)?.[1];
    return value === undefined ? [] : [{ index, value }];
  });
  const last = found.findLast(({ value }) => value < key);
  const place = last ? last.index + 1 : found[0]?.index;
  if (place === undefined) throw new UserError(`${REGISTRY} cannot be read. Register ${key} there by hand.`);
  lines.splice(place, 0, line);
}
