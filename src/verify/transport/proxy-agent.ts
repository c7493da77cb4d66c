/** The agent for requests through a proxy. A module of its own, because few runs need it. */
export { HttpsProxyAgent } from "https-proxy-agent";
