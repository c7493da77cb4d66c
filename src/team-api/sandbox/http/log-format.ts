/** Writes a line of the log. */
export type Write = (line: string) => void;

/** `json` writes one JSON object a line; `text` is for a terminal. */
export type LogFormat = "json" | "text";
