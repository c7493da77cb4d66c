import { shellLine } from "../cli/installation.js";

/** The actions of the workflow. Each is pinned to a commit, because tags can be moved. */
export const ACTIONS = {
  checkout: "actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2",
  setupNode: "actions/setup-node@39370e3970a6d050c480ffad4ff0ed4d3fdee5af # v4.1.0",
  uploadArtifact: "actions/upload-artifact@65c4c4a1ddee5b72f698fdd19549f0f0fb45cf08 # v4.6.0",
};

/**
 * A workflow of GitHub Actions that verifies the server of a target file.
 *
 * @param options of `verify`: `--target staging.yaml`
 * @param variables of the environment that the target file names
 */
export function workflowFor(options: string, variables: readonly string[]): string {
  const env = variables.map((name) => `      ${name}: \${{ secrets.${name} }}`).join("\n");
  return `name: Verify staging
on:
  # After a deployment, start it by hand or by the API of GitHub.
  workflow_dispatch:
  schedule:
    - cron: "17 5 * * *" # every day at 5:17 UTC
permissions:
  contents: read
# Two runs at once would see each other's resources.
concurrency: verify-staging
jobs:
  verify:
    runs-on: ubuntu-latest
    timeout-minutes: 20
${env ? `    env:\n      # Set the secrets in the settings of the repository.\n${env}\n` : ""}    steps:
      - uses: ${ACTIONS.checkout}
        with:
          # Otherwise, the token of the workflow stays in the folder, where scripts of packages can read it.
          persist-credentials: false
      - uses: ${ACTIONS.setupNode}
        with:
          node-version: "22"
      - run: npm ci
      # Failures become annotations, and the verdict is the summary of the step.
      - run: ${shellLine("verify", options)}
      - uses: ${ACTIONS.uploadArtifact}
        if: \${{ !cancelled() }}
        with:
          name: verification
          path: reports/
`;
}
