/**
 * The response header by which our mock says whether it keeps state. `none` is of a mock without state, `kept` of a response
 * from the state. `open` is of one below resources that the mock cannot know, so that any identifier names one. `documented` is
 * of a response from the document alone, by a mock that keeps state for other operations.
 */
export const MOCK_STATE = {
  name: "mock-state",
  value: "none",
  kept: "kept",
  open: "open",
  documented: "documented",
} as const;

/** Whether a server announces that it keeps no state. */
export function announcesNoState({ headers }: { headers: Headers }): boolean {
  return headers.get(MOCK_STATE.name) === MOCK_STATE.value;
}

/** Whether a response is from the document alone, and shows nothing of a state. */
export function announcesDocument({ headers }: { headers: Headers }): boolean {
  return headers.get(MOCK_STATE.name) === MOCK_STATE.documented;
}

/** Whether a server cannot know which identifiers exist. */
export function announcesAnyIdentifier(exchange: { headers: Headers }): boolean {
  return announcesDocument(exchange) || exchange.headers.get(MOCK_STATE.name) === MOCK_STATE.open;
}

/** The header of a response of our mock that is not valid by the document. Its value says why. */
export const MOCK_WARNING = "x-mock-warning";
