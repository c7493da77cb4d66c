import type { IncomingHttpHeaders } from "node:http";
import { headersOf, type RecordedExchange } from "../verify/traffic/recorded-exchange.js";
import { BodyCopy } from "./body-copy.js";

/** An exchange that is recorded while it is forwarded. */
export class Recording {
  readonly url: URL;
  readonly request = new BodyCopy();
  readonly response = new BodyCopy();
  status = 0;
  responseHeaders = new Headers();
  readonly method: string;
  readonly #headers: Headers;
  readonly #begun = performance.now();

  constructor({ method, url, headers }: { method: string; url: URL; headers: IncomingHttpHeaders }) {
    this.url = url;
    this.method = method;
    this.#headers = headersFrom(headers);
  }

  /** Whether the response is a stream of events, which has no end. */
  get isEndless(): boolean {
    return /^text\/event-stream\b/i.test(this.responseHeaders.get("content-type") ?? "");
  }

  /** The exchange as far as it was recorded. */
  async exchange(): Promise<RecordedExchange> {
    const headers = this.#headers;
    const body = await this.request.text(headers.get("content-encoding"));
    const { status, responseHeaders, url } = this;
    const received = await this.response.text(responseHeaders.get("content-encoding"));
    return {
      request: { method: this.method, url, headers, body },
      response: { status, headers: responseHeaders, body: received },
      duration: performance.now() - this.#begun,
    };
  }
}

/** The headers of a message of Node. */
export function headersFrom(headers: Record<string, string | string[] | undefined>): Headers {
  return headersOf(
    Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((single) => [name, single] as const)),
  );
}
