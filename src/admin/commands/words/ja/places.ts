import type { ContextReach } from '../../../../model/context.ts'
import type { places as en } from '../en/places.ts'
import type { Mode, Reach } from '../places.ts'

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

const where: Record<Reach, string> = {
  channel: 'このチャンネルで',
  workspace: 'このワークスペース全体で',
  organisation: 'この組織全体で',
}

export const places: typeof en = {
  used: (agent, mode, reach, former) =>
    `${where[reach]}今後 \`${agent}\` が答えます: ${modes[mode]}。${former === undefined || former === agent ? '' : `これまでは \`${former}\` でした。`}`,
  isTold: (reach) =>
    reach === 'channel'
      ? 'チャンネルの全員にその旨を投稿します。'
      : '各チャンネルでは、発言を聞き始める前にその旨を投稿します。',
  reads: (said) => `そのうち次のものを読みます: \`${said}\``,
  readsUnknown: (said) =>
    `\`${said}\` は読み取れません。次のように書いてください(どれも省略できます): \`messages=50\`(1〜200)、\`hours=24\`、\`programs=no\`、\`files=pdf,text\`(text、pdf、office、mail、archive、image、voice)、\`size=5\`(MiB、25 まで)`,
  sees: (reach) => `ここで答えるときは、${reaches[reach]}。`,
  unused: (agent, reach, now) =>
    `${where[reach]}の \`${agent}\` の割り当てを外しました。${now === undefined ? '今は誰も答えません。' : `ここでは今後 \`${now}\` が答えます。`}`,
  wholeWorkspace:
    'ワークスペース(サーバー)や組織の全体で答えるエージェントを決められるのは、全エージェントの管理者だけです。',
  hearingAll:
    'チャンネルのすべての発言を聞くエージェントを設定できるのは、全エージェントの管理者か、このワークスペース(サーバー)を管理しているそのエージェントの管理者だけです。',
  restored: '元に戻しました。',
  changedSince: 'その後に変更されているため、元に戻せません。何も変更していません。',
  nowhere: '対象のチャンネルで使ってください。',
  nowhereAtTerminal: '--in でチャンネルを指定してください。例: --in slack:T0AB/C0XY',
  noOrganisation:
    'ここは、アプリを全体にインストールした組織の中ではありません。`--where workspace` でワークスペースに割り当ててください。',
  notBound: (reach) => `${where[reach]}割り当てられているエージェントはありません。`,
  undo: '元に戻す',
}
