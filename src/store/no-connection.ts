import type { Texts } from '../lib/language.ts'
import type { Sought } from './sought.ts'
import { words } from './words/index.ts'

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
  return words.away(to, code)
}
