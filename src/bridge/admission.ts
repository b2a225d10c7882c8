import type { Texts } from '../lib/language.ts'
import { inUtc } from '../lib/moment.ts'
import type { Admission } from '../model/limits.ts'
import type { InboundMessage } from '../model/message.ts'
import { sentences } from './words/index.ts'

const dayMs = 86_400_000

/**
 * Whether somebody may write to agents here at all, by what their platform tells of them and of the place: what it does not tell keeps
 * nobody out. Undefined: they may.
 */
export function admissionRefusal(message: InboundMessage, admit: Admission, now: number): Texts | undefined {
  return ofPlace(message, admit) ?? ofPerson(message, admit, now)
}

function ofPlace({ within, installation, addressed, ageRestricted }: InboundMessage, admit: Admission) {
  const isIn = (ids: readonly string[]) =>
    within.some((place) => ids.some((id) => place === id || place.endsWith(`:${id}`)))
  const said = sentences.notAdmitted
  if (ageRestricted && !admit.ageRestricted) return said.ageRestricted
  // A direct conversation is in no channel, and on some platforms in no server.
  if (addressed === 'direct') return undefined
  if (admit.servers.length > 0 && !admit.servers.includes(installation)) return said.here
  if (isIn(admit.notChannels)) return said.here
  return admit.channels.length > 0 && !isIn(admit.channels) ? said.here : undefined
}

function ofPerson({ membership = {}, addressed }: InboundMessage, admit: Admission, now: number): Texts | undefined {
  const { createdAt, joinedAt, pending, stranger, roles } = membership
  const said = sentences.notAdmitted
  if (stranger && !admit.strangers) return said.strangers
  if (pending && !admit.pending) return said.pending
  const grown = createdAt === undefined ? 0 : createdAt + admit.accountAgeDays * dayMs
  if (grown > now) return said.newAccount(admit.accountAgeDays, inUtc(grown))
  const known = joinedAt === undefined ? 0 : joinedAt + admit.memberDays * dayMs
  if (known > now) return said.newMember(admit.memberDays, inUtc(known))
  if (admit.roles.length === 0 || addressed === 'direct' || roles === undefined) return undefined
  return roles.some((role) => admit.roles.includes(role)) ? undefined : said.roles
}
