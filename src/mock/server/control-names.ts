/** The path of the control plane. A file of its own, because help needs no more of it. */
export const MOCK_CONTROL = "/_mock";

/** The variable of the environment with the token of the control plane. */
export const MOCK_TOKEN_VARIABLE = "MOCK_CONTROL_TOKEN";
