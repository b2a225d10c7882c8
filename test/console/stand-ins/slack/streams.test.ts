import { describe, expect, it } from 'vitest'
import type { SlackSimulator, SlackSimulatorOptions } from '../../../../console/stand-ins/slack/index.ts'
import { button, call, createClock, startSimulator } from './support.ts'

const recipient = { recipient_user_id: 'U0ANN', recipient_team_id: 'T0PARLEY' }

async function stream(options?: SlackSimulatorOptions): Promise<{
  simulator: SlackSimulator
  target: { channel: string; ts: string }
  thread_ts: string
}> {
  const simulator = await startSimulator(options)
  const thread_ts = simulator.say({ user: 'U0ANN', channel: 'C0GENERAL', text: 'Question' })
  const { ts } = await call(simulator, 'chat.startStream', { channel: 'C0GENERAL', thread_ts, ...recipient })
  return { simulator, target: { channel: 'C0GENERAL', ts }, thread_ts }
}

describe('native streams', () => {
  it('grow, and end with blocks and metadata', async () => {
    const { simulator, target, thread_ts } = await stream()
    await call(simulator, 'chat.appendStream', { ...target, markdown_text: '**Hel' })
    await call(simulator, 'chat.appendStream', { ...target, markdown_text: 'lo**' })
    const reply = (): object | undefined => simulator.messages('C0GENERAL', { thread_ts })[1]
    expect(reply()).toMatchObject({ markdown: '**Hello**', streaming: true, text: '' })
    const conflict = await call(simulator, 'chat.update', { ...target, text: 'Bye' })
    expect(conflict.error).toBe('streaming_state_conflict')
    const metadata = { event_type: 'answer', event_payload: { turn: 1 } }
    const blocks = [{ type: 'actions', block_id: 'replies', elements: [button('yes')] }]
    const stopped = await call(simulator, 'chat.stopStream', { ...target, markdown_text: '!', blocks, metadata })
    expect(stopped['message']).toMatchObject({ streaming_state: 'completed', text: '**Hello**!' })
    expect(reply()).toMatchObject({ markdown: '**Hello**!', blocks, streaming: false })
    expect((await call(simulator, 'chat.appendStream', { ...target, markdown_text: 'a' })).error).toBe(
      'message_not_in_streaming_state',
    )
    expect(await call(simulator, 'chat.update', { ...target, text: 'Bye' })).toMatchObject({ ok: true })
    const read = await call(simulator, 'conversations.replies', {
      ...target,
      ts: thread_ts,
      include_all_metadata: true,
    })
    expect(read['messages'][1]).toMatchObject({ text: 'Bye', metadata })
  })

  it('want a thread and both recipients', async () => {
    const { simulator, thread_ts } = await stream()
    const start = async (args: object): Promise<string | undefined> =>
      (await call(simulator, 'chat.startStream', { channel: 'C0GENERAL', thread_ts, ...recipient, ...args })).error
    expect(await start({ thread_ts: undefined })).toBe('invalid_arguments')
    expect(await start({ recipient_user_id: undefined })).toBe('missing_recipient_user_id')
    expect(await start({ recipient_team_id: undefined })).toBe('missing_recipient_team_id')
    expect(await start({ recipient_user_id: 'U0NOBODY' })).toBe('user_not_found')
    expect(await start({ thread_ts: '1795255200.000001' })).toBe('thread_not_found')
    expect(await start({ task_display_mode: 'fancy' })).toBe('invalid_arguments')
    expect(await start({ markdown_text: 'a'.repeat(12_001) })).toBe('msg_too_long')
    expect(await start({})).toBeUndefined()
  })

  it('end by themselves after five minutes, whatever is appended', async () => {
    const clock = createClock()
    const { simulator, target } = await stream({ now: clock.now })
    clock.pass(299_999)
    expect((await call(simulator, 'chat.appendStream', { ...target, markdown_text: 'a' })).ok).toBe(true)
    clock.pass(1)
    expect((await call(simulator, 'chat.appendStream', { ...target, markdown_text: 'b' })).error).toBe(
      'message_not_in_streaming_state',
    )
    expect((await call(simulator, 'chat.stopStream', target)).error).toBe('message_not_in_streaming_state')
    expect(simulator.messages('C0GENERAL')[1]).toMatchObject({ markdown: 'a', streaming: false })
    expect((await call(simulator, 'chat.update', { ...target, text: 'ab' })).ok).toBe(true)
  })

  it('hold 11,600 bytes, tasks included', async () => {
    const { simulator, target } = await stream()
    const append = (args: object): Promise<{ error?: string }> =>
      call(simulator, 'chat.appendStream', { ...target, ...args })
    expect((await append({ markdown_text: 'é'.repeat(5800) })).error).toBeUndefined()
    expect((await append({ markdown_text: 'a' })).error).toBe('msg_too_long')
    expect((await call(simulator, 'chat.stopStream', { ...target, markdown_text: 'a' })).error).toBe('msg_too_long')
    expect(simulator.messages('C0GENERAL')[1]?.streaming).toBe(true)
    const chunks = [{ type: 'task_update', id: '1', title: 'Search', status: 'complete' }]
    expect((await append({ chunks })).error).toBe('msg_too_long')
    expect((await call(simulator, 'chat.stopStream', target)).ok).toBe(true)
  })

  it('take chunks, and refuse unknown ones', async () => {
    const { simulator, target } = await stream()
    const append = (chunks: object[]): Promise<{ error?: string }> =>
      call(simulator, 'chat.appendStream', { ...target, chunks })
    await append([{ type: 'task_update', id: '1', title: 'Search', status: 'in_progress' }])
    await append([
      { type: 'task_update', id: '1', title: 'Search', status: 'complete' },
      { type: 'markdown_text', text: 'Found.' },
    ])
    expect(simulator.messages('C0GENERAL')[1]).toMatchObject({
      markdown: 'Found.',
      blocks: [{ type: 'task_card', task_id: '1', status: 'complete' }],
    })
    expect((await append([{ type: 'task_update', id: '1', title: 'Search', status: 'done' }])).error).toBe(
      'invalid_chunks',
    )
    expect((await append([{ type: 'picture' }])).error).toBe('invalid_chunks')
    expect((await append([])).error).toBe('no_text')
    expect((await call(simulator, 'chat.appendStream', target)).error).toBe('no_text')
  })

  it('belong to the app', async () => {
    const { simulator, thread_ts } = await stream()
    const theirs = { channel: 'C0GENERAL', ts: thread_ts, markdown_text: 'a' }
    expect((await call(simulator, 'chat.appendStream', theirs)).error).toBe('message_not_owned_by_app')
    const posted = await call(simulator, 'chat.postMessage', { channel: 'C0GENERAL', text: 'a' })
    const other = await call(simulator, 'chat.appendStream', { ...theirs, ts: posted['ts'] })
    expect(other.error).toBe('message_not_in_streaming_state')
  })

  it('stop for good when a person presses Stop', async () => {
    const { simulator, target, thread_ts } = await stream()
    await call(simulator, 'agents.sessions.setStatus', { channel_id: 'C0GENERAL', thread_ts, status: 'processing' })
    await call(simulator, 'chat.appendStream', { ...target, markdown_text: 'a' })
    simulator.stopSession({ user: 'U0ANN', channel: 'C0GENERAL', thread_ts })
    expect((await call(simulator, 'chat.appendStream', { ...target, markdown_text: 'b' })).error).toBe(
      'stopped_by_user',
    )
    expect((await call(simulator, 'chat.stopStream', target)).error).toBe('stopped_by_user')
    expect(simulator.messages('C0GENERAL')[1]).toMatchObject({ markdown: 'a', streaming: false })
    await call(simulator, 'agents.sessions.setStatus', { channel_id: 'C0GENERAL', thread_ts, status: 'active' })
    expect(() => simulator.stopSession({ user: 'U0ANN', channel: 'C0GENERAL', thread_ts })).toThrow(
      'Nothing is being written',
    )
  })
})
