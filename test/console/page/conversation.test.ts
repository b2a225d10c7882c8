import { describe, expect, test } from 'vitest'
import type { Row } from '../../../console/page/playground/slack/conversation.ts'
import { replyRows, rowsOf } from '../../../console/page/playground/slack/conversation.ts'
import { backoff } from '../../../console/page/shared/backoff.ts'
import type { Message } from '../../../console/stand-ins/slack/view.ts'

const noon = Date.UTC(2026, 0, 5, 12) / 1000

/** A message so many seconds after noon. */
function at(seconds: number, more: Partial<Message> = {}): Message {
  const ts = `${noon + seconds}.000000`
  return { channel: 'C1', ts, user: 'U0ANN', text: `${seconds}`, streaming: false, edited: false, ...more }
}

const ts = (seconds: number) => `${noon + seconds}.000000`

/** One word a row: the text of a message (`+` when grouped), or the kind with how many replies. */
function outline(rows: Row[]): string {
  return rows
    .map((row) => {
      if (row.type === 'message') return `${row.grouped ? '+' : ''}${row.message.text}`
      return row.type === 'thread' ? `thread:${row.thread.replies.length}` : row.type
    })
    .join(' ')
}

describe('rows', () => {
  test('in a channel replies stay in their thread', () => {
    const messages = [at(0), at(10), at(20, { thread_ts: ts(0), user: 'U0BOT' })]
    expect(outline(rowsOf(messages, { flat: false }))).toBe('day 0 thread:1 10 thread:0')
  })

  test('in a direct conversation they follow their root, whatever was said in between', () => {
    const messages = [at(0), at(10), at(20, { thread_ts: ts(0), user: 'U0BOT' })]
    expect(outline(rowsOf(messages, { flat: true }))).toBe('day 0 20 thread:1 10 thread:0')
  })

  test('messages of one author within five minutes are one group', () => {
    const messages = [at(0), at(10), at(20, { user: 'U0BEN' }), at(30, { user: 'U0BEN' }), at(331, { user: 'U0BEN' })]
    expect(outline(rowsOf(messages, { flat: false }))).toBe(
      'day 0 thread:0 +10 thread:0 20 thread:0 +30 thread:0 331 thread:0',
    )
  })

  test('what only one sees is a group of its own', () => {
    const messages = [at(0), at(10, { ephemeral_to: 'U0ANN' })]
    expect(outline(rowsOf(messages, { flat: false }))).toBe('day 0 thread:0 10 thread:0')
  })

  test('a new day is announced and ends a group', () => {
    const day = 86_400
    expect(outline(rowsOf([at(0), at(day)], { flat: false }))).toBe('day 0 thread:0 day 86400 thread:0')
  })

  test('a root that names itself as its thread is a root; one that is not there leaves its place', () => {
    expect(outline(rowsOf([at(0, { thread_ts: ts(0) })], { flat: true }))).toBe('day 0 thread:0')
    expect(outline(rowsOf([at(10, { thread_ts: ts(0) })], { flat: true }))).toBe('missing day 10 thread:1')
  })

  test('in a thread there are no days', () => {
    const replies = [at(0), at(10), at(20, { user: 'U0BOT' })]
    expect(outline(replyRows(replies))).toBe('0 +10 20')
  })
})

test('waiting grows to eight seconds, give or take a quarter', () => {
  expect([0, 1, 2, 9].map((attempt) => backoff(attempt, 0.5))).toEqual([500, 1000, 2000, 8000])
  expect([backoff(9, 0), backoff(9, 1)]).toEqual([6000, 10_000])
})
