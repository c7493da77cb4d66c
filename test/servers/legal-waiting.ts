import { setTimeout } from "node:timers/promises";
import { asList, asObject, type Json } from "#openapi/document/document.js";
import { changeJson, isSuccess, jsonOf } from "./change.js";
import { empty, type ServedResponse, type Variation } from "./service.js";

/** Servers for which a run mostly waits. They are legal for every service. */
export const LEGAL_WAITING = [
  {
    waits: true,
    title: "responds to the first requests with 503 and Retry-After, as during a deployment",
    respond: (_, next, { count }) => (count <= 4 ? empty(503, { "Retry-After": "1" }) : next()),
  },
  {
    waits: true,
    title: "responds to the first requests with 503, a page and a date in Retry-After",
    respond: (_, next, { count }) => {
      const headers = { "Retry-After": new Date(Date.now() + 1000).toUTCString(), "Content-Type": "text/html" };
      return count <= 3 ? { status: 503, headers, body: "<h1>Back soon</h1>" } : next();
    },
  },
  {
    waits: true,
    title: "responds to the first requests with 429 and Retry-After",
    respond: (_, next, { count }) => (count <= 4 ? empty(429, { "Retry-After": "1" }) : next()),
  },
  {
    waits: true,
    title: "responds to some requests in the middle with 429 and Retry-After",
    respond: (_, next, { count }) => (count >= 60 && count < 63 ? empty(429, { "Retry-After": "1" }) : next()),
  },
  {
    waits: true,
    title: "responds to later requests sooner",
    respond: async (_, next, { count }) => {
      const response = await next();
      await setTimeout(10 + ((count * 7) % 40));
      return response;
    },
  },
] satisfies Variation<unknown>[];

/** A resource that appears some time after its creation. */
interface Appearance {
  create: string;
  retrieve: string;
  list?: string;
  /** The name of the list in its body. */
  items?: string;
  milliseconds: number;
  notFound: () => ServedResponse;
}

/** Hides each created resource from reads for a time, as replicas and queues do. */
export function appearsLater({ create, retrieve, list, items = "", milliseconds, notFound }: Appearance) {
  const respond: NonNullable<Variation<unknown>["respond"]> = async (request, next, { operation, memory }) => {
    const response = await next();
    const body = asObject(jsonOf(response));
    if (operation === create && isSuccess(response)) memory.set(String(body.id), Date.now() + milliseconds);
    const isHidden = (id: Json | undefined) => (memory.get(String(id)) ?? 0) > Date.now();
    if (operation === retrieve && isHidden(request.path.split("/").at(-1))) return notFound();
    if (operation !== list || !isSuccess(response)) return response;
    const shown = asList(body[items]).filter((item) => !isHidden(asObject(item).id));
    return changeJson(response, () => ({ ...body, [items]: shown }));
  };
  return respond;
}
