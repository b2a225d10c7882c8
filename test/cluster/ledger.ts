import type { Message } from '../../console/stand-ins/slack/view.ts'
import { sentences } from '../../src/bridge/words/index.ts'
import { textOf } from '../support/slack-text.ts'
import type { Accepted, Crowd, Person } from './crowd.ts'

/** While the database is away for longer than a moment, whoever writes is told so; that is no answer. */
const isNote = (message: Message) => [sentences.notKept.en, sentences.hasToWait.en].includes(textOf(message))

/** What must be answered, and what people see: whether every message was answered once, rightly, and in its person's order. */
export function createLedger({ crowd, expected }: { crowd: Crowd; expected: (said: string) => string }) {
  /** What a person sees under each of their messages. */
  function seenBy({ team, channel }: Person): Map<string, Message[]> {
    const replies = new Map<string, Message[]>()
    for (const message of team.messages(channel)) {
      if (!message.thread_ts || message.thread_ts === message.ts || isNote(message)) continue
      const under = replies.get(message.thread_ts) ?? []
      under.push(message)
      replies.set(message.thread_ts, under)
    }
    return replies
  }

  const isWhole = ({ text }: Accepted, [reply]: Message[] = []) =>
    reply !== undefined && !reply.streaming && textOf(reply) === expected(text)

  return {
    /** Everything that is not as it should be, in sentences. */
    judge(): string[] {
      return crowd.people.flatMap((person) => {
        const replies = seenBy(person)
        const own = crowd.accepted.filter((one) => one.person === person)
        const faults = own.flatMap((one) => {
          const [reply, ...more] = replies.get(one.ts) ?? []
          if (!reply) return [`"${one.text}" was not answered`]
          if (more.length > 0) {
            const texts = [reply, ...more].map((each) => `"${textOf(each)}"`)
            return [`"${one.text}" was answered ${texts.length} times: ${texts.join(', ')}`]
          }
          if (reply.streaming) return [`the answer to "${one.text}" is still being written: "${textOf(reply)}"`]
          return isWhole(one, [reply]) ? [] : [`"${one.text}" was answered "${textOf(reply)}"`]
        })
        const order = own.flatMap(({ ts }) => replies.get(ts)?.[0]?.ts ?? [])
        const busy = person.team
          .activities()
          .filter(({ channel, status }) => channel === person.channel && status !== '' && status !== 'active')
          .map(({ channel, thread_ts, status }) => {
            const calls = crowd.calledIn(channel, thread_ts)
            return `the thread of ${person.id} at ${thread_ts} still says "${status}": ${calls}`
          })
        faults.push(...busy)
        const late = order.findIndex((ts, n) => n > 0 && ts < order[n - 1]!)
        return late < 0 ? faults : [...faults, `"${own[late]!.text}" was answered before what came before it`]
      })
    },
  }
}
