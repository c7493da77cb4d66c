import { connect } from "node:net";

/**
 * Sends bytes to a server, and returns what it sent until it closed the connection, or was silent for a time.
 *
 * @param silence in milliseconds (default: 300)
 */
export function rawRequest(url: string, bytes: string | Buffer, silence = 300): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let received = "";
    const socket = connect(Number(port), hostname);
    const end = () => {
      socket.destroy();
      resolve(received);
    };
    socket.setTimeout(silence, end);
    socket.on("error", end).on("close", end);
    socket.setEncoding("latin1").on("data", (text: string) => {
      received += text;
    });
    socket.write(bytes);
  });
}

/** The status of a response, as it was received; 0 without one. */
export function statusOf(response: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1] ?? 0);
}
