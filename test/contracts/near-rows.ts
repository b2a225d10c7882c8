import { answered } from './answered.ts'
import type { Row } from './situation.ts'

/** What is near a question and what is not: mentions that come late, talk of others, roots that are gone. */
export const nearRows: readonly Row[] = [
  {
    id: 'mention by edit',
    what: 'the thread of a message whose mention was added by an edit',
    async play(stage, question) {
      const root = await stage.say('Ben', 'the door code has changed')
      const said = await stage.say('Ann', 'hm', { in: root })
      await stage.edit('Ann', said, stage.mention(question))
    },
    check({ lines, question }, _stage, expect) {
      expect(lines.map(({ text }) => text)).toEqual(['the door code has changed'])
      expect(question).toMatch(/^Q\d+ mention by edit, please\?$/)
    },
  },
  {
    id: 'chatter',
    what: 'what others say to each other in its thread, which it answers only when it is called again',
    async play(stage, question) {
      const root = await stage.say('Ben', stage.mention(`${question} says Ben`))
      await answered(stage, `${question} says Ben`)
      await stage.say('Cleo', `lunch? ${question} says Cleo`, { in: root })
      await stage.say('Ben', 'at noon', { in: root })
      await stage.say('Ann', stage.mention(question), { in: root })
    },
    check({ lines, wasAsked }, _stage, expect) {
      expect(lines.map(({ text }) => text)).toEqual(
        expect.arrayContaining([expect.stringContaining('lunch?'), 'at noon']),
      )
      expect(wasAsked('says Cleo')).toBe(false)
    },
  },
  {
    id: 'root deleted',
    what: 'nothing of the message that its thread began with, where that was deleted',
    async play(stage, question) {
      const root = await stage.say('Ben', 'the salary list')
      await stage.say('Cleo', 'please delete that', { in: root })
      await stage.remove('Ben', root)
      await stage.say('Ann', stage.mention(question), { in: root })
    },
    check({ lines, whole }, _stage, expect) {
      expect(lines.map(({ text }) => text)).toEqual(['please delete that'])
      expect(whole).not.toContain('salary')
    },
  },
  {
    id: 'no thread',
    what: 'nothing of the channel, where it is called outside of threads and nobody chose that it looks so far',
    async play(stage, question) {
      await stage.say('Ben', 'the budget is 42k')
      await stage.say('Ann', stage.mention(question))
    },
    check({ lines, whole }, stage, expect) {
      expect(lines).toEqual([])
      expect(whole).not.toContain('42k')
      expect(stage.reads()).toBe(0)
    },
  },
  {
    id: 'long messages',
    what: 'the beginning of a message that is longer than there is room for, and the newest first where there are many',
    async play(stage, question) {
      const root = await stage.say('Ben', 'root')
      for (let n = 0; n < 16; n++) await stage.say('Cleo', `${n} ${'word '.repeat(390)}`.slice(0, 1990), { in: root })
      await stage.say('Ann', stage.mention(question), { in: root })
    },
    check({ lines, whole, trace }, _stage, expect) {
      expect(lines[0]!.text).toBe('root')
      expect(lines.at(-1)!.text).toMatch(/^15 word/)
      expect(lines.length).toBeLessThan(16)
      expect(whole).toContain('more messages stand here and are not shown')
      expect(trace.context!.leftOut).toBeGreaterThan(0)
    },
  },
]
