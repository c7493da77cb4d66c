import type { RepositorySource } from "./sources.js";

/**
 * Documents of public repositories that nobody had looked at: of 278 repositories which have a document at a usual path, the
 * first ones by the hash of their name and path that could be read.
 */
export const RANDOM_REPOSITORIES: readonly RepositorySource[] = [
  {
    repository: "0xIntuition/intuition-core",
    commit: "a9b3b0ce51765ccde09d064a5f8da84e270f9a9a",
    paths: ["docs/openapi.yaml"],
    isRandom: true,
  },
  {
    repository: "0raby/Simple-Banking-System",
    commit: "45b04897108a098fbb2e3eead0068c6259d0b853",
    paths: ["docs/openapi.yaml"],
    isRandom: true,
  },
  {
    repository: "1020537959/one-key",
    commit: "1d1e9cfc520691a5a745f30382eda5e729e98587",
    paths: ["openapi.json"],
    isRandom: true,
  },
  {
    repository: "20520846/MentorShip",
    commit: "6b22abf3b84d61bf5f9ddbfb44f94e179bd9a572",
    paths: ["openapi.json"],
    isRandom: true,
  },
  {
    repository: "7K-Minato/minato",
    commit: "02a6431e774238308a4156bb9eadaa2ab72cbadd",
    paths: ["api/openapi.yaml"],
    isRandom: true,
  },
  {
    repository: "3rs4lg4d0/f4allgo-restaurant",
    commit: "78ed8eecff8bdaea5aac0a9890e82be1bed23e31",
    paths: ["api/openapi.yaml"],
    isRandom: true,
  },
  {
    repository: "302-digital/attachra",
    commit: "614bf308d718c64c82b842ee47bb9d5aece32a92",
    paths: ["api/openapi.yaml"],
    isRandom: true,
  },
  {
    repository: "100-hours-a-week/3-marcus-chae-community-fe",
    commit: "a35f78175371a359047ff9733fc9d3002a233cf0",
    paths: ["openapi.json"],
    isRandom: true,
  },
  {
    repository: "0xStyx507/hypernova-banking",
    commit: "0e6a005fecb68f1e0efa5768ae694ca48fa1b77d",
    paths: ["openapi.yaml"],
    isRandom: true,
  },
  {
    repository: "1055373165/gophers-sdk-go",
    commit: "837b0b2ca74d7189996cfdf078f6bce73cbddcca",
    paths: ["api/openapi.yaml"],
    isRandom: true,
  },
  {
    repository: "094459/ai-dlc",
    commit: "ae189236289b92d30b9ffda5e465b92216b78256",
    paths: ["docs/openapi.yaml"],
    isRandom: true,
  },
  {
    repository: "360macky/generative-manim",
    commit: "f3d242c84a0a9754dbd191f288513ac2f0152b23",
    paths: ["api/openapi.yaml"],
    isRandom: true,
  },
  {
    repository: "0jinchoiu0/webhome_05",
    commit: "01b401eac3640c144acf8378038beb0ca2a43855",
    paths: ["openapi.yaml"],
    isRandom: true,
  },
  {
    repository: "13bad37/Server-Side-Express-Application",
    commit: "6c153869cd67332ce542de6f5e5cab3bef9ddff1",
    paths: ["openapi.json"],
    isRandom: true,
  },
  {
    repository: "1KeyurDesai/ibm-recruitment-scorer",
    commit: "e38d577cdf2392d2785c44cc738e2e740076fc38",
    paths: ["openapi.json"],
    isRandom: true,
  },
  {
    repository: "0HammerHead0/MovieDekho",
    commit: "e302f3000e205b38de7b7478e9bbeffbae776bee",
    paths: ["openapi.yaml"],
    isRandom: true,
  },
  {
    repository: "1889ca/opendesk",
    commit: "3c7fdc348a6a01e77263e691051b5ff05ee30e90",
    paths: ["docs/openapi.yaml"],
    isRandom: true,
  },
  {
    repository: "195048/ArchiWebAPI",
    commit: "e7e7f1bfd440be993091842b630061ff5a658636",
    paths: ["openapi.yaml"],
    isRandom: true,
  },
  {
    repository: "404Wolf/valgo",
    commit: "f333e018da36fbb11b93f09a1b282d2f609d2c89",
    paths: ["api/openapi.yaml"],
    isRandom: true,
  },
  {
    repository: "42videobricks/42videobricks-csharp-client",
    commit: "811d64bd3ee09f5d852b062b757faaf23301d536",
    paths: ["api/openapi.yaml"],
    isRandom: true,
  },
];
