import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, type Fault } from '../lib/errors.ts'
import { pathText } from '../lib/faults.ts'
import { isWellFormed } from '../lib/person-state.ts'
import { sentences } from './words/index.ts'

/** Kinds of bodies besides JSON, each with what it is read by. */
export type OtherBodies = Readonly<Record<string, (bytes: Buffer) => unknown>>

/** JSON bodies, of at most `limit` bytes, and `others`. `check` sees a body's bytes before they are parsed. */
export function acceptJson(
  app: FastifyInstance,
  limit: number,
  check?: (body: Buffer) => void,
  others: OtherBodies = {},
): void {
  app.removeAllContentTypeParsers()
  for (const [type, parse] of Object.entries({ 'application/json': parseJson, ...others })) {
    app.addContentTypeParser<Buffer>(type, { parseAs: 'buffer', bodyLimit: limit }, (request, body, done) => {
      try {
        refuseEncoded(request)
        check?.(body)
        done(null, parse(body))
      } catch (error) {
        done(error as Error)
      }
    })
  }
}

function refuseEncoded(request: FastifyRequest): void {
  const encoding = request.headers['content-encoding']
  if (encoding === undefined || encoding === 'identity') return
  throw new AppError('unsupported_content_encoding', sentences.request.encoded, {
    status: 415,
  })
}

function utf8(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new AppError('malformed_json', sentences.request.notUtf8)
  return bytes.toString('utf8')
}

/** Members of a form, each of which may stand once. What a form leaves empty is not there, save what is named in `texts`. */
export function parseForm(bytes: Buffer, { texts, flags }: Record<'texts' | 'flags', readonly string[]>): unknown {
  const faults: Fault[] = []
  const body: Record<string, unknown> = {}
  for (const [name, value] of new URLSearchParams(utf8(bytes))) {
    if (Object.hasOwn(body, name)) faults.push({ path: pathText([name]), message: 'stands more than once in the form' })
    else if (!isWellFormed(name) || !isWellFormed(value)) {
      const path = pathText([name.toWellFormed().replaceAll('\0', '\uFFFD')])
      faults.push({ path, message: 'must be well-formed Unicode, without U+0000' })
    } else if (flags.includes(name) && (value === 'true' || value === 'false')) body[name] = value === 'true'
    else if (value !== '' || texts.includes(name)) body[name] = value
  }
  if (faults.length > 0)
    throw new AppError('invalid_request', sentences.invalidBody, { faults: faults.slice(0, maxIllFormed) })
  return body
}

const isBlank = /^\s*$/

/** The error never quotes the body: it may hold a key. */
export function parseJson(bytes: Buffer): unknown {
  const text = utf8(bytes)
  if (isBlank.test(text)) throw new AppError('malformed_json', sentences.request.emptyBody)
  let body: unknown
  try {
    body = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  } catch (error) {
    const at = /at position (\d+)/.exec((error as Error).message)?.[1]
    const { notJson, notJsonAt } = sentences.request
    throw new AppError('malformed_json', at === undefined ? notJson : notJsonAt(Number(at) + 1))
  }
  const faults = illFormedEscape.test(text) ? illFormed(body) : []
  if (faults.length > 0) throw new AppError('invalid_request', sentences.invalidBody, { faults })
  return body
}

/** UTF-8 cannot hold half a surrogate pair, nor JSON a NUL, but both can be written as escapes. */
const illFormedEscape = /\\u(?:0000|d[89a-f])/i
const maxIllFormed = 100
/** Steps of a path that are told. */
const maxSteps = 64

/**
 * Texts that databases do not keep alike, so that two people would become one. Level by level: a body may be nested deeper than
 * calls can be.
 */
function illFormed(body: unknown): Fault[] {
  const faults: Fault[] = []
  const refuse = (path: readonly (string | number)[]) =>
    faults.push({ path: pathText(path), message: 'must be well-formed Unicode, without U+0000' })
  let level: { path: readonly (string | number)[]; value: unknown }[] = [{ path: [], value: body }]
  while (level.length > 0 && faults.length < maxIllFormed) {
    const next: typeof level = []
    for (const { path, value } of level) {
      const into = (key: string | number) => (path.length < maxSteps ? [...path, key] : path)
      if (typeof value === 'string' && !isWellFormed(value)) refuse(path)
      if (Array.isArray(value)) for (const [i, item] of value.entries()) next.push({ path: into(i), value: item })
      else if (typeof value === 'object' && value !== null) {
        for (const [key, item] of Object.entries(value)) {
          const at = into(key.toWellFormed().replaceAll('\0', '\uFFFD'))
          if (isWellFormed(key)) next.push({ path: at, value: item })
          else refuse(at)
        }
      }
    }
    level = next
  }
  return faults.slice(0, maxIllFormed)
}

/** How many bytes a body has apart from the string that is the value of its first member `name`. */
export const bytesBeside = (body: Buffer, ...names: readonly string[]): number =>
  names.reduce((rest, name) => rest - bytesOf(body, name), body.length)

function bytesOf(body: Buffer, name: string): number {
  const member = `"${name}"`
  const at = body.indexOf(member)
  if (at < 0) return 0
  const colon = skipSpace(body, at + member.length)
  if (body[colon] !== colonByte) return 0
  const start = skipSpace(body, colon + 1)
  if (body[start] !== quote) return 0
  let end = body.indexOf(quote, start + 1)
  while (end > 0 && isEscaped(body, end)) end = body.indexOf(quote, end + 1)
  return end < 0 ? 0 : end - start
}

const quote = 0x22
const colonByte = 0x3a
const backslash = 0x5c

function skipSpace(body: Buffer, from: number): number {
  let at = from
  while (body[at] === 0x20 || body[at] === 0x09 || body[at] === 0x0a || body[at] === 0x0d) at++
  return at
}

function isEscaped(body: Buffer, at: number): boolean {
  let slashes = 0
  while (body[at - 1 - slashes] === backslash) slashes++
  return slashes % 2 === 1
}
