/** One thing that is wrong with an answer, or with what several answers tell together. */
export interface Finding {
  /** The check that found it, by its stable id. */
  check: string;
  /** What is wrong, in a sentence without a full stop. */
  message: string;
  /** Ids of the promises that it breaks; none where the document lists none for the place. */
  promises: string[];
  /** Where the document states what was expected. */
  location: string;
  expected: string;
  received: string;
  /** Settings of the target file that have to be right for this to be the server's fault. */
  restsOn: readonly string[];
  /** A command line that sends the request again. */
  repeat: string;
}
