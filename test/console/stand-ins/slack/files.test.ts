import { expect, it } from 'vitest'
import type { SlackSimulator } from '../../../../console/stand-ins/slack/index.ts'
import { call, startSimulator } from './support.ts'

const channel = 'C0GENERAL'
const bytes = Buffer.from('# An answer')

async function announced(simulator: SlackSimulator, length = bytes.length) {
  const filename = 'answer-1.md'
  // This method reads no JSON.
  const response = await fetch(`${simulator.url}/api/files.getUploadURLExternal`, {
    method: 'POST',
    headers: { authorization: `Bearer ${simulator.botToken}` },
    body: new URLSearchParams({ filename, length: String(length) }),
  })
  return (await response.json()) as { upload_url: string; file_id: string }
}

const send = (url: string, body: Buffer, method = 'POST') => fetch(url, { method, body: new Uint8Array(body) })
const share = (simulator: SlackSimulator, id: string, more: object = {}) =>
  call(simulator, 'files.completeUploadExternal', { files: [{ id, title: 'answer.md' }], channel_id: channel, ...more })

it('a file is announced, sent and shared; before that nobody sees it', async () => {
  const simulator = await startSimulator()
  const { upload_url, file_id } = await announced(simulator)
  expect(await share(simulator, file_id)).toEqual({ ok: false, error: 'file_not_found' })
  expect((await send(upload_url, bytes)).status).toBe(200)
  expect(simulator.messages(channel)).toEqual([])
  const root = simulator.say({ user: 'U0ANN', channel, text: 'Hello' })
  expect(await share(simulator, file_id, { thread_ts: root })).toEqual({
    ok: true,
    files: [{ id: file_id, title: 'answer.md' }],
  })
  const file = { id: file_id, name: 'answer.md', mimetype: 'text/plain', size: bytes.length }
  expect(simulator.messages(channel, { thread_ts: root })[1]).toMatchObject({ user: 'U0PARLEY', files: [file] })
  expect(simulator.file(file_id)).toEqual(bytes)
  expect(await share(simulator, file_id)).toEqual({ ok: false, error: 'file_not_found' })

  expect(await call(simulator, 'files.delete', { file: file_id })).toEqual({ ok: true })
  expect(simulator.messages(channel, { thread_ts: root })).toHaveLength(1)
  expect(await call(simulator, 'files.delete', { file: file_id })).toEqual({ ok: false, error: 'file_not_found' })
})

it('what is sent must be what was announced, once', async () => {
  const simulator = await startSimulator()
  const { upload_url } = await announced(simulator, bytes.length + 1)
  expect((await send(upload_url, bytes)).status).toBe(400)
  const right = await announced(simulator)
  expect((await send(right.upload_url, bytes, 'PUT')).status).toBe(400)
  expect((await send(right.upload_url, bytes)).status).toBe(200)
  expect((await send(right.upload_url, bytes)).status).toBe(400)
})

it('an app needs the scope, the form, and no blocks', async () => {
  const without = await startSimulator({ app: { scopes: ['chat:write'] } })
  expect(await announced(without)).toMatchObject({ error: 'missing_scope', needed: 'files:write' })
  const simulator = await startSimulator()
  expect(await call(simulator, 'files.getUploadURLExternal', { filename: 'a.md', length: 1 })).toMatchObject({
    error: 'invalid_arguments',
  })
  const { upload_url, file_id } = await announced(simulator)
  await send(upload_url, bytes)
  const blocks = [{ type: 'markdown', text: 'Hello' }]
  expect(await share(simulator, file_id, { blocks })).toEqual({ ok: false, error: 'internal_error' })
})

it('a fault may hit one channel alone', async () => {
  const simulator = await startSimulator()
  simulator.faults.set([{ kind: 'ratelimited', method: 'chat.postMessage', channel, retryAfter: 5 }])
  expect(await call(simulator, 'chat.postMessage', { channel, text: 'Hi' })).toEqual({
    ok: false,
    error: 'ratelimited',
  })
  expect(await call(simulator, 'chat.postMessage', { channel: 'D0ANN', text: 'Hi' })).toMatchObject({ ok: true })
})
