import { createHash } from 'node:crypto'
import { AppError } from '../lib/errors.ts'
import type { Place } from '../model/message.ts'
import type { Store } from '../store/index.ts'
import { wholeOf } from '../store/places.ts'
import type { Reach } from './commands/words/places.ts'
import type { Platforms } from './platforms.ts'
import { errors } from './words/index.ts'

/** Where a program has an agent speak, and as whom: nobody who ever wrote there. */
export interface ProgramPlace {
  uid: string
  platform: string
  installation: string
  /** As a timer keeps it. */
  context: object
}

/** Whose places are asked about, and what platforms say of their installations. */
interface ServedParts {
  store: Pick<Store, 'places'>
  platforms: Pick<Platforms, 'isOrganisation'>
}

/** A place of an installation that the account serves, and how far it reaches. */
export async function servedPlace(
  { store, platforms }: ServedParts,
  account: string,
  place: string,
): Promise<{ platform: string; installation: string; reach: Reach } | undefined> {
  const [platform = ''] = place.split(':', 1)
  const all = await store.places.installations(platform)
  const wholeOfOne = (one: { id: string }) => wholeOf({ platform, installation: one.id })
  const served = all.filter((one) => one.account === account && one.status === 'approved')
  const own = served.find((one) => isWithin(place, wholeOfOne(one)))
  const { isOrganisation } = platforms
  if (own) {
    const reach = place !== wholeOfOne(own) ? 'channel' : isOrganisation(place) ? 'organisation' : 'workspace'
    return { platform, installation: own.id, reach }
  }
  // The workspaces of an organisation are not told apart from others, but for those that somebody else has.
  const around = served.find((one) => isOrganisation(wholeOfOne(one)))
  const bound = await store.places.at(place)
  const isTheirs = all.some((one) => isWithin(place, wholeOfOne(one))) || (bound && bound.account !== account)
  if (!around || isTheirs || isOrganisation(place)) return undefined
  const isWorkspace = !/[:/;]/.test(place.slice(platform.length + 1))
  return { platform, installation: around.id, reach: isWorkspace ? 'workspace' : 'channel' }
}

/** A channel in which the agent answers. 404 `place_not_found` for every other. */
export async function programPlace(
  parts: ServedParts,
  { account, agent }: { account: string; agent: string },
  place: Place,
  conversation: string,
): Promise<ProgramPlace> {
  const served = await servedPlace(parts, account, place)
  const bindings = await parts.store.places.bindings(account)
  const binding =
    bindings.filter((one) => isWithin(place, one.place)).toSorted((a, b) => b.place.length - a.place.length)[0] ??
    bindings.find((one) => served && one.place === wholeOf(served))
  // What is bound can be named before the platform is connected.
  if (binding?.agent === agent && !served)
    throw new AppError('place_not_found', errors.notConnected(agent), { status: 404 })
  if (binding?.agent !== agent || served?.reach !== 'channel')
    throw new AppError('place_not_found', errors.notBound, { status: 404 })
  const { platform, installation } = served
  const uid = `program_${createHash('sha256').update(place).digest('hex').slice(0, 16)}`
  const context = {
    ...{ platform, installation, conversation, place, channel: place, talk: place, replyTo: place },
    ...{ author: { uid, id: '' }, language: 'en', anybody: true, to: { place } },
  }
  return { uid, platform, installation, context }
}

/** Platforms part what is within by `:`, `/` or `;`. */
const isWithin = (place: string, outer: string): boolean =>
  place === outer || (place.startsWith(outer) && /[:/;]/.test(place.charAt(outer.length)))
