/** Of `test`, `replay` and `why`. */
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
  answeredBy: {
    server: 'The server that runs has answered.',
    shell:
      'This command has answered by itself, with the models of this shell: no server runs here that could be asked.',
  },
  replayedDraft: (agent: string, days: number) =>
    `What people said in ${days} days, answered by the draft of \`${agent}\`:`,
  replayedLive: (agent: string, days: number) =>
    `What people said in ${days} days, answered by \`${agent}\` (no draft, so what is live):`,
  replayed: (of: Record<'same' | 'different' | 'model' | 'unplayable', number>) =>
    `${of.same} the same, ${of.different} different, ${of.model} by a model (not asked), ${of.unplayable} cannot be run again.`,
  moreDifferent: (n: number) => `… and ${n} more.`,
  replayedTests: (all: number, failed: number) => `${all - failed} of ${all} kept tests are as they were.`,
  replayCut: 'There is more, which was not run: name fewer days.',
  replayDays: (most: number) => `\`days\` must be more than 0, and at most ${most}.`,
  before: 'before',
  now: 'now',
  byModel: '(a model would answer)',
  unheard: 'Nothing was written, nobody was called, and no model was asked.',
  noTurn: 'There is no answer to explain: nothing was said here yet, or it is too long ago.',
  notAnswer: 'There is no such turn.',
  notYours:
    'That was an answer to somebody else. `why` tells you about your own; admins of the agent can ask about any.',
}
