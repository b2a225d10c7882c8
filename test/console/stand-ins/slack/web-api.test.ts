import { WebClient } from '@slack/web-api'
import { describe, expect, it } from 'vitest'
import { call, startSimulator } from './support.ts'

const channel = 'C0GENERAL'

describe('the Web API', () => {
  it('takes forms from the real client and JSON alike', async () => {
    const simulator = await startSimulator()
    const client = new WebClient(simulator.botToken, { slackApiUrl: `${simulator.url}/api/` })
    const metadata = { event_type: 'answer', event_payload: { key: 'k1' } }
    const blocks = [{ type: 'section', text: { type: 'mrkdwn', text: 'Hello' } }]
    const fromForm = await client.chat.postMessage({ channel, text: 'Hello', blocks, metadata, unfurl_links: false })
    const fromJson = await call(simulator, 'chat.postMessage', {
      channel,
      text: 'Hello',
      blocks,
      metadata,
      unfurl_links: false,
    })
    expect(fromForm.message?.bot_id).toBe('B0PARLEY')
    expect(fromJson['message']['blocks']).toMatchObject(blocks)
    expect(fromForm.message?.blocks).toMatchObject(blocks)
    expect(fromJson['ts'] > fromForm.ts!).toBe(true)
    expect((await client.auth.test()).user_id).toBe('U0PARLEY')
    const { messages } = await client.conversations.history({ channel, include_all_metadata: true })
    expect(messages?.map((message) => message.metadata)).toEqual([metadata, metadata])
  })

  it('wants the right token in the right place', async () => {
    const simulator = await startSimulator()
    expect((await call(simulator, 'auth.test', {}, 'xoxb-other')).error).toBe('invalid_auth')
    expect((await call(simulator, 'apps.connections.open')).error).toBe('not_allowed_token_type')
    expect((await call(simulator, 'chat.nothing')).error).toBe('unknown_method')
    const inJson = await fetch(`${simulator.url}/api/auth.test`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: simulator.botToken }),
    })
    expect(await inJson.json()).toEqual({ ok: false, error: 'not_authed' })
    const form = new URLSearchParams({ token: simulator.botToken })
    const inForm = await fetch(`${simulator.url}/api/auth.test`, { method: 'POST', body: form })
    expect(await inForm.json()).toMatchObject({ ok: true, user_id: 'U0PARLEY' })
  })

  it.each([
    ['an argument of a wrong type', { channel, text: 3 }, 'invalid_arguments'],
    ['an argument it does not know', { channel, text: 'a', thread: '1' }, 'invalid_arguments'],
    ['a value that is not in the list', { channel, text: 'a', parse: 'some' }, 'invalid_arguments'],
    ['a ts that is none', { channel, text: 'a', thread_ts: '17' }, 'invalid_arguments'],
    ['no channel', { text: 'a' }, 'invalid_arguments'],
    ['a channel that is not there', { channel: 'C0NONE', text: 'a' }, 'channel_not_found'],
    ['another team', { channel, text: 'a', team_id: 'T0OTHER' }, 'team_not_found'],
    ['nothing to say', { channel, text: '' }, 'no_text'],
    ['Markdown and text', { channel, text: 'a', markdown_text: 'a' }, 'markdown_text_conflict'],
    ['too much Markdown', { channel, markdown_text: 'a'.repeat(12_001) }, 'msg_too_long'],
    ['metadata without a type', { channel, text: 'a', metadata: { event_payload: {} } }, 'invalid_metadata_format'],
    ['a thread that is not there', { channel, text: 'a', thread_ts: '1795255200.000001' }, 'thread_not_found'],
  ])('refuses %s', async (_, args, error) => {
    const simulator = await startSimulator()
    expect((await call(simulator, 'chat.postMessage', args)).error).toBe(error)
    expect(simulator.messages(channel)).toEqual([])
  })

  it('refuses a reply to a reply', async () => {
    const simulator = await startSimulator()
    const root = simulator.say({ user: 'U0ANN', channel, text: 'Question' })
    const reply = await call(simulator, 'chat.postMessage', { channel, thread_ts: root, text: 'Answer' })
    const nested = await call(simulator, 'chat.postMessage', { channel, thread_ts: reply['ts'], text: 'More' })
    expect(nested.error).toBe('cannot_reply_to_message')
  })

  it('cuts long posts but refuses long updates', async () => {
    const simulator = await startSimulator()
    const posted = await call(simulator, 'chat.postMessage', { channel, text: 'a'.repeat(40_001) })
    expect(posted['message']['text']).toHaveLength(40_000)
    expect(posted['warning']).toBe('message_truncated')
    const updated = await call(simulator, 'chat.update', { channel, ts: posted['ts'], text: 'a'.repeat(4001) })
    expect(updated.error).toBe('msg_too_long')
  })

  it('updates only what the app wrote, and keeps blocks only when there is no new text', async () => {
    const simulator = await startSimulator()
    const theirs = simulator.say({ user: 'U0ANN', channel, text: 'Mine' })
    expect((await call(simulator, 'chat.update', { channel, ts: theirs, text: 'Ours' })).error).toBe(
      'cant_update_message',
    )
    expect((await call(simulator, 'chat.delete', { channel, ts: theirs })).error).toBe('cant_delete_message')
    const blocks = [{ type: 'markdown', text: '**Hi**' }]
    const { ts } = await call(simulator, 'chat.postMessage', { channel, text: 'Hi', blocks })
    const metadata = { event_type: 'answer', event_payload: { part: 1 } }
    await call(simulator, 'chat.update', { channel, ts, metadata })
    expect(simulator.messages(channel)[1]?.blocks).toMatchObject(blocks)
    await call(simulator, 'chat.update', { channel, ts, text: 'Bye' })
    expect(simulator.messages(channel)[1]).toMatchObject({ text: 'Bye', edited: true })
    expect(simulator.messages(channel)[1]?.blocks).toBeUndefined()
    expect((await call(simulator, 'chat.update', { channel, ts: '1795255200.000001', text: 'a' })).error).toBe(
      'message_not_found',
    )
  })

  it('shows ephemeral messages to one person and lets nobody update them', async () => {
    const simulator = await startSimulator()
    const { message_ts } = await call(simulator, 'chat.postEphemeral', { channel, user: 'U0ANN', text: 'Psst' })
    expect(simulator.messages(channel, { as: 'U0ANN' })).toMatchObject([{ text: 'Psst', ephemeral_to: 'U0ANN' }])
    expect(simulator.messages(channel, { as: 'U0BEN' })).toEqual([])
    expect((await call(simulator, 'chat.update', { channel, ts: message_ts, text: 'a' })).error).toBe(
      'message_not_found',
    )
    expect((await call(simulator, 'conversations.history', { channel }))['messages']).toEqual([])
    const elsewhere = await call(simulator, 'chat.postEphemeral', { channel: 'D0ANN', user: 'U0BEN', text: 'Psst' })
    expect(elsewhere.error).toBe('user_not_in_channel')
  })

  it('pages through history and replies', async () => {
    const simulator = await startSimulator()
    const roots = ['a', 'b', 'c'].map((text) => simulator.say({ user: 'U0ANN', channel, text }))
    for (const text of ['1', '2', '3']) simulator.say({ user: 'U0BEN', channel, text, thread_ts: roots[0]! })
    const first = await call(simulator, 'conversations.history', { channel, limit: 2 })
    expect(first['messages'].map((message: { text: string }) => message.text)).toEqual(['c', 'b'])
    expect(first['has_more']).toBe(true)
    const { next_cursor: cursor } = first['response_metadata']
    const second = await call(simulator, 'conversations.history', { channel, limit: 2, cursor })
    expect(second['messages']).toMatchObject([{ text: 'a', reply_count: 3, thread_ts: roots[0] }])
    const replies = await call(simulator, 'conversations.replies', {
      channel,
      ts: roots[0],
      oldest: roots[0],
      limit: 2,
    })
    expect(replies['messages']).toMatchObject([{ text: '1', parent_user_id: 'U0ANN' }, { text: '2' }])
    const rest = await call(simulator, 'conversations.replies', {
      channel,
      ts: roots[0],
      cursor: replies['response_metadata']['next_cursor'],
    })
    expect(rest['messages']).toMatchObject([{ text: '3' }])
    expect((await call(simulator, 'conversations.replies', { channel, ts: '1795255200.000001' })).error).toBe(
      'thread_not_found',
    )
  })

  it('posts to a person by their id', async () => {
    const simulator = await startSimulator()
    expect(await call(simulator, 'chat.postMessage', { channel: 'U0BEN', text: 'Hi' })).toMatchObject({
      channel: 'D0BEN',
    })
  })

  it('sets the status and the session of a thread', async () => {
    const simulator = await startSimulator()
    const thread_ts = simulator.say({ user: 'U0ANN', channel: 'D0ANN', text: 'Hi' })
    const thread = { channel_id: 'D0ANN', thread_ts }
    const setStatus = (args: object): Promise<object> =>
      call(simulator, 'assistant.threads.setStatus', { ...thread, status: 'is thinking...', ...args })
    const setSession = (args: object): Promise<object> =>
      call(simulator, 'agents.sessions.setStatus', { ...thread, ...args })
    expect(await setStatus({})).toEqual({ ok: true })
    expect(await setStatus({ status: '' })).toEqual({ ok: true })
    const many = Array.from({ length: 11 }, () => 'thinking')
    expect(await setStatus({ loading_messages: many })).toMatchObject({ error: 'invalid_arguments' })
    expect(await setStatus({ thread_ts: undefined })).toMatchObject({ error: 'invalid_arguments' })
    for (const title of ['', 'x'.repeat(201)]) {
      expect(await setSession({ status: 'processing', title })).toMatchObject({ error: 'invalid_arguments' })
    }
    expect(await setSession({ status: 'processing', title: 'Hours' })).toEqual({ ok: true, status: 'processing' })
    expect(await setSession({ status: 'active', title: 'Something else' })).toEqual({ ok: true, status: 'active' })
    expect(simulator.activities()).toMatchObject([{ type: 'session', status: 'active', title: 'Hours' }])
    expect(await setSession({ status: 'busy' })).toMatchObject({ error: 'invalid_arguments' })
    const prompts = [{ title: 'Hours', message: 'When are you open?' }]
    const suggest = (args: object): Promise<object> =>
      call(simulator, 'assistant.threads.setSuggestedPrompts', { channel_id: 'D0ANN', ...args })
    expect(await suggest({ prompts })).toEqual({ ok: true })
    expect(await suggest({ prompts: Array.from({ length: 5 }, () => prompts[0]) })).toMatchObject({
      error: 'invalid_arguments',
    })
  })
})
