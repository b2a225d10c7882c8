import type { Language } from '../lib/language.ts'
import type { Place } from '../model/message.ts'
import type { Installation } from './installations.ts'
import type { Notes } from './notes.ts'

/** What connects a platform, besides the server: `parley <platform> …`, `parley doctor <platform>`. */
export interface Setup {
  /** Whether anything can be mended from here. */
  readonly fixes?: true
  /** A place as people name it, e.g. `T0ACME/C0GENERAL`; undefined when it is none. */
  place(name: string): Place | undefined
  /** Looks at everything that has to be right, one finding a line; never rejects. */
  diagnose(given: Diagnosed): AsyncIterable<Finding>
}

export interface Diagnosed {
  env: Readonly<Record<string, string | undefined>>
  /** Where this Parley listens, when it runs. */
  url: string
  /** In which whoever looks reads. */
  language: Language
  installations: readonly Installation[]
  /** As its settings read them; undefined where it is not configured. */
  settings?: unknown
  /** What is missing in its settings on the platform is put into them, where that can be done from here. */
  fix?: boolean
  /** What its adapter has kept, of a server that runs or ran. */
  notes?: Pick<Notes, 'get'>
}

export interface Finding {
  what: string
  /** `unknown`: it cannot be seen from here. */
  state: 'ok' | 'fault' | 'unknown'
  /** One line, in the language of whoever looks: what was found and, unless it is ok, what to do. */
  say: string
}

export const ok = (what: string, say: string): Finding => ({ what, state: 'ok', say })
export const fault = (what: string, say: string): Finding => ({ what, state: 'fault', say })
export const unknown = (what: string, say: string): Finding => ({ what, state: 'unknown', say })
