import { keysIn } from '../directives.ts'
import type { AnswerDraft } from '../draft.ts'
import { fillAll, type Groups } from './fill.ts'

/** What a node, an option or a transition changes in the state. */
interface Change {
  set?: Readonly<Record<string, string>> | undefined
  unset?: string | readonly string[] | undefined
}

export function set(draft: AnswerDraft, { set = {} }: Change, groups?: Groups): void {
  for (const [name, value] of Object.entries(fillAll(set, draft.state.values, groups))) {
    // What is copied stays the word of whoever said it.
    draft.state.set({ [name]: value }, draft.state.authorOf(keysIn(set[name]!), 'scenario'))
  }
}

export function unset(draft: AnswerDraft, { unset = [] }: Change): void {
  draft.state.unset(typeof unset === 'string' ? [unset] : unset, 'scenario')
}

export function change(draft: AnswerDraft, by: Change, groups?: Groups): void {
  set(draft, by, groups)
  unset(draft, by)
}
