import { keepsShape } from '../../lib/webhook-url.ts'
import type { Webhook, WebhookEvent } from '../../model/webhook.ts'
import { substitute } from '../directives.ts'

/** Where the caller's token goes. */
export const tokenPlace = '@{thirdPartyToken}'

export interface RequestParts {
  event: WebhookEvent
  /** What a function is called with; it goes before the webhook's payload. */
  input: Readonly<Record<string, unknown>>
  /** Whether a place for the token in `input` is one: elsewhere it is something that somebody said. */
  tokenInInput?: boolean | undefined
  /** Stands for `@{thirdPartyToken}`. */
  thirdPartyToken: string
}

/** Every key of an event, also those that are not there: nobody can pretend them. */
const reserved: readonly string[] = [
  'webhookType',
  'agentId',
  'userId',
  'utterance',
  'response',
  'state',
  'history',
] satisfies (keyof WebhookEvent)[]
const looksReserved = new Set(reserved.map(caseless))

/** What is sent, and where to; undefined when the values filled in would lead elsewhere than the admin's URL does. */
export function requestOf(webhook: Webhook, parts: RequestParts): { url: string; body?: string } | undefined {
  const { event, input, tokenInInput = false, thirdPartyToken } = parts
  const url = fillUrl(webhook.url, event.state, thirdPartyToken)
  if (!keepsShape(webhook.url, url)) return undefined
  const payload = mapTexts(webhook.payload ?? {}, (text) =>
    withToken(text, thirdPartyToken, (part) => substitute(part, event.state)),
  )
  const given = tokenInInput ? mapTexts(input, (text) => withToken(text, thirdPartyToken)) : input
  // The payload is an admin's: it means what it says. What a model wants to say is another matter.
  const fields = Object.entries({
    ...without(payload, (key) => reserved.includes(key)),
    ...without(given, (key) => looksReserved.has(caseless(key))),
  })
  return webhook.method === 'POST' || webhook.method === 'PUT'
    ? { url, body: JSON.stringify({ ...event, ...Object.fromEntries(fields) }) }
    : { url: withQuery(url, fields) }
}

/** Whether the webhook itself, apart from what it is called with, asks for the caller's token. */
export function wantsToken({ url, payload = {} }: Webhook): boolean {
  return [url, JSON.stringify(payload)].some((text) => text.includes(tokenPlace))
}

function fillUrl(template: string, state: WebhookEvent['state'], token: string): string {
  const encoded = Object.fromEntries(Object.entries(state).map(([key, value]) => [key, encode(value)]))
  return withToken(template, encode(token), (part) => substitute(part, encoded))
}

/** Puts the token in its places, and makes of the text between them what `make` does: a value is never read as a place. */
function withToken(text: string, token: string, make = (part: string) => part): string {
  return text.split(tokenPlace).map(make).join(token)
}

/** Half a surrogate pair cannot be encoded. */
function encode(value: string): string {
  return encodeURIComponent(value.toWellFormed())
}

function without(fields: Readonly<Record<string, unknown>>, isUnwanted: (key: string) => boolean) {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => !isUnwanted(key)))
}

/** Many servers read JSON without regard to case, some by Unicode's rules: for them `uſerid` would be another `userId`. */
function caseless(key: string): string {
  return key.toUpperCase().toLowerCase()
}

/** Texts go into a query as they are, everything else as JSON. What the URL asks for itself is not asked twice. */
function withQuery(url: string, fields: [string, unknown][]): string {
  const own = new URL(url).searchParams
  const query = new URLSearchParams(
    fields
      .filter(([key]) => !own.has(key))
      .map(([key, value]): [string, string] => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
  if (query.size === 0) return url
  const [address, ...fragment] = url.split('#') as [string, ...string[]]
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&'
  return [`${address}${joint}${query}`, ...fragment].join('#')
}

/** The same with every text inside it mapped; keys stay. */
function mapTexts<T>(value: T, map: (text: string) => string): T {
  const mapped = (one: unknown): unknown => {
    if (typeof one === 'string') return map(one)
    if (Array.isArray(one)) return one.map(mapped)
    if (typeof one !== 'object' || one === null) return one
    return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, mapped(inner)]))
  }
  return mapped(value) as T
}
