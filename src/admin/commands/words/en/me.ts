import { counted } from '../../../../lib/counts.ts'

const n = (count: number, one: string, other: string): string =>
  counted('en', count, { one: `# ${one}`, other: `# ${other}` })

export const me = {
  kept: (uid: string) => `This is kept of you (\`${uid}\`) here:`,
  nothing: (uid: string) => `Nothing is kept of you (\`${uid}\`) here.`,
  elsewhere: 'without an agent',
  comma: ', ',
  counts: {
    state: (count: number) => n(count, 'value', 'values'),
    facts: (count: number) => n(count, 'line of facts and summaries', 'lines of facts and summaries'),
    conversations: (count: number) => n(count, 'remembered message', 'remembered messages'),
    turns: (count: number) => n(count, 'answer', 'answers'),
    files: (count: number) => n(count, 'file', 'files'),
    waiting: (count: number) =>
      n(count, 'message that waits or was just answered', 'messages that wait or were just answered'),
    timers: (count: number) => n(count, 'timer or reminder', 'timers and reminders'),
    calls: (count: number) => n(count, 'call to another service', 'calls to other services'),
    opinions: (count: number) => n(count, 'opinion of an answer', 'opinions of answers'),
    connections: (count: number) => n(count, 'connected service', 'connected services'),
    approvals: (count: number) => n(count, 'standing approval', 'standing approvals'),
    said: (count: number) => n(count, 'message in channels', 'messages in channels'),
  },
  keptFor: (days: number) => ` (conversations are kept for ${n(days, 'day', 'days')})`,
  limits: (count: number) =>
    count === 0
      ? 'Nobody has set a limit for you alone; how much you wrote and used is counted for at most 62 days.'
      : `${n(count, 'limit is', 'limits are')} set for you alone; how much you wrote and used is counted for at most 62 days.`,
  roles: (roles: string) => `You are ${roles} here; that stays, and so does what you did as that.`,
  links: (uids: readonly string[]) =>
    uids.length === 0
      ? 'Your account is linked to no other; `/agent link` links it.'
      : `You are one person with ${uids.map((uid) => `\`${uid}\``).join(', ')}, and this is of all of you; \`/agent unlink\` parts you.`,
  isPaused: 'You have paused: what you write is neither kept nor answered until you resume.',
  export: 'Export as a page',
  exportJson: 'Export as JSON',
  facts: 'Facts about me…',
  connections: 'Leave I gave…',
  forget: 'Forget…',
  forgetNow: 'Forget it now',
  pause: 'Pause',
  resume: 'Resume',
  exported: 'Here is everything that is kept of you, and nothing of anybody else. Keep the file to yourself.',
  forgetsAll:
    'This takes away everything that every agent here keeps of you: state, facts, summaries, conversations, answers, files, what waits, and what you said in channels. It cannot be undone. Messages on this platform stay; so does what you did as an owner or admin, and a limit or a block that an owner set.',
  forgetsAgent: (agent: string) =>
    `This takes away everything that \`${agent}\` keeps of you: state, facts, summaries, conversations, answers, files and what waits. It cannot be undone. Other agents keep what they have.`,
  forgotten: (rows: number, receipt: string, isLeft: boolean) =>
    `Done: ${n(rows, 'entry is', 'entries are')} gone. Your receipt is \`${receipt}\`: the log holds it, and not your name.${isLeft ? ' Copies of it in the database’s own files are overwritten until tomorrow.' : ''} What you write from now on is kept again, unless you pause.`,
  paused:
    'Paused: what you write here is neither kept nor answered from now on, by any agent. What was kept before stays until you forget it. Press Resume, or use `/agent me`, to go on.',
  resumed: 'It goes on: agents keep and answer what you write from now on.',
  noFacts: 'No agent has noted a fact about you.',
  factsTitle: 'Facts about you',
  factsListed:
    'Agents noted this from what you said. Choose one, and write what is right, or nothing to have it forgotten:',
  whichFact: 'Which',
  newText: 'What is right (empty: forget it)',
  change: 'Change',
  factGone: 'That is not noted any more.',
  factForgotten: 'It is forgotten.',
  factChanged: 'It is changed.',
}
