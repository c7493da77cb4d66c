import { once } from "node:events";
import { createWriteStream, type WriteStream } from "node:fs";
import { PACKAGE } from "#cli/installation.js";
import { UserError } from "#cli/user-error.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { type Exchange, shownUrl } from "../model/request/exchange.js";
import type { Secrets } from "../model/target/target.js";
import { redact } from "../report/redaction/redact.js";

/** How many characters of a body are recorded: a search for secrets in more of them would block the run. */
const MAX_BODY = 1_000_000;

/** Headers of responses that hold secrets of other parties. */
const NOT_RECORDED = ["set-cookie", "set-cookie2"];

/**
 * A HAR file (HTTP Archive 1.2) that is written exchange by exchange, without secrets: variables stand for them. A longer
 * body is left out, as HAR permits.
 */
export class HarFile {
  readonly #stream: WriteStream;
  #isFirst = true;
  #error: Error | undefined;

  private constructor(stream: WriteStream) {
    this.#stream = stream;
    stream.on("error", (error) => {
      this.#error = error;
    });
    const creator = { name: PACKAGE.name, version: PACKAGE.version };
    stream.write(`{"log":{"version":"1.2","creator":${jsonText(creator)},"entries":[`);
  }

  /** @throws UserError if the file cannot be written */
  static async create(file: string): Promise<HarFile> {
    const stream = createWriteStream(file);
    await once(stream, "open").catch((error: Error) => {
      throw new UserError(`The HAR file cannot be written: ${error.message}. Name a file: --har-out FILE`);
    });
    return new HarFile(stream);
  }

  /** Adds an exchange that has just ended. */
  add(exchange: Exchange, secrets: Secrets): void {
    const clean = (text: string) => redact(withVariables(text, exchange), secrets);
    this.#stream.write(`${this.#isFirst ? "" : ","}\n${jsonText(entryOf(exchange, clean))}`);
    this.#isFirst = false;
  }

  /** @throws UserError if the file could not be written */
  async close(): Promise<void> {
    if (!this.#error) {
      this.#stream.end("\n]}}\n");
      await once(this.#stream, "close").catch(() => {});
    }
    if (this.#error) throw new UserError(`The HAR file could not be written: ${this.#error.message}`);
  }
}

/** A text with the names of variables in place of placeholders. */
function withVariables(text: string, { request: { secrets } }: Exchange): string {
  return shownUrl({ url: text, secrets });
}

function entryOf({ request, status, headers, body, truncated, duration }: Exchange, clean: (text: string) => string) {
  const url = clean(request.url);
  const pairs = (list: Iterable<readonly [string, string]>) =>
    [...list].map(([name, value]) => ({ name, value: clean(value) }));
  const type = headers.get("content-type") ?? "";
  const requestType = request.headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  const form = request.form?.map(({ name, content, filename, type: contentType }) => ({
    ...{ name: clean(name), value: clean(content) },
    ...(filename === undefined ? {} : { fileName: clean(filename) }),
    ...(contentType === undefined ? {} : { contentType: clean(contentType) }),
  }));
  const isComplete = !truncated && body.length <= MAX_BODY;
  const unknownSizes = { headersSize: -1, bodySize: -1 };
  return {
    startedDateTime: new Date(Date.now() - duration).toISOString(),
    time: duration,
    request: {
      method: request.method,
      url,
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: pairs(request.headers),
      queryString: URL.canParse(url) ? pairs(new URL(url).searchParams) : [],
      ...(request.body === undefined && !form
        ? {}
        : { postData: { mimeType: requestType, ...(form ? { params: form } : { text: clean(request.body ?? "") }) } }),
      ...unknownSizes,
    },
    response: {
      status,
      statusText: "",
      httpVersion: "HTTP/1.1",
      cookies: [],
      redirectURL: "",
      headers: pairs([...headers].filter(([name]) => !NOT_RECORDED.includes(name))),
      content: { size: Buffer.byteLength(body), mimeType: type, ...(isComplete ? { text: clean(body) } : {}) },
      ...unknownSizes,
    },
    cache: {},
    timings: { send: 0, wait: duration, receive: 0 },
  };
}
