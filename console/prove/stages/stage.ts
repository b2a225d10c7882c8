import type { Person, Place, Plan, PlatformName, Said } from '../plan.ts'

/** A message that people see. */
export interface Shown {
  /** All that is in it. */
  content: string
  /** Nothing more comes. */
  isWhole: boolean
}

/** The stand-in of a platform, with the people and places of a plan. */
export interface Stage {
  /** What leads the server there; known once it has started. */
  environment(): Readonly<Record<string, string>>
  /** Where the server listens. */
  lead(url: string): void
  start(): Promise<void>
  stop(): Promise<void>
  say(said: Said): void
  /** Resolves when whatever was said was taken in, where the platform is told so. */
  acknowledged(): Promise<void>
  /** What the app has written in a place; `as`: everything that this person sees there. */
  shown(place: Place, as?: Person): Shown[]
  /** Called for every call that changes something; what calls waits for it. Returns a way to end it. */
  onChange(when: 'arrives' | 'done', hook: () => Promise<void>): () => void
}

/** What is said to the app, beneath its name where others are. */
export const asked = ({ canary }: Said): string => `please keep ${canary}`

export const peopleOf = ({ people }: Plan, platform: PlatformName, tenant?: number): Person[] =>
  people.filter((one) => one.platform === platform && (tenant === undefined || one.tenant === tenant))

/** Public and private ones. */
export const roomsOf = ({ places }: Plan, platform: PlatformName, tenant: number): Place[] =>
  places.filter((one) => one.platform === platform && one.tenant === tenant && one.kind !== 'direct')

export const tenantsOf = ({ size }: Plan): number[] => Array.from({ length: size.tenants }, (_, n) => n)

/** Calls one stand-in is told of, that change something. */
export const changing = (methods: RegExp, hook: () => Promise<void>) => (call: { method: string }) =>
  methods.test(call.method) ? hook() : undefined
