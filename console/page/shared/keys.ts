import type { KeyboardEvent } from 'react'

/**
 * Whether the key belongs to an input method (Japanese and others), whose Enter picks a candidate. Safari ends the
 * composition before it reports that Enter, and marks the key with code 229 instead.
 */
export function isComposing(event: KeyboardEvent): boolean {
  return event.nativeEvent.isComposing || event.keyCode === 229
}
