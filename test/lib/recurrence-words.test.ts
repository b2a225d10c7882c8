import { expect, it } from 'vitest'
import { ruleOf } from '../../src/lib/recurrence-words.ts'

it.each([
  ['every Monday at 9', '0 9 * * 1'],
  ['Mondays and Thursdays at 17:30', '30 17 * * 1,4'],
  ['weekdays at 8:30', '30 8 * * 1-5'],
  ['every day at 5 pm', '0 17 * * *'],
  ['every day at 12 am', '0 0 * * *'],
  ['daily at 7', '0 7 * * *'],
  ['every weekday', '0 9 * * 1-5'],
  ['every 15 minutes', '*/15 * * * *'],
  ['every hour', '0 * * * *'],
  ['0 9 * * 1', '0 9 * * 1'],
  ['0 9 1 * *', '0 9 1 * *'],
  ['毎週月曜日の9時', '0 9 * * 1'],
  ['毎週月・木曜 17時半', '30 17 * * 1,4'],
  ['平日8時30分に', '30 8 * * 1-5'],
  ['毎日 18:05', '5 18 * * *'],
  ['毎時', '0 * * * *'],
  ['30分ごと', '*/30 * * * *'],
  ['every Monday at 25', undefined],
  ['every day at 13 pm', undefined],
  ['now and then', undefined],
  ['tomorrow at 9', undefined],
])('%s is %s', (said, rule) => expect(ruleOf(said)).toBe(rule))
