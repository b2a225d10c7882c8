import {
  type Action,
  AdaptiveCard,
  CardElement,
  CardObjectRegistry,
  ExecuteAction,
  GlobalRegistry,
  OpenUrlAction,
  SerializationContext,
  SubmitAction,
  Table,
  Versions,
} from 'adaptivecards'
import { createRoot, type Root } from 'react-dom/client'
import { CodeBlock as CodeBlockView } from '../../../shared/richtext/CodeBlock.tsx'
import { safeHref } from '../../../shared/richtext/tree.ts'
import mention from '../Mention.module.css'
import { text } from '../strings.ts'
import { type Json, keyOf, words } from './json.ts'
import { teamsLook } from './look.ts'
import { cardHtml } from './markdown.ts'
import { prepareCard } from './prepare.ts'

AdaptiveCard.onProcessMarkdown = (written, result) => {
  result.outputHtml = cardHtml(written, mention['mention'])
  result.didProcess = true
}

/** Teams' own element for code, which the renderer does not know. */
class CodeBlock extends CardElement {
  private snippet: Json = {}
  private root: Root | undefined

  getJsonTypeName(): string {
    return 'CodeBlock'
  }

  protected override internalParse(source: Json, context: SerializationContext): void {
    super.internalParse(source, context)
    this.snippet = source
  }

  protected override internalRender(): HTMLElement {
    const frame = document.createElement('div')
    const { language, codeSnippet } = this.snippet
    this.root = createRoot(frame)
    this.root.render(<CodeBlockView language={words(language).toLowerCase()} text={words(codeSnippet)} />)
    return frame
  }

  dispose(): void {
    this.root?.unmount()
  }
}

/** What Teams draws: no films. */
const elements = new CardObjectRegistry<CardElement>()
GlobalRegistry.populateWithDefaultElements(elements)
elements.unregister('Media')
elements.register('Table', Table, Versions.v1_5)
elements.register('CodeBlock', CodeBlock, Versions.v1_0)

export interface RenderedCard {
  element: HTMLElement
  /** Marks the action with this key as the one that the app is asked for. */
  showPressed(key: string | undefined): void
  dispose(): void
}

/** Draws a card. `onAct` hears what the app is to be asked, with what is filled in. */
export function renderCard(
  source: Json,
  me: string,
  onAct: (action: Json, inputs: Record<string, string>) => void,
): RenderedCard {
  const { card: prepared, actions } = prepareCard(source, {
    me,
    isKnown: (type) => elements.findByName(type) !== undefined,
    unknown: text.unknownElement,
    fillThis: text.fillThis,
    choose: text.choose,
  })
  const context = new SerializationContext()
  context.setElementRegistry(elements)
  const card = new AdaptiveCard()
  card.hostConfig = teamsLook
  card.parse(prepared, context)

  const originalOf = ({ id }: Action): Json => actions[Number(id)] ?? {}
  let waiting: string | undefined
  const mark = () => {
    for (const action of card.getAllActions()) {
      const button = action.renderedElement
      if (!button) continue
      button.dataset['testid'] = 'action'
      button.ariaBusy = String(waiting !== undefined && keyOf(originalOf(action)) === waiting)
    }
  }
  card.onInlineCardExpanded = mark
  card.onExecuteAction = (action) => {
    if (action instanceof OpenUrlAction) return openUrl(action.url)
    // The rest only this page does, and it is done.
    const asks = action instanceof SubmitAction || action instanceof ExecuteAction
    if (!asks || waiting !== undefined) return
    const inputs = Object.values(action.getReferencedInputs() ?? {})
    onAct(originalOf(action), Object.fromEntries(inputs.map(({ id, value }) => [id, words(value)])))
  }
  const element = card.render() ?? document.createElement('div')
  // The renderer names no control after what is filled in there.
  for (const { id, renderedElement } of card.getAllInputs()) {
    for (const control of renderedElement?.querySelectorAll('input, textarea, select') ?? []) {
      if (id) control.setAttribute('name', id)
    }
  }
  mark()
  return {
    element,
    showPressed(key) {
      waiting = key
      mark()
    },
    dispose() {
      for (const each of codeBlocksIn(card)) each.dispose()
    },
  }
}

function codeBlocksIn(element: CardElement): CodeBlock[] {
  if (element instanceof CodeBlock) return [element]
  if (!('getItemCount' in element)) return []
  const holder = element as CardElement & { getItemCount(): number; getItemAt(index: number): CardElement }
  return Array.from({ length: holder.getItemCount() }, (_, i) => holder.getItemAt(i)).flatMap(codeBlocksIn)
}

function openUrl(url: string | undefined): void {
  const href = safeHref(url ?? '')
  if (href) window.open(href, '_blank', 'noopener,noreferrer')
}
