import type { Channel } from '../../src/ports/channel.ts'
import { type Connector, toMember } from './connector.ts'
import { readPlace } from './places.ts'

/** What Entra puts into the names of those whom another directory vouches for. */
const EXTERNAL = /#EXT#/i

/** Whether somebody, by their id in Entra, is a guest of the tenant of a conversation that they are in. */
export function createGuests({ connector }: { connector: Connector }): NonNullable<Channel['isGuest']> {
  return async (person, place, signal) => {
    const spot = readPlace(place)
    if (!spot) return undefined
    const reply = await connector.begin(signal)(toMember(spot, person))
    if (!('ok' in reply)) return undefined
    const { userRole, userPrincipalName } = reply.ok
    return userRole === 'guest' || (typeof userPrincipalName === 'string' && EXTERNAL.test(userPrincipalName))
  }
}
