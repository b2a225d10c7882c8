import { describe, expect, it } from 'vitest'
import { SCOPES } from '../../../../console/stand-ins/slack/slack-app.ts'
import { call, startSimulator } from './support.ts'

const open = () => startSimulator({ app: { scopes: [...SCOPES, 'canvases:write'] } })
const content = { type: 'markdown', markdown: '# Hi' }

describe('a canvas', () => {
  it('takes a right, and Markdown of a mebibyte', async () => {
    const bare = await startSimulator()
    expect(await call(bare, 'canvases.create', { title: 'Hi', document_content: content })).toMatchObject({
      ...{ error: 'missing_scope', needed: 'canvases:write' },
    })
    const simulator = await open()
    for (const wrong of [{ ...content, type: 'html' }, { ...content, markdown: 'x'.repeat(1_048_577) }, 'Hi'])
      expect((await call(simulator, 'canvases.create', { title: 'Hi', document_content: wrong })).ok).toBe(false)
  })

  it('is for channels or for people, and for no direct conversation', async () => {
    const simulator = await open()
    const { canvas_id } = await call(simulator, 'canvases.create', { title: 'Hi', document_content: content })
    const share = async (args: object) =>
      (await call(simulator, 'canvases.access.set', { canvas_id, access_level: 'read', ...args })).error ?? 'ok'
    expect(await share({ channel_ids: ['C0GENERAL'] })).toBe('ok')
    expect(await share({ user_ids: ['U0ANN'] })).toBe('ok')
    expect(await share({ channel_ids: ['D0ANN'] })).toBe('channel_not_found')
    expect(await share({ user_ids: ['U0NOBODY'] })).toBe('user_not_found')
    expect(await share({})).toBe('invalid_parameters')
    expect(await share({ channel_ids: ['C0GENERAL'], user_ids: ['U0ANN'] })).toBe('invalid_parameters')
  })

  it('is gone once it is deleted, which no other file is so', async () => {
    const simulator = await open()
    const { canvas_id } = await call(simulator, 'canvases.create', { title: 'Hi', document_content: content })
    expect(await call(simulator, 'files.info', { file: canvas_id })).toMatchObject({
      ...{ ok: true, file: { title: 'Hi', permalink: expect.stringContaining(canvas_id) } },
    })
    expect((await call(simulator, 'canvases.delete', { canvas_id })).ok).toBe(true)
    expect((await call(simulator, 'canvases.delete', { canvas_id })).error).toBe('canvas_not_found')
  })
})
