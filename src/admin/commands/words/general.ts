import type { Right, Texts } from '../../../model/command.ts'

/** What any command may have to say. */

const people = (uids: readonly string[]): string => uids.map((uid) => `<@${uid}>`).join(', ')

export const blocked: Texts = {
  en: 'An owner has blocked you here, so you cannot use commands.',
  ja: '所有者によってブロックされているため、コマンドは使えません。',
}

export const newOwner = (add: string): Texts => ({
  en: `Nobody owned Parley here, and you manage this place: you are its owner from now on. \`${add}\` makes others owner or admin.`,
  ja: `まだ所有者がいなかったため、この場所を管理しているあなたが所有者になりました。\`${add}\` で他の人を所有者や管理者にできます。`,
})

const whom = (uids: readonly string[]): Texts =>
  uids.length === 0
    ? {
        en: 'Nobody owns Parley here yet: whoever manages this workspace becomes its owner by using any command.',
        ja: 'まだ所有者がいません。このワークスペースの管理者がコマンドを使うと、所有者になります。',
      }
    : { en: `Ask an admin: ${people(uids)}.`, ja: `管理者に依頼してください: ${people(uids)}` }

const forWhom: Record<Right, Texts> = {
  anyone: { en: 'everybody', ja: '全員' },
  self: { en: 'admins, unless it is about yourself', ja: '(自分以外については)エージェントの管理者' },
  admin: { en: 'admins', ja: '管理者' },
  admins: { en: 'admins of all agents', ja: '全エージェントの管理者' },
  owner: { en: 'owners', ja: '所有者' },
}

/** `agent`: of which they are no admin, although perhaps of others. */
export const refused = (command: string, right: Right, agent: string | undefined): Texts =>
  agent === undefined
    ? {
        en: `\`${command}\` is for ${forWhom[right].en}.`,
        ja: `\`${command}\` は${forWhom[right].ja}だけが使えます。`,
      }
    : {
        en: `You are not an admin of \`${agent}\`.`,
        ja: `あなたは \`${agent}\` の管理者ではありません。`,
      }

/** Why not, whom to ask, and what an owner does so that they may. */
export const whoCould = (
  no: Texts,
  uids: readonly string[],
  { person, grant }: { person: string; grant: string },
): Texts =>
  uids.length === 0
    ? { en: `${no.en} ${whom(uids).en}`, ja: `${no.ja}${whom(uids).ja}` }
    : {
        en: `${no.en} ${whom(uids).en} You are \`${person}\`: an owner lets you do it with \`${grant}\`.`,
        ja: `${no.ja}${whom(uids).ja} あなたの ID は \`${person}\` です。所有者が \`${grant}\` を使うと、あなたもできるようになります。`,
      }

export const restFor = (uids: readonly string[]): Texts => ({
  en: `For everything else, ${uids.length === 0 ? 'there has to be an owner first. ' : ''}${whom(uids).en.replace(/^Ask/, 'ask')}`,
  ja: `その他の操作: ${whom(uids).ja}`,
})

export const expired: Texts = {
  en: 'This button is too old by now. Please use the command again.',
  ja: 'このボタンは期限切れです。もう一度コマンドを使ってください。',
}

export const foreign: Texts = {
  en: 'This was made for somebody else. Use the command yourself.',
  ja: 'これは別の人のためのものです。ご自身でコマンドを使ってください。',
}

export const whichAgent = (ids: readonly string[]): Texts => {
  const list = ids
    .slice(0, 10)
    .map((id) => `\`${id}\``)
    .join(', ')
  return ids.length === 0
    ? {
        en: 'There is no agent here. Say which with `--agent`.',
        ja: 'ここにはエージェントがありません。`--agent` で指定してください。',
      }
    : {
        en: `Which agent? There is none in this place: say \`--agent\` and one of ${list}.`,
        ja: `どのエージェントですか。この場所には割り当てがありません。\`--agent\` で指定してください: ${list}`,
      }
}

export const noAgents = (create: string): Texts => ({
  en: `There are no agents yet. \`${create}\` makes the first.`,
  ja: `まだエージェントがありません。\`${create}\` で作成できます。`,
})

export const agentNotFound = (id: string, near: string | undefined): Texts => ({
  en: `There is no agent \`${shown(id)}\`.${near === undefined ? '' : ` Did you mean \`${near}\`?`}`,
  ja: `\`${shown(id)}\` というエージェントはありません。${near === undefined ? '' : `もしかして: \`${near}\``}`,
})

export const notSo: Texts = { en: 'Nothing was changed:', ja: '変更されていません:' }

export const fillIn: Texts = { en: 'Please fill in the form.', ja: 'フォームに入力してください。' }

export const submit: Texts = { en: 'OK', ja: '実行' }

export const more = (count: number): Texts => ({ en: `… and ${count} more`, ja: `… 他 ${count} 件` })

/** Texts of others in a line of ours: no line breaks, nothing that ends a code span, writes backwards or rings a bell. */
export function shown(text: string, max = 60): string {
  const line = text
    .replace(/[\s`\p{Cc}]+/gu, ' ')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
  return line.length > max ? `${line.slice(0, max).toWellFormed()}…` : line
}

/** The same in Markdown outside of code: nothing in it is formatting or a mention. */
export function plain(text: string, max = 80): string {
  return shown(text, max).replace(/[\\*_~[\]<>|#]/g, '\\$&')
}
