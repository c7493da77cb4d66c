import { contentFor, isJson } from "#http/media-type.js";
import { isJsonOffer } from "#http/negotiate.js";
import { asObject, isObject, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { isSuccessKey } from "#openapi/operations/methods.js";
import type { Operation } from "#openapi/operations/operation.js";
import { responseFor } from "#openapi/operations/status.js";
import { validatorOf } from "#openapi/validator/validator.js";

/** A response of a mock. */
export interface Answer {
  status: number;
  type: string;
  text: string;
}

/** What a reader looks for in a response. Each fact is right so many times of so many. */
export const FACTS = {
  success: "a documented success",
  type: "in a documented media type",
  valid: "valid by its schema",
  sent: "with the values that were sent",
  page: "with a total that is not below its items",
  texts: "texts that are not placeholders",
} as const;
export type Fact = keyof typeof FACTS;
export type Scores = Record<Fact, { right: number; of: number }>;

export function noScores(): Scores {
  const none = () => ({ right: 0, of: 0 });
  return { success: none(), type: none(), valid: none(), sent: none(), page: none(), texts: none() };
}

/**
 * Adds the facts of a response to the scores of a mock.
 *
 * @param sent the body of the request; undefined for none
 * @returns what is wrong with the response by its document; undefined if nothing is
 */
export function judge(
  scores: Scores,
  document: OpenApiDocument,
  operation: Operation,
  answer: Answer,
  sent: Json | undefined,
): string | undefined {
  const count = (fact: Fact, isRight: boolean) => {
    scores[fact].of += 1;
    scores[fact].right += Number(isRight);
  };
  // Such an operation says nothing about its successes.
  if (!operation.responses.some(isSuccessKey)) return undefined;
  const documented = responseFor(operation, answer.status);
  const isSuccess = documented !== undefined && answer.status < 300 && isSuccessKey({ status: documented.status });
  count("success", isSuccess);
  const offered = operation.responses.filter(isSuccessKey).flatMap(({ content }) => content);
  const wrong = isSuccess ? undefined : "no documented success";
  if (offered.length === 0) return wrong;
  const content = isSuccess ? contentFor(documented.content, answer.type) : undefined;
  count("type", content !== undefined);
  if (!offered.some(isJsonOffer)) return content ? wrong : `the type ${answer.type}`;
  const body = jsonOf(answer);
  const isRead = content !== undefined && body !== undefined && isJson(answer.type);
  const [error] = isRead ? validatorOf(document).errors(content.schemaPointer, body, true) : [];
  count("valid", isRead && error === undefined);
  if (!isSuccess || body === undefined) return wrong ?? "no JSON";
  for (const text of textsIn(body)) count("texts", !isPlaceholder(text));
  for (const [name, value] of Object.entries(asObject(sent)))
    if (typeof value !== "object" && asObject(body)[name] !== undefined) count("sent", asObject(body)[name] === value);
  const page = pageOf(body);
  if (page) count("page", page.total >= page.items);
  return isRead ? error && `${error.at} ${error.message}` : `the type ${answer.type}`;
}

/** The body as JSON; undefined for any other. */
function jsonOf({ text }: Answer): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textsIn(value: Json): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The words of generators of random Latin. */
const LATIN = new Set(
  `lorem ipsum dolor sit amet consectetur adipisicing adipiscing elit sed do eiusmod tempor incididunt ut labore et dolore magna aliqua
enim ad minim veniam quis nostrud exercitation ullamco laboris nisi aliquip ex ea commodo consequat duis aute irure in reprehenderit
voluptate velit esse cillum eu fugiat nulla pariatur excepteur sint occaecat cupidatat non proident sunt culpa qui officia deserunt
mollit anim id est laborum`.split(/\s+/),
);

/** Whether a text says nothing about its field: the name of its type, nothing at all, or random Latin. */
function isPlaceholder(text: string): boolean {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  return text === "" || text === "string" || (words.length > 0 && words.every((word) => LATIN.has(word)));
}

const TOTAL = /^(total|count|total_?(count|items|elements|results))$/i;

/** The total that a page states, and how many items it has; undefined for any other value. */
function pageOf(body: Json): { total: number; items: number } | undefined {
  if (!isObject(body)) return undefined;
  const [items] = Object.values(body).filter((value) => Array.isArray(value));
  const inner = Object.values(body).filter(isObject);
  const [total] = [body, ...inner].flatMap((node) =>
    Object.entries(node).flatMap(([name, value]) => (TOTAL.test(name) && typeof value === "number" ? [value] : [])),
  );
  return items === undefined || total === undefined ? undefined : { total, items: items.length };
}
