import { plain } from '../../../../lib/quoting.ts'

const because = (why: string | null): string => (why === null ? '' : ` Why: ${plain(why, 300)}`)

export const pausing = {
  stopped: 'What was being written for you here ends now. What you can read of it stays.',
  begun: (resume: string) =>
    `⏸️ Paused: no agent answers, calls or posts anything until \`${resume}\`. What people write meanwhile is kept, and they are told so.`,
  ended:
    '▶️ It goes on. What was written meanwhile is answered now; who has waited for long is asked first whether they still want to know.',
  notPaused: 'Nothing is paused.',
  byOperator: (why: string | null) =>
    `Whoever runs this server has paused everything; only they can resume it, with \`parley resume\`.${because(why)}`,
  isPaused: (of: { since: string; by: string | undefined; why: string | null }) =>
    `⏸️ Everything is paused since ${of.since}, by ${of.by ?? 'whoever runs this server'}.${because(of.why)}`,
}
