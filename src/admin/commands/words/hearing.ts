import type { Texts } from '../../../model/command.ts'
import { shown } from './general.ts'

export const whoHears: Texts = {
  en: 'Who hears what is not said to it:',
  ja: '自分宛てでない発言も聞いているエージェント:',
}

interface Bound {
  place: string
  mode: string
  by: string | undefined
  since: string | undefined
}

export const bound = ({ place, mode, by, since }: Bound): Texts => ({
  en: `\`${place}\`: \`${mode}\`${since ? `, since ${since}` : ''}${by ? `, by ${by}` : ''}`,
  ja: `\`${place}\`: \`${mode}\`${since ? `、${since} から` : ''}${by ? `、設定者 ${by}` : ''}`,
})

export const hears = (
  of: Bound & { agent: string; told: number; refused: number; hosts: readonly string[] },
): Texts => {
  const hosts = of.hosts.map((host) => `\`${shown(host)}\``).join(', ')
  const where = bound(of)
  return {
    en: [
      `\`${of.agent}\` in ${where.en}`,
      `${of.told} ${of.told === 1 ? 'channel was' : 'channels were'} told`,
      ...(of.refused > 0 ? [`⚠️ ${of.refused} could not be told, so it does not hear there`] : []),
      ...(hosts ? [`webhooks send the words to ${hosts}`] : []),
    ].join('; '),
    ja: [
      `\`${of.agent}\`、${where.ja}`,
      `通知済み ${of.told} チャンネル`,
      ...(of.refused > 0 ? [`⚠️ 通知できず聞いていない ${of.refused} チャンネル`] : []),
      ...(hosts ? [`Webhook の送信先 ${hosts}`] : []),
    ].join('、'),
  }
}
