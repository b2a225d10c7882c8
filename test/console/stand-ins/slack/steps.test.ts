import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { EVENTS } from '../../../../console/stand-ins/slack/slack-app.ts'
import type { StepFunction } from '../../../../console/stand-ins/slack/steps.ts'
import { call, createClock, later, startSimulator } from './support.ts'

const shout: StepFunction = {
  title: 'Shout',
  input_parameters: {
    words: { type: 'string', title: 'Words', is_required: true },
    by: { type: 'slack#/types/user_id', title: 'By' },
  },
  output_parameters: { loud: { type: 'string', title: 'Loud', is_required: true } },
}

async function open() {
  const { now, pass } = createClock()
  const simulator = await startSimulator({
    now,
    app: { functions: { shout }, events: [...EVENTS, 'function_executed'] },
    limits: { retryDelaysMs: [] },
  })
  const told: Record<string, unknown>[] = []
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    told.push(JSON.parse(Buffer.concat(chunks).toString()).event)
    res.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  simulator.sendEventsTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  const run = async (inputs: Record<string, unknown> = { words: 'hi' }) => {
    const id = simulator.steps.run('shout', inputs)
    await simulator.delivered()
    return { id, event: told.at(-1)!, token: String(told.at(-1)!['bot_access_token']) }
  }
  later(() => server.close())
  const success = (id: string, outputs: unknown, token?: string) =>
    call(simulator, 'functions.completeSuccess', { function_execution_id: id, outputs }, token)
  return { simulator, pass, run, success }
}

describe('a step of a workflow', () => {
  it('is told with what it was given and a token of its own, by which alone its app ends it, once', async () => {
    const { simulator, run, success } = await open()
    const { id, event, token } = await run({ words: 'hi', by: 'U0ANN' })
    expect(event).toMatchObject({
      type: 'function_executed',
      function: { callback_id: 'shout', type: 'app' },
      inputs: { words: 'hi', by: 'U0ANN' },
      function_execution_id: id,
    })
    const other = await run()
    expect((await success(id, { loud: 'HI' }, other.token)).error).toBe('access_denied')
    expect((await success(id, { loud: 'HI' }, 'xoxb-nobody')).error).toBe('invalid_auth')
    expect((await call(simulator, 'chat.postMessage', { channel: 'C0GENERAL', text: 'x' }, token)).error).toBe(
      'not_allowed_token_type',
    )
    expect(await success(id, { loud: 'HI' }, token)).toEqual({ ok: true })
    expect(simulator.steps.list[0]).toMatchObject({ status: 'completed', outputs: { loud: 'HI' } })
    expect((await success(id, { loud: 'HO' }, token)).error).toBe('token_revoked')
    expect((await success(id, { loud: 'HO' })).error).toBe('execution_not_in_running_state')
    expect((await success('FxNONE', { loud: 'HO' })).error).toBe('function_execution_not_found')
  })

  it.each([[{}], [{ loud: 1 }], [{ loud: 'HI', more: 'x' }], [['HI']]])(
    'takes no outputs but those that it is said to have: %j',
    async (outputs) => {
      const { run, success } = await open()
      const { id, token } = await run()
      expect((await success(id, outputs, token)).error).toBe('parameter_validation_failed')
      expect((await success(id, { loud: 'HI' }, token)).ok).toBe(true)
    },
  )

  it('fails with what its people read, and its token ends after a quarter of an hour', async () => {
    const { simulator, pass, run } = await open()
    const { id, token } = await run()
    pass(900_000)
    const args = { function_execution_id: id, error: 'Too quiet' }
    expect((await call(simulator, 'functions.completeError', args, token)).error).toBe('token_expired')
    expect((await call(simulator, 'functions.completeError', { function_execution_id: id })).error).toBe(
      'invalid_arguments',
    )
    expect((await call(simulator, 'functions.completeError', args)).ok).toBe(true)
    expect(simulator.steps.list[0]).toMatchObject({ status: 'failed', error: 'Too quiet' })
  })

  it('is only one that the app has, with what it takes', async () => {
    const { simulator } = await open()
    expect(() => simulator.steps.run('whisper', {})).toThrow('no step whisper')
    expect(() => simulator.steps.run('shout', {})).toThrow('words must be filled in')
    expect(() => simulator.steps.run('shout', { words: 'hi', by: 'U0NOBODY' })).toThrow('no person')
    expect(() => simulator.steps.run('shout', { words: 'hi', loud: 'x' })).toThrow('knows no loud')
  })

  it.each([
    ['org_deploy_enabled', { org_deploy_enabled: false }],
    ['function_runtime', { function_runtime: 'slack' }],
    ['function_executed', { event_subscriptions: { bot_events: [] } }],
  ])('is in no app without %s', async (_, change) => {
    const { simulator } = await open()
    const { manifest } = await call(simulator, 'apps.manifest.export', { app_id: 'A0PARLEY' }, simulator.configToken)
    const settings = { ...manifest.settings, socket_mode_enabled: true, ...change }
    const args = { app_id: 'A0PARLEY', manifest: { ...manifest, settings } }
    expect((await call(simulator, 'apps.manifest.update', args, simulator.configToken)).error).toBe('invalid_manifest')
  })
})
