import { counted } from '../../../../lib/counts.ts'
import { moment } from '../../../../lib/moment.ts'
import { plain } from '../../../../lib/quoting.ts'
import type { RefusingPlace } from '../../../../store/refusals.ts'
import { maxDetail } from '../refusing.ts'

export const refusing = {
  refusing: 'I may not write in these places, so whoever asks there is told alone. Let me write there, or unbind me:',
  refusingPlace: ({ place, detail, since, count }: RefusingPlace) =>
    `\`${place}\`: ${plain(detail, maxDetail)}, ${counted('en', count, { one: '# time', other: '# times' })} since ${moment(since)}`,
  moreRefusing: (count: number) => `… and ${count} more`,
}
