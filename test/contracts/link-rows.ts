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
  {
    id: 'words that lead elsewhere',
    what: 'where words lead that somebody made a link of, around the question and in it',
    async play(stage, question) {
      const plan = stage.linked!('the plan', 'https://example.com/plan')
      const root = await stage.say('Ben', `please read ${plan} before noon`)
      const budget = stage.linked!('the budget', 'https://example.com/budget')
      await stage.say('Ann', stage.mention(`${question} (${budget})`), { in: root })
    },
    check({ lines, question }, _stage, expect) {
      expect(lines.map(({ text }) => text)).toEqual([expect.stringMatching(/the plan.*https:\/\/example\.com\/plan/)])
      expect(question).toMatch(/the budget.*https:\/\/example\.com\/budget/)
    },
  },
  {
    id: 'preview of a link',
    what: 'what the platform shows people below a link',
    async play(stage, question) {
      const url = 'https://example.com/incident'
      const root = await stage.say('Ben', `look: ${url}`)
      await stage.preview!(root, { url, title: 'Incident 12', text: 'The database ran out of disk.' })
      await stage.say('Ann', stage.mention(question), { in: root })
    },
    check({ lines }, _stage, expect) {
      expect(lines.map(({ text }) => text)).toEqual([expect.stringMatching(/Incident 12[\s\S]*ran out of disk/)])
    },
  },
]
