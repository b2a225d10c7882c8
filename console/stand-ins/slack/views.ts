import { randomBytes } from 'node:crypto'
import { readHome, readModal } from './blocks.ts'
import type { Entry, Journal } from './journal.ts'
import type { Block } from './post.ts'
import { refuse } from './refusal.ts'
import type { Workspace } from './workspace.ts'

/** A modal that a person has before them, or beneath the one that is. */
export interface OpenView extends Record<string, unknown> {
  id: string
  hash: string
  user: string
  /** The lowest of its stack. */
  root: string
  /** The one beneath it. */
  previous: string | null
  blocks: Block[]
}

export interface Views {
  /** The modals people have open, newest last. */
  readonly open: OpenView[]
  /** Those of a person, the lowest first. */
  of(user: string): OpenView[]
  /** In place of whatever they have open. Throws a Refusal, as all that take a view. */
  show(user: string, view: unknown): OpenView
  /** On top of what they have open. */
  push(user: string, view: unknown): OpenView
  update(which: { id: string } | { external_id: string }, view: unknown, hash?: string): OpenView
  close(id: string): void
  /** What a person sees in the app's Home tab, in place of what was there. */
  publish(user: string, view: unknown, hash?: string): OpenView
  home(user: string): OpenView | undefined
  /** As the Web API and interactions tell it. */
  json(view: OpenView): Record<string, unknown>
  /** Told of each person whose modals are others now. */
  watch(watcher: (user: string) => void): void
  restore(entry: Extract<Entry, { view: unknown } | { viewClosed: unknown }>): void
  entries(): Iterable<Entry>
}

const KEPT = 1000
/** Documented: how many lie on each other. */
const STACK = 3

export function createViews({ workspace, journal }: { workspace: Workspace; journal: () => Journal }): Views {
  const views = new Map<string, OpenView>()
  const homes = new Map<string, OpenView>()
  const watchers: ((user: string) => void)[] = []
  const freshHash = (): string => randomBytes(6).toString('hex')
  const of = (user: string): OpenView[] => [...views.values()].filter((view) => view.user === user)
  const changed = (user: string): void => {
    for (const watcher of watchers) watcher(user)
  }

  function put(view: OpenView): OpenView {
    views.set(view.id, view)
    if (views.size > KEPT) views.delete(views.keys().next().value!)
    journal().write({ view })
    changed(view.user)
    return view
  }

  function drop(id: string): void {
    if (views.delete(id)) journal().write({ viewClosed: id })
  }

  function read(given: unknown, own?: OpenView): ReturnType<typeof readModal> {
    const view = readModal(given)
    const { external_id } = view
    const isTaken = [...views.values()].some((each) => each['external_id'] === external_id && each.id !== own?.id)
    if (external_id && isTaken) refuse('duplicate_external_id')
    return view
  }

  function fresh(user: string, view: ReturnType<typeof readModal>, beneath?: OpenView): OpenView {
    const id = `V${randomBytes(5).toString('hex').toUpperCase()}`
    return put({ ...view, id, hash: freshHash(), user, root: beneath?.root ?? id, previous: beneath?.id ?? null })
  }

  return {
    get open() {
      return [...views.values()]
    },
    of,
    show(user, given) {
      const view = read(given)
      for (const { id } of of(user)) drop(id)
      return fresh(user, view)
    },
    push(user, given) {
      const stack = of(user)
      if (stack.length === 0) refuse('not_found')
      if (stack.length >= STACK) refuse('push_limit_reached')
      return fresh(user, read(given), stack.at(-1))
    },
    update(which, given, hash) {
      const known =
        'id' in which
          ? views.get(which.id)
          : [...views.values()].find((view) => view['external_id'] === which.external_id)
      if (!known) return refuse('not_found')
      if (hash !== undefined && hash !== known.hash) refuse('hash_conflict')
      const { id, user, root, previous } = known
      return put({ ...read(given, known), id, hash: freshHash(), user, root, previous })
    },
    close(id) {
      const { user } = views.get(id) ?? {}
      drop(id)
      if (user) changed(user)
    },
    publish(user, given, hash) {
      const before = homes.get(user)
      if (hash !== undefined && hash !== before?.hash) refuse('hash_conflict')
      const id = before?.id ?? `V${randomBytes(5).toString('hex').toUpperCase()}`
      const view: OpenView = { ...readHome(given), id, hash: freshHash(), user, root: id, previous: null }
      homes.set(user, view)
      journal().write({ view })
      return view
    },
    home: (user) => homes.get(user),
    json({ user: _, root, previous, ...view }) {
      const { team, app } = workspace
      const ids = { team_id: team.id, app_id: app.id, bot_id: app.botId, app_installed_team_id: team.id }
      return { ...ids, root_view_id: root, previous_view_id: previous, ...view }
    },
    watch: (watcher) => void watchers.push(watcher),
    restore(entry) {
      if ('view' in entry && entry.view['type'] === 'home') homes.set(entry.view.user, entry.view)
      else if ('view' in entry) views.set(entry.view.id, entry.view)
      else views.delete(entry.viewClosed)
    },
    *entries() {
      for (const view of [...views.values(), ...homes.values()]) yield { view }
    },
  }
}
