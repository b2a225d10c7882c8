import { cut } from '../../src/lib/cut.ts'
import type { Texts } from '../../src/lib/language.ts'
import { inUtc, withMoments } from '../../src/lib/moment.ts'
import type { View } from '../../src/model/view.ts'
import type { Modal } from './form-modal.ts'
import { AGENT, type Meta } from './modal-meta.ts'
import { toMrkdwn } from './mrkdwn.ts'
import type { Block } from './outbound.ts'
import { renderButtons } from './view-payload.ts'
import { words } from './words/index.ts'

/** Documented: of a section's text, a header's and a modal's title. */
const SECTION = 3000
const HEADER = 150
const TITLE = 24

interface Page {
  view: View
  /** Kept with it: where its person's answers go. */
  meta: Meta
  say: (texts: Texts) => string
}

/** A view as the Home tab of the app, which its person sees alone. */
export function renderHome({ view, meta, say }: Page): Modal {
  return {
    type: 'home',
    callback_id: AGENT,
    private_metadata: JSON.stringify(meta),
    blocks: [...blocksOf(view.text), ...renderButtons(view, say)],
  }
}

/** A view as a modal: what a button of the Home tab, or of such a modal, is answered with. */
export function renderPage(title: string, { view, meta, say }: Page): Modal {
  const { text, file } = view
  const all = file ? `${text}\n\n${say(words.fileComes(file.name))}` : text
  return {
    type: 'modal',
    callback_id: AGENT,
    private_metadata: JSON.stringify(meta),
    title: { type: 'plain_text', text: cut(title, TITLE) },
    close: { type: 'plain_text', text: say(words.close) },
    blocks: [...blocksOf(all), ...renderButtons(view, say)],
  }
}

/** Its headings as headers, what stands between them as sections. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let lines: string[] = []
  const end = () => {
    const mrkdwn = cut(toMrkdwn(lines.join('\n').trim()), SECTION)
    if (mrkdwn !== '') blocks.push({ type: 'section', text: { type: 'mrkdwn', text: mrkdwn } })
    lines = []
  }
  for (const line of withMoments(text, inUtc).split('\n')) {
    const [, heading] = /^## +(.+)$/.exec(line) ?? []
    const isFull = lines.join('\n').length + line.length > SECTION / 2
    if (heading !== undefined || isFull) end()
    if (heading === undefined) lines.push(line)
    else blocks.push({ type: 'header', text: { type: 'plain_text', text: cut(heading, HEADER) } })
  }
  end()
  return blocks
}
