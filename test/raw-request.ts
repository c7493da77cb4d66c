import { connect } from "node:net";

/**
 * Sends bytes to a server, and returns what it sent until a response was complete, the connection was closed, or the server
 * was silent for a time.
 *
 * @param silence in milliseconds (default: 5,000: a machine may be busy)
 */
export function rawRequest(url: string, bytes: string | Buffer, silence = 5000): Promise<string> {
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
      if (isComplete(received, `${bytes}`.startsWith("HEAD "))) end();
    });
    socket.write(bytes);
  });
}

function isComplete(received: string, isHead: boolean): boolean {
  const final = received.replace(/^HTTP\/1\.1 1\d\d .*?\r\n\r\n/s, "");
  const [head = "", body] = final.split(/\r\n\r\n(.*)/s);
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  if (body === undefined || isHead) return body !== undefined;
  return length === undefined ? body.endsWith("0\r\n\r\n") : body.length >= Number(length);
}

/** The status of a response, as it was received; 0 without one. */
export function statusOf(response: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1] ?? 0);
}
