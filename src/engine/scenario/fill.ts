import { keepsShape, webhookUrlFault } from '../../lib/webhook-url.ts'
import type { State } from '../../model/conversation.ts'
import { substitute } from '../directives.ts'

/** The named groups of the regular expression that matched. */
export type Groups = Readonly<Record<string, string>>

/** Fills in `#{key}` of the state and `@{match.name}` in one go: what comes out of either is never read again. */
export function fill(template: string, state: State, groups: Groups = {}): string {
  return template
    .split(groupPattern)
    .map((part, i) => (i % 2 === 0 ? substitute(part, state) : Object.hasOwn(groups, part) ? groups[part]! : ''))
    .join('')
}

/** Splits a template so that every other part is a group's name. */
const groupPattern = /@\{match\.([A-Za-z_]\w*)\}/

export function fillAll(values: Readonly<Record<string, string>>, state: State, groups?: Groups): State {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fill(value, state, groups)]))
}

/** Fills in the texts of a JSON value, however deep they are. Keys stay as they are. */
export function fillJson(value: unknown, state: State): unknown {
  if (typeof value === 'string') return substitute(value, state)
  if (Array.isArray(value)) return value.map((item) => fillJson(item, state))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillJson(item, state)]))
}

/** HTML with the state as text in it, also in attributes without quotation marks. What would run as a script comes out empty. */
export function fillHtml(template: string, state: State): string {
  const escaped = Object.entries(state).map(([key, value]) => [
    key,
    value.replace(/[&<>"'`=\s]/g, (it) => `&#${it.charCodeAt(0)};`),
  ])
  const safe = template.replace(attributePattern, (whole, before: string, place: string) =>
    runs(substitute(place, state)) ? before : whole,
  )
  return substitute(safe, Object.fromEntries(escaped))
}

/** State with which the value of an attribute begins. */
const attributePattern = /(=\s*["']?\s*)(#\{[^:{}\r\n]+\})/g

/** Browsers read a URL without the white space and control characters in it. */
const runs = (url: string): boolean => /^(?:javascript|vbscript|data):/i.test(url.replace(/[\0-\x20]/g, ''))

/** A URL with the state percent-encoded in it. One that would lead to another server, or out of its path, comes out empty. */
export function fillUrl(template: string, state: State): string {
  const encoded = Object.entries(state).map(([key, value]) => [key, encodeURIComponent(value.toWellFormed())])
  const url = substitute(template, Object.fromEntries(encoded))
  if (url === template) return url
  return webhookUrlFault(template) === undefined && keepsShape(template, url) ? url : ''
}
