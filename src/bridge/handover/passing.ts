import { languageOf } from '../../lib/language.ts'
import { readOrderKey } from '../../model/key.ts'
import type { InboundMessage } from '../../model/message.ts'
import type { Queue } from '../../ports/queue.ts'
import type { Handover } from '../../store/handovers.ts'
import type { Store } from '../../store/index.ts'
import type { Step } from '../../store/statement.ts'
import type { ChatContext } from '../context.ts'
import type { createLimits } from '../limits.ts'
import type { TellAlone } from '../private-notes.ts'
import { handoverSentences as sentences } from '../words/index.ts'
import { rowOf } from './change.ts'
import type { Handovers } from './index.ts'
import { choiceIn } from './said.ts'

interface PassingParts {
  store: Store
  queue: Pick<Queue, 'ring'>
  handovers: Pick<Handovers, 'passing' | 'act' | 'suggesting'>
  limits: ReturnType<typeof createLimits>
  tellAlone: TellAlone
  accountOf(platform: string, installation: string): Promise<string | undefined>
  isBlocked(account: string, uid: string): Promise<boolean>
}

/** Messages of a conversation that is handed to people: each becomes one row of the inbox, which is shown on the other side. */
export function createPassing(parts: PassingParts) {
  const { store, queue, handovers, limits, tellAlone, accountOf, isBlocked } = parts

  async function pass(
    row: Handover,
    message: InboundMessage,
    to: 'team' | 'person',
    steps: (taken: ReturnType<typeof rowOf>) => Promise<Step[]>,
  ): Promise<boolean> {
    const passed = handovers.passing(row, message, to)
    if (!passed) return false
    const taken = rowOf(row, message.eventId, passed)
    const isTaken = await store.db.batch([...(await steps(taken)), store.handovers.stillStep(row.id)])
    if (isTaken) await queue.ring(row.key)
    return isTaken || (await store.inbox.byEvent(message.eventId)) !== undefined
  }

  /** Only where the team itself is: its thread, in the installation that the card was posted through. */
  async function isOfTeam({ key, team }: Handover, { platform, installation }: InboundMessage): Promise<boolean> {
    const there: ChatContext | null = team === null ? null : JSON.parse(team)
    if (there?.platform !== platform || there.installation !== installation) return false
    return (await accountOf(platform, installation)) === readOrderKey(key).account
  }

  function tell({ platform, installation, author, replyTo, text: said }: InboundMessage, row: Handover): void {
    // Once: they talk among each other too.
    const text = sentences.takeFirst[languageOf(author.locale, said)]
    const { account } = readOrderKey(row.key)
    tellAlone({
      platform,
      installation,
      account,
      author,
      replyTo,
      text,
      about: `handover ${row.id}`,
      everyMs: 86_400_000,
    })
  }

  return {
    /** True: it was said among the team, and no agent is meant. */
    async fromTeam(rows: readonly Handover[], message: InboundMessage): Promise<boolean> {
      const row = rows.find(({ thread }) => thread !== null && message.within.some((place) => place === thread))
      if (!row || message.program || message.reaction || !(await isOfTeam(row, message))) return false
      const { platform, installation, author, addressed, text } = message
      if (row.state === 'closed') return false
      if (await isBlocked(readOrderKey(row.key).account, author.uid)) return true
      const choice = addressed === 'mention' ? choiceIn(text) : undefined
      if (choice) {
        await handovers.act(row, choice, { author, door: platform }, { platform, installation, ...author })
        return true
      }
      // What names a colleague is for them.
      if (addressed === 'other') return true
      if (row.state === 'taken') handovers.suggesting.stop(row)
      if (row.state === 'taken') return pass(row, message, 'person', async (taken) => [store.inbox.addStep(taken)])
      tell(message, row)
      return true
    },

    /** True: it went to the team, or is there already. False: it is over, or may not be written now. */
    async toTeam(row: Handover, message: InboundMessage): Promise<boolean> {
      if (message.program || message.reaction || message.addressed === 'other') return false
      if (row.conversation !== message.conversation) return false
      const { account } = readOrderKey(row.key)
      if (await limits.refusal(account, row.key, message)) return false
      const isPassed = await pass(row, message, 'team', (taken) => limits.steps(account, message, taken))
      if (isPassed) handovers.suggesting.begin(row, message)
      return isPassed
    },
  }
}
