/** A body that is not JSON, although its media type says so. The operation may document a response to it. */
export class MalformedJson {
  /** Why it is not JSON, as a sentence. */
  readonly detail: string;

  constructor(detail: string) {
    this.detail = detail;
  }
}
