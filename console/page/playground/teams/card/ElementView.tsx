import { type CSSProperties, type ReactNode, useContext } from 'react'
import { inOrder } from '../../../shared/in-order.ts'
import { CodeBlock } from '../../../shared/richtext/CodeBlock.tsx'
import { text } from '../strings.ts'
import { ActionBar } from './ActionBar.tsx'
import styles from './Card.module.css'
import { CardsContext, useCard } from './context.ts'
import { InputView } from './InputView.tsx'
import { isJson, type Json, list, token, words } from './json.ts'
import { CardImage, Facts, RichTextBlock, TextBlock } from './text-elements.tsx'

/** A card without its frame. */
export function CardContent({ card }: { card: Json }) {
  return (
    <>
      <Elements elements={list(card['body'])} />
      <ActionBar actions={list(card['actions'])} show={showCard} />
    </>
  )
}

const showCard = (card: Json): ReactNode => <CardContent card={card} />

/** The elements of a card or container, one below the other. */
function Elements({ elements }: { elements: Json[] }) {
  const { isVisible } = useCard()
  return inOrder(elements.filter(isVisible), (element, i) => (
    <div
      className={styles.element}
      data-spacing={i === 0 ? 'none' : token(element['spacing'])}
      data-separator={i > 0 && element['separator'] === true}
      data-stretch={element['height'] === 'stretch'}
      data-align={token(element['horizontalAlignment'])}
    >
      <ElementView element={element} />
    </div>
  ))
}

function ElementView({ element }: { element: Json }): ReactNode {
  const type = token(element['type']) ?? ''
  if (type.startsWith('input.')) return <InputView input={element} />
  switch (type) {
    case 'textblock':
      return <TextBlock element={element} />
    case 'richtextblock':
      return <RichTextBlock element={element} />
    case 'image':
      return (
        <Pressable action={element['selectAction']}>
          <CardImage element={element} />
        </Pressable>
      )
    case 'imageset':
      return (
        <div className={styles.images}>
          {inOrder(list(element['images']), (image) => (
            <CardImage element={{ size: element['imageSize'] ?? 'medium', ...image }} />
          ))}
        </div>
      )
    case 'container':
      return <Container element={element} />
    case 'columnset':
      return <Columns element={element} />
    case 'factset':
      return <Facts facts={list(element['facts'])} />
    case 'table':
      return <Table element={element} />
    case 'actionset':
      return <ActionBar actions={list(element['actions'])} align={element['horizontalAlignment']} show={showCard} />
    case 'codeblock':
      return <CodeBlock language={words(element['language']).toLowerCase()} text={words(element['codeSnippet'])} />
    default:
      return <Fallback element={element} />
  }
}

function Fallback({ element }: { element: Json }) {
  const { fallback } = element
  if (fallback === 'drop') return null
  if (isJson(fallback)) return <ElementView element={fallback} />
  return <p className={styles.unknown}>{text.unknownElement(words(element['type']))}</p>
}

function Container({ element }: { element: Json }) {
  const minHeight = words(element['minHeight'])
  return (
    <Pressable action={element['selectAction']}>
      <div
        className={styles.container}
        data-style={token(element['style'])}
        data-valign={token(element['verticalContentAlignment'])}
        style={minHeight ? { minHeight } : undefined}
      >
        <Elements elements={list(element['items'])} />
      </div>
    </Pressable>
  )
}

function Columns({ element }: { element: Json }) {
  const { isVisible } = useCard()
  return (
    <Pressable action={element['selectAction']}>
      <div className={styles.columns} data-style={token(element['style'])}>
        {inOrder(list(element['columns']).filter(isVisible), (column, i) => (
          <div
            className={styles.column}
            data-spacing={i === 0 ? 'none' : token(column['spacing'])}
            data-separator={i > 0 && column['separator'] === true}
            style={widthOf(column['width'])}
          >
            <Container element={column} />
          </div>
        ))}
      </div>
    </Pressable>
  )
}

function widthOf(width: unknown): CSSProperties {
  if (width === 'auto') return { flex: '0 1 auto' }
  if (typeof width === 'string' && width.endsWith('px')) return { flex: `0 0 ${Number.parseInt(width, 10)}px` }
  return { flex: `${Number(width) || 1} 1 0` }
}

function Table({ element }: { element: Json }) {
  const hasHead = element['firstRowAsHeaders'] !== false
  const grid = element['showGridLines'] !== false
  return (
    <div className={styles.tableFrame}>
      <table className={styles.table} data-grid={grid}>
        <colgroup>
          {inOrder(list(element['columns']), ({ width }) => (
            <col style={{ width: typeof width === 'number' ? `${width * 10}%` : words(width) || undefined }} />
          ))}
        </colgroup>
        <tbody>
          {inOrder(list(element['rows']), (row, i) => (
            <tr data-style={token(row['style'])}>
              {inOrder(list(row['cells']), (cell) => {
                const Cell = hasHead && i === 0 ? 'th' : 'td'
                return (
                  <Cell data-style={token(cell['style'])}>
                    <Elements elements={list(cell['items'])} />
                  </Cell>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Something that acts like a button as a whole. */
function Pressable({ action, children }: { action: unknown; children: ReactNode }) {
  const cards = useContext(CardsContext)
  const { act, pressed } = useCard()
  if (!isJson(action)) return children
  const label = words(action['title']) || undefined
  return (
    // It holds whole blocks, and buttons among them, which a button must not.
    // biome-ignore lint/a11y/useSemanticElements: see above
    <div
      role="button"
      tabIndex={0}
      className={styles.pressable}
      aria-label={label}
      title={words(action['tooltip']) || label}
      onClick={() => pressed === undefined && act(action, cards)}
      onKeyDown={({ key, target, currentTarget }) => {
        if (key === 'Enter' && target === currentTarget && pressed === undefined) act(action, cards)
      }}
    >
      {children}
    </div>
  )
}
