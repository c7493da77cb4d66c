// Responds to every request with the JSON of an expression, and sends its address to the parent process.
import { createServer } from "node:http";

const body = JSON.stringify(new Function(`return (${process.argv[2]})`)());
const server = createServer((_, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end(body);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object") process.send?.(`http://127.0.0.1:${address?.port}`);
});
process.on("disconnect", () => process.exit());
