import { counted } from '../../lib/counts.ts'

export const en = {
  tooLarge: (name: string, mebibytes: number) =>
    `I did not read ${name}: it is larger than ${mebibytes} MB. Please send a smaller file, or the part of it that matters.`,
  tooMany: (names: string, max: number) =>
    `I did not read ${names}: I read at most ${counted('en', max, { one: '# file', other: '# files' })} at once. Please send the rest in another message.`,
  tooManyImages: (names: string, max: number) =>
    `I did not look at ${names}: I can look at ${counted('en', max, { one: '# picture', other: '# pictures' })} at once. Please send fewer.`,
  notAllowed: (name: string) =>
    `I did not read ${name}: files of this kind are not for me. Please copy what matters into a message.`,
  notFetched: (name: string) => `I could not fetch ${name}. Please send it again.`,
  notAllowedToFetch: (name: string) =>
    `I may not read ${name} here. Please ask an admin to let me read files, or copy what matters into a message.`,
  gone: (name: string) => `I could not read ${name}: it is not there any more.`,
  filesHidden:
    'I can’t see the file that you attached here: in channels and group chats, files are shown only to apps that may read messages. Please send it to me in our direct chat, copy what matters into a message, or ask an admin to let me read messages here.',
  filesNotTold:
    'I could not find out just now what you attached here. Please send it again in a moment, or copy what matters into a message.',
  voiceTooLong: (name: string, minutes: number) =>
    `I did not listen to ${name}: I take in at most ${counted('en', minutes, { one: '# minute', other: '# minutes' })}. Please send a shorter message, or write to me.`,
  voiceEmpty: (name: string) => `I heard no words in ${name}. Please say it again, or write to me.`,
  voiceNotHeard: (name: string) =>
    `I could not listen to ${name} just now. Please send it again in a moment, or write to me.`,
  voice: (name: string) => `I can’t listen to ${name}. Please write to me instead.`,
}
