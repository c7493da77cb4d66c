/** The types of the generated handlers of Mock Service Worker. */

export type { HandlerOptions } from "./handlers.js";
export type { AnyReply, OperationName, Override, Overrides, Reply } from "./reply.js";
