import type { AgentSettings } from '../model/agent.ts'
import type { FileKind } from '../model/files.ts'
import { mebibyte } from './fetch.ts'

/** What an agent reads of files. */
export interface FileSettings {
  /** Absent: all. */
  kinds?: readonly FileKind[]
  /** Of one file, in bytes. */
  maxBytes: number
}

export function fileSettingsOf({ files }: Pick<AgentSettings, 'files'>): FileSettings {
  return { maxBytes: (files?.maxSize ?? 20) * mebibyte, ...(files?.kinds && { kinds: files.kinds }) }
}

export const mayRead = ({ kinds }: FileSettings, kind: FileKind): boolean => !kinds || kinds.includes(kind)
