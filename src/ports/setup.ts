import type { Place } from '../model/message.ts'
import type { Installation } from './installations.ts'

/** What an operator needs to connect a platform, besides the server: `parley <platform> …`, `parley doctor <platform>`. */
export interface Setup {
  /** What the platform is to be told of our app, as it takes it. `url`: where it reaches Parley, if it is to call it there. */
  manifest?(options: { name: string; url?: string | undefined }): string
  /** What an administrator uploads to the platform to have the app there. */
  package?(options: PackageOptions): Promise<Uint8Array>
  /** The address at which somebody adds the app to where they are. `threads`: it may start threads there. */
  invite?(options: { application: string; threads: boolean }): string
  /** A place as people name it, e.g. `T0ACME/C0GENERAL`; undefined when it is none. */
  place?(name: string): Place | undefined
  /** Looks at everything that has to be right, one finding a line; never rejects. */
  diagnose(given: Diagnosed): AsyncIterable<Finding>
}

export interface PackageOptions {
  application: string
  name: string
  /** Pages about whoever runs it, https. */
  website: string
  privacy: string
  terms: string
  /** Three numbers; an upload is an update only when they are higher. */
  version: string
  /** Whether it is told what does not mention it. */
  hearsAll: boolean
}

export interface Diagnosed {
  env: Readonly<Record<string, string | undefined>>
  /** Where this Parley listens, when it runs. */
  url: string
  installations: readonly Installation[]
}

export interface Finding {
  what: string
  /** `unknown`: it cannot be seen from here. */
  state: 'ok' | 'fault' | 'unknown'
  /** One line: what was found and, unless it is ok, what to do. */
  say: string
}

export const ok = (what: string, say: string): Finding => ({ what, state: 'ok', say })
export const fault = (what: string, say: string): Finding => ({ what, state: 'fault', say })
export const unknown = (what: string, say: string): Finding => ({ what, state: 'unknown', say })
