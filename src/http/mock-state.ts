/**
 * The response header by which our mock says whether it keeps state. One value is for a mock without state, one for a
 * response from the state. The third is for a response from the document alone, by a mock that keeps state for other
 * operations.
 */
export const MOCK_STATE = { name: "mock-state", value: "none", kept: "kept", documented: "documented" } as const;

/** Whether a server announces that it keeps no state. */
export function announcesNoState({ headers }: { headers: Headers }): boolean {
  return headers.get(MOCK_STATE.name) === MOCK_STATE.value;
}

/** The header of a response of our mock that is not valid by the document. Its value says why. */
export const MOCK_WARNING = "x-mock-warning";
