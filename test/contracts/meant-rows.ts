import { answered } from './answered.ts'
import type { Row } from './situation.ts'

const asking = '[asks about this message: :'

/** What calls an agent besides people's messages to it, and what does not. */
export const meantRows: readonly Row[] = [
  {
    id: 'reaction',
    asks: asking,
    what: 'a message that somebody puts the emoji to, with whose it is, and nothing twice',
    async play(stage, question) {
      const said = await stage.say('Ben', `the invoice is overdue (${question})`)
      await stage.react!(said)
      await stage.react!(said, { again: true })
    },
    check({ lines, question }, _stage, expect) {
      expect(lines.filter(({ of }) => of === 'question')).toMatchObject([
        { from: 'Ben', kind: 'person', text: expect.stringContaining('the invoice is overdue') },
      ])
      expect(question).toMatch(/^\[asks about this message: :.+:\]$/)
    },
  },
  {
    id: 'reaction in a thread',
    asks: asking,
    what: 'the whole thread of a message that somebody puts the emoji to',
    async play(stage, question) {
      const root = await stage.say('Ben', 'who pays?')
      const said = await stage.say('Cleo', `not me (${question})`, { in: root })
      await stage.say('Ben', 'nor me', { in: root })
      await stage.react!(said)
    },
    check({ lines }, stage, expect) {
      expect(lines.map(({ text }) => text.replace(/ \(.*/, ''))).toEqual(['who pays?', 'nor me', 'not me'])
      expect(lines.at(-1)!.of).toBe('question')
      expect(stage.reads()).toBeLessThanOrEqual(3)
    },
  },
  {
    id: 'reaction to an answer',
    what: 'its own answer to somebody else, that another person puts the emoji to',
    asks: asking,
    async play(stage, question) {
      await stage.say('Ben', stage.mention(question))
      await answered(stage, question)
      await stage.react!(stage.answerId())
    },
    check({ lines }, _stage, expect) {
      // It may stand below what it replies to.
      const asked = lines.findLast(({ of }) => of === 'question')
      expect(asked).toMatchObject({ kind: 'you', text: expect.stringContaining('You said:') })
    },
  },
  {
    id: 'named bot',
    what: 'what a bot asks that the agent names, as if a person did',
    byOthers: true,
    async play(stage, question) {
      await stage.bot!('named', stage.mention(question))
    },
    check({ question }, _stage, expect) {
      expect(question).toMatch(/^Q\d+ named bot, please\?$/)
    },
  },
  {
    id: 'other bot',
    what: 'nothing of a bot that is not named, whatever it mentions',
    async play(stage, question) {
      await stage.bot!('other', stage.mention(`${question} says the robot`))
      await stage.say('Ann', stage.mention(question))
    },
    check({ question, wasAsked }, _stage, expect) {
      expect(question).toMatch(/^Q\d+ other bot, please\?$/)
      expect(wasAsked(`${question} says the robot`)).toBe(false)
    },
  },
  {
    id: 'proxied',
    what: 'what a person says under another name, by a proxy that the agent names',
    byOthers: true,
    async play(stage, question) {
      await stage.proxied!('Luna', stage.mention(question))
    },
    check({ question }, _stage, expect) {
      expect(question).toMatch(/^Q\d+ proxied, please\?$/)
    },
  },
  {
    id: 'other proxy',
    what: 'nothing of a webhook that is not named, whatever it calls itself',
    async play(stage, question) {
      await stage.proxied!('Ann', stage.mention(`${question} says the hook`), 'other')
      await stage.say('Ann', stage.mention(question))
    },
    check({ question, wasAsked }, _stage, expect) {
      expect(wasAsked(`${question} says the hook`)).toBe(false)
      expect(question).toMatch(/please\?$/)
    },
  },
]
