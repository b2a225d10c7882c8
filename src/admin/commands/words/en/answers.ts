/** Of `test` and `why`. */
export const answers = {
  inConsole: 'See it in the console',
  fromDraft: (agent: string) => `The draft of \`${agent}\` would say:`,
  fromLive: (agent: string) => `\`${agent}\` (no draft, so what is live) would say:`,
  nothingSaid: '(nothing)',
  options: 'It would offer',
  why: 'Why:',
  uncalled: (names: readonly string[]) => {
    const list = names.map((name) => `\`${name.replaceAll('`', '')}\``).join(', ')
    return `Not called in a test, but in a conversation: ${list}.`
  },
  untouched: 'Nothing was kept of this: neither memory nor state has changed.',
  noTurn: 'There is no answer to explain: nothing was said here yet, or it is too long ago.',
  notAnswer: 'There is no such turn.',
  notYours:
    'That was an answer to somebody else. `why` tells you about your own; admins of the agent can ask about any.',
}
