import type { InboundFile, Speech } from '../../src/model/message.ts'
import type { File } from './payloads.ts'
import { fileRef } from './places.ts'

/** Who we are in the workspace. */
export interface Bot {
  id: string
  name: string
  /** As Slack names the app where it posts under another name than its own. */
  app?: string | undefined
}

/** Whether we have said it, under whichever name. */
export const isOurs = ({ user, bot_id }: { user?: string; bot_id?: string }, { id, app }: Bot): boolean =>
  user === id || (user === undefined && bot_id !== undefined && bot_id === app)

/** Files kept elsewhere cannot be read with our token. Of those of a shared channel (Slack Connect) only the id is told. */
export function readFile(file: File, team: string): InboundFile[] {
  const { id, name, mimetype, size, url_private, is_external, file_access } = file
  if (id && file_access === 'check_file_info') return [{ ref: fileRef(team, id), name: name ?? 'file', size: 0 }]
  if (!url_private || is_external || !URL.canParse(url_private)) return []
  const type = mimetype ?? 'application/octet-stream'
  // What Slack writes down of a voice clip is asked for by its id.
  if (id && file.subtype === 'slack_audio')
    return [{ ref: fileRef(team, id), name: name ?? 'voice', mimetype: type, size: size ?? 0, speech: speechOf(file) }]
  return [{ ref: fileRef(team, url_private), name: name ?? 'file', mimetype: type, size: size ?? 0 }]
}

function speechOf({ duration_ms: ms, transcription }: File): Speech {
  const { status, preview: { content, has_more: hasMore } = {} } = transcription ?? {}
  const isWhole = status === 'complete' && content !== undefined && !hasMore
  return { ...(ms !== undefined && { seconds: ms / 1000 }), ...(isWhole && { transcript: content }) }
}

/**
 * Without a workspace: of a channel that two of them share, Slack may tell one time through the one and the next time through
 * the other.
 */
export const eventIdOf = (channel: string, ts: string): string => `slack:${channel}:${ts}`
export const uidOf = (team: string, user: string): string => `slack_${team}_${user}`
export const timeOf = (ts: string): number => Math.floor(Number(ts) * 1000)
export const isDirect = (channel: string): boolean => channel.startsWith('D')
