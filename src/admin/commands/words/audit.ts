import type { Texts } from '../../../model/command.ts'

export const none: Texts = { en: 'Nothing was changed yet.', ja: '変更の記録はありません。' }
export const title: Texts = { en: 'The last changes:', ja: '最近の変更:' }
export const older: Texts = { en: 'Older', ja: '以前の記録' }
