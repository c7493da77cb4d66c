import type { ValueGenerator } from "../model/case-context.js";

const CHARACTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Generates values that are the same in every run with one seed (mulberry32). */
export class GeneratedValues implements ValueGenerator {
  #state: number;
  readonly #unique = new Set<string>();

  /** @param seed an unsigned 32-bit integer */
  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  random(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  unique(length = 10): string {
    return this.#record(Array.from({ length }, () => CHARACTERS[Math.floor(this.random() * 36)]).join(""));
  }

  uuid(): string {
    const digit = () => Math.floor(this.random() * 16).toString(16);
    const digits = (count: number) => Array.from({ length: count }, digit).join("");
    return this.#record(`${digits(8)}-${digits(4)}-4${digits(3)}-a${digits(3)}-${digits(12)}`);
  }

  isGenerated(text: string): boolean {
    return [...this.#unique].some((each) => text.includes(each));
  }

  #record(value: string): string {
    this.#unique.add(value);
    return value;
  }
}
