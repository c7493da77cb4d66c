import { createRequire } from "node:module";
import type { PrismHttpComponents } from "@stoplight/prism-http";

/** The component of Prism that creates responses. */
export type Mocker = PrismHttpComponents["mock"];

/** A response, or the error in its place. */
export type Outcome = ReturnType<ReturnType<Mocker>>;

// The index of Prism does not export its mocker. `require` is used because tools disagree on the default export of a
// CommonJS module.
const { default: mocker }: { default: Mocker } = createRequire(import.meta.url)(
  "@stoplight/prism-http/dist/mocker/index.js",
);

/** Prism's own mocker. */
export const prismMocker = mocker;
