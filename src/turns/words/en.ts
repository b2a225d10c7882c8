export const en = {
  restarted: 'I was restarted in the middle of this answer. Sorry.',
  stale: 'I was away when you wrote this. Shall I answer it now?',
  somethingWentWrong: 'Something went wrong on my side. Please try again.',
  agentGone: 'This agent no longer exists.',
  paused: 'All answers are paused at the moment. Please try again later.',
  shuttingDown: 'The service is restarting. Please try again in a moment.',
  queueFull: 'Too many messages of this user are still waiting for their answers. Wait for one of them and try again.',
  capReached: "This month's conversations of the plan are used up. They begin anew on the first of the month (UTC).",
  budgetReached: (whose: string, when: string) => `${whose} is used up for now. I can answer again ${when}.`,
  budgetOf: {
    person: 'What you may use of me',
    role: 'What people with your role may use of me',
    channel: 'What this channel may use of me',
    key: 'What this key may use of me',
    server: 'What this workspace may use of me',
    agent: 'What may be spent on my answers',
    account: 'What may be spent on answers here',
  },
  inSeconds: (seconds: number) => (seconds === 1 ? 'in a second' : `in ${seconds} seconds`),
  fromTime: (time: string) => `from ${time} on`,
  priceUnknown: (model: string) =>
    `A limit in money holds here, but nobody wrote down what ${model} costs, so I may not ask it. Please tell an admin.`,
}
