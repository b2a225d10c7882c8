import { closest } from '../../lib/closest.ts'
import { AppError } from '../../lib/errors.ts'
import type { Texts } from '../../lib/language.ts'
import type { Right } from '../../model/command.ts'
import { agentIdIn } from '../../store/apart.ts'
import { may, operator, type Standing } from '../roles.ts'
import type { CommandsParts, CommandUse } from './call.ts'
import { typed } from './call.ts'
import type { Caller, CommandPlace, CommandRequest } from './request.ts'
import { general } from './words/index.ts'

/** What the caller is. While nobody owns the account, whoever manages the place becomes its owner by any command. */
export async function standingOf(
  { admin }: CommandsParts,
  { caller, eventId }: Pick<CommandRequest, 'caller' | 'eventId'>,
): Promise<{ standing: Standing; isNewOwner: boolean }> {
  const { account, person, door, isOperator } = caller
  if (isOperator) return { standing: operator, isNewOwner: false }
  const { roles } = admin
  const isNewOwner =
    // Whom the terminal has blocked stays so.
    !(await roles.of(account, person)).blocked &&
    !(await roles.hasOwner(account)) &&
    (await caller.managesFirstPlace()) &&
    (await roles.seed({ account, author: person, door, nonce: `${eventId}:owner` }))
  return { standing: await roles.of(account, person), isNewOwner }
}

/** The agent a command is about: the one that was named, that of the place, or the only one there is. */
export async function agentOf(
  { admin, store }: CommandsParts,
  caller: Caller,
  standing: Standing,
  named: string | undefined,
  place: CommandPlace | undefined,
): Promise<string> {
  const { account } = caller
  const actor = { account, author: caller.person, door: caller.door }
  const ids = async () => (await admin.agents.list(actor)).map(({ id }) => id).filter((id) => administers(standing, id))
  if (named !== undefined) {
    const id = agentIdIn(account, named)
    const agent = await store.agents.live(id)
    if (agent?.account === account) return id
    const own = await ids()
    const alike = own.find((one) => one.toLowerCase() === id.toLowerCase())
    if (alike !== undefined) return alike
    throw new AppError('agent_not_found', general.agentNotFound(named, closest(id, own)), { status: 404 })
  }
  if (place?.agent !== undefined) return place.agent
  const own = await ids()
  if (own.length === 1) return own[0]!
  throw new AppError('agent_required', general.whichAgent(own))
}

export function administers(standing: Standing, agent: string): boolean {
  return may(standing, 'admin', { agent })
}

/** Says no, and who could; and with what an owner would let them. `why`: of a right that not every use of the command needs. */
export async function refusal(
  call: Pick<CommandUse, 'parts' | 'caller'>,
  command: string,
  right: Right,
  { agent, why }: { agent?: string; why?: Texts } = {},
) {
  const people = await whoMay(call, right, agent)
  const { person } = call.caller
  const role =
    right === 'owner' ? 'owner' : right === 'admins' || agent === undefined ? 'admin' : `admin --agent ${agent}`
  const grant = typed(call, `role add @${person} ${role}`)
  const no = why ?? general.refused(typed(call, command), right, agent)
  return new AppError('forbidden', general.whoCould(no, people, { person, grant }), { status: 403 })
}

const maxNamed = 5

/** Those who have a right, of the caller's own platform if there are any. */
export async function whoMay(
  { parts, caller }: Pick<CommandUse, 'parts' | 'caller'>,
  right: Right,
  agent: string | undefined,
): Promise<string[]> {
  const rows = await parts.admin.roles.list(caller.account)
  const able = rows.filter(
    ({ role, agent: of }) =>
      role === 'owner' ||
      (role === 'admin' && right !== 'owner' && (of === null || (right !== 'admins' && of === agent))),
  )
  const people = [...new Set(able.map(({ person }) => person))]
  const near = people.filter((person) => person.startsWith(`${caller.door}_`))
  return (near.length > 0 ? near : people).slice(0, maxNamed)
}
