import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { headersOf, type RecordedExchange } from "../verify/traffic/recorded-exchange.js";
import { BodyCopy } from "./body-copy.js";

/** Longer bodies are not compared with those of other exchanges, in bytes. */
const MAX_COMPARED = 65_536;

/** The parts of a message of Node that a recording keeps. */
type Head = Pick<IncomingMessage, "headers" | "rawHeaders">;

/** An exchange that is recorded while it is forwarded. */
export class Recording {
  readonly request = new BodyCopy();
  readonly response = new BodyCopy();
  readonly method: string;
  readonly #address: string;
  readonly #sent: Head;
  #received: Head = { headers: {}, rawHeaders: [] };
  #status = 0;
  readonly #begun = performance.now();

  /** @param address the URL of the request at the server */
  constructor(method: string, address: string, { headers, rawHeaders }: Head) {
    this.method = method;
    this.#address = address;
    this.#sent = { headers, rawHeaders };
  }

  get url(): URL {
    return new URL(this.#address);
  }

  /** Milliseconds since the request. */
  get duration(): number {
    return performance.now() - this.#begun;
  }

  /** Whether the response is a stream of events, which has no end. */
  get isEndless(): boolean {
    return /^text\/event-stream\b/i.test(this.#received.headers["content-type"] ?? "");
  }

  /** Records the beginning of the response. */
  receive({ statusCode = 0, headers, rawHeaders }: IncomingMessage): void {
    this.#status = statusCode;
    this.#received = { headers, rawHeaders };
  }

  /** A text that equal exchanges share, and no others; undefined if a body is long, or is not known. */
  get key(): string | undefined {
    const [sent, received] = [this.request.bytes, this.response.bytes];
    if (!sent || !received || sent.length + received.length > MAX_COMPARED) return undefined;
    const heads = [this.#sent, this.#received].map(
      ({ rawHeaders }) => `${rawHeaders.length}\n${rawHeaders.join("\n")}`,
    );
    const head = [this.method, this.#address, this.#status, ...heads, sent.length].join("\n");
    return `${head}\n${sent.toString("latin1")}${received.toString("latin1")}`;
  }

  /** The exchange as far as it was recorded. */
  async exchange(): Promise<RecordedExchange> {
    const [sent, received] = [headersFrom(this.#sent.headers), headersFrom(this.#received.headers)];
    const body = await this.request.text(sent);
    const receivedBody = await this.response.text(received);
    return {
      request: { method: this.method, url: this.url, headers: sent, body },
      response: { status: this.#status, headers: received, body: receivedBody },
      duration: this.duration,
    };
  }
}

/** The headers of a message of Node. */
function headersFrom(headers: IncomingHttpHeaders): Headers {
  return headersOf(
    Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((single) => [name, single] as const)),
  );
}
