import { hash, timingSafeEqual } from "node:crypto";

/** Makes a test whether a text is a secret. It takes the same time for every text of the same length. */
export function secretTest(secret: string): (text: string) => boolean {
  const expected = hash("sha256", secret, "buffer");
  return (text) => timingSafeEqual(hash("sha256", text, "buffer"), expected);
}
