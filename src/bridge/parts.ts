import type { Language } from '../lib/language.ts'
import type { Attachment, Part } from '../model/message.ts'
import type { Limits } from '../ports/channel.ts'
import { type CommittedAnswer, mayRetry } from '../turns/show.ts'
import { bringsFiles, filesBehind } from './answer-files.ts'
import type { ChatContext } from './context.ts'
import { isForPerson } from './handover/for-person.ts'
import { htmlToMarkdown } from './html.ts'
import { sizeOf } from './measure.ts'
import { createSplitter, split } from './split.ts'
import { sentences } from './words/index.ts'

/** What a committed answer says in Markdown, all of it: its text, and why it is not whole when it isn't. Never empty. */
export function answerText({ response, format, interrupted }: CommittedAnswer, language: Language): string {
  const markdown = format === 'html' ? htmlToMarkdown(response.utterance) : response.utterance
  const text = markdown.trim() === '' ? '…' : markdown
  const why = whyNotWhole(interrupted, language)
  return why === undefined ? text : withNote(text, why)
}

function whyNotWhole(interrupted: CommittedAnswer['interrupted'], language: Language): string | undefined {
  if (interrupted === 'stopped') return sentences.stopped[language]
  return interrupted === 'model_interrupted' ? sentences.interrupted[language] : undefined
}

/** An answer that was cut off in its code must not swallow what follows. */
export function withNote(markdown: string, note: string): string {
  const [whole] = createSplitter({ max: Number.MAX_SAFE_INTEGER, unit: 'utf16' }).update(markdown, { closed: true })
  return `${markdown.trimEnd()}${whole?.suffix ?? ''}\n\n${note}`.trimStart()
}

/** What the message holds, as far as there is room beside what is to be said of it. */
export function noted(text: string, { text: limits }: Limits, note: string): string {
  const max = limits.max - sizeOf(`\n\n${note}`, limits.unit)
  return withNote(split(text, { ...limits, max }, { closed: true })[0] ?? '', note)
}

export function answerFile(answer: CommittedAnswer, language: Language): Attachment {
  return { name: 'answer.md', text: answerText(answer, language) }
}

/** What the message behind the file says. */
export function fileWords({ interrupted }: CommittedAnswer, language: Language): string {
  return [sentences.inFile[language], whyNotWhole(interrupted, language)].filter(Boolean).join('\n\n')
}

/** The last message of an answer: the one that carries its buttons, picture and link. */
export function answerPart(
  text: string,
  turnId: string,
  answer: CommittedAnswer,
  context: Pick<ChatContext, 'language' | 'author' | 'once' | 'asksFor' | 'handover'>,
  { feedback, labels, chosen }: { feedback: boolean; labels: boolean; chosen?: number },
): Part {
  const { language, author, once } = context
  if (once) return inWordsAlone(text, answer, language)
  const { response, interrupted, source, sources, approval, handover } = answer
  const options = mayRetry(interrupted) ? [sentences.retry[language]] : response.options
  const asks = feedback && interrupted === null && (source === 'model' || source === 'knowledge')
  return {
    text,
    ...(author.id !== '' && { mayMention: author.id }),
    ...(isCard(context) && { card: true as const }),
    ...(options.length > 0 && {
      quickReplies: {
        id: turnId,
        options,
        ...(chosen !== undefined && { chosen }),
        ...((approval !== undefined || handover) && { decides: true as const }),
        ...(handover && !isForPerson(handover) && { forAll: true as const }),
      },
    }),
    ...(bringsFiles(answer, response.utterance) && { followed: true as const }),
    ...(response.imageUrl && { imageUrl: response.imageUrl }),
    ...(response.url && { url: response.url }),
    ...(labels && source === 'model' && { aiGenerated: true }),
    ...(labels && sources && interrupted === null && { sources }),
    ...(asks && {
      feedback: { id: turnId, good: sentences.goodAnswer[language], bad: sentences.badAnswer[language] },
    }),
  }
}

/** What a team is asked: it is there whole from the beginning, and says something else when it was decided. */
export const isCard = ({ asksFor, handover }: Pick<ChatContext, 'asksFor' | 'handover'>): boolean =>
  asksFor !== undefined || handover?.passed === 'card'

/** Words in a message that was posted there. */
export const partAs = (text: string, context: Parameters<typeof isCard>[0]): Part => ({
  text,
  ...(isCard(context) && { card: true }),
})

/** For whoever takes one answer and no more: what cannot come with it is named. */
function inWordsAlone(text: string, answer: CommittedAnswer, language: Language): Part {
  const { interrupted } = answer
  const missing = filesBehind(answer, text, false).map(({ name }) => sentences.notBroughtHere(name)[language])
  const words = [text, optionsOf(answer), answer.response.imageUrl, ...missing].filter(Boolean).join('\n\n')
  return { text: words, ...(interrupted !== null && interrupted !== 'stopped' && { failed: true as const }) }
}

/** In words, where buttons and links of their own are refused; as far as there is room. */
export function withOptions(text: string, answer: CommittedAnswer, { text: limits }: Pick<Limits, 'text'>): string {
  const more = optionsOf(answer)
  const all = more === '' ? text : `${text}\n\n${more}`
  return sizeOf(all, limits.unit) <= limits.max ? all : text
}

function optionsOf({ response, interrupted }: CommittedAnswer): string {
  const options = mayRetry(interrupted) ? [] : response.options.map((option) => `- ${option}`)
  return [options.join('\n'), response.url].filter(Boolean).join('\n\n')
}

/** Whether its last message is shown once more when one of its buttons is pressed. */
export function hasButtons({ response, interrupted }: CommittedAnswer): boolean {
  return response.options.length > 0 || mayRetry(interrupted)
}
