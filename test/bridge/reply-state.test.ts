import { describe, expect, it } from 'vitest'
import type { Step } from '../../src/bridge/reply-plan.ts'
import {
  begin,
  type Message,
  type NotDone,
  next,
  type ReplyEvent,
  type ReplyState,
} from '../../src/bridge/reply-state.ts'
import { bestResponse } from '../../src/model/conversation.ts'
import type { MessageRef } from '../../src/model/message.ts'
import type { Refusal } from '../../src/ports/channel.ts'
import type { Answer } from '../../src/turns/show.ts'

const text = 'Twenty-four characters, and more of them.'
const ref = 'm' as MessageRef
const answer: Answer = {
  response: bestResponse({ utterance: text }),
  userState: {},
  interrupted: null,
  source: 'model',
}
const part = { text }
const piece = { start: 0, end: 41, prefix: '', suffix: '', full: false }
const may: ReplyState['may'] = { stream: true, attach: true, grow: true, dress: true }
const base = begin({ messages: [], atLeast: 0, beganAt: 0, interim: undefined, may })
const growing: ReplyState = { ...base, text }
const there: Message = { intendedAt: 1, ref, looks: { text: 'Twenty' }, isFrozen: false }
const streamed: Message = { intendedAt: 1, ref, native: { upTo: 6, expiresAt: 9 }, isFrozen: false }

const open: Step = { do: 'open', n: 0, content: { piece, part, whole: false } }
const attach: Step = { do: 'open', n: 0, content: { file: { name: 'answer.md', text }, whole: true } }
const append: Step = { do: 'append', n: 0, text: text.slice(6), upTo: 41 }
const edit: Step = { do: 'edit', n: 0, part, upTo: 41, whole: true }

const failed = (step: Step, outcome: NotDone, isNative = false): ReplyEvent => ({
  on: 'failed',
  step,
  outcome,
  isNative,
})
const refused = (step: Step, code: Refusal['code'], isNative = false) =>
  failed(step, { refused: { code, detail: 'no' } }, isNative)
const unknown = { unknown: new Error('reset') }
const limited = { limited: { retryAt: 5, scope: { key: 's', limit: 1, windowMs: 1 } } }

describe('what a reply knows after', () => {
  it.each<[what: string, before: Partial<ReplyState>, event: ReplyEvent, after: object]>([
    ['its first text', { text: '' }, { on: 'text', text, at: 7 }, { text, textSince: 7 }],
    ['more text', { textSince: 7, text: 'Twe' }, { on: 'text', text, at: 9 }, { text, textSince: 7 }],
    [
      'more text than its person wanted',
      { isStopped: true, text: 'Twe' },
      { on: 'text', text, at: 9 },
      { text: 'Twe' },
    ],
    ['its end', {}, { on: 'answer', answer, text: 'All of it.' }, { answer, text: 'All of it.' }],
    ['its end, once stopped', { isStopped: true }, { on: 'answer', answer, text: 'All of it.' }, { answer, text }],
    [
      'an intent',
      {},
      { on: 'intended', n: 0, at: 3, isPaid: true },
      { messages: [{ intendedAt: 3, isPaid: true, isFrozen: false }] },
    ],
    [
      'a message that was found',
      { messages: [{ intendedAt: 1, isFrozen: false }] },
      { on: 'looked', n: 0, ref },
      { messages: [{ intendedAt: 1, ref, isFrozen: false }] },
    ],
    [
      'a message that was not',
      { messages: [{ intendedAt: 1, isFrozen: false }] },
      { on: 'looked', n: 0, ref: undefined },
      { messages: [{ isFrozen: false }] },
    ],
    [
      'a post',
      { messages: [{ isFrozen: false }], pauses: 3 },
      { on: 'done', step: open, ref },
      { messages: [{ ref, looks: part, isFrozen: false }], shownUpTo: 41, pauses: 0, interims: 1 },
    ],
    [
      'a post that is somebody else’s',
      { messages: [{ isFrozen: false }] },
      { on: 'done', step: open, ref: undefined },
      { messages: [{ looks: part, isFrozen: false }], shownUpTo: 41, interims: 1 },
    ],
    [
      'a native stream',
      { messages: [{ isFrozen: false }] },
      { on: 'done', step: open, ref, expiresAt: 9 },
      { messages: [{ ref, native: { upTo: 41, expiresAt: 9 }, isFrozen: false }], shownUpTo: 41, interims: 1 },
    ],
    [
      'a file',
      { answer, messages: [{ isFrozen: false }] },
      { on: 'done', step: attach, ref },
      { messages: [{ ref, isFrozen: true }], shownUpTo: 0 },
    ],
    [
      'an append',
      { messages: [streamed] },
      { on: 'done', step: append },
      { messages: [{ ...streamed, native: { upTo: 41, expiresAt: 9 } }], shownUpTo: 41, interims: 1 },
    ],
    [
      'the last edit',
      { answer, messages: [there] },
      { on: 'done', step: edit },
      { messages: [{ ...there, looks: part, isFrozen: true }], shownUpTo: 41 },
    ],
    [
      'a removal',
      { messages: [there] },
      { on: 'done', step: { do: 'remove', n: 0 } },
      { messages: [{ ...there, isFrozen: true }] },
    ],
    ['a limit, which only a time passes for', { messages: [there] }, failed(edit, limited), { messages: [there] }],
    [
      'a post that was limited, which is not there',
      { messages: [{ intendedAt: 1, isFrozen: false }] },
      failed(open, limited),
      { messages: [{ isFrozen: false }] },
    ],
    [
      'a post without an outcome, which may be there',
      { messages: [{ intendedAt: 1, isFrozen: false }] },
      failed(open, unknown),
      { messages: [{ intendedAt: 1, isFrozen: false }] },
    ],
    [
      'an edit without an outcome',
      { messages: [there] },
      failed(edit, unknown),
      { messages: [{ intendedAt: 1, ref, isFrozen: false }] },
    ],
    [
      'an append without an outcome',
      { messages: [streamed] },
      failed(append, unknown),
      { messages: [{ intendedAt: 1, ref, isFrozen: false }] },
    ],
    [
      'a native stream that was refused',
      { messages: [{ intendedAt: 1, isFrozen: false }] },
      refused(open, 'unsupported', true),
      { messages: [{ isFrozen: false }], may: { ...may, stream: false } },
    ],
    [
      'a file that was refused',
      { messages: [{ intendedAt: 1, isFrozen: false }] },
      refused(attach, 'forbidden'),
      { messages: [{ isFrozen: false }], may: { ...may, attach: false } },
    ],
    [
      'Stop',
      { messages: [streamed] },
      refused(append, 'stopped'),
      { isStopped: true, messages: [{ intendedAt: 1, ref, isFrozen: false }] },
    ],
  ])('%s', (_, before, event, after) => {
    expect(next({ ...growing, ...before }, event)).toEqual({ ...growing, ...before, ...after })
  })

  it('says so once when it was stopped again', () => {
    const stopped = next({ ...growing, messages: [there] }, refused(edit, 'stopped'))
    expect(next(stopped, refused(edit, 'stopped')).lost).toMatchObject({ code: 'stopped' })
  })

  it('changes nothing of what it was', () => {
    const before = Object.freeze({ ...growing, messages: Object.freeze([Object.freeze({ ...there })]) })
    next(before, failed(edit, unknown))
    expect(before.messages).toEqual([there])
  })
})
