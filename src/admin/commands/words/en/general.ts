import type { Texts } from '../../../../lib/language.ts'
import { shown } from '../../../../lib/quoting.ts'
import type { Right } from '../../../../model/command.ts'
import { people } from '../general.ts'

const whom = (uids: readonly string[]): string =>
  uids.length === 0
    ? 'Nobody owns Parley here yet: whoever manages this workspace becomes its owner by using any command.'
    : `Ask an admin: ${people(uids)}.`

const forWhom: Record<Right, string> = {
  anyone: 'everybody',
  self: 'admins, unless it is about yourself',
  admin: 'admins',
  admins: 'admins of all agents',
  owner: 'owners',
}

export const general = {
  blocked: 'An owner has blocked you here, so you cannot use commands.',
  newOwner: (add: string) =>
    `Nobody owned Parley here, and you manage this place: you are its owner from now on. \`${add}\` makes others owner or admin.`,
  /** `agent`: of which they are no admin, although perhaps of others. */
  refused: (command: string, right: Right, agent: string | undefined) =>
    agent === undefined ? `\`${command}\` is for ${forWhom[right]}.` : `You are not an admin of \`${agent}\`.`,
  /** Why not, whom to ask, and what an owner does so that they may. */
  whoCould: (no: Texts, uids: readonly string[], { person, grant }: { person: string; grant: string }) =>
    uids.length === 0
      ? `${no.en} ${whom(uids)}`
      : `${no.en} ${whom(uids)} You are \`${person}\`: an owner lets you do it with \`${grant}\`.`,
  restFor: (uids: readonly string[]) =>
    `For everything else, ${uids.length === 0 ? 'there has to be an owner first. ' : ''}${whom(uids).replace(/^Ask/, 'ask')}`,
  expired: 'This button is too old by now. Please use the command again.',
  foreign: 'This was made for somebody else. Use the command yourself.',
  whichAgent: (ids: readonly string[]) => {
    const list = ids
      .slice(0, 10)
      .map((id) => `\`${id}\``)
      .join(', ')
    return ids.length === 0
      ? 'There is no agent here. Say which with `--agent`.'
      : `Which agent? There is none in this place: say \`--agent\` and one of ${list}.`
  },
  noAgents: (create: string) => `There are no agents yet. \`${create}\` makes the first.`,
  agentNotFound: (id: string, near: string | undefined) =>
    `There is no agent \`${shown(id)}\`.${near === undefined ? '' : ` Did you mean \`${near}\`?`}`,
  notSo: 'Nothing was changed:',
  fillIn: 'Please fill in the form.',
  submit: 'OK',
  more: (count: number) => `… and ${count} more`,
}
