import type { Texts } from '../../../../lib/language.ts'
import { shown } from '../../../../lib/quoting.ts'
import type { RoleWord } from '../roles.ts'

export const roles = {
  roleName: (role: RoleWord, agent: string | null | undefined) => {
    const of = agent ? ` of \`${agent}\`` : role === 'admin' ? ' of all agents' : ''
    const names: Record<RoleWord, string> = {
      owner: 'owner',
      admin: `admin${of}`,
      member: 'member',
      blocked: 'blocked',
    }
    return names[role]
  },
  became: (person: string, what: Texts) => `<@${person}> is ${what.en} from now on.`,
  blockedNow: (person: string) => `<@${person}> is blocked: no commands, and agents do not answer them.`,
  removed: (person: string, agent: string | undefined) =>
    `<@${person}> is not ${agent === undefined ? 'more than a member' : `admin of \`${agent}\``} any more.`,
  nothingToRemove: (person: string) => `<@${person}> has no such role. Nothing was changed.`,
  unchanged: (person: string) => `<@${person}> is that already.`,
  undone: (person: string) => `<@${person}> is what they were before.`,
  onlyAdmins: '`agent` goes with the role `admin` only.',
  needsPlatform: (given: string) =>
    `\`person\` must be somebody of a chat platform: type @ and choose them. \`${shown(given)}\` is not their id.`,
  none: 'Nobody has a role yet.',
  undo: 'Undo',
}
