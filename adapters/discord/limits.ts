import type { Scope } from '../../src/ports/budget.ts'
import type { Limits } from '../../src/ports/channel.ts'
import { channelOf, type Spot } from './places.ts'
import { isAlive } from './through.ts'

/**
 * Discord documents no limits of single calls and wants its headers to be heeded instead. Where to begin: five in five seconds
 * is what everybody sees for messages of a channel.
 */
const perFive = (of: 'channel' | 'interaction', id: string, what: string): Scope => ({
  key: `discord:${id}:${what}`,
  name: `${of} ${what}`,
  ...{ limit: 5, windowMs: 5000, told: true },
})

export interface Scopes {
  /** Documented: of all calls of the app, but for those that answer interactions. */
  readonly everything: Scope
  posts(channel: string): Scope
  edits(channel: string): Scope
  removals(channel: string): Scope
  reads(channel: string): Scope
  typing(channel: string): Scope
  marks(channel: string): Scope
  /** Of one interaction. */
  followUps(interaction: string): Scope
  followUpEdits(interaction: string): Scope
}

export function createScopes(application: string): Scopes {
  return {
    everything: { key: `discord:@${application}`, name: 'app', limit: 50, windowMs: 1000 },
    posts: (channel) => perFive('channel', channel, 'post'),
    edits: (channel) => perFive('channel', channel, 'edit'),
    removals: (channel) => perFive('channel', channel, 'remove'),
    reads: (channel) => perFive('channel', channel, 'read'),
    typing: (channel) => perFive('channel', channel, 'typing'),
    // What everybody sees: one in 250 ms.
    marks: (channel) => ({ key: `discord:${channel}:mark`, name: 'channel mark', limit: 1, windowMs: 250, told: true }),
    followUps: (interaction) => perFive('interaction', `~${interaction}`, 'post'),
    followUpEdits: (interaction) => perFive('interaction', `~${interaction}`, 'edit'),
  }
}

const TEXT: Limits['text'] = { max: 2000, unit: 'utf16' }
/** What is longer than so many messages comes as a file. */
const MESSAGES = 5

/** Documented: five follow-ups where the app is not. The first message replaces what waits; with a file come two more. */
const MESSAGES_BY_INTERACTION = 3

/** There is no native stream, so what belongs to one costs nothing. */
export function limitsOf(spot: Spot, { scopes, now }: { scopes: Scopes; now: () => number }): Limits {
  const none = { stream: [], append: [], finish: [] }
  const { through } = spot
  const alone = through?.alone && { alone: true as const }
  if (through && isAlive(through.interaction, now())) {
    const { interaction } = through
    const cost = { post: [scopes.followUps(interaction)], edit: [scopes.followUpEdits(interaction)] }
    const messages = through.only ? MESSAGES_BY_INTERACTION : MESSAGES
    return { text: TEXT, cost: { ...cost, ...none }, atMost: { messages, cost: cost.post }, ...alone }
  }
  const channel = channelOf(spot)
  const cost = { post: [scopes.posts(channel), scopes.everything], edit: [scopes.edits(channel), scopes.everything] }
  return { text: TEXT, cost: { ...cost, ...none }, atMost: { messages: MESSAGES, cost: cost.post }, ...alone }
}
