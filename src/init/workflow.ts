import { COMMENT_MARK } from "../cli/comment-mark.js";
import { shellLine } from "../cli/installation.js";

/** The target file that `init` writes. */
export const TARGET = "staging.yaml";

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
 * @param ofLogin those that a comment of the target file names, in place of them
 */
export function workflowFor(options: string, variables: readonly string[], ofLogin: readonly string[]): string {
  const line = (name: string) => `${name}: \${{ secrets.${name} }}`;
  const env = [
    ...(variables.length > 0 ? ["Set the secrets in the settings of the repository."].map(commented) : []),
    ...variables.map(line),
    ...(ofLogin.length > 0
      ? [`For the login of ${TARGET}, in place of the keys:`, ...ofLogin.map(line)].map(commented)
      : []),
  ];
  return `name: Verify staging
on:
  # After a deployment, start it by hand or by the API of GitHub.
  workflow_dispatch:
  pull_request:
  schedule:
    - cron: "17 5 * * *" # every day at 5:17 UTC, compared with the run before
permissions:
  contents: read
# Two runs at once would see each other's resources.
concurrency: verify-staging
jobs:
  verify:
    # The workflow has no secrets for a pull request of a fork.
    if: \${{ github.event_name != 'pull_request' || github.event.pull_request.head.repo.full_name == github.repository }}
    runs-on: ubuntu-latest
    timeout-minutes: 20
    permissions:
      actions: read # the reports of the run before
      contents: read
      pull-requests: write # the comment
      security-events: write # the findings, as alerts at their lines of the document
    env:
      GH_TOKEN: \${{ github.token }}
      REPO: \${{ github.repository }}
${env.map((text) => `      ${text}\n`).join("")}    steps:
      - uses: ${ACTIONS.checkout}
        with:
          # Otherwise, the token of the workflow stays in the folder, where scripts of packages can read it.
          persist-credentials: false
      - uses: ${ACTIONS.setupNode}
        with:
          node-version: "22"
      - run: npm ci
      - name: Get the report of the run before
        run: |
          mkdir -p before
          id="$(gh run list --repo "$REPO" --workflow verify-staging.yml --branch "$BRANCH" --status completed --limit 1 \\
            --json databaseId --jq '.[0].databaseId')"
          if [ -n "$id" ]; then gh run download "$id" --repo "$REPO" --name verification --dir before || true; fi
        env:
          BRANCH: \${{ github.event.repository.default_branch }}
      # Failures become annotations, and the verdict is the summary of the step. known.yaml has the causes that the team
      # accepts for now: --update-known writes it.
      - run: |
          known="$([ -f known.yaml ] && echo "--known known.yaml" || true)"
          compare="$([ -f before/report.json ] && echo "--compare before/report.json" || true)"
          ${shellLine("verify", `${options} $known $compare`)}
      - uses: ${ACTIONS.uploadArtifact}
        if: \${{ !cancelled() }}
        with:
          name: verification
          path: reports/
      - name: Show the findings in the document
        # Code scanning is not available to every repository.
        continue-on-error: true
        if: \${{ !cancelled() }}
        run: |
          gzip -c reports/report.sarif | base64 -w0 > sarif.txt
          gh api --method POST "repos/$REPO/code-scanning/sarifs" -f commit_sha="$GITHUB_SHA" -f ref="$GITHUB_REF" -F sarif=@sarif.txt
      - name: Write or update the comment
        if: \${{ !cancelled() && github.event_name == 'pull_request' }}
        run: |
          base="$([ -f before/report.json ] && echo "--base before/report.json" || true)"
          ${shellLine("summary", "reports/report.json $base --comment").replace(/^npm run /, "npm run --silent ")} > comment.md
          id="$(gh api --paginate "repos/$REPO/issues/$NUMBER/comments" \\
            --jq '.[] | select(.body | startswith("${COMMENT_MARK}")) | .id' | head -n 1)"
          if [ -n "$id" ]; then
            gh api --method PATCH "repos/$REPO/issues/comments/$id" --field body=@comment.md
          else
            gh api --method POST "repos/$REPO/issues/$NUMBER/comments" --field body=@comment.md
          fi
        env:
          NUMBER: \${{ github.event.pull_request.number }}
`;
}

const commented = (text: string) => `# ${text}`;
