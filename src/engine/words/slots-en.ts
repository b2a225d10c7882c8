import type { SlotFault } from '../slots/bounds.ts'

/** What scenarios say of slots, and around them, where their author wrote nothing. */
export const slotsEn = {
  yes: 'Yes',
  no: 'No',
  change: (label: string) => `Change ${label}`,
  ask: (label: string) => `What is the ${label}?`,
  whatTime: 'At what time?',
  whichDay: 'Please name one day of that.',
  oneWhen: 'That names more than one. Please name one of them, or only where it begins.',
  yesOrNo: 'Do you mean yes or no?',
  changeWhat: 'Please tell me what to change.',
  isThatRight: 'Is this right?',
  noted: (label: string, value: string) => `All right, ${label}: ${value}.`,
  callAgain: 'This has been done once already, with what you said before. Shall I do it again with the change?',
  leftAsItWas: 'All right, I have left it as it was.',
  cancelled: 'All right, I have stopped that.',
  nothingBefore: 'There is nothing to go back to.',
  youCanSay: (title: string) =>
    `We are at “${title}”. Answer the question, or say “repeat”, “go back”, “start again” or “cancel”. You may also ask me something else in between.`,
  youCanChoose: (options: string) => `You can choose: ${options}.`,
  needed: (title: string) => `I need it for “${title}”. Say “cancel” if you would rather not.`,
  nextWish: 'Now to the other thing.',
  notUnderstood(type: string, label: string, amount = '40') {
    const kinds: Record<string, string> = {
      number: 'a number, such as 3',
      money: `an amount, such as ${amount}`,
      date: 'a day, such as “next Tuesday” or “24 December”',
      time: 'a time, such as 15:00',
      datetime: 'a day and a time, such as “tomorrow at 3”',
      duration: 'how long, such as “2 hours”',
      email: 'an e-mail address, such as ann@example.com',
      phone: 'a telephone number, with its area code',
      url: 'a web address, such as https://example.com',
      choice: 'one of the choices',
      yesno: 'yes or no',
      name: 'a name',
      file: 'a file: please attach it to your message',
    }
    return kinds[type] ? `I need ${kinds[type]}.` : `I did not understand that as the ${label}.`
  },
  fault(fault: SlotFault, { min = '', max = '', currency = '' }: { min?: string; max?: string; currency?: string }) {
    switch (fault) {
      case 'small':
        return `That must be at least ${min}.`
      case 'large':
        return `That must be at most ${max}.`
      case 'past':
        return 'That is in the past. Please name a time to come.'
      case 'future':
        return 'That is still to come. Please name a time that has passed.'
      case 'currency':
        return `Please name the amount in ${currency}.`
      case 'long':
        return `Please say it in at most ${max} characters.`
    }
  },
}
