/** How big one round is. */
export interface Size {
  tenants: number
  people: number
  /** In each of them so many people write at once, and the server is killed in the middle of their answers. */
  waves: number
  /** Messages of a wave, each of another person. */
  messages: number
  /** How many people are forgotten in the end. */
  forgotten: number
}

export const platforms = ['slack', 'discord', 'teams'] as const
export type PlatformName = (typeof platforms)[number]

export interface Person {
  n: number
  tenant: number
  platform: PlatformName
  /** As the platform calls them. */
  id: string
}

export interface Place {
  n: number
  tenant: number
  platform: PlatformName
  kind: 'public' | 'private' | 'direct'
  /** As the platform calls it; of direct conversations the platform decides. */
  id: string
  people: readonly Person[]
}

/** Something that somebody says somewhere, with a word that stands nowhere else. */
export interface Said {
  canary: string
  person: Person
  place: Place
  /** The answer comes in many pieces. */
  isLong: boolean
}

/** When the server is killed: as the nth call of a platform that changes something arrives, or as it was done and not yet answered. */
export interface Kill {
  platform: PlatformName
  when: 'arrives' | 'done'
  nth: number
}

export interface Plan {
  seed: number
  size: Size
  people: readonly Person[]
  places: readonly Place[]
  waves: readonly { said: readonly Said[]; kill: Kill }[]
  forgotten: readonly Person[]
}

/** Of the first tenant: what belongs to a platform's app as a whole is the first account's. */
const first = 0

/** Who says what where, and when the server dies: the same for the same seed. */
export function planOf(seed: number, size: Size): Plan {
  const random = randomOf(seed)
  const below = (n: number) => Math.floor(random() * n)
  const people = peopleOf(size)
  const places = placesOf(people, size.tenants)
  const placesWith = new Map(people.map((person) => [person, places.filter((place) => place.people.includes(person))]))
  let spoken = 0
  const say = (person: Person): Said => {
    const own = placesWith.get(person)!
    const place = own[below(own.length)]!
    const tail = Math.floor(random() * 36 ** 6)
      .toString(36)
      .padStart(6, '0')
    const canary = `canary-${person.tenant}-${person.n}-${place.n}-${spoken++}-${tail}`
    return { canary, person, place, isLong: random() < 0.4 }
  }
  const waves = Array.from({ length: size.waves }, (_, n) => ({
    said: shuffled(people, below).slice(0, size.messages).map(say),
    // Each platform and each side of a call in turn, so that a short round has them all.
    kill: {
      platform: platforms[n % platforms.length]!,
      when: Math.floor(n / platforms.length) % 2 === 0 ? ('arrives' as const) : ('done' as const),
      nth: 1 + below(6),
    },
  }))
  const spoke = new Set(waves.flatMap(({ said }) => said.map(({ person }) => person)))
  return { seed, size, people, places, waves, forgotten: shuffled([...spoke], below).slice(0, size.forgotten) }
}

function peopleOf({ tenants, people }: Size): Person[] {
  return Array.from({ length: people }, (_, n) => {
    const platform = platforms[n % platforms.length]!
    // Microsoft's stand-in is one organisation.
    const tenant = platform === 'teams' ? first : Math.floor(n / platforms.length) % tenants
    return { n, tenant, platform, id: idOf(platform, n) }
  })
}

function idOf(platform: PlatformName, n: number): string {
  if (platform === 'slack') return `U0PROVE${n}`
  return platform === 'discord' ? `13${String(n).padStart(17, '0')}` : `29:1prove${n}`
}

function placesOf(people: readonly Person[], tenants: number): Place[] {
  const places: Omit<Place, 'n'>[] = []
  for (const platform of platforms) {
    for (let tenant = 0; tenant < tenants; tenant++) {
      const here = people.filter((one) => one.platform === platform && one.tenant === tenant)
      if (here.length === 0) continue
      const of = { platform, tenant }
      places.push({ ...of, kind: 'public', id: roomOf(platform, tenant, 'public'), people: here })
      places.push({ ...of, kind: 'private', id: roomOf(platform, tenant, 'private'), people: here.slice(0, 3) })
      // Discord's direct conversations are with the app, whichever server somebody is in.
      if (platform === 'discord' && tenant !== first) continue
      for (const person of here) places.push({ ...of, kind: 'direct', id: directOf(person), people: [person] })
    }
  }
  return places.map((place, n) => ({ n, ...place }))
}

function roomOf(platform: PlatformName, tenant: number, kind: 'public' | 'private'): string {
  if (platform === 'slack') return `C0PROVE${kind === 'public' ? 'HALL' : 'VAULT'}${tenant}`
  if (platform === 'discord') return `14${String(tenant * 2 + (kind === 'public' ? 0 : 1)).padStart(17, '0')}`
  return `19:${kind === 'public' ? 'hall' : 'vault'}@thread.tacv2`
}

/** Where the stand-ins have it; Discord's opens one and says which. */
function directOf({ platform, id }: Person): string {
  return platform === 'slack' ? `D${id.slice(1)}` : platform === 'teams' ? `a:${id.slice(3)}` : ''
}

function shuffled<T>(values: readonly T[], below: (n: number) => number): T[] {
  const rest = [...values]
  for (let n = rest.length - 1; n > 0; n--) {
    const other = below(n + 1)
    ;[rest[n], rest[other]] = [rest[other]!, rest[n]!]
  }
  return rest
}

/** Numbers from 0 to 1 that follow from the seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
