import { parseJson } from "#http/body/parse-json.js";
import type { Exchange, SentRequest } from "#verify/model/request/exchange.js";

/** An exchange of `listThings`: `GET https://api.example.com/things` with an empty 200, except for these facts. */
export function exchangeOf({
  status = 200,
  headers = {},
  body = "",
  request = {},
}: {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  request?: Partial<SentRequest>;
}): Exchange {
  const sent = {
    method: "GET",
    url: "https://api.example.com/things",
    headers: [],
    body: undefined,
    secrets: [],
  };
  return {
    operation: "listThings",
    request: { ...sent, ...request },
    status,
    headers: new Headers(headers),
    body,
    json: parseJson(body),
    truncated: false,
    duration: 1,
  };
}
