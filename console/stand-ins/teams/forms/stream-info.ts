import type { Json } from '../../shared/json.ts'
import { refuse } from '../refusal.ts'

/** What an activity says about the stream it belongs to. */
export interface StreamInfo {
  kind: 'informative' | 'streaming' | 'final'
  id?: string
  sequence?: number
}

const bad = (why: string): never => refuse(400, 'BadRequest', why)

export function readStreamInfo(type: unknown, entities: readonly Json[]): StreamInfo | undefined {
  const found = entities.filter((entity) => entity['type'] === 'streaminfo')
  // The service reads no other spelling: such a message would be no part of any stream.
  const isMisspelt = entities.some((entity) => /^stream ?info$/i.test(String(entity['type'])))
  if (found.length === 0 && isMisspelt) bad("The entity's type must be streaminfo")
  if (found.length === 0) return undefined
  if (found.length > 1) bad('There can be one streaminfo entity')
  const { streamType: kind = 'streaming', streamId: id, streamSequence: sequence } = found[0]!
  if (type === 'typing' && kind !== 'informative' && kind !== 'streaming') {
    bad('Only start streaming and continue streaming types are allowed for typing activities')
  }
  if (type === 'message' && kind !== 'final') bad('Only the final streaming type is allowed for message activities')
  if (id !== undefined && (typeof id !== 'string' || id === '')) bad('streamId must be a string')
  if (kind === 'final') {
    if (id === undefined) bad('End streaming activities should include streamId')
    if (sequence !== undefined) bad('End streaming activities should not include streamSequence')
  } else {
    if (!Number.isInteger(sequence) || Number(sequence) < 1) bad('streamSequence must be a whole number from 1')
    if (id === undefined && sequence !== 1) bad('Start streaming activities should have streamSequence 1')
  }
  return {
    kind: kind as StreamInfo['kind'],
    ...(id !== undefined && { id: id as string }),
    ...(sequence !== undefined && { sequence: sequence as number }),
  }
}
