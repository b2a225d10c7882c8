import type { Texts } from '../../../model/command.ts'
import type { RefusingPlace } from '../../../store/refusals.ts'
import { plain } from './general.ts'

const maxDetail = 120
const moment = (at: number) => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`

export const refusing: Texts = {
  en: 'I may not write in these places, so whoever asks there is told alone. Let me write there, or unbind me:',
  ja: '次の場所には書き込めないため、質問した人だけに回答しています。書き込みを許可するか、割り当てを解除してください:',
}

export const refusingPlace = ({ place, detail, since, count }: RefusingPlace): Texts => ({
  en: `\`${place}\`: ${plain(detail, maxDetail)}, ${count} ${count === 1 ? 'time' : 'times'} since ${moment(since)}`,
  ja: `\`${place}\`: ${plain(detail, maxDetail)}(${moment(since)} から ${count} 回)`,
})

export const moreRefusing = (count: number): Texts => ({ en: `… and ${count} more`, ja: `… ほか ${count} か所` })
