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

/** Of an agent, where the place it is asked in does not say otherwise. */
export function fileSettingsOf(agent: Pick<AgentSettings, 'files'>, place: AgentSettings['files']): FileSettings {
  const files = { ...agent.files, ...place }
  return { maxBytes: (files.maxSize ?? 20) * mebibyte, ...(files.kinds && { kinds: files.kinds }) }
}

export const mayRead = ({ kinds }: FileSettings, kind: FileKind): boolean => !kinds || kinds.includes(kind)
