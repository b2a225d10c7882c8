import type { ContextReach } from '../../../../model/context.ts'
import type { places as en } from '../en/places.ts'
import type { Mode } from '../places.ts'

const modes: Record<Mode, string> = {
  mention: 'メンションされたとき',
  thread: 'メンションされたときと、参加中のスレッド',
  all: 'すべての発言',
  listen: 'メンションされたとき(他の発言は聞くだけ)',
}

const reaches: Record<ContextReach, string> = {
  none: '周りの発言は何も見ません',
  message: 'そのメッセージが転送・引用・返信しているものだけを見ます',
  thread: 'そのスレッドを見ます',
  channel: 'そのスレッドを見ます。スレッドの外ではチャンネルの直近の発言も見ます',
}

const where = (isWorkspace: boolean): string => (isWorkspace ? 'このワークスペース全体で' : 'このチャンネルで')

export const places: typeof en = {
  used: (agent, mode, isWorkspace, former) =>
    `${where(isWorkspace)}今後 \`${agent}\` が答えます: ${modes[mode]}。${former === undefined || former === agent ? '' : `これまでは \`${former}\` でした。`}`,
  isTold: (isWorkspace) =>
    isWorkspace
      ? '各チャンネルでは、発言を聞き始める前にその旨を投稿します。'
      : 'チャンネルの全員にその旨を投稿します。',
  reads: (said) => `そのうち次のものを読みます: \`${said}\``,
  readsUnknown: (said) =>
    `\`${said}\` は読み取れません。次のように書いてください(どれも省略できます): \`messages=50\`(1〜200)、\`hours=24\`、\`programs=no\`、\`files=pdf,text\`(text、pdf、office、mail、archive、image、voice)、\`size=5\`(MiB、25 まで)`,
  sees: (reach) => `ここで答えるときは、${reaches[reach]}。`,
  unused: (agent, isWorkspace, now) =>
    `${where(isWorkspace)}の \`${agent}\` の割り当てを外しました。${now === undefined ? '今は誰も答えません。' : `ここでは今後 \`${now}\` が答えます。`}`,
  wholeWorkspace: 'ワークスペース(サーバー)全体で答えるエージェントを決められるのは、全エージェントの管理者だけです。',
  hearingAll:
    'チャンネルのすべての発言を聞くエージェントを設定できるのは、全エージェントの管理者か、このワークスペース(サーバー)を管理しているそのエージェントの管理者だけです。',
  restored: '元に戻しました。',
  changedSince: 'その後に変更されているため、元に戻せません。何も変更していません。',
  nowhere: '対象のチャンネルで使ってください。',
  nowhereAtTerminal: '--in でチャンネルを指定してください。例: --in slack:T0AB/C0XY',
  notBound: (isWorkspace) => `${where(isWorkspace)}割り当てられているエージェントはありません。`,
  undo: '元に戻す',
}
