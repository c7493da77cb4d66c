/** The response header by which our mock announces that it keeps no state, and its value. */
export const MOCK_STATE = { name: "mock-state", value: "none" } as const;

/** Whether a server announces that it keeps no state. */
export function announcesNoState({ headers }: { headers: Headers }): boolean {
  return headers.get(MOCK_STATE.name) === MOCK_STATE.value;
}

/** The header of a response of our mock that is not valid by the document. Its value says why. */
export const MOCK_WARNING = "x-mock-warning";
