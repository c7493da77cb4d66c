import type { Stored } from "../store.js";
import type { ListPage, StatedList } from "./list-page.js";

/** The bytes of a file, and the facts about them. */
export interface UploadedFile {
  type: string;
  name: string | undefined;
  bytes: Uint8Array<ArrayBuffer>;
}

/** A part of the bytes of a file. */
export interface FilePart {
  first: number;
  last: number;
}

/** The effect of a request, before it is written in the form that the document describes. */
export type Outcome =
  | {
      kind: "resource";
      stored: Stored;
      /** Whether the request created it. */
      isNew: boolean;
      /** The entity tag of its version (RFC 9110, 8.8.3). */
      tag: string;
      /** The path of the resource; undefined if the document has none. */
      path: string | undefined;
    }
  | {
      kind: "page";
      list: StatedList;
      page: ListPage;
      /** The names of sent query parameters of which nothing says what they select or show. */
      ignored: readonly string[];
    }
  | { kind: "removed"; stored: Stored }
  /** The request was done, and its response shows no resource. */
  | { kind: "done" }
  | { kind: "file"; file: UploadedFile; part: FilePart | undefined; tag: string }
  | { kind: "unchanged"; tag: string }
  | {
      kind: "refused";
      /** The statuses that fit, the best first. */
      statuses: readonly number[];
      /** A sentence for people. */
      reason: string;
    };

/** The request asks for something that is not there. */
export function missing(what: string): Outcome {
  return { kind: "refused", statuses: [404, 410], reason: `${what} does not exist.` };
}
