import { createHash } from 'node:crypto'
import { type CalledBy, type Deed, deeds } from '../model/called-by.ts'
import type { InboundMessage } from '../model/message.ts'

/** A message as an agent takes it; `byProgram`: it lets that bot ask. */
export interface Meant {
  message: InboundMessage
  byProgram?: true
  /** It concerns the agent not at all, nor the talk that it is in. */
  isNothing?: true
  /** It asks nothing, but has something done with what was asked before. */
  does?: Deed
}

/** What a program said or somebody's reaction is to an agent. Undefined is asked of nothing else. */
export const needsCalledBy = ({ program, reaction }: InboundMessage): boolean => Boolean(program || reaction)

export function asMeant(told: InboundMessage, calledBy: CalledBy = {}): Meant {
  const { program, reaction, ...said } = told
  if (reaction) {
    const isIn = (emoji: readonly string[] = []) => reaction.some((name) => emoji.includes(name))
    const does = deeds.find((deed) => isIn(calledBy[deed]))
    const isDirect = told.addressed === 'direct'
    if ((!does && !isIn(calledBy.reactions)) || program) return { message: told, isNothing: true }
    return { message: { ...said, reaction, addressed: isDirect ? 'direct' : 'mention' }, ...(does && { does }) }
  }
  if (!program) return { message: told }
  const isNamed = (named: readonly string[] = []) => program.ids.some((id) => named.includes(id))
  if (program.webhook && isNamed(calledBy.proxies)) return { message: proxied(said, program.ids, calledBy.proxies!) }
  if (isNamed(calledBy.bots)) return { message: said, byProgram: true }
  return { message: { ...told, addressed: 'none' } }
}

/**
 * Whom a proxy speaks for only its name tells, so whoever bears one name in one server is one person: never one whom the platform
 * knows, and with no rights.
 */
function proxied(said: InboundMessage, ids: readonly string[], proxies: readonly string[]): InboundMessage {
  const application = ids.find((id) => proxies.includes(id))!
  const { author, platform, installation } = said
  const who = createHash('sha256').update(JSON.stringify([installation, application, author.name ?? '']))
  return { ...said, author: { ...author, uid: `${platform}_proxy_${who.digest('hex').slice(0, 24)}` } }
}
