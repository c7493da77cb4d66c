/** Read from the findings of a run, one by one. */
export const CAUSES_BY_HAND: readonly string[] = [
  "Query parameters that are booleans accept any text.",
  "POST /alerts accepts null in place of a list of alerts.",
  "The body of a 400 is an object with code and message; the document has a text.",
  "POST /silences closes the connection if a matcher is null.",
  "DELETE /silence/{silenceID} fails with 500 for an id that no silence has.",
  "Invalid requests are rejected with 415 and 422, which the document does not list.",
  "A filter that is not a matcher is rejected, although the document allows any text.",
  "An alert without labels is rejected, although the document allows it.",
  "Names of labels that are no identifiers are rejected, although the document allows them.",
  "A silence with an id that no silence has is rejected with 404, although the document allows any id.",
  "A matcher whose isEqual is null is read as one whose isEqual is true.",
];
