import { createSlackSimulator, type SlackSimulator } from '../../console/stand-ins/slack/index.ts'
import { textOf } from '../support/slack-text.ts'
import { type Bench, type Figure, median, type Scope, within } from './support/bench.ts'
import { startPacedModel, type Written } from './support/paced-model.ts'
import { startParley } from './support/parley.ts'

const rounds = 3
const everyMs = 20
const channel = 'C0GENERAL'

/** Every 40th word ends its paragraph, or none does. */
const words = Array.from({ length: 400 }, (_, n) => `w${String(n).padStart(3, '0')} `)
const texts = {
  paragraphs: words.map((word, n) => (n % 40 === 39 ? `${word.slice(0, 3)}\n\n` : word)),
  'one paragraph': words,
}
/** Measured of Chat SDK 4.41 with the same text and pace, on another day. */
const quoted = { paragraphs: 1638, 'one paragraph': 8180 }

/** A model's answer of 400 tokens, 20 ms apart, in a thread of the strict Slack, under the budgets of a real workspace. */
export const stream: Bench = async (scope) => {
  const figures: Figure[] = []
  for (const name of ['paragraphs', 'one paragraph'] as const) {
    const ask = await startStream(scope, texts[name])
    const seen: Seen[] = []
    for (let round = 0; round < rounds; round++) seen.push(await ask())
    const first = { metric: `first token to first text, ${name} (Chat SDK: quoted)`, baseline: quoted[name] }
    figures.push(
      { ...first, ours: median(seen.map(({ firstMs }) => firstMs)), unit: 'ms', goal: { atMost: 300 } },
      {
        metric: `last token to whole text, ${name}`,
        ours: median(seen.map(({ lastMs }) => lastMs)),
        baseline: null,
        unit: 'ms',
        goal: { atMost: 150 },
      },
      { metric: `calls, ${name}`, ours: median(seen.map(({ calls }) => calls)), baseline: null, unit: 'calls' },
      {
        metric: `429s, ${name}`,
        ours: seen.reduce((sum, { limited }) => sum + limited, 0),
        baseline: null,
        unit: 'calls',
        goal: { atMost: 0 },
      },
    )
  }
  return figures
}

interface Seen {
  firstMs: number
  lastMs: number
  calls: number
  limited: number
}

/** Resolves with a function that has one answer written. */
async function startStream(scope: Scope, tokens: readonly string[]): Promise<() => Promise<Seen>> {
  const whole = tokens.join('').trimEnd()
  const simulator = createSlackSimulator()
  await simulator.start()
  scope.defer(() => simulator.stop())
  let onAnswer: (written: Written) => void = () => {}
  const model = await startPacedModel(scope, { everyMs, tokens, onAnswer: (written) => onAnswer(written) })
  await startParley(scope, {
    env: {
      ...model.env,
      SLACK_BOT_TOKEN: simulator.botToken,
      SLACK_APP_TOKEN: simulator.appToken,
      SLACK_API_URL: `${simulator.url}/api/`,
    },
  })

  return async () => {
    const before = simulator.calls.length
    const written = new Promise<Written>((resolve) => (onAnswer = resolve))
    const root = simulator.say({ user: 'U0ANN', channel, text: '@Parley tell me a story' })
    const shown = watch(simulator, root, whole)
    const [{ firstAt, lastAt }, { firstTextAt, wholeAt }] = await within(
      30_000,
      'an answer',
      Promise.all([written, shown]),
    )
    const calls = simulator.calls.slice(before)
    return {
      firstMs: firstTextAt - firstAt,
      lastMs: wholeAt - lastAt,
      calls: calls.length,
      limited: calls.filter(({ status }) => status === 429).length,
    }
  }
}

/** When a person sees the first words of the answer in a thread, and when all of them in a message that has ended. */
function watch(
  simulator: SlackSimulator,
  root: string,
  whole: string,
): Promise<{ firstTextAt: number; wholeAt: number }> {
  let firstTextAt: number | undefined
  return new Promise((resolve) => {
    const unhook = simulator.onDone(() => {
      const [, reply] = simulator.messages(channel, { thread_ts: root })
      if (!reply || textOf(reply) === '') return
      firstTextAt ??= performance.now()
      if (reply.streaming || textOf(reply) !== whole) return
      unhook()
      resolve({ firstTextAt, wholeAt: performance.now() })
    })
  })
}
