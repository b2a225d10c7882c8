export const handoverEn = {
  /** Below an answer. It is said when it is pressed. */
  button: 'Talk to a person',
  /** What is passed on stands below. */
  intro: (agent: string) =>
    `I can ask a person of the team behind ${agent} to go on with this. They would read the following, and nothing else:`,
  summary: '**In short:**',
  who: { user: 'You', assistant: 'Me' },
  outside: (opens: string) =>
    `Nobody is there right now. The team is back on ${opens}; what you pass on now waits for them.`,
  /** What its person agrees to besides. */
  onward: 'What you write from then on goes to them too, and so do files that you send.',
  question: 'Shall I pass it on?',
  agree: 'Yes, pass it on',
  decline: 'No, thank you',
}
