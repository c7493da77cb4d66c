/** A client that writes down the result of each of its calls: `getTicket ok`, or why it failed. */
export function watched<Client extends object>(client: Client, results: string[]): Client {
  return new Proxy(client, {
    get(target, name) {
      const call: unknown = Reflect.get(target, name);
      if (typeof call !== "function") return call;
      return new Proxy(call, {
        async apply(original, self, args) {
          const result = await Reflect.apply(original, self, args);
          results.push(
            `${String(name)} ${result.ok ? "ok" : (result.failure?.message ?? JSON.stringify(result.body))}`,
          );
          return result;
        },
      });
    },
  });
}
