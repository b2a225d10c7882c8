import { describe, expect, it } from 'vitest'
import {
  begin,
  type NotDone,
  next,
  type ReplyEvent,
  type ReplyMessage,
  type ReplyState,
  type ReplyStep,
} from '../../src/bridge/reply-state.ts'
import { bestResponse } from '../../src/model/conversation.ts'
import type { MessageRef } from '../../src/model/message.ts'
import type { Refusal } from '../../src/ports/channel.ts'
import type { CommittedAnswer } from '../../src/turns/show.ts'

const text = 'Twenty-four characters, and more of them.'
const ref = 'm' as MessageRef
const answer: CommittedAnswer = {
  response: bestResponse({ utterance: text }),
  userState: {},
  interrupted: null,
  source: 'model',
}
const part = { text }
const piece = { start: 0, end: 41, prefix: '', suffix: '', full: false }
const may: ReplyState['may'] = { stream: true, attach: true, bring: true, grow: true }
const base = begin({ messages: [], atLeast: 0, beganAt: 0, interim: undefined, may })
const growing: ReplyState = { ...base, text }
const there: ReplyMessage = { intendedAt: 1, ref, looks: { text: 'Twenty' }, isFrozen: false }
const streamed: ReplyMessage = { intendedAt: 1, ref, native: { upTo: 6, expiresAt: 9 }, isFrozen: false }

const open: ReplyStep & { do: 'open' } = { do: 'open', n: 0, content: { piece, part, whole: false } }
const attach: ReplyStep = { do: 'open', n: 0, content: { file: { name: 'answer.md', text }, whole: true } }
const append: ReplyStep = { do: 'append', n: 0, text: text.slice(6), upTo: 41 }
const beginning = { piece, part, whole: false }
const wholly = { piece, part, whole: true }
const finish: ReplyStep = { do: 'finish', n: 0, text: '', upTo: 41, part, whole: true, goesOn: false }
const edit: ReplyStep = { do: 'edit', n: 0, part, upTo: 41, whole: true }

const failed = (step: ReplyStep, outcome: NotDone, isNative = false): ReplyEvent => ({
  on: 'failed',
  step,
  outcome,
  isNative,
})
const refused = (step: ReplyStep, code: Refusal['code'], isNative = false) =>
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
      { on: 'looked', n: 0, found: { ref } },
      { messages: [{ intendedAt: 1, ref, isFrozen: false }] },
    ],
    [
      'a message that was not',
      { messages: [{ intendedAt: 1, isFrozen: false }] },
      { on: 'looked', n: 0, found: 'absent' },
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
      { messages: [{ intendedAt: 1, isFrozen: false, tried: open.content }] },
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

  const begun = { messages: [{ isFrozen: false }] }
  const asked = { messages: [{ intendedAt: 1, isFrozen: false }] }
  const no = (code: Refusal['code']) => ({ lost: { code, detail: 'no' } })
  const nowhere = (code: Refusal['code']) => ({ lost: { code, detail: 'no', isPlace: true } })
  const becauseOf = { refused: { code: 'invalid', detail: 'no' } }
  const blank = [{ intendedAt: 1, ref, isFrozen: false }]
  const left = [{ intendedAt: 1, ref, isFrozen: false, isLeft: true }]

  it.each<[what: string, before: Partial<ReplyState>, event: ReplyEvent, after: object]>([
    ['a first post nobody may make', asked, refused(open, 'forbidden'), { ...begun, ...nowhere('forbidden') }],
    ['a place that is gone', asked, refused(open, 'gone'), { ...begun, ...no('gone') }],
    ['a place that takes no messages', asked, refused(open, 'unsupported'), { ...begun, ...nowhere('unsupported') }],
    [
      'a beginning that was refused: the end may pass, in plain words',
      asked,
      refused(open, 'invalid'),
      { ...begun, ...becauseOf, isPlain: true, may: { ...may, grow: false } },
    ],
    [
      'a refused end: words alone may pass',
      { ...asked, answer },
      refused(open, 'invalid'),
      { ...begun, ...becauseOf, isPlain: true },
    ],
    [
      'words that were refused: a file may pass',
      { ...asked, answer, isPlain: true },
      refused(open, 'invalid'),
      { ...begun, ...becauseOf, inFile: { behind: 0, isBegun: false } },
    ],
    [
      'words that were refused where no file may be added',
      { ...asked, answer, isPlain: true, may: { ...may, attach: false } },
      refused(open, 'invalid'),
      { ...begun, ...no('invalid') },
    ],
    [
      'a file that was refused in place of words',
      { ...asked, answer, inFile: { behind: 0, isBegun: false } },
      refused(attach, 'invalid'),
      { ...begun, ...no('invalid') },
    ],
    [
      'a last edit that was refused as words: a file behind it',
      { messages: [there], answer, isPlain: true },
      refused(edit, 'invalid'),
      { messages: blank, ...becauseOf, inFile: { behind: 0, isBegun: true } },
    ],
    [
      'an edit beside the file, which is left',
      { messages: [there], answer, inFile: { behind: 0, isBegun: true } },
      refused(edit, 'forbidden'),
      { messages: [{ ...blank[0], isFrozen: true }] },
    ],
    [
      'an edit of what nobody can change any more: a new message',
      { messages: [there] },
      refused(edit, 'unchangeable'),
      { messages: left, may: { ...may, grow: false, stream: false } },
    ],
    [
      'an edit of a message that nobody knows the name of',
      { messages: [there] },
      refused(edit, 'unsupported'),
      { messages: left, may: { ...may, grow: false, stream: false } },
    ],
    [
      'an edit that nobody may make',
      { messages: [there] },
      refused(edit, 'forbidden'),
      { messages: blank, ...no('forbidden') },
    ],
    [
      'an append that was refused, which an edit makes right',
      { messages: [streamed] },
      refused(append, 'invalid'),
      { messages: blank },
    ],
    [
      'a stream that is over, which an edit makes right',
      { messages: [streamed] },
      refused(append, 'unsupported'),
      { messages: blank },
    ],
    [
      'an end that was refused for its buttons',
      { answer, messages: [streamed] },
      refused(finish, 'invalid'),
      { messages: blank, ...becauseOf, isPlain: true },
    ],
    [
      'an end that came too late',
      { answer, messages: [streamed] },
      refused(finish, 'unsupported'),
      { messages: blank },
    ],
    [
      'a whole post without an outcome that nobody can look for',
      { messages: [{ intendedAt: 1, isFrozen: false, tried: wholly }] },
      { on: 'looked', n: 0, found: 'unknowable' },
      { lost: { code: 'unsure', detail: expect.any(String) } },
    ],
    [
      'the same of a beginning: its end is said all the same',
      { messages: [{ intendedAt: 1, isFrozen: false, tried: beginning }] },
      { on: 'looked', n: 0, found: 'unknowable' },
      { messages: [{ isFrozen: false, tried: beginning }], may: { ...may, grow: false, stream: false } },
    ],
    ['the same of a process that died: it is said again', asked, { on: 'looked', n: 0, found: 'unknowable' }, begun],
    [
      'a beginning that was all there is',
      begun,
      { on: 'doubted' },
      { lost: { code: 'unsure', detail: expect.any(String) } },
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
