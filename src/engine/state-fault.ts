import { maxKeyBytes } from '../lib/person-state.ts'
import type { StateLimits, StateRefusal } from '../model/state.ts'

/** What is wrong with a key that a caller wants kept. */
export function stateFault(refused: StateRefusal, limits: StateLimits): { code: string; message: string } {
  const { maxBytes, maxKeys, maxValueBytes } = limits
  switch (refused) {
    case 'too_large':
      return {
        code: 'state_too_large',
        message: `is too large: a value may have ${maxValueBytes} bytes, or what the agent declares for it, a key ${maxKeyBytes}, and all of a user ${maxKeys} keys and ${maxBytes} bytes`,
      }
    case 'ill_formed':
      return { code: 'invalid_request', message: 'must be well-formed Unicode, without U+0000' }
    case 'not_of_type':
      return { code: 'invalid_request', message: 'must be of the type that the agent declares for this key' }
    default:
      return { code: 'state_not_writable', message: 'may not be written by callers: the agent declares who writes it' }
  }
}
