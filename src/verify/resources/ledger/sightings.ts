/** When the run saw resources that it had not created, lists, and addresses without a resource. Times are in milliseconds. */
export class Sightings {
  /** The first time, by the address of the resource. */
  readonly #seen = new Map<string, number>();
  /** The first time that a whole list had been read, by the address of the list. */
  readonly #read = new Map<string, number>();
  /** The last time that the target found nothing, by the address. */
  readonly #absent = new Map<string, number>();

  see(address: string): void {
    this.#absent.delete(address);
    if (!this.#seen.has(address)) this.#seen.set(address, performance.now());
  }

  /** Whether the run saw a resource that it had not created. */
  wasSeen(address: string): boolean {
    return this.#seen.has(address);
  }

  /** The target did not find anything at an address. */
  miss(address: string): void {
    this.#absent.set(address, performance.now());
  }

  /** Whether the target found nothing at an address, after a moment. */
  wasAbsentAfter(address: string, moment: number): boolean {
    return (this.#absent.get(address) ?? Number.NEGATIVE_INFINITY) >= moment;
  }

  isAbsent(address: string): boolean {
    return this.#absent.has(address);
  }

  /** A list was read to its end. */
  noteWhole(list: string): void {
    if (!this.#read.has(list)) this.#read.set(list, performance.now());
  }

  /** Whether a list that was read to its end shows the resource at an address, and no other one. */
  isAlone(address: string): boolean {
    const list = address.slice(0, address.lastIndexOf("/"));
    const isListed = (known: string) => known.startsWith(`${list}/`) && !known.includes("/", list.length + 1);
    const listed = [...this.#seen.keys()].filter(isListed);
    return this.#read.has(list) && listed.length === 1 && listed[0] === address;
  }

  /** Whether the run saw a resource before a moment. */
  wasSeenBefore(address: string, moment: number): boolean {
    return (this.#seen.get(address) ?? moment) < moment;
  }

  /** Whether the run had read a whole list before a moment. */
  wasReadBefore(list: string, moment: number): boolean {
    return (this.#read.get(list) ?? moment) < moment;
  }
}
