import type { Message } from '../../src/simulator/slack/view.ts'

/** The words of a message as a person reads them. */
export function textOf({ text, markdown, blocks = [] }: Pick<Message, 'text' | 'markdown' | 'blocks'>): string {
  const block = (blocks as { type: string; text?: unknown }[]).find((one) => one.type === 'markdown')
  return markdown || (typeof block?.text === 'string' ? block.text : text)
}
