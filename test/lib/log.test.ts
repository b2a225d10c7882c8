import { stripVTControlCharacters } from 'node:util'
import { expect, it } from 'vitest'
import { readable } from '../../src/lib/log.ts'

const at = new Date(2026, 10, 24, 14, 2, 5).getTime()
const told = (line: Record<string, unknown>) =>
  stripVTControlCharacters(readable(JSON.stringify({ time: at, ...line })))

it.each([
  [{ level: 30, msg: 'turn', door: 'slack', ms: 12 }, '14:02:05  turn  door slack · ms 12 ms\n'],
  [{ level: 40, msg: 'the disk is full', of: { free: 0 } }, '14:02:05  ⚠ the disk is full  of {"free":0}\n'],
  [
    { level: 50, msg: 'gone', err: { stack: 'Error: gone\n    at here' } },
    '14:02:05  ✖ gone  \n  Error: gone\n      at here\n',
  ],
  [
    {
      level: 40,
      msg: 'a request could not be served',
      err: { message: 'no model', stack: 'Error: no model\n    at here' },
    },
    '14:02:05  ⚠ a request could not be served  no model\n',
  ],
  [{ level: 30 }, '14:02:05  \n'],
])('%j reads well', (line, text) => {
  expect(told(line)).toBe(text)
})
