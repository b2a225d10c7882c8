import { LatestMap } from '../../src/lib/latest.ts'
import type { Channel } from '../../src/ports/channel.ts'
import type { Log } from '../../src/ports/log.ts'
import type { Notes } from '../../src/ports/notes.ts'
import { type Connector, toTeam } from './connector.ts'
import {
  baseOf,
  type Kind,
  readMessageRef,
  readPlace,
  readTalk,
  replyPlace,
  type Spot,
  threadIn,
  threadOf,
} from './places.ts'

const KEPT = 10_000

/** What is known of a conversation that an activity told of. */
export interface TalkNote {
  kind: Kind
  serviceUrl: string
  /** Teams' id of the team, of a channel. */
  team?: string
}

/**
 * Where conversations are, for whoever is to read them: a process that shows answers was told of none. Noted as far as Teams told, which
 * for a team's id in Entra it does only when it is asked.
 */
export function createTalks({ connector, notes, log }: { connector: Connector; notes: Notes; log: Log }) {
  const known = new LatestMap<string, string>(KEPT)
  const groups = new LatestMap<string, string>(KEPT)

  async function noted(name: string, value: string): Promise<void> {
    if (known.get(name) === value) return
    known.set(name, value)
    try {
      if ((await notes.get(name)) !== value) await notes.set(name, value)
    } catch (err) {
      log.warn({ err }, 'where a conversation of Teams is was not noted')
    }
  }

  async function note(name: string): Promise<string | undefined> {
    return known.get(name) ?? notes.get(name).catch(() => undefined)
  }

  const noteOf = (tenant: string, conversation: string): string => `talk:${tenant}/${baseOf(conversation)}`

  async function find(tenant: string, conversation: string): Promise<TalkNote | undefined> {
    const [kind, serviceUrl, team] = (await note(noteOf(tenant, conversation)))?.split(' ') ?? []
    return kind && serviceUrl ? { kind: kind as Kind, serviceUrl, ...(team && { team }) } : undefined
  }

  return {
    find,
    /** An activity came from there. Resolves when that is noted; never rejects. */
    async met({ tenant, conversation, kind, serviceUrl }: Spot, team: string | undefined): Promise<void> {
      if (kind === 'personal' || (team !== undefined && /\s/.test(team))) return
      await noted(noteOf(tenant, conversation), [kind, serviceUrl, ...(team ? [team] : [])].join(' '))
    },
    /** The id in Entra of a channel's team, by which Graph knows it, where Teams tells it. `unknown`: it has not answered in time. */
    async groupOf(
      tenant: string,
      { serviceUrl, team }: TalkNote,
      signal: AbortSignal,
    ): Promise<{ ok: string | undefined } | { unknown: Error }> {
      if (team === undefined) return { ok: undefined }
      const name = `group:${tenant}/${team}`
      const kept = groups.get(name) ?? (await notes.get(name).catch(() => undefined))
      if (kept !== undefined) return { ok: kept }
      const reply = await connector.begin(signal)(toTeam({ tenant, serviceUrl }, team))
      if ('unknown' in reply) return reply
      if ('retryAt' in reply) return { unknown: new Error('Teams asks for a pause before it tells of its teams') }
      const group = 'ok' in reply ? reply.ok['aadGroupId'] : undefined
      if (typeof group !== 'string' || !/^[\da-f-]{36}$/i.test(group)) return { ok: undefined }
      groups.set(name, group)
      await noted(name, group)
      return { ok: group }
    },
  }
}
/** As `Channel.placeFor`: of a name alone it is known where Teams takes calls about it only once something was heard from there. */
export const placesIn =
  (talks: Pick<Talks, 'find'>): NonNullable<Channel['placeFor']> =>
  async (target) => {
    if ('directAt' in target) {
      const spot = readPlace(target.directAt)
      return spot?.kind === 'personal' ? replyPlace(spot) : undefined
    }
    if ('below' in target) {
      const { id, ...spot } = readMessageRef(target.below)
      const isThread = spot.kind === 'channel' && id !== '' && threadIn(spot.conversation) === undefined
      return replyPlace(isThread ? { ...spot, conversation: threadOf(spot.conversation, id) } : spot)
    }
    const talk = readTalk(target.place)
    const known = talk && (await talks.find(talk.tenant, talk.conversation))
    if (!talk || !known) return undefined
    const { tenant, conversation, root } = talk
    const { kind, serviceUrl } = known
    return replyPlace({ tenant, conversation: root ? threadOf(conversation, root) : conversation, kind, serviceUrl })
  }

export type Talks = ReturnType<typeof createTalks>
