import { z } from 'zod'

const idFault = 'must be 3 to 64 characters of A-Z, a-z, 0-9, _ and -, beginning with a letter or digit'
/** Of an agent that is made. */
export const agentIdSchema = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{2,63}$/, idFault)
/** Of one that may be there. */
export const knownAgentIdSchema = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{2,63}(@playground)?$/, idFault)

/**
 * The id of an agent by its name, as an admin would write it: `IT help desk` is `it-help-desk`, `Café` is `cafe`. A name without a
 * letter or digit that an id can have, such as one in Japanese, gives `agent-` and the beginning of `spare`.
 */
export function agentIdFrom(name: string, spare: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{Mark}/gu, '')
  const words = plain.toLowerCase().match(/[a-z0-9]+/g) ?? []
  const id = words.join('-').slice(0, 40).replace(/-$/, '')
  if (id === '') return `agent-${spare.slice(0, 6)}`
  return id.length < 3 ? `${id}-agent` : id
}
