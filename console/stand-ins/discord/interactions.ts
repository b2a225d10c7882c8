import { randomBytes } from 'node:crypto'
import { Mistake } from '../shared/mistake.ts'
import { type Callback, readCallback } from './forms/callback.ts'
import type { Modal } from './forms/modal.ts'
import type { Event } from './gateway/events.ts'
import { type Interaction, InteractionType, interactionJson } from './interaction.ts'
import type { Entry, Journal } from './journal.ts'
import type { Limits } from './limits.ts'
import type { Json } from './records.ts'
import { refuse } from './refusal.ts'
import type { World } from './world.ts'

export interface Choice {
  name: string
  value: string | number
}

/** A form that is open before somebody; the next one takes its place. */
export interface OpenModal extends Modal {
  /** The interaction that opened it. */
  interaction: Interaction
}

/** What becomes of an interaction, as the person it is of sees it. */
export type InteractionNews =
  | { type: 'state'; interaction: Interaction }
  | { type: 'modal'; user: string; modal: OpenModal | undefined }

export interface Interactions {
  readonly modals: ReadonlyMap<string, OpenModal>
  /** Tells the app, if it is there to be told. */
  begin(
    draft: Pick<Interaction, 'type' | 'user' | 'channel' | 'data'> & Partial<Pick<Interaction, 'name' | 'source'>>,
  ): Interaction
  /** The choices the app offers; none if it does not answer in time. */
  choices(interaction: Interaction): Promise<Choice[]>
  /** Whether an interaction may still be answered; refuses if not. Reads what it is answered with. */
  accept(id: string, token: string, body: unknown): { interaction: Interaction; callback: Callback }
  /** Marks it as answered. */
  settle(interaction: Interaction, patch: Partial<Interaction>): void
  find(id: string): Interaction | undefined
  /** By its token, as long as that is good. */
  byToken(token: string): Interaction
  openModal(interaction: Interaction, modal: Modal): void
  closeModal(user: string): void
  offer(interaction: Interaction, choices: Choice[]): void
  /** Gives up on those that had no answer in time. */
  expire(): void
  watch(watcher: (news: InteractionNews) => void): void
  restore(interaction: Interaction): void
  entries(): Iterable<Entry>
}

export function createInteractions(parts: {
  world: World
  limits: Limits
  now: () => number
  send: (event: Event) => boolean
  journal: () => Journal
}): Interactions {
  const { world, limits, now, send, journal } = parts
  const all = new Map<string, Interaction>()
  const pending = new Set<Interaction>()
  const modals = new Map<string, OpenModal>()
  const waiting = new Map<string, (choices: Choice[]) => void>()
  const watchers: ((news: InteractionNews) => void)[] = []

  const tell = (news: InteractionNews): void => {
    for (const watcher of watchers) watcher(news)
  }
  const isGood = (interaction: Interaction): boolean => now() - interaction.createdAt < limits.tokenMs
  const save = (interaction: Interaction): void => {
    if (interaction.type !== InteractionType.autocomplete) journal().write({ interaction })
  }

  function forgetOld(): void {
    for (const interaction of all.values()) {
      if (isGood(interaction)) return
      all.delete(interaction.token)
    }
  }

  function fail(interaction: Interaction): void {
    pending.delete(interaction)
    interaction.state = 'failed'
    waiting.get(interaction.id)?.([])
    waiting.delete(interaction.id)
    tell({ type: 'state', interaction })
  }

  function eventOf(interaction: Interaction): Event {
    const channel = world.channels.get(interaction.channel)!
    const source = interaction.source === undefined ? undefined : world.posts.get(channel.id, interaction.source)
    const data = (): Json => interactionJson(world, interaction, source, limits.fileBytes)
    return { name: 'INTERACTION_CREATE', guild: channel.guild, intent: 0, data }
  }

  return {
    modals,
    begin(draft) {
      forgetOld()
      const token = `aW50ZXJhY3Rpb246${randomBytes(48).toString('base64url')}`
      const id = world.ids.mint()
      const interaction: Interaction = { ...draft, id, token, createdAt: now(), state: 'pending', messages: [] }
      all.set(token, interaction)
      pending.add(interaction)
      save(interaction)
      tell({ type: 'state', interaction })
      if (!send(eventOf(interaction))) fail(interaction)
      return interaction
    },
    choices(interaction) {
      if (interaction.state === 'failed') return Promise.resolve([])
      return new Promise((resolve) => waiting.set(interaction.id, resolve))
    },
    accept(id, token, body) {
      const interaction = all.get(token)
      if (!interaction || interaction.id !== id) return refuse(10062)
      if (interaction.callback !== undefined) refuse(40060)
      if (now() - interaction.createdAt > limits.responseMs) refuse(10062)
      return { interaction, callback: readCallback(interaction, body) }
    },
    settle(interaction, patch) {
      pending.delete(interaction)
      Object.assign(interaction, patch, { state: 'answered' })
      save(interaction)
      tell({ type: 'state', interaction })
    },
    find: (id) => [...all.values()].find((interaction) => interaction.id === id),
    byToken(token) {
      const interaction = all.get(token)
      if (!interaction || !isGood(interaction)) return refuse(50027)
      // Before it is answered there is nothing behind its token.
      return interaction.callback === undefined ? refuse(10015) : interaction
    },
    openModal(interaction, modal) {
      const open: OpenModal = { ...modal, interaction }
      modals.set(interaction.user, open)
      tell({ type: 'modal', user: interaction.user, modal: open })
    },
    closeModal(user) {
      if (!modals.delete(user)) throw new Mistake('There is no form open', 404)
      tell({ type: 'modal', user, modal: undefined })
    },
    offer(interaction, choices) {
      waiting.get(interaction.id)?.(choices)
      waiting.delete(interaction.id)
    },
    expire() {
      for (const interaction of pending) if (now() - interaction.createdAt > limits.responseMs) fail(interaction)
    },
    watch: (watcher) => void watchers.push(watcher),
    restore(interaction) {
      all.set(interaction.token, interaction)
    },
    *entries() {
      for (const interaction of all.values()) {
        if (interaction.type !== InteractionType.autocomplete && isGood(interaction)) yield { interaction }
      }
    },
  }
}
