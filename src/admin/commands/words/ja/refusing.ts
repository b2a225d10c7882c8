import { moment } from '../../../../lib/moment.ts'
import { plain } from '../../../../lib/quoting.ts'
import type { refusing as en } from '../en/refusing.ts'
import { maxDetail } from '../refusing.ts'

export const refusing: typeof en = {
  refusing:
    '次の場所には書き込めないため、質問した人だけに回答しています。書き込みを許可するか、割り当てを解除してください:',
  refusingPlace: ({ place, detail, since, count }) =>
    `\`${place}\`: ${plain(detail, maxDetail)}(${moment(since)} から ${count} 回)`,
  moreRefusing: (count) => `… ほか ${count} か所`,
}
