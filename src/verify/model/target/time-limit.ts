/** The default time limit of a run, in milliseconds. */
export const MAX_TIME = 15 * 60_000;
