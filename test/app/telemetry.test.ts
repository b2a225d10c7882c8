import { describe, expect, it, onTestFinished } from 'vitest'
import { createSlackSimulator } from '../../console/stand-ins/slack/index.ts'
import { runCommand } from '../support/command.ts'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { startOtlpReceiver, type ToldSpan, textOf } from '../support/otlp-receiver.ts'
import { startProcess } from '../support/parley-process.ts'
import { textOf as slackText } from '../support/slack-text.ts'
import { tempFolder } from '../support/temp-folder.ts'

const question = 'tell me the secret of the lighthouse'
const answer = 'The keeper counts the waves. Every seventh is his.'
const key = 'sk-example-of-a-key'

/** A server with Slack and a model that tells of itself, until it is killed. */
async function open() {
  const models: ModelServer = await startModelServer()
  onTestFinished(() => models.stop())
  models.answer('lighthouse', answer, { tps: 200 })
  const simulator = createSlackSimulator()
  await simulator.start()
  onTestFinished(() => simulator.stop())
  const collector = await startOtlpReceiver()
  onTestFinished(() => collector.stop())
  const folder = tempFolder()
  const env = {
    PARLEY_DATA: folder,
    PARLEY_LLM_BASE_URL: models.baseUrl,
    PARLEY_LLM_MODEL: 'test',
    PARLEY_LLM_API_KEY: key,
    SLACK_BOT_TOKEN: simulator.botToken,
    SLACK_APP_TOKEN: simulator.appToken,
    SLACK_API_URL: `${simulator.url}/api/`,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20example',
    OTEL_METRIC_EXPORT_INTERVAL: '200',
    OTEL_RESOURCE_ATTRIBUTES: 'service.name=help-desk',
  }
  let printed = ''
  const stdout = { write: (text: string) => (printed += text) }
  await runCommand(['key', 'issue', '--kind', 'conversation', '--json'], { stdout, stderr: stdout, env })
  const { key: apiKey } = JSON.parse(printed)
  const parley = await startProcess(env)
  onTestFinished(() => parley.kill())
  return { simulator, collector, parley, apiKey }
}

const named = (spans: readonly ToldSpan[], name: RegExp) => spans.filter((span) => name.test(span.name))

describe('what is told over OTLP', () => {
  let once: ReturnType<typeof talk> | undefined
  const toldOnce = () => {
    once ??= talk()
    return once
  }

  /** One question in Slack and one over HTTP, up to a clean end, with which all is told. */
  async function talk() {
    const { simulator, collector, parley, apiKey } = await open()
    const thread = simulator.say({ user: 'U0ANN', channel: 'C0GENERAL', text: `@Parley ${question}` })
    const shown = () => simulator.messages('C0GENERAL', { thread_ts: thread }).find(({ user }) => user === 'U0PARLEY')
    await expect.poll(() => (shown() ? slackText(shown()!) : '')).toContain('seventh')
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    const asked = await fetch(`${parley.url}/api`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', traceparent },
      body: JSON.stringify({ api_key: apiKey, agent_id: 'demo', utterance: question, uid: 'example_ann' }),
    })
    expect(asked.status).toBe(200)
    await asked.text()
    await expect.poll(() => collector.metric('parley_turns_total')).toBeDefined()
    await parley.kill('SIGTERM')
    expect(await parley.ended, parley.output()).toBe(0)
    return collector
  }

  it('is one trace of a message, from when it came to the last call to its platform', async () => {
    const { spans } = await toldOnce()
    const [message] = named(spans, /^message slack$/)
    expect(message).toBeDefined()
    const own = spans.filter(({ traceId }) => traceId === message!.traceId)
    const [received] = named(own, /^receive slack$/)
    const [turn] = named(own, /^invoke_agent demo$/)
    const [model] = named(own, /^chat /)
    const calls = named(own, /^slack /)
    expect([received!.parentSpanId, turn!.parentSpanId]).toEqual([message!.spanId, message!.spanId])
    expect(message!.parentSpanId ?? '').toBe('')
    expect(model!.parentSpanId).toBe(turn!.spanId)
    expect(calls.length).toBeGreaterThan(0)
    expect(calls.every(({ parentSpanId }) => parentSpanId === turn!.spanId)).toBe(true)
    for (const span of own) expect(BigInt(span.endTimeUnixNano) <= BigInt(message!.endTimeUnixNano)).toBe(true)
  })

  it('says of a model what the conventions for generative AI name', async () => {
    const told = await toldOnce()
    const [model] = named(told.spans, /^chat /)
    const of = (name: string) => textOf(model!.attributes, name)
    expect([of('gen_ai.operation.name'), of('gen_ai.request.model')]).toEqual(['chat', 'test'])
    expect(Number(of('gen_ai.usage.output_tokens'))).toBeGreaterThan(0)
  })

  it('goes on with the trace that a caller over HTTP names', async () => {
    const told = await toldOnce()
    const [call] = named(told.spans, /^POST \/api$/)
    expect(call!.traceId).toBe('0af7651916cd43dd8448eb211c80319c')
    expect(call!.parentSpanId).toBe('b7ad6b7169203331')
    const within = told.spans.filter(({ traceId }) => traceId === call!.traceId)
    expect(named(within, /^chat /)).toHaveLength(1)
  })

  it('is the metrics of /metrics, too', async () => {
    const told = await toldOnce()
    const turns = told.metric('parley_turns_total')!
    expect(turns.sum!.isMonotonic).toBe(true)
    const requests = told.metric('http_request_duration_seconds')!
    const [row] = requests.histogram!.dataPoints
    expect(row!.bucketCounts).toHaveLength(row!.explicitBounds.length + 1)
    expect(row!.bucketCounts.reduce((sum, n) => sum + Number(n), 0)).toBe(Number(row!.count))
  })

  it('comes with the given name and header, and holds no word, name or key of anybody', async () => {
    const told = await toldOnce()
    expect([...told.services]).toEqual(['help-desk'])
    expect(new Set(told.headers)).toEqual(new Set(['Bearer example']))
    const all = JSON.stringify(told.spans)
    for (const word of ['lighthouse', 'keeper', 'U0ANN', 'example_ann', key, 'xoxb']) expect(all).not.toContain(word)
  })
})

it('answers come as always, and the end is clean, where the collector is away', async () => {
  const { simulator, collector, parley } = await open()
  await collector.stop()
  const thread = simulator.say({ user: 'U0ANN', channel: 'C0GENERAL', text: `@Parley ${question}` })
  const shown = () => simulator.messages('C0GENERAL', { thread_ts: thread }).find(({ user }) => user === 'U0PARLEY')
  await expect.poll(() => (shown() ? slackText(shown()!) : '')).toContain('seventh')
  await parley.kill('SIGTERM')
  expect(await parley.ended, parley.output()).toBe(0)
})
