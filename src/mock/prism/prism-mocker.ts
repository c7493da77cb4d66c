import type { PrismHttpComponents } from "@stoplight/prism-http";
// The index of Prism does not export its mocker.
import mocking from "@stoplight/prism-http/dist/mocker/index.js";

/** The component of Prism that creates responses. */
export type Mocker = PrismHttpComponents["mock"];

/** A response, or the error in its place. */
export type Outcome = ReturnType<ReturnType<Mocker>>;

// Node imports a CommonJS module as it is, Vitest its default export.
const imported: { default: Mocker } | Mocker = mocking;

/** Prism's own mocker. */
export const prismMocker: Mocker = typeof imported === "function" ? imported : imported.default;
