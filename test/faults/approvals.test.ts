import { afterAll, beforeAll, describe, it } from 'vitest'
import { isFull } from '../support/extent.ts'
import { killedAt, type Moment } from '../support/killed-desk.ts'
import { type ModelServer, startModelServer } from '../support/model-server.ts'

const platforms = ['Slack', 'Discord', 'Teams'] as const
/** The question, and what comes after the press, is shown by so many calls. */
const shown = 4
const all: Moment[] = platforms.flatMap((on) => [
  // In Teams a question of which nobody can tell whether it arrived stands there twice: its own moments are not tried.
  ...Array.from({ length: on === 'Teams' ? 0 : shown }, (_, i) => i + 1).flatMap((nth) =>
    (['arrives', 'done'] as const).map((when): Moment => ({ on, at: 'shown', when, nth })),
  ),
  ...(on === 'Teams' ? [] : [{ on, at: 'press', when: 'done', nth: 1 } as const]),
  { on, at: 'tracker', when: 'arrives', nth: 1 },
  { on, at: 'tracker', when: 'done', nth: 1 },
])

const tools = 'rules:\n  create_issue: { policy: ask }\n'

let models: ModelServer
beforeAll(async () => {
  models = await startModelServer()
  const call = { id: 'call_1', name: 'create_issue', arguments: '{"title":"The printer is on fire"}' }
  models.server.on({ userMessage: 'printer' }, { content: 'I will file it.', toolCalls: [call] })
  models.server.prependFixture({
    match: {
      predicate: (({ messages }: { messages: { role: string }[] }) => messages.at(-1)?.role === 'tool') as never,
    },
    response: ({ messages }) => ({ content: `The tracker said ${String(messages.at(-1)!.content)}` }),
  })
})
afterAll(() => models.stop())

// Of the long proofs: what marks the used-up buttons of a question may die with the process, and is not made up for always yet.
describe.runIf(isFull)(
  'killed between a question of a tool and the answer to it',
  { concurrent: true, timeout: 300_000 },
  () => {
    it.for(all)('$on $at $when $nth', async (moment, test) => {
      const { expect } = test
      const desk = await killedAt(test, moment, { models, says: () => '{"issue":7}', tools })
      const { place, tracker, isUp, isKilled, kill } = desk
      desk.arm()
      const ends = () =>
        place
          .said()
          .flatMap((text) => text.match(/The tracker said \{"issue":7\}|I cannot say whether create_issue/g) ?? [])
      const waitFor = (what: string, has: () => boolean) =>
        expect
          .poll(
            async () => {
              await isUp()
              return has()
            },
            { interval: 20, message: what },
          )
          .toBe(true)

      await place.say('the printer is on fire')
      await waitFor('the question', () => place.canPress('Approve'))
      await isUp()
      const wasKilled = isKilled()
      const pressed = place.press('Approve').catch(() => {})
      if (moment.at === 'press') await kill()
      await pressed
      await isUp()
      // Whoever saw it fail presses once more, if there is anything to press.
      if (!wasKilled && isKilled() && place.canPress('Approve')) await place.press('Approve').catch(() => {})
      await waitFor('its end', () => ends().length > 0)
      // What the process owed when it died is shown within a minute or two.
      await expect.poll(() => place.canPress('Approve'), { timeout: 180_000 }).toBe(false)

      expect(isKilled()).toBe(true)
      expect(ends()).toHaveLength(1)
      expect(tracker.received.length).toBeLessThanOrEqual(1)
      if (ends()[0]!.startsWith('The tracker')) expect(tracker.received).toHaveLength(1)
      // What was not yet agreed to was not called: there is no doubt about it.
      else expect(wasKilled).toBe(false)
    })
  },
)
