/** What a person sees of a screen, step by step. */
export interface Walk {
  /** Texts of the rows of the first page, and of the whole list after scrolling. */
  first: readonly string[];
  all: readonly string[];
  /** Texts of the rows after an addition. */
  added: readonly string[];
  /** The heading of the details of the added item. */
  heading: string;
  /** Texts of the rows after its deletion; undefined if items cannot be deleted. */
  left: readonly string[] | undefined;
  error: string;
}

const textOf = (selector: string) => document.querySelector(selector)?.textContent ?? "";
const rows = () => [...document.querySelectorAll("#list li")].map((row) => row.textContent ?? "");

/** Waits until something is shown. The test has the time limit. */
async function until(isShown: () => boolean): Promise<void> {
  while (!isShown() && textOf("#error") === "") await new Promise((resolve) => setTimeout(resolve, 10));
}

const isIdle = () => textOf("#state") === "more" || textOf("#state") === "end";

async function scrollToEnd(): Promise<void> {
  const list = document.querySelector("#list");
  await until(isIdle);
  while (textOf("#state") !== "end" && textOf("#error") === "" && list) {
    const before = rows().length;
    list.scrollTop = 0;
    list.scrollTop = list.scrollHeight;
    list.dispatchEvent(new Event("scroll"));
    await until(() => rows().length > before && isIdle());
  }
}

/** Reads a list to its end, adds an item, reads it, and deletes it, as a person does on the screen. */
export async function walk(text: string, canDelete: boolean): Promise<Walk> {
  await until(() => isIdle() && rows().length > 0);
  const first = rows();
  await scrollToEnd();
  const all = rows();
  const input = document.querySelector("input");
  if (input) input.value = text;
  document.querySelector("form")?.requestSubmit();
  await until(() => textOf("#state") === "loading" || rows().includes(text));
  await scrollToEnd();
  const added = rows();
  [...document.querySelectorAll<HTMLElement>("#list button")].find((row) => row.textContent === text)?.click();
  await until(() => textOf("h1") !== "");
  const heading = textOf("h1");
  if (canDelete) {
    document.querySelector<HTMLElement>("#delete")?.click();
    await until(() => textOf("h1") === "" && !rows().includes(text));
    await scrollToEnd();
  }
  return { first, all, added, heading, left: canDelete ? rows() : undefined, error: textOf("#error") };
}
