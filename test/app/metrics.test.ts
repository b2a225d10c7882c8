import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createSlackSimulator } from '../../console/stand-ins/slack/index.ts'
import { createApp } from '../../src/app/index.ts'
import { loadConfig } from '../support/config.ts'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { tempFolder } from '../support/temp-folder.ts'

let models: ModelServer
beforeAll(async () => {
  models = await startModelServer()
})
afterAll(() => models.stop())

it('an outage and its cause are seen in the figures, from what people wrote', async () => {
  models.answer('Iceland', 'There are some thirty of them.')
  const slack = createSlackSimulator({ limits: { retryDelaysMs: [] } })
  await slack.start()
  onTestFinished(() => slack.stop())
  const app = await createApp(
    loadConfig({
      PORT: '0',
      PARLEY_DATA: tempFolder(),
      LOG_LEVEL: 'silent',
      SLACK_BOT_TOKEN: slack.botToken,
      SLACK_APP_TOKEN: slack.appToken,
      SLACK_API_URL: `${slack.url}/api/`,
      PARLEY_LLM_BASE_URL: models.baseUrl,
      PARLEY_LLM_MODEL: 'test',
    }),
  )
  onTestFinished(() => app.close())
  const figures = async () => (await fetch(`${app.url}/metrics`)).text()
  const figure = async (name: string) => {
    const line = (await figures()).split('\n').find((one) => one.startsWith(`${name} `))
    return line === undefined ? undefined : Number(line.slice(name.length + 1))
  }
  const ask = (text: string) => slack.say({ user: 'U0ANN', channel: 'C0GENERAL', text: `@parley ${text}` })

  await expect.poll(() => figure('parley_platform_up{platform="slack"}')).toBe(1)
  ask('Tell me of volcanoes in Iceland, please')
  await expect.poll(() => figure('parley_turns_total{door="slack",source="model"}')).toBe(1)
  await expect.poll(() => figure('parley_deliveries_total{platform="slack",end="whole"}')).toBe(1)
  expect(await figure('parley_model_first_text_seconds_count{model="default"}')).toBe(1)
  expect(await figure('parley_model_seconds_count{model="default"}')).toBe(1)
  expect(await figure('parley_model_tokens_total{model="default",of="output"}')).toBeGreaterThan(0)
  // An answer is counted as shown before what was kept of it in case of a crash is put away.
  await expect.poll(() => figure('parley_backlog{queue="messages"}')).toBe(0)
  await expect.poll(() => figure('parley_answers_running')).toBe(0)

  // The model has no answer to this, and refuses.
  ask('Tell me of volcanoes in Japan, please')
  await expect.poll(() => figure('parley_turn_failures_total{door="slack",code="rejected"}')).toBe(1)

  // Slack says that it is too much, and then that it knows Parley no more.
  slack.faults.set([{ kind: 'ratelimited', method: 'chat.postMessage', times: 1, retryAfter: 1 }])
  ask('hello')
  const limited = 'parley_platform_limited_total{platform="slack",scope="channel chat.postMessage"}'
  await expect.poll(() => figure(limited)).toBe(1)
  // The answer is posted when Slack said that it may be, and no sooner.
  const waits = 'parley_budget_wait{}_total{platform="slack",scope="channel chat.postMessage"}'
  await expect.poll(() => figure(waits.replace('{}', 's'))).toBeGreaterThan(0)
  expect(await figure(waits.replace('{}', '_seconds'))).toBeGreaterThan(0)
  for (const scope of ['channel chat.postMessage', 'workspace chat.postMessage'])
    expect(await figure(`parley_budget_calls_total{platform="slack",scope="${scope}"}`)).toBeGreaterThan(1)
  const methods = ['chat.postMessage', 'assistant.threads.setStatus', 'agents.sessions.setStatus']
  slack.faults.set(methods.map((method) => ({ kind: 'refuse', error: 'token_revoked', method })))
  ask('hello')
  await expect.poll(() => figure('parley_platform_up{platform="slack"}')).toBe(0)
})
