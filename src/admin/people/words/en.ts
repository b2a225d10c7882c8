export const en = {
  pageTitle: 'What is kept of you',
  pageAbout: (people: string, account: string, at: string) => `${people}, in the account ${account}, as of ${at}.`,
  elsewhere: 'Without an agent',
  nothing: 'Nothing is kept.',
  sections: {
    state: 'State',
    facts: 'Facts and summaries',
    conversations: 'Conversations',
    turns: 'Answers',
    files: 'Files',
    waiting: 'Messages that wait or were just answered',
    timers: 'Timers and reminders',
    calls: 'Calls to other services',
    opinions: 'What you thought of answers',
    connections: 'Services that agents may use in your name',
    said: 'Said where an agent takes part',
  },
}
