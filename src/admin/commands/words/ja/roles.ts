import { shown } from '../../../../lib/quoting.ts'
import type { roles as en } from '../en/roles.ts'
import type { RoleWord } from '../roles.ts'

export const roles: typeof en = {
  roleName: (role, agent) => {
    const of = agent ? `\`${agent}\` の` : role === 'admin' ? '全エージェントの' : ''
    const names: Record<RoleWord, string> = {
      owner: 'オーナー',
      admin: `${of}管理者`,
      member: 'メンバー',
      blocked: 'ブロック',
    }
    return names[role]
  },
  became: (person, what) => `<@${person}> さんは今後${what.ja}です。`,
  blockedNow: (person) => `<@${person}> さんをブロックしました。コマンドは使えず、エージェントも答えません。`,
  removed: (person, agent) =>
    `<@${person}> さん${agent === undefined ? 'はメンバーになりました。' : `を \`${agent}\` の管理者から外しました。`}`,
  nothingToRemove: (person) => `<@${person}> さんにそのロールはありません。何も変更していません。`,
  unchanged: (person) => `<@${person}> さんは既にそのロールです。`,
  undone: (person) => `<@${person}> さんのロールを元に戻しました。`,
  onlyAdmins: '`agent` を指定できるのは `admin` のときだけです。',
  needsPlatform: (given) =>
    `\`person\` はチャットの利用者です。@ を入力して選んでください(\`${shown(given)}\` は ID ではありません)。`,
  none: 'ロールを持つ人はいません。',
  undo: '元に戻す',
}
