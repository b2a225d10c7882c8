import { counted, countedEn } from '../../lib/counts.ts'
import { plain } from '../../lib/quoting.ts'

const every = (minutes: number): string => {
  if (minutes < 60) return `every ${minutes} minutes`
  const hours = minutes / 60
  return hours === 1 ? 'every hour' : hours === 24 ? 'once a day' : `every ${countedEn(hours, 'hour')}`
}

export const timersEn = {
  willRemind: (when: string, text: string) =>
    text === '' ? `I'll remind you on ${when}.` : `I'll remind you on ${when}: ${text}`,
  whenToRemind: 'When shall I remind you? Say it in one sentence, such as “remind me tomorrow at 9 to call Ben”.',
  pastReminder: (when: string) => `${when} has passed already. Please say a time that is yet to come.`,
  onceOnly:
    'I can remind you once, not again and again. Say it with one time, such as “remind me tomorrow at 9 to call Ben”; an admin can have me write regularly, by `/agent schedule add`.',
  farReminder: 'That is more than a year away, which is too far for me. Please say a time that is nearer.',
  noReminders:
    'I cannot remind you: reminders are not switched on for me. Whoever looks after me can do so with `reminders: true` in my settings.',
  reminder: (text: string) => (text === '' ? '⏰ You asked me to remind you now.' : `⏰ Reminder: ${text}`),
  watching: (what: string, minutes: number, until: string) =>
    `👀 “${plain(what, 300)}”: I look ${every(minutes)} until ${until}, and tell you here once it has come.`,
  /** What stops it: the button, and the words. */
  stopLooking: 'Stop looking',
  howToStopLooking: 'Say “stop looking” and I no longer do.',
  stoppedLooking: 'Done: I no longer look.',
  watchTooOften: (minutes: number) => `I look every ${minutes} minutes at most, not more often.`,
  watchTooLong: (days: number) => `I look for ${days} days at most, not longer.`,
  tooManyWatches: (most: number) =>
    `I am looking for ${most} things already, which is as many as I can for one person. Say “stop looking” where you asked for one of them.`,
  come: (what: string, text: string) => `🔔 You wanted to be told: “${plain(what, 300)}”\n\n${text}`,
  notCome: (what: string) =>
    `⏳ It has not come: “${plain(what, 300)}”. The time for it is over, and I no longer look.`,
  watchFailed: (what: string, tool: string, times: number) =>
    `⚠️ I could not find out about “${plain(what, 300)}”: ${plain(tool)} has failed ${times} times in a row. I no longer look.`,
  watchOff: (what: string, tool: string) =>
    `⚠️ I no longer look for “${plain(what, 300)}”: I may not call ${plain(tool)} by myself any more.`,
  /** Below it, where it comes later than it was meant to. */
  late: (when: string) => `_This was for ${when}. I could not write to you then, and I'm sorry._`,
  missed: (count: number) =>
    `_${counted('en', count, { one: '# earlier one was', other: '# earlier ones were' })} left out: I was not running then._`,
  /** What stops them: the button, and the words. */
  stop: 'Stop these messages',
  goOn: 'Write to me again',
  /** Below a message that nobody has asked for. */
  howToStop: '_I wrote this by myself. Say “stop these messages” and I no longer do here._',
  stopped: 'Done: I no longer write here by myself. Say “write to me again” if you want that back.',
  goesOn: 'Done: I write here by myself again.',
}
