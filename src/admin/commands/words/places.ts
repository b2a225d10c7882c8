import type { Texts } from '../../../model/command.ts'

type Mode = 'mention' | 'thread' | 'all' | 'listen'

const modes: Record<Mode, Texts> = {
  mention: { en: 'when it is mentioned', ja: 'メンションされたとき' },
  thread: {
    en: 'when it is mentioned, and in threads it takes part in',
    ja: 'メンションされたときと、参加中のスレッド',
  },
  all: { en: 'everything', ja: 'すべての発言' },
  listen: { en: 'when it is mentioned, and listens to the rest', ja: 'メンションされたとき(他の発言は聞くだけ)' },
}

const where = (isWorkspace: boolean): Texts =>
  isWorkspace
    ? { en: 'in the whole workspace', ja: 'このワークスペース全体で' }
    : { en: 'in this channel', ja: 'このチャンネルで' }

export const used = (agent: string, mode: Mode, isWorkspace: boolean, former: string | undefined): Texts => ({
  en: `\`${agent}\` answers ${where(isWorkspace).en} from now on: ${modes[mode].en}.${former === undefined || former === agent ? '' : ` Until now it was \`${former}\`.`}`,
  ja: `${where(isWorkspace).ja}今後 \`${agent}\` が答えます: ${modes[mode].ja}。${former === undefined || former === agent ? '' : `これまでは \`${former}\` でした。`}`,
})

export const isTold = (isWorkspace: boolean): Texts =>
  isWorkspace
    ? {
        en: 'Each channel is told so before anything in it is heard.',
        ja: '各チャンネルでは、発言を聞き始める前にその旨を投稿します。',
      }
    : { en: 'Everybody in the channel is told so.', ja: 'チャンネルの全員にその旨を投稿します。' }

export const unused = (agent: string, isWorkspace: boolean, now: string | undefined): Texts => ({
  en: `\`${agent}\` is not bound ${where(isWorkspace).en} any more. ${now === undefined ? 'No agent answers here now.' : `\`${now}\` answers here now, because it does elsewhere around it.`}`,
  ja: `${where(isWorkspace).ja}の \`${agent}\` の割り当てを外しました。${now === undefined ? '今は誰も答えません。' : `ここでは今後 \`${now}\` が答えます。`}`,
})

export const wholeWorkspace: Texts = {
  en: 'What answers in a whole workspace or server is for admins of all agents to say.',
  ja: 'ワークスペース(サーバー)全体で答えるエージェントを決められるのは、全エージェントの管理者だけです。',
}
export const hearingAll: Texts = {
  en: 'An agent that hears everything in a channel has to be allowed by an admin of all agents, or by an admin of it who manages this workspace or server.',
  ja: 'チャンネルのすべての発言を聞くエージェントを設定できるのは、全エージェントの管理者か、このワークスペース(サーバー)を管理しているそのエージェントの管理者だけです。',
}

export const restored: Texts = { en: 'It is as it was before.', ja: '元に戻しました。' }

export const changedSince: Texts = {
  en: 'It was changed again since, so that cannot be taken back. Nothing was changed.',
  ja: 'その後に変更されているため、元に戻せません。何も変更していません。',
}

export const nowhere: Texts = {
  en: 'Use this in the channel it is about.',
  ja: '対象のチャンネルで使ってください。',
}
export const nowhereAtTerminal: Texts = {
  en: 'Say which channel with --in, e.g. --in slack:T0AB/C0XY.',
  ja: '--in でチャンネルを指定してください。例: --in slack:T0AB/C0XY',
}

export const notBound = (isWorkspace: boolean): Texts => ({
  en: `No agent is bound ${where(isWorkspace).en}.${isWorkspace ? '' : ' If one answers here, it is bound to the workspace or is the default: `--where workspace`.'}`,
  ja: `${where(isWorkspace).ja}割り当てられているエージェントはありません。`,
})

export const undo: Texts = { en: 'Undo', ja: '元に戻す' }
