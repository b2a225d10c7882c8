import { counted } from '../../../../lib/counts.ts'
import { shown } from '../../../../lib/quoting.ts'
import type { Bound } from '../hearing.ts'

const bound = ({ place, mode, by, since }: Bound): string =>
  `\`${place}\`: \`${mode}\`${since ? `, since ${since}` : ''}${by ? `, by ${by}` : ''}`

export const hearing = {
  whoHears: 'Who hears what is not said to it:',
  bound,
  hears: (of: Bound & { agent: string; told: number; refused: number; hosts: readonly string[] }) => {
    const hosts = of.hosts.map((host) => `\`${shown(host)}\``).join(', ')
    const where = bound(of)
    return [
      `\`${of.agent}\` in ${where}`,
      `${counted('en', of.told, { one: '# channel was', other: '# channels were' })} told`,
      ...(of.refused > 0 ? [`⚠️ ${of.refused} could not be told, so it does not hear there`] : []),
      ...(hosts ? [`webhooks send the words to ${hosts}`] : []),
    ].join('; ')
  },
}
