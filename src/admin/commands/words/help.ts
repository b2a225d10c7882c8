import type { Texts } from '../../../model/command.ts'
import type { CommandName } from '../../../model/commands.ts'

export const always: Texts = { en: 'Always at hand', ja: '基本' }
export const title: Texts = { en: 'What you can do here:', ja: '使えるコマンド:' }
export const howTo = (command: string): Texts => ({
  en: `\`${command} <command>\` says how one is used.`,
  ja: `使い方は \`${command} <コマンド>\` で表示できます。`,
})
export const usage: Texts = { en: 'Usage:', ja: '書式:' }
export const example: Texts = { en: 'For example:', ja: '例:' }
export const optional: Texts = { en: 'may be left out', ja: '省略可' }
export const attached: Texts = { en: 'attached to the message', ja: 'メッセージに添付' }
export const oneOf: Texts = { en: 'One of', ja: '選択肢' }
export const familyOf = (family: string): Texts => ({
  en: `\`${family}\` needs a word more:`,
  ja: `\`${family}\` の後にもう1語必要です:`,
})
export const rights: Record<'anyone' | 'self' | 'admin' | 'admins' | 'owner', Texts> = {
  anyone: { en: 'For everybody.', ja: '誰でも使えます。' },
  self: {
    en: 'For everybody about themselves, for admins about anyone.',
    ja: '自分については誰でも、他の人については管理者が使えます。',
  },
  admin: { en: 'For admins of the agent.', ja: 'エージェントの管理者用です。' },
  admins: { en: 'For admins of all agents.', ja: '全エージェントの管理者用です。' },
  owner: { en: 'For owners.', ja: '所有者用です。' },
}

/** What stands after `/agent`, each as somebody would use it. */
export const examples: Record<CommandName, string> = {
  list: 'list',
  show: 'show demo',
  help: 'help rule add',
  create: 'create demo',
  edit: 'edit demo',
  delete: 'delete demo',
  use: 'use demo thread',
  unuse: 'unuse',
  diff: 'diff demo',
  publish: 'publish demo',
  versions: 'versions demo',
  rollback: 'rollback 3 --agent demo',
  test: 'test When do you open?',
  why: 'why',
  'rule add': 'rule add "opening hours | when do you open" We are open from 9 to 17.',
  'rule remove': 'rule remove 3',
  'rule list': 'rule list opening',
  'scenario list': 'scenario list',
  'scenario show': 'scenario show book_room',
  'scenario upload': 'scenario upload',
  'scenario remove': 'scenario remove book_room',
  'knowledge add': 'knowledge add',
  'knowledge list': 'knowledge list',
  'knowledge remove': 'knowledge remove handbook.pdf',
  'knowledge search': 'knowledge search How do I get a refund?',
  'webhook list': 'webhook list',
  'webhook add': 'webhook add',
  'webhook edit': 'webhook edit tickets',
  'webhook toggle': 'webhook toggle tickets',
  'webhook remove': 'webhook remove tickets',
  'webhook test': 'webhook test tickets',
  'webhook log': 'webhook log',
  'key issue': 'key issue conversation Our website',
  'key list': 'key list',
  'key revoke': 'key revoke 5f0c2a9e4b7d1c33',
  usage: 'usage',
  'state show': 'state show',
  'state set': 'state set plan gold --person @slack_T0AB_U0ANN',
  'state clear': 'state clear @slack_T0AB_U0ANN',
  reset: 'reset',
  'role add': 'role add @slack_T0AB_U0ANN admin --agent demo',
  'role remove': 'role remove @slack_T0AB_U0ANN',
  'role list': 'role list',
  installations: 'installations',
  audit: 'audit --agent demo',
  pause: 'pause We are looking into wrong answers.',
  resume: 'resume',
}
