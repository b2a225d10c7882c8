import type { Message } from './payloads.ts'
import { isText } from './sound.ts'

/** What a message shows beside its words, said in words: a sticker is its name, a poll its question and answers. */
export function readExtras({ sticker_items: stickers = [], poll }: Pick<Message, 'sticker_items' | 'poll'>): string[] {
  const names = stickers.flatMap((sticker) => (isText(sticker?.name) ? [`:${sticker.name}:`] : []))
  const question = poll?.question?.text
  if (!isText(question)) return names
  const answers = (poll?.answers ?? []).flatMap((answer) =>
    isText(answer?.poll_media?.text) ? [`- ${answer.poll_media.text}`] : [],
  )
  return [...names, [question, ...answers].join('\n')]
}
