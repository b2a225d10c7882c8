import type { Draft } from '../draft.ts'
import { fillAll, type Groups } from './fill.ts'

/** What a node, an option or a transition changes in the state. */
interface Change {
  set?: Readonly<Record<string, string>> | undefined
  unset?: string | readonly string[] | undefined
}

export function set(draft: Draft, { set = {} }: Change, groups?: Groups): void {
  draft.set(fillAll(set, draft.state, groups))
}

export function unset(draft: Draft, { unset = [] }: Change): void {
  draft.unset(typeof unset === 'string' ? [unset] : unset)
}

export function change(draft: Draft, by: Change, groups?: Groups): void {
  set(draft, by, groups)
  unset(draft, by)
}
