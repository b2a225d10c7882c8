import { counted } from '../../lib/counts.ts'
export const timersEn = {
  willRemind: (when: string, text: string) =>
    text === '' ? `I'll remind you on ${when}.` : `I'll remind you on ${when}: ${text}`,
  whenToRemind: 'When shall I remind you? Say it in one sentence, such as “remind me tomorrow at 9 to call Ben”.',
  pastReminder: (when: string) => `${when} has passed already. Please say a time that is yet to come.`,
  onceOnly:
    'I can remind you once, not again and again. Say it with one time, such as “remind me tomorrow at 9 to call Ben”; an admin can have me write regularly, by `/agent schedule add`.',
  farReminder: 'That is more than a year away, which is too far for me. Please say a time that is nearer.',
  reminder: (text: string) => (text === '' ? '⏰ You asked me to remind you now.' : `⏰ Reminder: ${text}`),
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
