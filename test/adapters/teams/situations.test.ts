import { createTeams } from '../../../adapters/teams/index.ts'
import { createTeamsSimulator, type TeamsSimulator } from '../../../console/stand-ins/teams/index.ts'
import { personalChat } from '../../../console/stand-ins/teams/settings.ts'
import type { Fault } from '../../../console/stand-ins/teams/view.ts'
import type { Said, Stage, StageFile, Who } from '../../contracts/situation.ts'
import { stageCount, testSituations } from '../../contracts/situations.ts'
import { serve, toShown } from './harness.ts'

const READS = [
  'GET graph message',
  'GET graph replies',
  'GET graph messages',
  'GET graph reply',
  'GET graph chat messages',
]
const numbers = Array.from({ length: stageCount }, (_, n) => n)
const people = ['Ann', 'Ben', 'Cleo'] as const
const idOf = (who: Who, n: number): string => `29:1${who.toLowerCase()}${n}`
const entraOf = (who: Who, n: number): string =>
  `7a11e500-0000-4000-8${people.indexOf(who)}00-${String(n).padStart(12, '0')}`
const groupOf = (n: number): string => `7a11e500-0000-4000-9000-${String(n).padStart(12, '0')}`
const channelOf = (n: number): string => `19:stage${n}@thread.tacv2`
const silent = { debug() {}, info() {}, warn() {}, error() {} }

testSituations({
  name: 'Teams',
  lacking: {
    'forwarded file': 'of a forwarded message it tells the words alone',
    'permalink to an open channel': 'nobody tells who can read another channel',
    'permalink asked alone': 'as well',
    'permalink before a guest': 'as well',
    'spoken of': 'channels are spoken of by their names',
    'preview of a link': 'what it shows below a link it tells no app',
    reaction: 'it tells an app of reactions to its own messages alone',
    'reaction in a thread': 'as well',
    'named bot': 'it tells an app of no other bot',
    'other bot': 'as well',
    proxied: 'people write under their own names',
    'other proxy': 'as well',
  },
  async open(house, onFinished) {
    const simulator = createTeamsSimulator({
      // The tenant lets it read: so it is told of nothing but what mentions it.
      app: { readsTenant: true, readsFiles: true },
      limits: { enforceRates: false },
      people: numbers.flatMap((n) =>
        people.map((who) => ({
          ...{ id: idOf(who, n), name: who, aadObjectId: entraOf(who, n), email: `${who}${n}@example.com` },
        })),
      ),
      teams: numbers.map((n) => ({
        id: channelOf(n),
        name: `Team ${n}`,
        aadGroupId: groupOf(n),
        channels: [{ id: channelOf(n), name: 'General' }],
      })),
    })
    await simulator.start()
    onFinished(() => simulator.stop())
    const { appId, appPassword, tenantId, loginUrl, graphUrl, openIdMetadataUrl: openIdUrl } = simulator
    const adapter = createTeams({
      app: { appId, credential: { kind: 'secret', value: appPassword }, tenantId, appType: 'SingleTenant' },
      ...{ loginUrl, graphUrl, openIdUrl },
      installations: house.installationsOf('teams'),
      notes: house.store.notes('teams'),
      budget: house.budget,
      unlimited: true,
      log: silent,
    })
    const server = await serve(adapter)
    onFinished(() => server.close())
    simulator.connect(server.url)
    await house.join(adapter)
    return { stage: async (_row, n) => stageOf(simulator, n) }
  },
})

function stageOf(simulator: TeamsSimulator, n: number): Stage {
  const channel = channelOf(n)
  const ann = idOf('Ann', n)
  const direct = personalChat(ann)
  const me = simulator.mention(simulator.botId)
  const mentions = (text: string) => (text.includes(me) ? { mentions: [simulator.botId] } : {})
  const upload = ({ name, mimetype, bytes }: StageFile) => ({ name, type: mimetype, base64: bytes.toString('base64') })
  const inThread = (root: Said | undefined) => (root === undefined ? {} : { root })

  function lastAnswer() {
    const said = [channel, direct].flatMap((place) => simulator.messages(place))
    return said.findLast(({ author, deleted }) => author.id === simulator.botId && !deleted)
  }

  return {
    uid: `teams_${simulator.tenantId}_${entraOf('Ann', n)}`,
    async say(who, text, { in: root, to, files = [] } = {}) {
      const more = { ...mentions(text), ...inThread(root), ...(to !== undefined && { quotes: to }) }
      const html = text.includes('<a ') && { html: `<p>${text}</p>`, text: text.replaceAll(/<\/?a\b[^>]*>/g, '') }
      return simulator.say({
        user: idOf(who, n),
        conversation: channel,
        text,
        ...html,
        ...more,
        files: files.map(upload),
      })
    },
    async alert(name, { title, text, fields = {} }, { in: root } = {}) {
      const facts = Object.entries(fields).map(([title, value]) => ({ title, value }))
      const words = [title, text].map((text) => ({ type: 'TextBlock', text, wrap: true }))
      const cards = [{ type: 'AdaptiveCard', version: '1.5', body: [...words, { type: 'FactSet', facts }] }]
      return simulator.post({ program: { id: `app-${name}`, name }, conversation: channel, cards, ...inThread(root) })
    },
    async forward(message, text) {
      return simulator.say({ user: ann, conversation: direct, text, forwards: { conversation: channel, message } })
    },
    async react(message) {
      simulator.react({ user: ann, conversation: channel, message, reaction: '1f916_robot', on: true })
    },
    async edit(who, message, text) {
      simulator.edit({ user: idOf(who, n), conversation: channel, message, text, ...mentions(text) })
    },
    async remove(who, message) {
      simulator.remove({ user: idOf(who, n), conversation: channel, message })
    },
    async link(of) {
      const there = typeof of === 'string' ? channel : channelOf((n + 1) % stageCount)
      const id = typeof of === 'string' ? of : simulator.say({ user: ann, conversation: there, text: 'a private plan' })
      const query = new URLSearchParams({ tenantId: simulator.tenantId, groupId: groupOf(n), parentMessageId: id })
      return `https://teams.microsoft.com/l/message/${encodeURIComponent(there)}/${id}?${query}`
    },
    // The address stands in the HTML alone, which comes beside the words.
    linked: (words, url) => `<a href="${url}">${words}</a>`,
    mention: (text) => `${me} ${text}`,
    refuseReading(why) {
      const faults = READS.map((route): Fault => ({ route, conversation: channel, ...refusals[why] }))
      simulator.faults.set([...simulator.faults.list, ...faults])
    },
    reads: () =>
      simulator.calls.filter(({ route, conversation }) => READS.includes(route) && conversation === channel).length,
    answer() {
      const last = lastAnswer()
      return last && toShown(last).text
    },
    answerId: () => lastAnswer()!.id,
  }
}

const refusals: Record<'forbidden' | 'limited' | 'silent', Omit<Fault, 'route'>> = {
  forbidden: { kind: 'refuse', status: 403, code: 'Forbidden' },
  limited: { kind: 'ratelimited', retryAfter: 30 },
  silent: { kind: 'reset' },
}
