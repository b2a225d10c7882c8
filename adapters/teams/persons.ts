import { LatestMap } from '../../src/latest.ts'
import type { Connector } from './connector.ts'
import { toMember } from './connector.ts'
import type { Near } from './inbound.ts'
import type { Mention } from './payloads.ts'
import type { Spot } from './places.ts'

const KEPT = 10_000
/** Nobody waits longer for an answer because of names. */
const PATIENCE_MS = 1000
/** So many are asked about at once; the others are shown as they are. */
const MOST = 10
const PERSON = /<@([a-z]+_[^<>\s]+)>/g

/** Who people are, as their uids tell them apart and as they are called. */
export function createPersons({ connector }: { connector: Connector }) {
  /** By tenant and by the id of Entra, which is that of a uid. */
  const names = new LatestMap<string, string>(KEPT)
  /** By tenant and by the id that Teams has of somebody for this app. */
  const ids = new LatestMap<string, string>(KEPT)

  async function ask(spot: Spot, id: string): Promise<void> {
    const { tenant } = spot
    const reply = await connector.begin(AbortSignal.timeout(PATIENCE_MS))(toMember(spot, id))
    if (!('ok' in reply)) return
    const { id: user, name, aadObjectId, objectId = aadObjectId } = reply.ok
    if (typeof objectId !== 'string') return
    if (typeof user === 'string') ids.set(`${tenant}/${user}`, objectId)
    if (typeof name === 'string' && name) names.set(`${tenant}/${objectId}`, name)
  }

  return {
    /** Somebody of whom an activity told. */
    met({ spot: { tenant }, user }: Near, { id, name }: { id: string; name?: string }): void {
      ids.set(`${tenant}/${user}`, id)
      if (name) names.set(`${tenant}/${id}`, name)
    },

    /** The uids of people who are mentioned there; Teams tells only its own ids with a mention. */
    async uids({ spot }: Near, mentions: readonly Mention[]): Promise<(mention: Mention) => string> {
      const { tenant } = spot
      const known = ({ mentioned }: Mention): string | undefined =>
        mentioned.aadObjectId ?? ids.get(`${tenant}/${mentioned.id}`)
      const unknown = new Set(mentions.filter((one) => known(one) === undefined).map(({ mentioned }) => mentioned.id))
      await Promise.all([...unknown].slice(0, MOST).map((id) => ask(spot, id)))
      return (mention) => `teams_${tenant}_${known(mention) ?? mention.mentioned.id}`
    },

    /** How the people in these texts are called there. */
    async called({ spot }: Near, texts: readonly string[]): Promise<(text: string) => string> {
      const { tenant } = spot
      const ours = new RegExp(`^teams_${tenant}_(\\S+)$`)
      const people = new Set(
        texts.flatMap((text) => [...text.matchAll(PERSON)].map(([, uid]) => ours.exec(uid!)?.[1] ?? '')),
      )
      const unknown = [...people].filter((id) => id !== '' && !names.has(`${tenant}/${id}`))
      await Promise.all(unknown.slice(0, MOST).map((id) => ask(spot, id)))
      return (text) =>
        text.replace(PERSON, (_, uid: string) => {
          const name = names.get(`${tenant}/${ours.exec(uid)?.[1]}`)
          return name === undefined ? uid : name.replace(/[\\*_~[\]<>|#`]/g, '\\$&')
        })
    },
  }
}
