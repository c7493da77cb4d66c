/** The limit of an exploration: a number of requests, or a time. */
export type ExplorationLimit = { requests: number } | { milliseconds: number };
