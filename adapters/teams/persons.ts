import { LatestMap } from '../../src/lib/latest.ts'
import type { View } from '../../src/model/view.ts'
import type { Log } from '../../src/ports/log.ts'
import type { Notes } from '../../src/ports/notes.ts'
import { type Connector, toMember } from './connector.ts'
import type { Near } from './inbound.ts'
import type { Mention } from './payloads.ts'
import type { Spot } from './places.ts'

const KEPT = 10_000
/** Nobody waits longer for an answer because of names. */
const PATIENCE_MS = 1000
/** So many are asked about at once; the others are shown as they are. */
const MOST = 10
const PERSON = /<@([a-z]+_[^<>\s]+)>/g

/** Who people are, as their uids tell them apart and as they are called, and how to reach them. */
export function createPersons({ connector, notes, log }: { connector: Connector; notes: Notes; log: Log }) {
  /** By tenant and by the id of Entra, which is that of a uid. */
  const names = new LatestMap<string, string>(KEPT)
  /** By tenant and by the id that Teams has of somebody for this app. */
  const ids = new LatestMap<string, string>(KEPT)
  /** How Teams calls somebody for this app, and where it takes calls about them. Noted: another process may have to reach them. */
  const reached = new LatestMap<string, string>(KEPT)
  const noteOf = (tenant: string, id: string): string => `person:${tenant}/${id}`

  async function ask(spot: Spot, id: string): Promise<void> {
    const { tenant } = spot
    const reply = await connector.begin(AbortSignal.timeout(PATIENCE_MS))(toMember(spot, id))
    if (!('ok' in reply)) return
    const { id: user, name, aadObjectId, objectId = aadObjectId } = reply.ok
    if (typeof objectId !== 'string') return
    const own = objectId.toLowerCase()
    if (typeof user === 'string') ids.set(`${tenant}/${user}`, own)
    if (typeof name === 'string' && name) names.set(`${tenant}/${own}`, name)
    if (typeof user === 'string') await noted(spot, user, own)
  }

  async function noted({ tenant, serviceUrl }: Spot, user: string, id: string): Promise<void> {
    const value = `${user} ${serviceUrl}`
    if (/\s/.test(user) || reached.get(`${tenant}/${id}`) === value) return
    reached.set(`${tenant}/${id}`, value)
    try {
      if ((await notes.get(noteOf(tenant, id))) !== value) await notes.set(noteOf(tenant, id), value)
    } catch (err) {
      log.warn({ err }, 'how somebody can be reached was not noted')
    }
  }

  async function reachOf(
    tenant: string,
    id: string,
  ): Promise<(Pick<Spot, 'serviceUrl'> & { user: string }) | undefined> {
    const [user, serviceUrl] =
      (reached.get(`${tenant}/${id}`) ?? (await notes.get(noteOf(tenant, id))))?.split(' ') ?? []
    return user && serviceUrl ? { user, serviceUrl } : undefined
  }

  /** With people called as they are called there. */
  async function called({ tenant, ...spot }: Spot, texts: readonly string[]): Promise<(text: string) => string> {
    const ours = new RegExp(`^teams_${tenant}_(\\S+)$`)
    const people = new Set(
      texts.flatMap((text) => [...text.matchAll(PERSON)].map(([, uid]) => ours.exec(uid!)?.[1] ?? '')),
    )
    const unknown = [...people].filter((id) => id !== '' && !names.has(`${tenant}/${id}`))
    await Promise.all(unknown.slice(0, MOST).map((id) => ask({ tenant, ...spot }, id)))
    return (text) =>
      text.replace(PERSON, (_, uid: string) => {
        const name = names.get(`${tenant}/${ours.exec(uid)?.[1]}`)
        return name === undefined ? uid : name.replace(/[\\*_~[\]<>|#`]/g, '\\$&')
      })
  }

  return {
    /** Somebody of whom an activity told. Resolves when it is noted. */
    met({ spot, user }: Near, { id, name }: { id: string; name?: string }): Promise<void> {
      ids.set(`${spot.tenant}/${user}`, id)
      if (name) names.set(`${spot.tenant}/${id}`, name)
      return noted(spot, user, id)
    },

    /**
     * Somebody, by their id in Entra, as Teams takes calls about them: near that conversation, else anywhere they were heard of.
     * Teams itself is asked about whoever was never heard of, which takes a conversation that they are in.
     */
    async near(tenant: string, id: string, spot: Spot | undefined): Promise<Near | undefined> {
      let reach = await reachOf(tenant, id)
      if (!reach && spot) {
        await ask(spot, id)
        reach = await reachOf(tenant, id)
      }
      if (!reach) return undefined
      const { user, serviceUrl } = reach
      return { user, spot: spot ?? { tenant, conversation: '', kind: 'personal', serviceUrl } }
    },

    /** The uids of people who are mentioned there; Teams tells only its own ids with a mention. */
    async uids({ spot }: Near, mentions: readonly Mention[]): Promise<(mention: Mention) => string> {
      const { tenant } = spot
      const known = ({ mentioned }: Mention): string | undefined =>
        mentioned.aadObjectId?.toLowerCase() ?? ids.get(`${tenant}/${mentioned.id}`)
      const unknown = new Set(mentions.filter((one) => known(one) === undefined).map(({ mentioned }) => mentioned.id))
      await Promise.all([...unknown].slice(0, MOST).map((id) => ask(spot, id)))
      return (mention) => `teams_${tenant}_${known(mention) ?? mention.mentioned.id}`
    },

    /** With the people in it called as they are called there. */
    async named(spot: Spot, view: View): Promise<View> {
      const { form } = view
      const fields = form?.sections.flatMap((section) => section.fields) ?? []
      const hints = fields.flatMap(({ hint }) => (hint === undefined ? [] : [hint]))
      const faults = form?.faults ?? []
      const name = await called(spot, [view.text, ...hints, ...faults.map(({ message }) => message)])
      return {
        ...view,
        text: name(view.text),
        ...(form && {
          form: {
            ...form,
            sections: form.sections.map((section) => ({
              ...section,
              fields: section.fields.map((field) => ({ ...field, ...(field.hint && { hint: name(field.hint) }) })),
            })),
            ...(form.faults && {
              faults: form.faults.map((fault) => ({ ...fault, message: name(fault.message) })),
            }),
          },
        }),
      }
    },
  }
}
export type Persons = ReturnType<typeof createPersons>
