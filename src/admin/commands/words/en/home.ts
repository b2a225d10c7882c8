export const home = {
  answers: (agent: string | undefined) =>
    agent === undefined
      ? 'No agent answers you in private yet. In channels, mention me.'
      : `In private \`${agent}\` answers you: write under Messages. In channels, mention me.`,
  kept: 'What is known of you',
  nothingKept: 'Nothing is kept of you.',
  limits: 'How much you may use',
  handovers: 'Conversations with people',
  agents: 'Your agents',
  help: 'Help',
  me: 'My data…',
  create: 'New agent…',
  usage: 'Usage',
}
