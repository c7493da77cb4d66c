import { readFile } from "node:fs/promises";

/** The pages in docs/ with a line for each program that `npm run test:tools` installs. */
export const PAGES = { newman: "frontend", bru: "frontend", orval: "client-package" } as const;

/** The words of the line that runs a program, after its name; undefined if its page has none. */
export async function lineOf(program: keyof typeof PAGES): Promise<string[] | undefined> {
  const text = await readFile(`docs/${PAGES[program]}.md`, "utf8");
  return new RegExp(`^(?:cd collection && |npx )?${program} (.*)$`, "m").exec(text)?.[1]?.split(" ");
}
