import { useMemo } from 'react'
import type { Message } from '../../../stand-ins/slack/view.ts'
import { inOrder } from '../../shared/in-order.ts'
import { parseMarkdown } from '../../shared/richtext/markdown.ts'
import { parseMrkdwn } from '../../shared/richtext/mrkdwn.ts'
import { RichText } from '../../shared/richtext/RichText.tsx'
import { strings } from '../../strings.ts'
import { ActionRow, BlockView, FeedbackRow } from './BlockView.tsx'
import type { Block } from './blockkit.ts'
import { readBlocks } from './blockkit.ts'
import { useSlack } from './context.ts'
import { FileList } from './FileList.tsx'
import styles from './MessageBody.module.css'

/** A run of blocks that are read, or one that is pressed. */
type Section = { type: 'text'; blocks: Block[] } | { type: 'controls'; block: Block & { type: 'actions' | 'feedback' } }

/** Blocks stand for the text when there are any; a stream's Markdown comes before the blocks that ended it. */
export function MessageBody({ message }: { message: Message }) {
  const { people } = useSlack()
  const { markdown, text, streaming, edited, files } = message
  const blocks = useMemo(() => readBlocks(message.blocks ?? []), [message.blocks])
  const leading = useMemo(() => {
    if (markdown || streaming) return parseMarkdown(markdown ?? '', { streaming })
    return blocks.length === 0 && text ? parseMrkdwn(text) : undefined
  }, [markdown, streaming, blocks, text])
  const sections = useMemo(() => sectionsOf(blocks), [blocks])
  const onlyControls = !leading && sections[0]?.type !== 'text'
  return (
    <>
      {(leading || onlyControls) && (
        <div className={edited ? styles.beforeMark : undefined} data-testid="message-text">
          {leading && <RichText blocks={leading} people={people} growing={streaming} />}
        </div>
      )}
      {inOrder(sections, (section) => (
        <SectionView section={section} message={message} />
      ))}
      {files && files.length > 0 && <FileList files={files} />}
      {edited && <span className={styles.edited}>{strings.edited}</span>}
    </>
  )
}

function SectionView({ section, message }: { section: Section; message: Message }) {
  if (section.type === 'controls') {
    const { block } = section
    return block.type === 'actions' ? (
      <ActionRow message={message} block={block} />
    ) : (
      <FeedbackRow message={message} block={block} />
    )
  }
  return (
    <div className={styles.blocks} data-testid="message-text">
      {inOrder(section.blocks, (block) => (
        <BlockView block={block} message={message} />
      ))}
    </div>
  )
}

function sectionsOf(blocks: Block[]): Section[] {
  const sections: Section[] = []
  for (const block of blocks) {
    const last = sections.at(-1)
    if (block.type === 'actions' || block.type === 'feedback') sections.push({ type: 'controls', block })
    else if (last?.type === 'text') last.blocks.push(block)
    else sections.push({ type: 'text', blocks: [block] })
  }
  return sections
}
