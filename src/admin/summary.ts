import { isDeepStrictEqual as isSame } from 'node:util'
import type { AgentDocument } from '../model/agent.ts'
import { isPlain } from '../model/management.ts'
import { byKey, type ListName, lists, placeText } from './drafts/lists.ts'
import { logLine } from './log-lines.ts'
import { maskTools } from './tools.ts'

/** Texts that people wrote at length: the log tells how long they are. */
const longTexts = ['prompt', 'searchQueryPrompt']
const maxValue = 60
/** Of each list. */
const maxItems = 20

/**
 * What changed between two documents, a line for each thing, without anything that might be a secret: of webhooks only which
 * fields. Undefined: there was none before.
 */
export function summaryOf(before: AgentDocument | undefined, after: AgentDocument): string {
  const lines = [
    ...settingLines(['agent'], before?.agent, after.agent).map((line) => line.slice('agent.'.length)),
    ...changedKeys(before?.replies ?? {}, after.replies).map((key) =>
      logLine('document/changed', { place: placeText(['replies', key]) }),
    ),
    ...settingLines(['context'], before?.context, after.context),
    ...(isSame(before?.synonyms ?? [], after.synonyms ?? [])
      ? []
      : [logLine('document/synonyms', { n: after.synonyms?.length ?? 0 })]),
    ...(isSame(before?.tests ?? [], after.tests ?? []) ? [] : [`tests: ${after.tests?.length ?? 0}`]),
    ...settingLines(['calledBy'], before?.calledBy, after.calledBy),
    ...settingLines(['tools'], maskTools(before?.tools), maskTools(after.tools)),
    ...lists.flatMap((name) => itemLines(name, before, after)),
  ]
  return lines.length === 0 ? logLine('document/nothing') : lines.join('\n')
}

function settingLines(path: readonly string[], before: unknown, after: unknown): string[] {
  if (isSame(before, after)) return []
  if (isPlain(before) || isPlain(after)) {
    const [old, now] = [isPlain(before) ? before : {}, isPlain(after) ? after : {}]
    return changedKeys(old, now).flatMap((key) => settingLines([...path, key], old[key], now[key]))
  }
  const told = longTexts.includes(path.at(-1)!) ? length : short
  return [logLine('document/from-to', { place: path.join('.'), before: told(before), after: told(after) })]
}

function itemLines(name: ListName, before: AgentDocument | undefined, after: AgentDocument): string[] {
  const [old, now] = [before ? byKey(before, name) : new Map<string, object>(), byKey(after, name)]
  const lines: string[] = []
  for (const [key, item] of now) {
    const was = old.get(key)
    const at = placeText([name, key.length > maxValue ? `${key.slice(0, maxValue)}…` : key])
    if (!was) lines.push(logLine('document/added', { place: at }))
    else if (!isSame(was, item)) lines.push(`${at}: ${fieldsOf(was, item)}`)
  }
  for (const key of old.keys())
    if (!now.has(key)) lines.push(logLine('document/removed', { place: placeText([name, key.slice(0, maxValue)]) }))
  if (lines.length === 0 && !isSame([...old.keys()], [...now.keys()]))
    return [logLine('document/order', { list: name })]
  const rest = lines.length - maxItems
  return rest > 0 ? [...lines.slice(0, maxItems), logLine('document/more', { list: name, n: rest })] : lines
}

/** Of items that share a key only that something changed. */
function fieldsOf(before: object, after: object): string {
  return isPlain(before) && isPlain(after) ? changedKeys(before, after).join(', ') : 'changed'
}

function changedKeys(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((key) => !isSame(before[key], after[key]))
}

function length(value: unknown): string {
  return typeof value === 'string' ? `${value.length} characters` : 'none'
}

/** What stands in an address may be a token: only whose it is. */
function withoutPath(value: unknown): unknown {
  const url = typeof value === 'string' ? URL.parse(value) : null
  return url?.host ? `${url.protocol}//${url.host}/…` : value
}

function short(value: unknown): string {
  if (value === undefined) return 'unset'
  const text = JSON.stringify(withoutPath(value))
  return text.length > maxValue ? `${text.slice(0, maxValue)}…` : text
}
