import { describe, expect, it } from 'vitest'
import type { Fault } from '../../../../console/stand-ins/slack/view.ts'
import { call, startSimulator } from './support.ts'

const method = 'chat.postMessage'

describe('faults', () => {
  it.each<[Fault, number | 'lost', boolean]>([
    [{ kind: 'ratelimited', method, retryAfter: 7 }, 429, false],
    [{ kind: 'error', method }, 500, false],
    [{ kind: 'slow', method, delay: 20 }, 200, true],
    [{ kind: 'drop', method }, 'lost', true],
    [{ kind: 'reset', method }, 'lost', false],
    [{ kind: 'refuse', method, error: 'is_archived' }, 200, false],
  ])('%o', async (fault, status, done) => {
    const simulator = await startSimulator()
    simulator.faults.set([{ ...fault, times: 1 }])
    const post = (): Promise<Response> =>
      fetch(`${simulator.url}/api/${method}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${simulator.botToken}` },
        body: new URLSearchParams({ channel: 'C0GENERAL', text: 'Hi' }),
      })
    const response = await post().catch(() => undefined)
    expect(response?.status ?? 'lost').toBe(status)
    if (fault.kind === 'ratelimited') expect(response?.headers.get('retry-after')).toBe('7')
    if (fault.kind === 'refuse') expect(await response?.json()).toEqual({ ok: false, error: 'is_archived' })
    expect(simulator.messages('C0GENERAL')).toHaveLength(done ? 1 : 0)
    expect(simulator.calls[0]).toMatchObject({ method, fault: fault.kind, args: { text: 'Hi' } })
    expect(simulator.faults.list).toEqual([])
    expect((await post()).status).toBe(200)
  })

  it('hang without an answer, and do not keep the simulator from stopping', async () => {
    const simulator = await startSimulator()
    simulator.faults.set([{ kind: 'hang', method: '*' }])
    const hanging = call(simulator, 'auth.test').catch(() => 'lost')
    while (simulator.calls.length === 0) await new Promise(setImmediate)
    await simulator.stop()
    expect(await hanging).toBe('lost')
  })

  it('hit only the calls they are meant for', async () => {
    const simulator = await startSimulator()
    simulator.faults.set([{ kind: 'error', method: 'chat.update', times: 2 }])
    await call(simulator, method, { channel: 'C0GENERAL', text: 'Hi' })
    expect(simulator.messages('C0GENERAL')).toHaveLength(1)
    expect(simulator.faults.list).toEqual([{ kind: 'error', method: 'chat.update', times: 2 }])
  })

  it('hit the nth call that fits, with any status and any body', async () => {
    const simulator = await startSimulator()
    simulator.faults.set([
      { kind: 'refuse', method, after: 1, times: 1, status: 503, error: 'service_unavailable', retryAfter: 4 },
      { kind: 'refuse', method, after: 2, times: 1, status: 502, body: '<h1>Bad Gateway</h1>' },
    ])
    const seen: string[] = []
    for (let n = 0; n < 4; n++) {
      const response = await fetch(`${simulator.url}/api/${method}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${simulator.botToken}` },
        body: new URLSearchParams({ channel: 'C0GENERAL', text: 'Hi' }),
      })
      const said = response.ok ? 'ok' : await response.text()
      seen.push(`${response.status} ${response.headers.get('retry-after')} ${said}`)
    }
    const refused = JSON.stringify({ ok: false, error: 'service_unavailable' })
    expect(seen).toEqual(['200 null ok', `503 4 ${refused}`, '502 null <h1>Bad Gateway</h1>', '200 null ok'])
    expect(simulator.faults.list).toEqual([])
  })

  it('hit the addresses that Slack gives', async () => {
    const simulator = await startSimulator()
    const at = (room: string) => fetch(`${simulator.url}/${room}/unknown`, { method: 'POST', body: '{}' })
    simulator.faults.set([
      { kind: 'refuse', method: 'response_url', times: 1, status: 400, error: 'invalid_blocks' },
      { kind: 'ratelimited', method: 'upload', times: 1 },
    ])
    const [response, upload] = [await at('response'), await at('upload')]
    expect([response.status, await response.json()]).toEqual([400, { ok: false, error: 'invalid_blocks' }])
    expect([upload.status, upload.headers.get('retry-after')]).toEqual([429, '1'])
    expect([(await at('response')).status, (await at('upload')).status]).toEqual([404, 400])
    simulator.faults.set([{ kind: 'reset', method: 'response_url' }])
    await expect(at('response')).rejects.toThrow()
  })

  it('are checked', async () => {
    const simulator = await startSimulator()
    const set = (fault: object) => () => simulator.faults.set([fault as Fault])
    expect(set({ kind: 'explode', method })).toThrow('no fault of kind explode')
    expect(set({ kind: 'error' })).toThrow('needs a method')
    expect(set({ kind: 'refuse', method })).toThrow('needs an error')
    expect(set({ kind: 'error', method, times: 0 })).toThrow('times')
    expect(set({ kind: 'error', method, after: -1 })).toThrow('after')
    expect(set({ kind: 'refuse', method, error: 'x', status: 100 })).toThrow('status')
  })

  it('leave hooks to stop the world before and after a call', async () => {
    const simulator = await startSimulator()
    const seen: [string, number][] = []
    const end = simulator.onCall(({ method }) => void seen.push([method, simulator.messages('C0GENERAL').length]))
    simulator.onDone(async ({ body }) => {
      await new Promise(setImmediate)
      seen.push([String(body?.['ok']), simulator.messages('C0GENERAL').length])
    })
    await call(simulator, method, { channel: 'C0GENERAL', text: 'Hi' })
    end()
    await call(simulator, method, { channel: 'C0GENERAL', text: 'Hi' })
    expect(seen).toEqual([
      [method, 0],
      ['true', 1],
      ['true', 2],
    ])
  })
})
