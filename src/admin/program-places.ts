import { createHash } from 'node:crypto'
import { AppError } from '../lib/errors.ts'
import type { Place } from '../model/message.ts'
import type { Store } from '../store/index.ts'
import { errors } from './words/index.ts'

/** Where a program has an agent speak, and as whom: nobody who ever wrote there. */
export interface ProgramPlace {
  uid: string
  platform: string
  installation: string
  /** As a timer keeps it. */
  context: object
}

/** A place of an installation that the account serves. `isWhole`: a workspace or server, and no channel of it. */
export async function servedPlace(
  store: Pick<Store, 'places'>,
  account: string,
  place: string,
): Promise<{ platform: string; installation: string; isWhole: boolean } | undefined> {
  const [platform = ''] = place.split(':', 1)
  const installation = (await store.places.installations(platform)).find(
    (one) => one.account === account && one.status === 'approved' && isWithin(place, `${platform}:${one.id}`),
  )
  return (
    installation && { platform, installation: installation.id, isWhole: place === `${platform}:${installation.id}` }
  )
}

/** A channel in which the agent answers. 404 `place_not_found` for every other. */
export async function programPlace(
  store: Pick<Store, 'places'>,
  { account, agent }: { account: string; agent: string },
  place: Place,
  conversation: string,
): Promise<ProgramPlace> {
  const binding = (await store.places.bindings(account))
    .filter((one) => isWithin(place, one.place))
    .toSorted((a, b) => b.place.length - a.place.length)[0]
  const served = await servedPlace(store, account, place)
  if (binding?.agent !== agent || !served || served.isWhole)
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
