import type { Texts } from '../lib/language.ts'
import type { Sought } from './sought.ts'
import { words } from './words/index.ts'

/** What PostgreSQL says of itself where it takes nothing at the moment, in a word or two for everybody. */
const states: Readonly<Record<string, string>> = {
  '25006': 'may only be read',
  '28000': 'does not let Parley in',
  '28P01': 'refuses the password',
  '3D000': 'is not there',
  '53100': 'has no room left on its disk',
  '53200': 'has no memory left',
  '53300': 'takes no more connections',
  '57P01': 'is shutting down',
  '57P03': 'is starting up or shutting down',
}

/** Names no place, no user and no database. */
export const stateOf = (code: string | undefined): string => states[code ?? ''] ?? 'cannot be reached'

/** Why a PostgreSQL could not be connected to: its sentence is for the terminal and the log, never for callers. */
export class NoConnection extends Error {
  readonly say: Texts
  /** Of PostgreSQL or of the operating system; undefined where nothing answered in time. */
  readonly code: string | undefined
  constructor(code: string | undefined, to: Sought) {
    const say = textOf(code, to)
    super(say.en)
    this.name = 'NoConnection'
    this.say = say
    this.code = code
  }
}

function textOf(code: string | undefined, to: Sought): Texts {
  if (code === '3D000') return words.noSuchDatabase(to)
  if (code === '28P01') return words.wrongPassword(to)
  if (code === '28000') return words.notLetIn(to)
  if (code === '53300') return words.full(to)
  if (code?.startsWith('57P')) return words.notYet(to, code)
  return words.away(to, code)
}
