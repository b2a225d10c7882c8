export const en = {
  intro: (agent: string) =>
    `You are talking to ${agent}. Ctrl-C stops an answer, and then leaves. /agent help lists what you can change.`,
  yourAgent: 'your agent',
  failed: 'Something went wrong, and nothing came of it. Please try again in a moment.',
  nothingDone: 'Nothing was changed.',
  nothingToSetUp: 'Nothing has to be set up: `parley chat` talks to an agent here.',
}
