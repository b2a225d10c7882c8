import { memo, type ReactNode, useState } from 'react'
import { strings } from '../../strings.ts'
import { inOrder } from '../in-order.ts'
import { CodeBlock } from './CodeBlock.tsx'
import styles from './RichText.module.css'
import type { Align, Block, Inline, ListItem } from './tree.ts'

/** Names for the ids in a text; undefined where unknown. */
export interface People {
  user: (id: string) => string | undefined
  channel: (id: string) => string | undefined
  role?: (id: string) => string | undefined
  /** Draws a note of the message by its key and label. */
  note?: (key: string, label: string) => ReactNode
  /** The reader: mentions of them stand out. */
  me?: string
}

interface Props {
  blocks: Block[]
  people: People
  /** Text still grows at the end. */
  growing?: boolean
}

/** Drawn again only when its own text changes, however often those around it do. */
export const RichText = memo(function RichText({ blocks, people, growing = false }: Props) {
  return <div className={`${styles.text} ${growing ? styles.growing : ''}`}>{drawBlocks(blocks, people)}</div>
})

/** A single run, without paragraphs around it. */
export function InlineText({ nodes, people }: { nodes: Inline[]; people: People }) {
  return <span className={styles.inline}>{drawInline(nodes, people)}</span>
}

function drawBlocks(blocks: Block[], people: People): ReactNode {
  return inOrder(blocks, (block) => <BlockNode block={block} people={people} />)
}

function drawInline(nodes: Inline[], people: People): ReactNode {
  return inOrder(nodes, (node) => <InlineNode node={node} people={people} />)
}

function BlockNode({ block, people }: { block: Block; people: People }) {
  switch (block.type) {
    case 'paragraph':
      return <p>{drawInline(block.children, people)}</p>
    case 'heading': {
      // The page's own headings are above those of any message.
      const Heading = `h${Math.min(block.level + 2, 6)}` as 'h3'
      return (
        <Heading className={styles.heading} data-level={block.level}>
          {drawInline(block.children, people)}
        </Heading>
      )
    }
    case 'code':
      return <CodeBlock language={block.language} text={block.text} />
    case 'subtext':
      return <small className={styles.subtext}>{drawInline(block.children, people)}</small>
    case 'quote':
      return <blockquote>{drawBlocks(block.children, people)}</blockquote>
    case 'list':
      return block.ordered ? (
        <ol start={block.start}>{drawItems(block.items, people)}</ol>
      ) : (
        <ul>{drawItems(block.items, people)}</ul>
      )
    case 'table':
      return <Table table={block} people={people} />
    case 'rule':
      return <hr />
  }
}

function drawItems(items: ListItem[], people: People): ReactNode {
  return inOrder(items, ({ checked, children }) => (
    <li className={checked === undefined ? undefined : styles.task}>
      {checked !== undefined && <input type="checkbox" checked={checked} disabled readOnly />}
      {drawBlocks(children, people)}
    </li>
  ))
}

function Table({ table, people }: { table: Block & { type: 'table' }; people: People }) {
  const align = (column: number): { textAlign: Align } => ({ textAlign: table.align[column] ?? 'left' })
  return (
    <div className={styles.table}>
      <table>
        <thead>
          <tr>
            {inOrder(table.head, (cell, column) => (
              <th style={align(column)}>{drawInline(cell, people)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {inOrder(table.rows, (row) => (
            <tr>
              {inOrder(row, (cell, column) => (
                <td style={align(column)}>{drawInline(cell, people)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Spoiler({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState(false)
  if (shown) return <span className={styles.revealed}>{children}</span>
  return (
    <button type="button" className={styles.spoiler} aria-label={strings.spoiler} onClick={() => setShown(true)}>
      <span aria-hidden="true">{children}</span>
    </button>
  )
}

function InlineNode({ node, people }: { node: Inline; people: People }) {
  switch (node.type) {
    case 'text':
      return node.text
    case 'strong':
      return <strong>{drawInline(node.children, people)}</strong>
    case 'em':
      return <em>{drawInline(node.children, people)}</em>
    case 'strike':
      return <s>{drawInline(node.children, people)}</s>
    case 'underline':
      return <u>{drawInline(node.children, people)}</u>
    case 'spoiler':
      return <Spoiler>{drawInline(node.children, people)}</Spoiler>
    case 'code':
      return <code>{node.text}</code>
    case 'link':
      return (
        <a href={node.href} target="_blank" rel="noopener noreferrer">
          {drawInline(node.children, people)}
        </a>
      )
    case 'break':
      return <br />
    case 'user':
      return (
        <span className={styles.mention} data-me={node.id === people.me || undefined}>
          @{people.user(node.id) ?? node.label ?? node.id}
        </span>
      )
    case 'channel':
      return <span className={styles.mention}>#{people.channel(node.id) ?? node.label ?? node.id}</span>
    case 'role':
      return <span className={styles.mention}>@{people.role?.(node.id) ?? node.label ?? node.id}</span>
    case 'note':
      return people.note?.(node.key, node.label) ?? node.label
    case 'broadcast':
      return (
        <span className={styles.mention} data-me>
          {node.label}
        </span>
      )
  }
}
