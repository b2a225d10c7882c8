import { setTimeout as sleep } from 'node:timers/promises'
import { createTeamsSimulator, type TeamsSimulator } from '../../console/stand-ins/teams/index.ts'
import { personalChat } from '../../console/stand-ins/teams/settings.ts'
import { type Bench, within } from './support/bench.ts'
import { startPacedModel, type Written } from './support/paced-model.ts'
import { startParley } from './support/parley.ts'

const each = 10
const everyMs = 60
/** 60 s of them, in paragraphs. */
const tokens = Array.from({ length: 1000 }, (_, n) => `w${String(n).padStart(3, '0')}${n % 50 === 49 ? '.\n\n' : ' '}`)
const whole = tokens.join('').trimEnd()

/** Ten people in their personal chats and ten in groups ask at the same moment; a model writes to each of them for 60 s. */
export const teams: Bench = async (scope) => {
  const people = Array.from({ length: 2 * each }, (_, n) => ({
    id: `29:1nr${n}`,
    name: `Nr ${n}`,
    aadObjectId: `7a11e500-0000-4000-8000-0000000002${n + 10}`,
    email: `nr${n}@example.com`,
  }))
  const groups = Array.from({ length: each }, (_, n) => ({ id: `19:group${n}@thread.v2`, name: `Group ${n}` }))
  const simulator = createTeamsSimulator({ people, groups, limits: { records: 200_000 } })
  await simulator.start()
  scope.defer(() => simulator.stop())
  const written = new Map<string, Written>()
  const model = await startPacedModel(scope, { everyMs, tokens, onAnswer: (one) => written.set(one.asked, one) })
  const { appId, appPassword, tenantId, loginUrl, openIdMetadataUrl } = simulator
  const { url } = await startParley(scope, {
    env: {
      ...model.env,
      TEAMS_APP_ID: appId,
      TEAMS_APP_PASSWORD: appPassword,
      TEAMS_TENANT_ID: tenantId,
      TEAMS_APP_TYPE: 'SingleTenant',
      TEAMS_LOGIN_URL: loginUrl,
      TEAMS_OPENID_URL: openIdMetadataUrl,
    },
  })
  simulator.connect(new URL('/api/messages', url).href)

  const asked = people.map(({ id: user }, n) => {
    const conversation = n < each ? personalChat(user) : groups[n - each]!.id
    return { user, conversation, text: `A long story, number ${n}, please` }
  })
  const seen = asked.map(({ conversation }) => whenWhole(simulator, conversation))
  for (const { user, conversation, text } of asked) {
    const isDirect = conversation === personalChat(user)
    const words = isDirect ? text : `${simulator.mention(simulator.botId)} ${text}`
    simulator.say({ user, conversation, text: words, ...(!isDirect && { mentions: [simulator.botId] }) })
  }
  const doneAt = await within(150_000, 'the answers', Promise.all(seen))
  // What is sent after the end would be seen, too.
  await sleep(3000)
  const lags = asked.map(({ text }, n) => doneAt[n]! - written.get(text)!.lastAt)
  const shown = asked.map(({ conversation }) => answersIn(simulator, conversation))
  const figure = (metric: string, ours: number, unit: string) => ({ metric, ours, baseline: null, unit })
  const most = (values: number[]): number => Math.max(...values)
  return [
    {
      ...figure('20 answers of 60 s: 429s', simulator.calls.filter(({ status }) => status === 429).length, 'calls'),
      goal: { atMost: 0 },
    },
    {
      ...figure('20 answers of 60 s: whole', shown.filter((texts) => toWords(texts) === toWords([whole])).length, ''),
      goal: { atLeast: 2 * each },
    },
    {
      ...figure('personal: last token to whole text, 99th percentile', most(lags.slice(0, each)), 'ms'),
      goal: { atMost: 2500 },
    },
    {
      ...figure('group: last token to whole text, 99th percentile', most(lags.slice(each)), 'ms'),
      goal: { atMost: 2500 },
    },
    figure('personal: messages of an answer', shown.slice(0, each).flat().length / each, ''),
    figure(
      'group: calls of an answer',
      callsIn(
        simulator,
        groups.map(({ id }) => id),
      ) / each,
      '',
    ),
  ]
}

const toWords = (texts: readonly string[]): string => texts.join(' ').split(/\s+/).join(' ').trim()

function answersIn(simulator: TeamsSimulator, conversation: string): string[] {
  const ours = simulator.messages(conversation).filter(({ author, deleted }) => author.bot && !deleted)
  return ours.some(({ stream }) => stream) ? [] : ours.map(({ text }) => text)
}

const callsIn = ({ calls }: TeamsSimulator, conversations: readonly string[]): number =>
  calls.filter(({ conversation }) => conversation !== undefined && conversations.includes(conversation)).length

/** When all of the answer is there, and has ended. */
function whenWhole(simulator: TeamsSimulator, conversation: string): Promise<number> {
  const end = toWords([whole])
  return new Promise((resolve) => {
    const unhook = simulator.onDone((call) => {
      if (call.conversation !== conversation || toWords(answersIn(simulator, conversation)) !== end) return
      unhook()
      resolve(performance.now())
    })
  })
}
