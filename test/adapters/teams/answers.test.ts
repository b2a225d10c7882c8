import type { PersonSettings } from '../../../console/stand-ins/teams/settings.ts'
import { PEOPLE, personalChat } from '../../../console/stand-ins/teams/settings.ts'
import type { InboundMessage } from '../../../src/model/message.ts'
import { type AnswersHarness, testAnswers } from '../../contracts/answers.ts'
import { createHarness, GENERAL, type TeamsHarness, toShown } from './harness.ts'

const limits = { enforceRates: false, records: 100_000, messages: 100_000 }

const refusals =
  ({ simulator }: TeamsHarness) =>
  () =>
    simulator.calls
      .filter(({ status, response }) => status >= 400 || JSON.stringify(response ?? '').includes('"error"'))
      .map(({ route, response }) => `${route}: ${JSON.stringify(response)}`)

/** The message, as its event id ends. */
const idOf = ({ eventId }: InboundMessage): string => eventId.slice(eventId.lastIndexOf(':') + 1)

testAnswers(
  'Teams, in a channel',
  async () => {
    const harness = await createHarness({ simulator: { limits } })
    return Object.assign(harness, {
      shownFor: (message: InboundMessage) =>
        harness.simulator
          .messages(GENERAL, { root: idOf(message) })
          .filter(({ author, deleted }) => author.bot && !deleted)
          .map((one) => toShown(one)),
      refusals: refusals(harness),
    })
  },
  { answers: 600, hostile: 150 },
)

/** Native streams want a chat each. */
const many: PersonSettings[] = Array.from({ length: 24 }, (_, n) => ({
  id: `29:1nr${n}`,
  name: `Nr ${n}`,
  aadObjectId: `7a11e500-0000-4000-8000-0000000001${n + 10}`,
  email: `nr${n}@example.com`,
}))

testAnswers('Teams, in personal chats', async (): Promise<AnswersHarness> => {
  const harness = await createHarness({ simulator: { limits, people: [...PEOPLE, ...many] } })
  const { simulator } = harness
  const free = many.map(({ id }) => id)
  const busy = new Map<string, string>()
  return Object.assign(harness, {
    person: {
      ...harness.person,
      say(text: string) {
        const user = free.pop()!
        const id = simulator.say({ user, conversation: personalChat(user), text })
        busy.set(id, user)
        return id
      },
    },
    shownFor(message: InboundMessage) {
      const id = idOf(message)
      const user = busy.get(id)!
      free.push(user)
      const all = simulator.messages(personalChat(user))
      return all
        .slice(all.findIndex((one) => one.id === id) + 1)
        .filter(({ deleted }) => !deleted)
        .map((one) => toShown(one))
    },
    refusals: refusals(harness),
  })
})
