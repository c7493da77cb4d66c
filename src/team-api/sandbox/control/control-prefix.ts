/** The path of the control plane. A file of its own, because provision modules need no more of the sandbox. */
export const CONTROL_PREFIX = "/_sandbox";
