import { describe, expect, it } from 'vitest'
import { startServer } from './server.ts'

const made = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

describe('the id of a request', () => {
  it('stands in every response, and in the line of the log', async () => {
    const { request, say, manage, accessLog } = await startServer()
    const responses = [
      await say({ utterance: 'hello' }),
      await say({ utterance: 'hello', stream: true }),
      await say({ utterance: 7 }),
      await manage('DELETE', '/guide'),
      await request('GET', '/nothing'),
      await request('GET', '/api'),
      await request('OPTIONS', '/api'),
      await request('GET', '/docs'),
      await request('DELETE', '/admin/default/agent/%zz'),
    ]
    const ids = responses.map(({ headers }) => headers.get('x-request-id'))
    for (const id of ids) expect(id).toMatch(made)
    expect(new Set(ids).size).toBe(ids.length)
    await Promise.all(responses.map((response) => response.text()))
    await expect.poll(() => accessLog().length).toBe(ids.length - 1)
    expect(ids).toEqual(expect.arrayContaining(accessLog().map(({ requestId }) => requestId)))
  })

  it('is the one that the request came with, if that is a name', async () => {
    const { say, accessLog } = await startServer()
    const given = { 'x-request-id': 'proxy-1.4711_abc' }
    const response = await say({ utterance: 'hello' }, given)
    expect(response.headers.get('x-request-id')).toBe('proxy-1.4711_abc')
    await expect.poll(() => accessLog()).toMatchObject([{ requestId: 'proxy-1.4711_abc' }])
  })

  it.each(['short', 'x'.repeat(129), 'with a space', '{"a":"b"}', '-begins-badly', 'comma,comma'])(
    'is a new one where it came with something else: %s',
    async (id) => {
      const { say } = await startServer()
      expect((await say({ utterance: 'hello' }, { 'x-request-id': id })).headers.get('x-request-id')).toMatch(made)
    },
  )
})
