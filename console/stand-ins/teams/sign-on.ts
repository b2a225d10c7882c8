import { Mistake } from '../shared/mistake.ts'
import type { Activities } from './activity.ts'
import type { Deliveries } from './delivery.ts'
import type { Login } from './identity/login.ts'
import type { TokenStore } from './identity/token-store.ts'
import type { Interactions, Outcome } from './interactions.ts'
import type { Place, Post, SignInCard } from './records.ts'
import type { Seat } from './seat.ts'
import type { At } from './view.ts'
import type { World } from './world.ts'

/** How Teams signs people in; each may be changed at any time. */
export interface SignOnSettings {
  /** On how many devices somebody is signed in to Teams: each answers a card. */
  devices: number
  /** What it fails with, before it has a token of theirs: a code of `signin/failure`. */
  fails: string | undefined
  /** Microsoft wants to see people before it exchanges a token of theirs. */
  wantsToSee: boolean
}

export interface SignOn {
  readonly signOn: SignOnSettings
  /** The button of a sign-in, to the end of what its page asks; `code`: what they come back with instead. */
  signIn(what: At & { code?: string }): Promise<Outcome>
  /** A token of somebody's as a device of theirs has it for the app. */
  deviceToken(user: string): string
  /** Whose token for an audience it is, by their address. */
  holder(token: string, audience: string): string | undefined
  /** What the token store has of somebody is gone. */
  dropSignIn(user: string): void
}

/** The clients of people answer a card for signing in by themselves: with a token of theirs, from each device. */
export function createSignOn(parts: {
  world: World
  seat: Seat
  activities: Activities
  deliveries: Deliveries
  interactions: Interactions
  store: TokenStore
  login: Login
}): SignOn {
  const { world, seat, activities, deliveries, interactions, store, login } = parts
  const signOn: SignOnSettings = {
    ...{ devices: 1, fails: undefined },
    get wantsToSee() {
      return store.wantsToSee
    },
    set wantsToSee(on) {
      store.wantsToSee = on
    },
  }

  function failureOf({ exchange }: SignInCard): string | undefined {
    const { webApplicationInfo: known } = world.manifest
    if (signOn.fails !== undefined) return signOn.fails
    const isKnown = known?.id === world.app.id && known.resource === `api://botid-${world.app.id}`
    return isKnown && exchange?.uri === known.resource ? undefined : 'resourcematchfailed'
  }

  const invoke = (place: Place, post: Post, name: string, value: object) =>
    deliveries.send(
      activities.of({ user: place.user!, place, type: 'invoke', rest: { name, value, replyToId: post.id } }),
    )

  async function device(place: Place, post: Post, card: SignInCard): Promise<void> {
    const fails = failureOf(card)
    if (fails !== undefined) {
      await invoke(place, post, 'signin/failure', { code: fails, message: 'The sign-in failed.' })
      return
    }
    const { id } = card.exchange!
    const token = login.deviceToken(world.person(place.user!))
    const answer = await invoke(place, post, 'signin/tokenExchange', { id, connectionName: card.connection, token })
    // Documented: the app asks for its button by 412; of anything else nobody sees anything.
    if (answer?.status !== 412 || post.deleted) return
    card.isShown = true
    world.changed(post)
  }

  world.watch((change) => {
    if (change.type !== 'message') return
    const { post } = change
    const place = world.places.get(post.place)
    const card = post.attachments.find((one) => one.kind === 'signin')
    if (!card || !place?.user) return
    for (let n = 0; n < signOn.devices; n++) void device(place, post, card)
  })

  return {
    signOn,
    holder: login.holder,
    dropSignIn: store.drop,
    deviceToken: (user) => login.deviceToken(world.person(user)),
    async signIn({ code, ...at }) {
      const { place, post } = seat.existing(at)
      const card = post.attachments.find((one) => one.kind === 'signin' && one.isShown) as SignInCard | undefined
      if (!card) throw new Mistake('Nobody is asked to sign in there', 404)
      const { validDomains = [] } = world.manifest
      if (!validDomains.includes(new URL(card.link).host))
        throw new Mistake('Teams opens no page outside the validDomains of the app')
      const state = code ?? store.signIn(at.user, card.link)
      return interactions.invoke({ user: at.user, place, post }, 'signin/verifyState', { state })
    },
  }
}
