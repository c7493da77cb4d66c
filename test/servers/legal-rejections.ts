import { toViolations } from "./change.js";
import { empty, json, type ServedResponse, type Variation, type Violation } from "./service.js";

/** A page of a gateway. */
function html(status: number, title: string): ServedResponse {
  const body = `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
  return { status, headers: { "Content-Type": "text/html; charset=utf-8" }, body };
}

const text = (status: number, body: string): ServedResponse => ({
  status,
  headers: { "Content-Type": "text/plain" },
  body,
});

const GATEWAY = { message: "Missing authentication token" };

/** Every rejection of an invalid request: one row for each form. */
const FORMS: { form: string; response(violation: Violation): ServedResponse }[] = [
  { form: "an empty 403", response: () => empty(403) },
  { form: "the page of a firewall and 403", response: () => html(403, "Request blocked") },
  { form: "an empty 422", response: () => empty(422) },
  { form: "422 and JSON of its own form", response: ({ place }) => json(422, [{ loc: [place], msg: "is invalid" }]) },
  { form: "a page and 413", response: () => html(413, "Content too large") },
  { form: "an empty 415", response: () => empty(415, { Accept: "application/json" }) },
  { form: "a text and 417", response: () => text(417, "No.") },
];

/** Rejections of invalid requests with a status that the document does not list, or that only `default` covers. */
export const LEGAL_REJECTIONS: Variation<unknown>[] = [
  ...FORMS.map(({ form, response }) => ({
    title: `rejects every invalid request with ${form}`,
    respond: toViolations(() => true, response),
  })),
  {
    title: "rejects a method that it does not have with a page and 404",
    respond: (request, next, { operation }) => (operation ? next() : html(404, `No ${request.method} here`)),
  },
  {
    title: "rejects a method that it does not have with JSON and 403",
    respond: (_, next, { operation }) => (operation ? next() : json(403, GATEWAY)),
  },
];
