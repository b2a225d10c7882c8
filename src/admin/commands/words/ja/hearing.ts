import { shown } from '../../../../lib/quoting.ts'
import type { hearing as en } from '../en/hearing.ts'
import type { Bound } from '../hearing.ts'

const bound = ({ place, mode, by, since }: Bound): string =>
  `\`${place}\`: \`${mode}\`${since ? `、${since} から` : ''}${by ? `、設定者 ${by}` : ''}`

export const hearing: typeof en = {
  whoHears: '自分宛てでない発言も聞いているエージェント:',
  bound,
  hears: (of) => {
    const hosts = of.hosts.map((host) => `\`${shown(host)}\``).join(', ')
    const where = bound(of)
    return [
      `\`${of.agent}\`、${where}`,
      `通知済み ${of.told} チャンネル`,
      ...(of.refused > 0 ? [`⚠️ 通知できず聞いていない ${of.refused} チャンネル`] : []),
      ...(hosts ? [`Webhook の送信先 ${hosts}`] : []),
    ].join('、')
  },
}
