import { EVENTS, SCOPES } from '../../../adapters/slack/manifest.ts'
import { createSlackSimulator, type SlackSimulator } from '../../../console/stand-ins/slack/index.ts'
import type { Fault } from '../../../console/stand-ins/slack/view.ts'
import type { Said, Stage, Who } from '../../contracts/situation.ts'
import { stageCount, testSituations } from '../../contracts/situations.ts'
import { textOf } from '../../support/slack-text.ts'

const READS = ['conversations.replies', 'conversations.history']
const [HIDDEN, OPEN, BOT, GUEST] = ['C0HIDDEN', 'C0OPEN', 'U0PARLEY', 'U0GUEST'] as const
const people = ['Ann', 'Ben', 'Cleo'] as const
const numbers = Array.from({ length: stageCount }, (_, n) => n)
const idOf = (who: Who, n: number): string => `U${n}${who.toUpperCase()}`
const channelOf = (n: number): string => `C${n}GENERAL`

const rooms = numbers.map((n) => ({
  ...{ id: channelOf(n), kind: 'channel' as const, name: `general${n}` },
  members: [BOT as string, ...people.map((who) => idOf(who, n))],
}))

testSituations({
  name: 'Slack',
  lacking: {
    'untold file: forbidden': 'files come with the message',
    'untold file: limited': 'as well',
    'untold file: silent': 'as well',
    'quoted reply': 'people reply in threads',
    'replied-to picture': 'so they do to pictures',
    proxied: 'people write under their own names',
    'other proxy': 'as well',
  },
  async open(house, onFinished) {
    const simulator = createSlackSimulator({
      app: { scopes: [...SCOPES, 'reactions:read'], events: [...EVENTS, 'reaction_added'] },
      // As Slack does, it tells again what was not acknowledged in time.
      limits: { enforceRates: false, retryDelaysMs: [0, 10, 10] },
      users: [
        { id: GUEST, name: 'gus', real_name: 'Gus', is_bot: false, guest: true },
        ...numbers.flatMap((n) =>
          people.map((who) => ({
            ...{ id: idOf(who, n), name: `${who.toLowerCase()}${n}`, real_name: who, is_bot: false },
          })),
        ),
      ],
      channels: [
        ...rooms,
        { id: HIDDEN, kind: 'group', name: 'hidden', members: [BOT, ...numbers.map((n) => idOf('Ann', n))] },
        { id: OPEN, kind: 'channel', name: 'open', members: [BOT] },
      ],
      groups: [{ id: 'S0ONCALL', handle: 'oncall' }],
    })
    await simulator.start()
    onFinished(() => simulator.stop())
    await house.connect(simulator)
    return { stage: async (_row, n) => stageOf(simulator, n) }
  },
})

function stageOf(simulator: SlackSimulator, n: number): Stage {
  const channel = channelOf(n)
  const ann = idOf('Ann', n)
  const direct = `D${ann.slice(1)}`
  // The agent is in it, and so is Ann: that alone is no leave to tell others.
  const tellElsewhere = (text: string) => simulator.say({ user: ann, channel: HIDDEN, text })
  const inThread = (root: Said | undefined) => root !== undefined && { thread_ts: root }

  function lastAnswer() {
    const seen = [channel, direct].flatMap((place) => simulator.messages(place, { as: ann }))
    return seen.findLast(({ user, streaming }) => user === 'U0PARLEY' && !streaming)
  }

  return {
    uid: `slack_T0PARLEY_${ann}`,
    async say(who, text, { in: root, files = [] } = {}) {
      return simulator.say({
        ...{ user: idOf(who, n), channel, text },
        ...inThread(root),
        ...(files.length > 0 && {
          files: files.map(({ name, mimetype, bytes }) => ({ name, mimetype, base64: bytes.toString('base64') })),
        }),
      })
    },
    async alert(name, { title, text, fields = {} }, { in: root } = {}) {
      const blocks = [
        { type: 'header', block_id: 'a', text: { type: 'plain_text', text: title } },
        { type: 'section', block_id: 'b', text: { type: 'mrkdwn', text } },
      ]
      const attached = Object.entries(fields).map(([title, value]) => ({ title, value, short: true }))
      return simulator.automate({
        ...{ channel, name, text: '', blocks, attachments: [{ id: 1, fallback: title, fields: attached }] },
        ...inThread(root),
      })
    },
    async forward(ts, text) {
      return simulator.share({ user: ann, channel: direct, of: { channel, ts }, text })
    },
    async react(ts, { again } = {}) {
      const reaction = { user: ann, channel, ts, emoji: 'robot_face' }
      if (again) simulator.react({ ...reaction, on: false })
      simulator.react({ ...reaction, on: true })
    },
    async bot(which, text, { in: root } = {}) {
      const bot = which === 'named' ? 'B0NAMED' : 'B0OTHER'
      return simulator.automate({ channel, name: 'Robot', bot, text, ...inThread(root) })
    },
    async edit(who, ts, text) {
      simulator.edit({ user: idOf(who, n), channel, ts, text })
    },
    async remove(who, ts) {
      simulator.remove({ user: idOf(who, n), channel, ts })
    },
    async link(of) {
      const [there, ts] =
        typeof of === 'string'
          ? [channel, of]
          : 'open' in of
            ? [OPEN, simulator.automate({ channel: OPEN, name: 'Robot', text: of.open })]
            : [HIDDEN, tellElsewhere(of.elsewhere)]
      return `https://parley.slack.com/archives/${there}/p${ts.replace('.', '')}`
    },
    linked: (words, url) => `[${words}](${url})`,
    async preview(ts, { url, title, text }) {
      simulator.unfurl({ channel, ts, attachments: [{ id: 1, from_url: url, title, title_link: url, text }] })
    },
    tell: async (text) => simulator.say({ user: ann, channel: direct, text }),
    admitGuest: () => void rooms[n]!.members.push(GUEST),
    spokenOf: { written: '@oncall', seen: '@oncall' },
    mention: (text) => `@parley ${text}`,
    refuseReading(why) {
      const faults = READS.map((method): Fault => ({ method, channel, ...refusals[why] }))
      simulator.faults.set([...simulator.faults.list, ...faults])
    },
    reads: () =>
      simulator.calls.filter(({ method, args }) => READS.includes(method) && args['channel'] === channel).length,
    answer() {
      const said = lastAnswer()
      return said && textOf(said).replaceAll('\u200b', '')
    },
    answerId: () => lastAnswer()!.ts,
  }
}

const refusals: Record<'forbidden' | 'limited' | 'silent', Omit<Fault, 'method'>> = {
  forbidden: { kind: 'refuse', error: 'missing_scope' },
  limited: { kind: 'ratelimited', retryAfter: 30 },
  silent: { kind: 'reset' },
}
