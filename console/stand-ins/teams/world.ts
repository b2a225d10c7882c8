import { Mistake } from '../shared/mistake.ts'
import { byId, createTimeline, type Timeline } from '../shared/timeline.ts'
import { createIds, type Ids } from './ids.ts'
import type { Entry, Journal } from './journal.ts'
import type { Limits } from './limits.ts'
import { isRunning, type Person, type Place, type Post, type StoredFile } from './records.ts'
import {
  type AppSettings,
  type BotManifest,
  type GroupSettings,
  type PersonSettings,
  personalChat,
  type TeamSettings,
  type TenantSettings,
} from './settings.ts'

export type Change =
  | { type: 'message' | 'message_changed' | 'message_removed'; post: Post }
  | { type: 'typing'; place: Place; root?: string }
  | { type: 'place'; place: Place }
  | { type: 'manifest' }

/** One tenant as the app meets it: its people, where they talk, and what was said. */
export interface World {
  readonly app: AppSettings
  readonly tenant: TenantSettings
  readonly botId: string
  readonly people: Map<string, Person>
  readonly places: Map<string, Place>
  readonly files: Map<string, StoredFile>
  readonly ids: Ids
  /** People who blocked the bot. */
  readonly blockedBy: Set<string>
  manifest: BotManifest
  person(id: string): Person
  nameOf(id: string): string
  authorName(post: Pick<Post, 'author' | 'program'>): string
  sees(user: string, place: Place): boolean
  membersOf(place: Place): Person[]
  isInstalled(place: Place): boolean
  /** A team has the app in all of its channels or in none. */
  install(place: Place, on: boolean): void
  posts(place: string): Timeline<Post>
  /** The stream that has not ended, if there is one. */
  runningIn(place: Place): Post | undefined
  add(post: Post): void
  /** To be called when something about a message is other than before. */
  changed(post: Post): void
  remove(post: Post): void
  typing(place: Place, root?: string): void
  setManifest(manifest: BotManifest): void
  addFile(file: Omit<StoredFile, 'id'>): StoredFile
  fillFile(id: string, base64: string): void
  /** Ends streams that had their time, and takes targeted messages away. */
  expire(): void
  watch(watcher: (change: Change) => void): void
  restore(entry: Entry): void
  entries(): Iterable<Entry>
}

export function createWorld(parts: {
  app: AppSettings
  tenant: TenantSettings
  people: readonly PersonSettings[]
  teams: readonly TeamSettings[]
  groups: readonly GroupSettings[]
  manifest: BotManifest
  installed: boolean
  limits: Limits
  now: () => number
  journal: () => Journal
}): World {
  const { app, tenant, limits, now, journal } = parts
  const ids = createIds(now)
  const botId = `28:${app.id}`
  const people = new Map(parts.people.map((person) => [person.id, { ...person }]))
  const places = placesOf(parts)
  const installs = new Map<string, boolean>()
  const timelines = new Map<string, Timeline<Post>>()
  const files = new Map<string, StoredFile>()
  const watchers: ((change: Change) => void)[] = []
  /** Messages that time alone will change. */
  const passing = new Set<Post>()

  const tell = (change: Change): void => {
    for (const watcher of watchers) watcher(change)
  }
  const installKey = (place: Place): string => place.team?.id ?? place.id
  const posts = (place: string): Timeline<Post> => {
    const timeline = timelines.get(place) ?? createTimeline<Post>(byId)
    timelines.set(place, timeline)
    return timeline
  }
  const mind = (post: Post): void => {
    if (post.targetedTo || isRunning(post)) passing.add(post)
    else passing.delete(post)
  }

  function place(post: Post): void {
    const timeline = posts(post.place)
    timeline.add(post)
    if (timeline.size > limits.messages) passing.delete(timeline.shift()!)
    mind(post)
  }

  const world: World = {
    app,
    tenant,
    botId,
    people,
    places,
    files,
    ids,
    blockedBy: new Set(),
    manifest: parts.manifest,
    person(id) {
      const person = people.get(id)
      if (!person) throw new Mistake(`There is nobody called ${id}`, 404)
      return person
    },
    nameOf: (id) => (id === botId ? app.name : (people.get(id)?.name ?? id)),
    authorName: ({ author, program }) => program?.name ?? world.nameOf(author),
    sees: (user, { kind, user: owner }) => kind !== 'personal' || owner === user,
    membersOf: (at) => (at.user ? [world.person(at.user)] : [...people.values()]),
    isInstalled: (at) => installs.get(installKey(at)) ?? parts.installed,
    install(at, on) {
      installs.set(installKey(at), on)
      journal().write({ install: { place: installKey(at), on } })
      for (const each of places.values()) {
        if (installKey(each) === installKey(at)) tell({ type: 'place', place: each })
      }
    },
    posts,
    runningIn: ({ id }) => [...passing].find((post) => post.place === id && isRunning(post)),
    add(post) {
      place(post)
      journal().write({ post })
      tell({ type: 'message', post })
    },
    changed(post) {
      mind(post)
      journal().write({ post })
      tell({ type: 'message_changed', post })
    },
    remove(post) {
      passing.delete(post)
      posts(post.place).remove(post.id)
      journal().write({ postRemoved: { place: post.place, id: post.id } })
      tell({ type: 'message_removed', post })
    },
    typing: (at, root) => tell({ type: 'typing', place: at, ...(root && { root }) }),
    setManifest(manifest) {
      world.manifest = manifest
      journal().write({ manifest })
      tell({ type: 'manifest' })
    },
    addFile(file) {
      const stored = { ...file, id: `f${ids.message()}` }
      files.set(stored.id, stored)
      journal().write({ file: stored })
      return stored
    },
    fillFile(id, base64) {
      const stored = { ...files.get(id)!, base64 }
      files.set(id, stored)
      journal().write({ file: stored })
    },
    expire() {
      for (const post of passing) {
        if (post.targetedTo && now() - post.at >= limits.targetedLifetimeMs) world.remove(post)
        else if (isRunning(post) && now() - post.stream!.startedAt >= limits.streamLifetimeMs) {
          post.stream!.state = 'expired'
          world.changed(post)
        }
      }
    },
    watch: (watcher) => void watchers.push(watcher),
    restore(entry) {
      if ('post' in entry) {
        ids.passed(entry.post.id)
        const timeline = posts(entry.post.place)
        const known = timeline.get(entry.post.id)
        if (known) Object.assign(known, withoutLeftovers(known), entry.post)
        else place(entry.post)
        mind(known ?? entry.post)
      } else if ('postRemoved' in entry) {
        const { place: at, id } = entry.postRemoved
        const post = posts(at).get(id)
        if (post) passing.delete(post)
        posts(at).remove(id)
      } else if ('file' in entry) {
        ids.passed(entry.file.id.slice(1))
        files.set(entry.file.id, entry.file)
      } else if ('install' in entry) installs.set(entry.install.place, entry.install.on)
      else world.manifest = entry.manifest
    },
    *entries() {
      for (const file of files.values()) yield { file }
      for (const [at, on] of installs) yield { install: { place: at, on } }
      yield { manifest: world.manifest }
      for (const timeline of timelines.values()) for (const post of timeline.forward()) yield { post }
    },
  }
  return world
}

/** Optional fields that a later line no longer has. */
function withoutLeftovers(post: Post): Partial<Record<keyof Post, undefined>> {
  return Object.fromEntries(Object.keys(post).map((key) => [key, undefined]))
}

function placesOf(parts: {
  people: readonly PersonSettings[]
  teams: readonly TeamSettings[]
  groups: readonly GroupSettings[]
}): Map<string, Place> {
  const places: Place[] = [
    ...parts.people.map(({ id, name }): Place => ({ id: personalChat(id), kind: 'personal', name, user: id })),
    ...parts.groups.map((group): Place => ({ ...group, kind: 'group' })),
    ...parts.teams.flatMap(({ channels, ...team }) =>
      channels.map(({ id, name }): Place => ({ id, kind: 'channel', name, team })),
    ),
  ]
  return new Map(places.map((place) => [place.id, place]))
}
