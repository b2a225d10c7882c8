import { createDiscord } from '../../../adapters/discord/index.ts'
import { createDiscordSimulator, type DiscordSimulator } from '../../../console/stand-ins/discord/index.ts'
import { APP as app, GUILDS, PEOPLE } from '../../../console/stand-ins/discord/settings.ts'
import type { Fault } from '../../../console/stand-ins/discord/view.ts'
import type { Said, Stage, Who } from '../../contracts/situation.ts'
import { stageCount, testSituations } from '../../contracts/situations.ts'
import { APP, GUILD } from './harness.ts'

const READS = [
  'GET /channels/{channel}/messages',
  'GET /channels/{channel}/messages/{message}',
  'GET /channels/{channel}',
]
const numbers = Array.from({ length: stageCount }, (_, n) => n)
const people: readonly Who[] = ['Ann', 'Ben', 'Cleo']
const idOf = (who: Who, n: number): string => `12000000000002${n + 10}${people.indexOf(who)}00`
const channelOf = (n: number): string => `12000000000003${n + 10}000`
const [NAMED_BOT, OTHER_BOT, PROXY] = ['1200000000000099001', '1200000000000099002', '1200000000000099009']
const [OPEN, HIDDEN, ROLE] = ['1200000000000098001', '1200000000000098002', '1200000000000098003'] as const
const silent = { debug() {}, info() {}, warn() {}, error() {} }

testSituations({
  name: 'Discord',
  lacking: {
    'untold file: forbidden': 'files come with the message',
    'untold file: limited': 'as well',
    'untold file: silent': 'as well',
    forwarded: 'what is said to a forwarded message is a message of its own',
    'permalink before a guest': 'a guest is a member with other roles',
  },
  async open(house, onFinished) {
    const members = numbers.flatMap((n) =>
      people.map((who) => ({ id: idOf(who, n), username: `${who.toLowerCase()}${n}`, global_name: who })),
    )
    const inside = [APP, ...numbers.map((n) => idOf('Ann', n))]
    const channels = [
      ...numbers.map((n) => ({ id: channelOf(n), name: `general${n}` })),
      { id: OPEN, name: 'open' },
      {
        ...{ id: HIDDEN, name: 'hidden' },
        overwrites: [
          { id: GUILD, kind: 'role' as const, deny: ['viewChannel' as const] },
          ...inside.map((id) => ({ id, kind: 'member' as const, allow: ['viewChannel' as const] })),
        ],
      },
    ]
    const simulator = createDiscordSimulator({
      people: [...PEOPLE, ...members],
      guilds: [{ ...GUILDS[0]!, channels, roles: [...(GUILDS[0]!.roles ?? []), { id: ROLE, name: 'oncall' }] }],
      app,
      limits: { identifyWindowMs: 0, enforceRates: false },
    })
    await simulator.start()
    onFinished(() => simulator.stop())
    simulator.join({ username: 'named-bot', id: NAMED_BOT!, bot: true })
    simulator.join({ username: 'other-bot', id: OTHER_BOT!, bot: true })
    await house.join(
      createDiscord({
        reactions: true,
        botToken: simulator.token,
        apiUrl: `${simulator.url}/api`,
        installations: house.installationsOf('discord'),
        notes: house.store.notes('discord'),
        budget: { learn() {}, tryTake: async () => 'ok' },
        log: silent,
      }),
    )
    return { stage: async (_row, n) => stageOf(simulator, n) }
  },
})

function stageOf(simulator: DiscordSimulator, n: number): Stage {
  const channel = channelOf(n)
  const ann = idOf('Ann', n)
  const direct = simulator.direct(ann)
  const threads = new Set<string>()
  const placeOf = new Map<string, string>()
  let last = channel

  /** The thread that a message begins is started with what is said in it first. */
  function placeIn(root: Said | undefined): string {
    if (root === undefined) return channel
    if (!threads.has(root)) {
      simulator.startThread({ user: ann, channel, message: root, name: `About ${root}` })
      threads.add(root)
    }
    return root
  }
  function keep(id: string, place: string): Said {
    placeOf.set(id, place)
    last = id
    return id
  }

  function lastAnswer() {
    const seen = [channel, ...threads, direct].flatMap((place) => simulator.messages(place))
    return seen.findLast(({ author, type }) => author.id === APP && type !== 21)
  }

  return {
    uid: `discord_${ann}`,
    async say(who, content, { in: root, to, files = [] } = {}) {
      const place = placeIn(root)
      const sent = files.map(({ name, mimetype: type, bytes }) => ({ name, type, base64: bytes.toString('base64') }))
      const more = { ...(to && { reply_to: to }), ...(sent.length > 0 && { files: sent }) }
      return keep(simulator.say({ user: idOf(who, n), channel: place, content, ...more }), place)
    },
    async alert(name, { title, text, fields = {} }, { in: root } = {}) {
      const place = placeIn(root)
      const shown = Object.entries(fields).map(([name, value]) => ({ name, value }))
      const embed = { title, description: text, fields: shown }
      return keep(simulator.relay({ channel: place, name, content: '', embeds: [embed] }), place)
    },
    async forward(of, text) {
      const id = simulator.forward({ user: ann, channel: placeOf.get(of)!, message: of, to: direct })
      return text === '' ? id : simulator.say({ user: ann, channel: direct, content: text })
    },
    async react(message, { again } = {}) {
      const reaction = { user: ann, channel: placeOf.get(message) ?? channel, message, emoji: '🤖' }
      if (again) simulator.react({ ...reaction, on: false })
      simulator.react({ ...reaction, on: true })
    },
    async bot(which, content, { in: root } = {}) {
      const place = placeIn(root)
      return keep(simulator.say({ user: which === 'named' ? NAMED_BOT : OTHER_BOT, channel: place, content }), place)
    },
    async proxied(name, content, by) {
      const application = by === 'other' ? OTHER_BOT : PROXY
      return keep(simulator.relay({ channel, name, content, application }), channel)
    },
    async edit(who, message, content) {
      simulator.edit({ user: idOf(who, n), channel: placeOf.get(message)!, message, content })
    },
    async remove(who, message) {
      simulator.remove({ user: idOf(who, n), channel: placeOf.get(message)!, message })
    },
    async link(of) {
      const elsewhere = (channel: string, content: string) => [channel, simulator.say({ user: ann, channel, content })]
      const [there, id] =
        typeof of === 'string'
          ? [placeOf.get(of)!, of]
          : 'open' in of
            ? elsewhere(OPEN, of.open)
            : elsewhere(HIDDEN, of.elsewhere)
      return `https://ptb.discord.com/channels/${GUILD}/${there}/${id}`
    },
    linked: (words, url) => `[${words}](${url})`,
    async preview(message, { url, title, text }) {
      simulator.unfurl({ channel: placeOf.get(message)!, message, embed: { url, title, description: text } })
    },
    tell: async (content) => simulator.say({ user: ann, channel: direct, content }),
    spokenOf: { written: `<#${OPEN}> and <@&${ROLE}>`, seen: '#open and @oncall' },
    mention: (text) => `<@${APP}> ${text}`,
    refuseReading(why) {
      // Discord answers with an empty page; only who asks for a single message hears why.
      if (why === 'forbidden')
        return simulator.setPermissions(channel, [{ id: APP, kind: 'member', deny: ['readMessageHistory'] }])
      const faults = READS.map((route): Fault => ({ route, channel: last, ...refusals[why] }))
      simulator.faults.set([...simulator.faults.list, ...faults])
    },
    reads: () =>
      simulator.calls.filter(
        ({ route, path }) => READS.includes(route) && [channel, ...threads].some((place) => path.includes(place)),
      ).length,
    answer: () => lastAnswer()?.content,
    answerId: () => lastAnswer()!.id,
  }
}

const refusals: Record<'limited' | 'silent', Omit<Fault, 'route' | 'channel'>> = {
  limited: { kind: 'ratelimited', retryAfter: 30 },
  silent: { kind: 'reset' },
}
