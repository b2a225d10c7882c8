import { plain } from '../../lib/quoting.ts'

/** What is read of conversations that are handed to people. */
export const handoverEn = {
  take: 'Take',
  /** In place of *Take*. */
  isTaken: (name: string) => `Taken: ${name}`,
  back: 'Hand back',
  close: 'Close',
  leave: 'Back to the agent',
  declined: 'All right, I have passed nothing on.',
  passed:
    'I have passed it on. As soon as somebody takes it, you talk with them right here; what you write until then goes to them too. I keep quiet meanwhile.',
  passedOutside: (opens: string) =>
    `I have passed it on, and it waits for the team, who are back on ${opens}. What you write until then goes to them too. I keep quiet meanwhile.`,
  taken: (name: string) => `${name} is here now: what you write goes to them, and they answer right here.`,
  handedBack: (name: string) => `${name} has handed the conversation back. I am here again, and know what was said.`,
  solved: (name: string) => `${name} has closed this. I am here again if there is anything else.`,
  left: 'You are talking with me again. I know what was said.',
  late: 'Nobody has been able to come yet. What you wrote is kept for them, and I have reminded them. You need not write it again.',
  cannot:
    'I could not reach the team, so nothing was passed on. I have told those who look after me. Please try again later, or contact the team another way.',
  gone: 'The team cannot be reached here any more, so you are talking with me again. I have told those who look after me.',
  /** Above the card. */
  wants: (person: string, agent: string, place: string) =>
    `**${person}** would like to talk to a person (${agent}, ${place}).`,
  why: {
    wish: 'They asked for one.',
    scenario: 'A conversation that its author ends with a person has come there.',
    thumb: 'They put a thumb down on an answer.',
    unanswered: 'The agent had no answer, again and again.',
  },
  direct: (platform: string) => `a direct message on ${platform}`,
  channel: (platform: string) => `a channel on ${platform}`,
  summary: '**In short:**',
  waiting: '_Waiting. Whoever presses Take talks with them in the thread of this message._',
  takenBy: (name: string) =>
    `_Taken by ${name}. What is written in this thread goes to the person, and their answers come here; what names a colleague stays here._`,
  ended: {
    declined: '_Closed._',
    left: '_Closed: they went back to the agent._',
    back: '_Handed back to the agent._',
    solved: '_Closed._',
    refused: '_Closed._',
    gone: '_Closed._',
    expired: '_Closed._',
  },
  theyLeft: '_They went back to the agent. What is written here does not reach them any more._',
  backHere: (name: string) =>
    `_${name} has handed this back to the agent. What is written here does not reach the person any more._`,
  closedHere: (name: string) => `_${name} has closed this. What is written here does not reach the person any more._`,
  stillWaiting: (name: string) => `_${name} is still waiting for somebody to press Take._`,
  takeFirst: 'Nobody has taken this yet, so what you write here does not reach the person. Please press Take first.',
  already: (name: string) => `${name} has taken this already. You can write in the thread as well.`,
  over: 'This is over: nothing of it is passed on any more.',
  ownerNote: (agent: string, channel: string, why: string) =>
    `Somebody wanted to talk to a person, but ${agent} could not post in \`${channel}\` (${why}), which its \`handover\` setting names. Please let me post there, or name another channel.`,
  noChannel: 'I am not installed there, or the channel is not named as its platform names it',
  /** Before what somebody wrote on the other side. */
  from: (name: string, text: string) => `**${name}:** ${text}`,
  /** Above what the agent would answer. */
  suggested: '_I would answer so. Only you read this; it goes to the person if you send it._',
  send: 'Send it',
  perhapsAgain: '_I was interrupted here, so you may have read this already._',
  somebody: 'Somebody',
  /** Of a file that came with what is passed on. */
  notTaken: (name: string) => `_${plain(name)} did not come along: this place does not take it._`,
  lost: {
    large: (names: string) => `_${plain(names, 300)} did not come along: there is room for 1 MB with each message._`,
    many: (names: string) => `_${plain(names, 300)} did not come along: at most 3 files do with each message._`,
    unfetched: (names: string) => `_${plain(names, 300)} did not come along: I could not fetch it._`,
    hidden: (_names: string) =>
      '_Files were attached to this that did not come along: I could not find out what they are._',
  },
}
