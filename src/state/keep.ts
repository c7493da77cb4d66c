/**
 * Where the changes of a state are kept. Responses are made from memory. Before a request, a store makes it equal to what is
 * kept. It keeps what the request changed before its response is sent.
 */
export interface Store {
  /**
   * Does `work`. All of its changes are kept, or none.
   *
   * @param isSafe whether the request may only read, so that others can be served at the same time
   * @throws the error of `work`; an error of a database that cannot be used
   */
  exchange<Result>(isSafe: boolean, work: () => Promise<Result>): Promise<Result>;
  /** The name under which the data of a key are kept. */
  tenantId(key: string): string;
  close(): Promise<void>;
}

/** Keeps nothing: the state is lost when the process ends. */
export const MEMORY: Store = {
  exchange: (_, work) => work(),
  tenantId: (key) => key,
  close: async () => {},
};
