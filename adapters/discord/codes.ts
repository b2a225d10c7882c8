import type { Refusal } from '../../src/ports/channel.ts'

const SECOND_MS = 1000
const HOUR_MS = 3_600_000

/**
 * What Discord's own error codes mean for what is to be done next, whatever the HTTP status they come with: 30046 is an HTTP 429. Source: "Opcodes and Status Codes" of
 * discord-api-docs, as of 2026-08-06; the statuses are documented for none of them.
 */
export const CODES: Readonly<Record<number, Refusal['code']>> = {
  // A plainer one may pass: forms and sizes, files, links and words that a server filters.
  30015: 'invalid',
  40005: 'invalid',
  50006: 'invalid',
  50035: 'invalid',
  50045: 'invalid',
  50046: 'invalid',
  50080: 'invalid',
  50081: 'invalid',
  50110: 'invalid',
  50123: 'invalid',
  50146: 'invalid',
  50151: 'invalid',
  160002: 'invalid',
  200000: 'invalid',
  200001: 'invalid',
  240000: 'invalid',
  400001: 'invalid',

  // A message of more than an hour takes few edits; one in an archived thread none, but a new message opens that again.
  30046: 'unchangeable',
  50083: 'unchangeable',

  // Nobody may be answered there: rights, kinds of channels, threads that cannot be had, people who shut us out.
  30033: 'forbidden',
  40007: 'forbidden',
  40058: 'forbidden',
  40066: 'forbidden',
  40067: 'forbidden',
  50001: 'forbidden',
  50003: 'forbidden',
  50007: 'forbidden',
  50008: 'forbidden',
  50009: 'forbidden',
  50013: 'forbidden',
  50021: 'forbidden',
  50024: 'forbidden',
  50278: 'forbidden',
  160004: 'forbidden',
  160005: 'forbidden',
  160006: 'forbidden',
  160007: 'forbidden',

  // What it was about is no longer there, or was never ours; or the time of an interaction is over.
  10003: 'gone',
  10004: 'gone',
  10008: 'gone',
  10015: 'gone',
  10062: 'gone',
  40060: 'gone',
  40094: 'gone',
  50005: 'gone',
  50027: 'gone',

  // Whoever runs the app has something to mend: the token, the account, what stands between here and Discord.
  20012: 'revoked',
  40001: 'revoked',
  40002: 'revoked',
  40333: 'revoked',
  50014: 'revoked',

  // Of commands, which are not what a message is about.
  30032: 'unsupported',
  30034: 'unsupported',
}

/** By HTTP status, of codes not named above: what is left is about what was sent. */
export const STATUSES: Readonly<Record<number, Refusal['code']>> = { 401: 'revoked', 403: 'forbidden', 404: 'gone' }

/** Too much, too fast, or switched off for a while: the same may pass after so long, unless Discord says when. */
export const WAITS_MS: Readonly<Record<number, number>> = {
  20016: 5 * SECOND_MS,
  20022: 60 * SECOND_MS,
  20028: 5 * SECOND_MS,
  20029: 5 * SECOND_MS,
  40003: 60 * SECOND_MS,
  40004: HOUR_MS,
  40006: HOUR_MS,
  40062: 5 * SECOND_MS,
  110000: 5 * SECOND_MS,
  130000: 5 * SECOND_MS,
}
