import { isDeepStrictEqual as isSame } from 'node:util'
import type { AgentDocument } from '../../model/agent.ts'
import { isPlain } from '../../model/management.ts'
import type { Store } from '../../store/index.ts'
import { byKey, type ListName, lists, placeText } from './lists.ts'
import type { DraftState } from './state.ts'

/** What there is now of an agent, for whoever has seen something else of it. */
export interface Moved {
  /** Of what is live. */
  version: number
  /** Of the draft. */
  revision: string
  /** What has changed since, as far as it is known how it was. */
  places: string[]
}

/** `seen`: a version (`v7`) or a revision of the draft. Of a draft only the state before its last change is known. */
export async function movedSince(at: DraftState, seen: string, versionOf: Store['agents']['version']): Promise<Moved> {
  const { live, stored, document, revision } = at
  const [, version, drafted] = /^v?(\d{1,15})(?:\.(\d{1,15}))?$/.exec(seen) ?? []
  const then = version === undefined ? undefined : await versionOf(live.id, Number(version))
  const places = (before: AgentDocument, after: AgentDocument) => ({
    ...{ version: live.version, revision },
    places: changedPlaces(before, after),
  })
  if (then && (drafted === undefined || Number(drafted) === (stored?.revision ?? 0) || !stored)) {
    return places(then.document, live.document)
  }
  if (then && drafted === '0') return places(then.document, document)
  const former = stored?.revision === Number(drafted) + 1 ? stored.former?.content : undefined
  return former ? places(former.document, stored!.document) : places(document, document)
}

/** Where two documents differ: key by key, and in lists by what their items are known by. */
function changedPlaces(before: AgentDocument, after: AgentDocument): string[] {
  const found: string[] = []
  const look = (path: readonly string[], old: unknown, now: unknown): void => {
    if (isSame(old, now)) return
    if (!isPlain(old) || !isPlain(now)) return void found.push(placeText(path))
    for (const key of new Set([...Object.keys(old), ...Object.keys(now)])) look([...path, key], old[key], now[key])
  }
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof AgentDocument>
  for (const key of keys) if (!lists.includes(key as ListName)) look([key], before[key], after[key])
  for (const name of lists) {
    const [old, now] = [byKey(before, name), byKey(after, name)]
    for (const key of new Set([...old.keys(), ...now.keys()])) look([name, key], old.get(key), now.get(key))
    if (isSame([...old.keys()].toSorted(), [...now.keys()].toSorted()) && !isSame([...old.keys()], [...now.keys()]))
      found.push(name)
  }
  return found
}
