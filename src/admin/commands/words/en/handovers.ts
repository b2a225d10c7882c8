import { moment } from '../../../../lib/moment.ts'

export const handovers = {
  none: 'Nobody has been handed to people yet.',
  all: (agent: string) => `Conversations of ${agent} that were handed to people, the newest first:`,
  standing: { asked: 'asked', agreed: 'on its way', waiting: '**waiting**', taken: 'taken', closed: 'closed' },
  ended: {
    declined: 'declined',
    left: 'left by its person',
    back: 'handed back',
    solved: 'closed',
    refused: 'could not be posted',
    gone: 'its channel is gone',
    expired: 'expired',
  },
  why: {
    wish: 'by their wish',
    scenario: 'by a scenario',
    thumb: 'after a thumb down',
    unanswered: 'after questions without an answer',
  },
  since: (at: number) => `asked ${moment(at)}`,
  unknown: (list: string) =>
    `There is none here that this can be done to. Use it in the channel of the card, or with an id of \`${list}\`.`,
  done: {
    take: (id: string) => `You have taken \`${id}\`. Write in the thread of its card.`,
    back: (id: string) => `\`${id}\` is handed back to the agent.`,
    close: (id: string) => `\`${id}\` is closed.`,
  },
  notHere: 'This needs the platform that people are on: use it in chat, while Parley runs.',
}
