/** The characters of a generated text that certainly nothing has: 36 to the power of 10 is more than 51 bits. */
export const UNIQUE_LENGTH = 10;
