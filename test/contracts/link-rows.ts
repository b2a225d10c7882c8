import type { Row } from './situation.ts'

/** Links to messages elsewhere, which are followed for those only who can read there anyway; and names of what is spoken of. */
export const linkRows: readonly Row[] = [
  {
    id: 'permalink to an open channel',
    what: 'the message behind a link to a channel that everybody here can read',
    async play(stage, question) {
      await stage.say('Ann', stage.mention(`${question} ${await stage.link!({ open: 'the launch is on Monday' })}`))
    },
    check({ lines, trace }, _stage, expect) {
      expect(lines).toMatchObject([{ of: 'question', text: 'the launch is on Monday' }])
      expect(trace.context!.calls).toBeGreaterThan(1)
    },
  },
  {
    id: 'permalink asked alone',
    what: 'the message behind a link to a private channel, for somebody who is in it and asks alone',
    async play(stage, question) {
      await stage.tell!(`${question} ${await stage.link!({ elsewhere: 'the plan is to wait' })}`)
    },
    check({ lines }, _stage, expect) {
      expect(lines).toMatchObject([{ of: 'question', text: 'the plan is to wait' }])
    },
  },
  {
    id: 'permalink before a guest',
    what: 'nothing of an open channel where a guest sees the answer',
    async play(stage, question) {
      stage.admitGuest!()
      await stage.say('Ann', stage.mention(`${question} ${await stage.link!({ open: 'our margin is 40 percent' })}`))
    },
    check({ lines, whole }, _stage, expect) {
      expect(lines).toEqual([])
      expect(whole).not.toContain('our margin')
      expect(whole).toContain('stands elsewhere and was not read')
    },
  },
  {
    id: 'spoken of',
    what: 'what channels and groups are called that somebody speaks of, and no ids',
    async play(stage, question) {
      const root = await stage.say('Ben', `please ask ${stage.spokenOf!.written} first`)
      await stage.say('Ann', stage.mention(`${question} (${stage.spokenOf!.written})`), { in: root })
    },
    check({ lines, question }, stage, expect) {
      expect(lines.map(({ text }) => text)).toEqual([`please ask ${stage.spokenOf!.seen} first`])
      expect(question).toContain(`(${stage.spokenOf!.seen})`)
    },
  },
]
