import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { LAYERS } from "../.dependency-cruiser.js";

const lists: Readonly<Record<string, readonly string[]>> = LAYERS;
const shortName = (place: string) => place.replace(/^src\/(verify\/)?(?!openapi\/)(?=.)/, "");

/** The rooms that a layer may import, without those that another one of them may import. */
function reducedImports(imports: readonly string[]): string[] {
  return imports.filter((place) => !imports.some((other) => other !== place && lists[other]?.includes(place)));
}

/** The rows of the table: the places that one names, and the names in its last column. */
async function tableRows(): Promise<{ places: string[]; imports: string }[]> {
  const text = await readFile("ARCHITECTURE.md", "utf8");
  return [...text.matchAll(/^\| (`.+?) \| .+ \| (.+?) \|$/gm)].map(([, rooms = "", imports = ""]) => ({
    places: [...rooms.matchAll(/`(.+?)\/?`/g)].map(([, place = ""]) => place),
    imports,
  }));
}

test("the table of ARCHITECTURE.md names every layer of the lint, and what it may import", async () => {
  const rows = await tableRows();
  const shown = rows.flatMap(({ places, imports }) => places.map((place) => [place, imports]));
  const declared = Object.entries(lists).map(([place, imports]) => {
    const names = reducedImports(imports).map((each) => `\`${shortName(each)}\``);
    return [place, names.length > 0 ? names.join(", ") : "–"];
  });
  expect(shown.toSorted()).toEqual(declared.toSorted());
});

test("CHANGELOG.md says what the first version has in ten lines", async () => {
  const text = await readFile("CHANGELOG.md", "utf8");
  const first = text.slice(text.lastIndexOf("\n## "));
  expect(first.split("\n").filter((line) => line.startsWith("- "))).toHaveLength(10);
  expect(first.split("\n").filter((line) => /^\s+\S/.test(line))).toEqual([]);
});

/** Names of standards, of files that users write, and of examples. */
const OF_OTHERS = ["jsonSchemaDialect", "schema.d.ts", "X-API-Key", "team-api.yaml", "articles/9"];

test("DECISIONS.md has about sixty entries, no number of files, and no name that does not exist", async () => {
  const text = await readFile("DECISIONS.md", "utf8");
  expect(text.match(/^\*\*/gm)?.length).toBeLessThanOrEqual(62);
  expect(text).not.toMatch(/\d+ (?:files|modules|tests|folders)\b/);
  const files = execFileSync("git", ["ls-files", "src", "scripts", "test", "openapi", "package.json"], {
    encoding: "utf8",
  });
  const names = [...text.matchAll(/`([^`]+)`/g)].flatMap(([, code = ""]) => code.match(/[A-Za-z_][\w./-]{2,}/g) ?? []);
  const unknown = [...new Set(names)].filter((name) => {
    if (files.includes(name) || OF_OTHERS.includes(name)) return false;
    const found = ["grep", "-rqF", "--include=*.ts", "--include=*.js", "--include=*.json", "--include=*.yaml"];
    return !isFound([...found, "--", name, "src", "scripts", "openapi", "package.json"]);
  });
  expect(unknown).toEqual([]);
});

function isFound([command = "", ...args]: string[]): boolean {
  try {
    execFileSync(command, args);
    return true;
  } catch {
    return false;
  }
}
