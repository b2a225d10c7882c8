import { expect, it } from 'vitest'
import type { Fault } from '../../../../console/stand-ins/teams/view.ts'
import { ANNS, askForToken, BENS, errorOf, SUPPORT, startApp, startSimulator } from './support.ts'

async function setUp() {
  const simulator = await startSimulator({ limits: { enforceRates: false } })
  const { api } = await startApp(simulator)
  const once = async (fault: Partial<Fault> & Pick<Fault, 'kind'>) => {
    simulator.faults.set([{ route: 'POST activities', times: 1, ...fault }])
    return api.post(ANNS, { text: fault.kind })
  }
  const texts = () => simulator.messages(ANNS).map(({ text }) => text)
  return { simulator, api, once, texts }
}

it('does nothing and says so', async () => {
  const { once, texts } = await setUp()
  const limited = await once({ kind: 'ratelimited', retryAfter: 7 })
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7'])
  expect((await once({ kind: 'ratelimited', header: false })).headers.get('retry-after')).toBeNull()
  expect(errorOf(await once({ kind: 'precondition' }))).toMatch(/^412 PreconditionFailed/)
  expect((await once({ kind: 'error', status: 504 })).status).toBe(504)
  const refused = await once({ kind: 'refuse', status: 403, code: 'ContentStreamNotAllowed', message: 'no' })
  expect(errorOf(refused)).toBe('403 ContentStreamNotAllowed: no')
  expect(texts()).toEqual([])
})

it('does it and hides the answer', async () => {
  const { simulator, once, texts } = await setUp()
  expect((await once({ kind: 'accepted', status: 503 })).status).toBe(503)
  await expect(once({ kind: 'drop' })).rejects.toThrow()
  expect((await once({ kind: 'slow', delay: 1 })).status).toBe(201)
  expect(texts()).toEqual(['accepted', 'drop', 'slow'])
  expect(simulator.calls.filter(({ fault }) => fault).map(({ status }) => status)).toEqual([503, 0, 201])
})

it('goes away before anything is done, or never answers', async () => {
  const { simulator, once, texts } = await setUp()
  await expect(once({ kind: 'reset' })).rejects.toThrow()
  simulator.faults.set([{ kind: 'hang', route: 'GET openid' }])
  await expect(fetch(simulator.openIdMetadataUrl, { signal: AbortSignal.timeout(50) })).rejects.toThrow('timeout')
  expect(texts()).toEqual([])
})

it('hits one conversation with its threads, so many times, or every route of the connector', async () => {
  const { simulator, api } = await setUp()
  const { json } = await api.post(SUPPORT, { text: 'root' })
  simulator.faults.set([{ kind: 'error', route: '*', conversation: SUPPORT, times: 2 }])
  expect((await api.post(BENS, { text: 'x' })).status).toBe(201)
  expect((await api.post(`${SUPPORT};messageid=${String(json['id'])}`, { text: 'x' })).status).toBe(500)
  expect((await api.put(SUPPORT, String(json['id']), { text: 'x' })).status).toBe(500)
  expect(simulator.faults.list).toEqual([])
  simulator.faults.set([{ kind: 'error', route: '*' }])
  expect((await askForToken(simulator)).status).toBe(200)
})

it('hits the nth call that fits, and those before it not', async () => {
  const { simulator, api } = await setUp()
  simulator.faults.set([
    { kind: 'refuse', route: 'POST activities', after: 2, times: 1, status: 502, code: 'ServiceError', retryAfter: 3 },
    { kind: 'refuse', route: 'POST activities', after: 3, times: 1, status: 503, body: '<h1>Service Unavailable</h1>' },
  ])
  const statuses: number[] = []
  const post = async () => {
    const response = await api.ask('POST', `conversations/${encodeURIComponent(ANNS)}/activities`, {
      type: 'message',
      text: 'x',
    })
    statuses.push(response.status)
    return response
  }
  for (let n = 0; n < 2; n++) await post()
  const second = await post()
  expect(second.headers.get('retry-after')).toBe('3')
  expect(await second.json()).toEqual({ error: { code: 'ServiceError', message: 'ServiceError' } })
  expect(await (await post()).text()).toBe('<h1>Service Unavailable</h1>')
  await post()
  expect(statuses).toEqual([201, 201, 502, 503, 201])
  expect(simulator.faults.list).toEqual([])
})

it('hits the login', async () => {
  const simulator = await startSimulator()
  simulator.faults.set([{ kind: 'error', route: 'POST token', status: 503 }])
  expect((await askForToken(simulator)).status).toBe(503)
})

it('says what is wrong with a fault', async () => {
  const simulator = await startSimulator()
  const setting = (fault: object) => () => simulator.faults.set([{ kind: 'error', route: '*', ...fault } as Fault])
  expect(setting({ kind: 'fire' })).toThrow('no fault of kind fire')
  expect(setting({ route: 'POST message' })).toThrow('A fault needs a route')
  expect(setting({ times: 0 })).toThrow('times')
  expect(setting({ status: 404 })).toThrow('status')
  expect(setting({ after: -1 })).toThrow('after')
  expect(setting({ kind: 'refuse', status: 403 })).toThrow('code')
  expect(setting({ kind: 'refuse', status: 302, code: 'Elsewhere' })).toThrow('400 to 599')
})
