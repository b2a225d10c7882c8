import { createSlackSimulator, type SlackSimulator } from '../../console/stand-ins/slack/index.ts'
import type { Message } from '../../console/stand-ins/slack/view.ts'
import { textOf } from '../support/slack-text.ts'
import { type Bench, type Figure, median, type Scope, within } from './support/bench.ts'
import { startPacedModel, type Written } from './support/paced-model.ts'
import { greeting, startParley } from './support/parley.ts'

/** What the strict Slack shows of answers, under the budgets of a real workspace. */
export const slack: Bench = async (scope) => [
  ...(await crowd(scope)),
  ...(await inOrder(scope)),
  ...(await beside(scope)),
]

const people = 20
const everyMs = 20
/** 8 s of them. */
const tokens = Array.from({ length: 400 }, (_, n) => `w${String(n).padStart(3, '0')} ${n % 40 === 39 ? '\n\n' : ''}`)
const whole = tokens.join('').trimEnd()

/** Twenty people write at the same moment, each in a conversation of their own; a model writes 8 s to each. */
async function crowd(scope: Scope): Promise<Figure[]> {
  const users = Array.from({ length: people }, (_, n) => ({
    id: `U${n}`,
    name: `user${n}`,
    real_name: `User ${n}`,
    is_bot: false,
  }))
  const simulator = await startSimulator(scope, { users })
  const written = new Map<string, Written>()
  const model = await startPacedModel(scope, { everyMs, tokens, onAnswer: (one) => written.set(one.asked, one) })
  await startOn(scope, simulator, model.env)

  const seen = users.map(({ id }) => watch(simulator, `D${id.slice(1)}`, (text) => text === whole))
  for (const { id } of users) simulator.say({ user: id, channel: `D${id.slice(1)}`, text: `A story for ${id}, please` })
  const shown = await within(60_000, 'the answers', Promise.all(seen))
  const ofUser = (n: number) => written.get(`A story for ${users[n]!.id}, please`)!
  const firsts = shown.map(({ firstTextAt }, n) => firstTextAt - ofUser(n).firstAt)
  const lags = shown.map(({ doneAt }, n) => doneAt - ofUser(n).lastAt)
  const p99 = (values: number[]) => Math.max(...values)
  return [
    {
      metric: `${people} answers at once: 429s`,
      ours: limited(simulator),
      baseline: null,
      unit: 'calls',
      goal: { atMost: 0 },
    },
    {
      metric: `${people} answers at once: first token to first text, 99th percentile`,
      ours: p99(firsts),
      baseline: null,
      unit: 'ms',
      goal: { atMost: 1000 },
    },
    {
      metric: `${people} answers at once: last token to whole text, 99th percentile`,
      ours: p99(lags),
      baseline: null,
      unit: 'ms',
      goal: { atMost: 2000 },
    },
    {
      metric: `${people} answers at once: whole`,
      ours: shown.length,
      baseline: null,
      unit: 'answers',
      goal: { atLeast: people },
    },
  ]
}

/** One person writes five messages at once into a thread. Chat SDK 4.41 answered one of them. */
async function inOrder(scope: Scope): Promise<Figure[]> {
  const simulator = await startSimulator(scope)
  const asked: string[] = []
  const model = await startPacedModel(scope, {
    everyMs,
    tokens: ['Yes, ', 'indeed.'],
    onAnswer: (one) => asked.push(one.asked),
  })
  await startOn(scope, simulator, model.env)
  const channel = 'D0ANN'
  const root = simulator.say({ user: 'U0ANN', channel, text: greeting.asked })
  await answersIn(simulator, channel, root, 1)
  const questions = Array.from({ length: 5 }, (_, n) => `Question ${n + 1} of five?`)
  for (const text of questions) simulator.say({ user: 'U0ANN', channel, text, thread_ts: root })
  const answers = await answersIn(simulator, channel, root, 6)
  const right = questions.filter((text, n) => asked[n] === text && textOf(answers[n + 1]!) === 'Yes, indeed.').length
  return [
    {
      metric: 'five messages at once in a thread: answered in order (Chat SDK: quoted)',
      ours: right,
      baseline: 1,
      unit: 'answers',
      goal: { atLeast: 5 },
    },
  ]
}

const rounds = 7

/** One channel is told "too many" for five seconds; how much later is another one answered? Bolt and Chat SDK: 4.8 s. */
async function beside(scope: Scope): Promise<Figure[]> {
  const [busy, other] = ['C0BUSY', 'C0OTHER']
  const channels = [busy, other].map((id) => ({ id, kind: 'channel' as const, name: id.toLowerCase() }))
  const simulator = await startSimulator(scope, { channels })
  await startOn(scope, simulator, {})
  const ask = async (channel: string) => {
    const startedAt = performance.now()
    const root = simulator.say({ user: 'U0ANN', channel, text: `@Parley ${greeting.asked}` })
    await answersIn(simulator, channel, root, 1)
    return performance.now() - startedAt
  }
  const alone: number[] = []
  const besides: number[] = []
  for (let round = 0; round <= rounds; round++) {
    // A channel takes one post a second.
    await new Promise((resolve) => setTimeout(resolve, 1100))
    const fault = { kind: 'ratelimited' as const, method: 'chat.postMessage', channel: busy, retryAfter: 5 }
    simulator.faults.set(round % 2 === 0 ? [] : [fault])
    if (round % 2 === 1) {
      simulator.say({ user: 'U0BEN', channel: busy, text: `@Parley ${greeting.asked}` })
      await until(() => simulator.calls.at(-1)?.status === 429)
    }
    const ms = await ask(other)
    if (round > 0) (round % 2 === 0 ? alone : besides).push(ms)
  }
  return [
    {
      metric: 'a 429 in another channel: delay of an answer (Bolt, Chat SDK: quoted)',
      ours: Math.max(0, median(besides) - median(alone)),
      baseline: 4800,
      unit: 'ms',
      goal: { atMost: 50 },
    },
  ]
}

async function startSimulator(scope: Scope, options: Parameters<typeof createSlackSimulator>[0] = {}) {
  const simulator = createSlackSimulator(options)
  await simulator.start()
  scope.defer(() => simulator.stop())
  return simulator
}

function startOn(scope: Scope, simulator: SlackSimulator, env: Record<string, string>) {
  const { botToken, appToken, url } = simulator
  return startParley(scope, {
    env: { ...env, SLACK_BOT_TOKEN: botToken, SLACK_APP_TOKEN: appToken, SLACK_API_URL: `${url}/api/` },
  })
}

const limited = ({ calls }: SlackSimulator) => calls.filter(({ status }) => status === 429).length
const isOurs = ({ user }: Message) => user === 'U0PARLEY'

/** When a person sees the first words of the first answer in a conversation, and when it is as it should be and has ended. */
function watch(
  simulator: SlackSimulator,
  channel: string,
  isDone: (text: string) => boolean,
): Promise<{ firstTextAt: number; doneAt: number }> {
  let firstTextAt: number | undefined
  return new Promise((resolve) => {
    const unhook = simulator.onDone(() => {
      const answer = simulator.messages(channel).find(isOurs)
      if (!answer || textOf(answer) === '') return
      firstTextAt ??= performance.now()
      if (answer.streaming || !isDone(textOf(answer))) return
      unhook()
      resolve({ firstTextAt, doneAt: performance.now() })
    })
  })
}

async function answersIn(simulator: SlackSimulator, channel: string, root: string, count: number): Promise<Message[]> {
  const answers = () =>
    simulator.messages(channel, { thread_ts: root }).filter((message) => isOurs(message) && !message.streaming)
  await until(() => answers().length >= count)
  return answers()
}

async function until(condition: () => boolean): Promise<void> {
  await within(
    30_000,
    'an answer',
    (async () => {
      while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1))
    })(),
  )
}
