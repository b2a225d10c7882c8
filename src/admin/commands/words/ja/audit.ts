import type { audit as en } from '../en/audit.ts'

export const audit: typeof en = {
  none: '変更の記録はありません。',
  title: '最近の変更:',
  older: '以前の記録',
}
