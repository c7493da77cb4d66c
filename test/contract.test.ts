import { contractTests } from "../src/vitest.js";

// The contract as tests, against each server: `BASE_URL=https://staging.example.com npx vitest run test/contract.test.ts`.
// The key is read from TEAM_API_KEY, and only safe methods are sent to BASE_URL.
// Without a value, Vite sets BASE_URL to "/".
const { BASE_URL = "/" } = process.env;

await contractTests({ embedded: "sandbox" });
await contractTests({ embedded: "mock" });
if (BASE_URL !== "/") await contractTests({ baseUrl: BASE_URL });
