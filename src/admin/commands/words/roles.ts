import type { Texts } from '../../../model/command.ts'
import { shown } from './general.ts'

type Role = 'owner' | 'admin' | 'member' | 'blocked'

export const roleName = (role: Role, agent: string | null | undefined): Texts => {
  const of = agent
    ? { en: ` of \`${agent}\``, ja: `\`${agent}\` の` }
    : { en: role === 'admin' ? ' of all agents' : '', ja: role === 'admin' ? '全エージェントの' : '' }
  const names: Record<Role, Texts> = {
    owner: { en: 'owner', ja: '所有者' },
    admin: { en: `admin${of.en}`, ja: `${of.ja}管理者` },
    member: { en: 'member', ja: 'メンバー' },
    blocked: { en: 'blocked', ja: 'ブロック' },
  }
  return names[role]
}

export const became = (person: string, what: Texts): Texts => ({
  en: `<@${person}> is ${what.en} from now on.`,
  ja: `<@${person}> さんは今後${what.ja}です。`,
})
export const blockedNow = (person: string): Texts => ({
  en: `<@${person}> is blocked: no commands, and agents do not answer them.`,
  ja: `<@${person}> さんをブロックしました。コマンドは使えず、エージェントも答えません。`,
})
export const removed = (person: string, agent: string | undefined): Texts => ({
  en: `<@${person}> is not ${agent === undefined ? 'more than a member' : `admin of \`${agent}\``} any more.`,
  ja: `<@${person}> さん${agent === undefined ? 'はメンバーになりました。' : `を \`${agent}\` の管理者から外しました。`}`,
})
export const nothingToRemove = (person: string): Texts => ({
  en: `<@${person}> has no such role. Nothing was changed.`,
  ja: `<@${person}> さんにその役割はありません。何も変更していません。`,
})
export const unchanged = (person: string): Texts => ({
  en: `<@${person}> is that already.`,
  ja: `<@${person}> さんは既にその役割です。`,
})
export const undone = (person: string): Texts => ({
  en: `<@${person}> is what they were before.`,
  ja: `<@${person}> さんの役割を元に戻しました。`,
})
export const onlyAdmins: Texts = {
  en: '`agent` goes with the role `admin` only.',
  ja: '`agent` を指定できるのは `admin` のときだけです。',
}
export const needsPlatform = (given: string): Texts => ({
  en: `\`person\` must be somebody of a chat platform: type @ and choose them. \`${shown(given)}\` is not their id.`,
  ja: `\`person\` はチャットの利用者です。@ を入力して選んでください(\`${shown(given)}\` は ID ではありません)。`,
})
export const none: Texts = { en: 'Nobody has a role yet.', ja: '役割を持つ人はいません。' }
export const undo: Texts = { en: 'Undo', ja: '元に戻す' }
