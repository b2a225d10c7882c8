import { describe, expect, it } from 'vitest'
import { type Moment, plan } from '../../src/bridge/reply-plan.ts'
import { begin, type MessageContent, type ReplyMessage, type ReplyState } from '../../src/bridge/reply-state.ts'
import { bestResponse } from '../../src/model/conversation.ts'
import type { MessageRef } from '../../src/model/message.ts'
import type { CommittedAnswer } from '../../src/turns/show.ts'

const text = 'Twenty-four characters, and more of them.'
const ref = 'm' as MessageRef
const answer: CommittedAnswer = {
  response: bestResponse({ utterance: text }),
  userState: {},
  interrupted: null,
  source: 'model',
}
const piece = (start: number, end: number): MessageContent => ({
  piece: { start, end, prefix: '', suffix: '', full: false },
  part: { text: text.slice(start, end) },
  whole: false,
})
const whole = (content: MessageContent): MessageContent => ({ ...content, whole: true }) as MessageContent
const file: MessageContent = { file: { name: 'answer.md', text }, whole: true }
const shown = (upTo: number, more: Partial<ReplyMessage> = {}): ReplyMessage => ({
  ref,
  isFrozen: false,
  looks: { text: text.slice(0, upTo) },
  ...more,
})
const streaming = (upTo: number): ReplyMessage => ({ ref, isFrozen: false, native: { upTo, expiresAt: 300_000 } })
const may: ReplyState['may'] = { stream: true, attach: true, bring: true, grow: true }
const state = (given: Partial<ReplyState>): ReplyState => ({
  ...begin({ messages: [], atLeast: 0, beganAt: 0, interim: undefined, may }),
  text,
  ...given,
})
const moment = (given: Partial<Moment>): Moment => ({
  contents: [piece(0, text.length)],
  now: 0,
  closing: false,
  ...given,
})

describe('the next step of a reply', () => {
  it.each<[what: string, state: Partial<ReplyState>, moment: Partial<Moment>, step: object | undefined]>([
    ['opens once there are words enough', {}, {}, { do: 'open', n: 0 }],
    ['waits for a few words', {}, { contents: [piece(0, 5)] }, undefined],
    ['but not for long', {}, { contents: [piece(0, 5)], now: 120 }, { do: 'open', n: 0 }],
    [
      'looks for what may be there first',
      { messages: [{ intendedAt: 7, isFrozen: false }] },
      {},
      { do: 'look', since: 7 },
    ],
    ['shows nothing that is behind what was shown before a crash', { atLeast: 100 }, {}, undefined],
    ['shows the end all the same', { atLeast: 100, answer }, { contents: [whole(piece(0, 41))] }, { do: 'open' }],
    ['edits what looks otherwise', { messages: [shown(10)] }, {}, { do: 'edit', n: 0 }],
    ['leaves what looks so', { messages: [shown(41)] }, {}, undefined],
    ['leaves what holds all it will', { messages: [shown(10, { isFrozen: true })] }, {}, undefined],
    ['appends to a stream', { messages: [streaming(10)] }, {}, { do: 'append', upTo: 41, text: text.slice(10) }],
    ['waits for more to append', { messages: [streaming(41)] }, {}, undefined],
    [
      'ends a full stream whose answer goes on in another message',
      { answer, messages: [streaming(10)] },
      { contents: [whole(piece(0, 20)), whole(piece(20, 41))] },
      { do: 'finish', n: 0, goesOn: true },
    ],
    [
      'ends a full stream while the answer grows',
      { messages: [streaming(10)] },
      { contents: [whole(piece(0, 20)), piece(20, 41)] },
      { do: 'finish', n: 0, goesOn: true },
    ],
    [
      'ends the last stream for good',
      { answer, messages: [streaming(10)] },
      { contents: [whole(piece(0, 41))] },
      { do: 'finish', goesOn: false },
    ],
    [
      'ends a stream that the platform will end',
      { messages: [streaming(10)] },
      { closing: true },
      { do: 'finish', text: '', upTo: 10, goesOn: true, whole: false },
    ],
    [
      'takes away what an earlier attempt showed too much',
      { answer, messages: [shown(41, { isFrozen: true }), shown(5)] },
      { contents: [whole(piece(0, 41))] },
      { do: 'remove', n: 1 },
    ],
    ['keeps that while the answer may still need it', { messages: [shown(41), shown(5)] }, {}, undefined],
    [
      'puts a file behind what was shown',
      { answer, messages: [shown(9, { isFrozen: true })] },
      { contents: [whole(piece(0, 9)), file] },
      { do: 'open', n: 1 },
    ],
    [
      'goes on in a new message where the first cannot be changed',
      { answer, messages: [shown(10, { isLeft: true })] },
      { contents: [whole(piece(0, 41))] },
      { do: 'open', n: 1 },
    ],
    [
      'and takes the first away when all is there',
      { answer, messages: [shown(10, { isLeft: true }), shown(41, { isFrozen: true })] },
      { contents: [whole(piece(0, 41))] },
      { do: 'remove', n: 0 },
    ],
    [
      'puts a file first, then says in what was begun that it is there',
      { answer, messages: [shown(10)], inFile: { behind: 0, isBegun: true } },
      { contents: [whole(piece(0, 10)), file] },
      { do: 'open', n: 1 },
    ],
    [
      'doubts what was perhaps said already, and is all there is to say',
      { answer, messages: [{ isFrozen: false, tried: piece(0, 41) }] },
      { contents: [whole(piece(0, 41))] },
      { do: 'doubt', n: 0 },
    ],
    [
      'says more than what was perhaps said already',
      { answer, messages: [{ isFrozen: false, tried: piece(0, 20) }] },
      { contents: [whole(piece(0, 41))] },
      { do: 'open', n: 0 },
    ],
    ['shows nothing while it may not grow', { may: { ...may, grow: false } }, {}, undefined],
    ['shows nothing more once it was stopped', { isStopped: true, messages: [shown(10)] }, {}, undefined],
    ['waits for the first time at which it may be shown', { interim: [2000] }, { now: 1999 }, undefined],
    ['and shows it then', { interim: [2000] }, { now: 2000 }, { do: 'open', n: 0 }],
    ['but no oftener', { interim: [2000], interims: 1, messages: [shown(10)] }, { now: 9000 }, undefined],
    [
      'shows only the first message of those before the end',
      { interim: [2000], messages: [shown(20, { isFrozen: true })] },
      { now: 2000, contents: [whole(piece(0, 20)), piece(20, 41)] },
      undefined,
    ],
    [
      'puts the file first, also where what was begun looks otherwise',
      { answer, messages: [shown(5)], inFile: { behind: 0, isBegun: true } },
      { contents: [whole(piece(0, 10)), file] },
      { do: 'open', n: 1 },
    ],
    [
      'has nothing to do with a file that is there',
      { answer, messages: [shown(9, { isFrozen: true }), { ref, isFrozen: false }] },
      { contents: [whole(piece(0, 9)), file] },
      undefined,
    ],
    [
      'opens the next message behind a full one, while the answer grows',
      { messages: [shown(20)] },
      { contents: [whole(piece(0, 20)), piece(20, 41)], now: 120 },
      { do: 'open', n: 1 },
    ],
    [
      'but not behind one that is not full',
      { messages: [shown(20)] },
      { contents: [piece(0, 20), piece(20, 41)], now: 120 },
      undefined,
    ],
    [
      'waits for a few words of the next message too',
      { messages: [shown(20, { isFrozen: true })] },
      { contents: [whole(piece(0, 20)), piece(20, 41)] },
      undefined,
    ],
    ['opens with just enough characters', {}, { contents: [piece(0, 24)] }, { do: 'open' }],
    ['waits from when the first of them came', { textSince: 1000 }, { contents: [piece(0, 5)], now: 1119 }, undefined],
    ['and no longer', { textSince: 1000 }, { contents: [piece(0, 5)], now: 1120 }, { do: 'open' }],
    ['shows as much as was shown before a crash', { atLeast: 41 }, {}, { do: 'open' }],
    [
      'closes what a stream is cut in',
      { answer, messages: [streaming(10)] },
      {
        contents: [
          {
            ...whole(piece(0, 20)),
            piece: { start: 0, end: 20, prefix: '', suffix: '**', full: true },
          } as MessageContent,
        ],
      },
      { do: 'finish', text: `${text.slice(10, 20)}**`, upTo: 20 },
    ],
    [
      'says what was perhaps sent as a file',
      { answer, messages: [{ isFrozen: false, tried: file }] },
      { contents: [whole(piece(0, 41))] },
      { do: 'open', n: 0 },
    ],
    [
      'sends as a file what was perhaps said',
      { answer, messages: [{ isFrozen: false, tried: piece(0, 41) }] },
      { contents: [file] },
      { do: 'open', n: 0 },
    ],
    [
      'takes away only what is too much',
      { answer, messages: [shown(41), shown(5)] },
      { contents: [whole(piece(0, 41))] },
      { do: 'remove', n: 1 },
    ],
    [
      'also what may have been posted',
      { answer, messages: [shown(41), { intendedAt: 7, isFrozen: false }] },
      { contents: [whole(piece(0, 41))] },
      { do: 'remove', n: 1 },
    ],
    [
      'but nothing that was never begun',
      { answer, messages: [shown(41), { isFrozen: false }] },
      { contents: [whole(piece(0, 41))] },
      undefined,
    ],
    [
      'nor what cannot be changed',
      { answer, messages: [shown(41), shown(5, { isFrozen: true })] },
      { contents: [whole(piece(0, 41))] },
      undefined,
    ],
  ])('%s', (_, given, at, step) => {
    const next = plan(state(given), moment(at))
    if (step) expect(next).toMatchObject(step)
    else expect(next).toBeUndefined()
  })
})
