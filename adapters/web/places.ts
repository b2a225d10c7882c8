import type { FileRef, MessageRef, Place } from '../../src/model/message.ts'

/** A site is named by its agent; `web:AGENT/ACCOUNT/UID` is the conversation of a visitor, kept under what stands after `web:`. */

export const sitePlace = (agent: string): Place => `web:${agent}` as Place
export const talkPlace = (key: string): Place => `web:${key}` as Place
export const keyIn = (place: Place): string => place.slice('web:'.length)

/** `AGENT`, as people write it. */
export const namedPlace = (name: string): Place | undefined =>
  /^[A-Za-z0-9][A-Za-z0-9_-]{2,63}$/.test(name) ? sitePlace(name) : undefined

export interface Spot {
  key: string
  id: string
}

const write = ({ key, id }: Spot): string => `web:${key} ${id}`

function read(ref: string): Spot {
  const end = ref.lastIndexOf(' ')
  return { key: ref.slice('web:'.length, end), id: ref.slice(end + 1) }
}

export const messageRef = (spot: Spot): MessageRef => write(spot) as MessageRef
export const readMessageRef = (ref: MessageRef): Spot => read(ref)
export const fileRef = (spot: Spot): FileRef => write(spot) as FileRef
export const readFileRef = (ref: FileRef): Spot => read(ref)
