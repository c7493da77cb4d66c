/**
 * How many lists and objects of a document or a body may be nested in each other (RFC 8259, 9, permits a limit).
 * Documents and values are read by recursion, which exhausts the stack after some thousand levels.
 */
export const MAX_LEVELS = 500;
