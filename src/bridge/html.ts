import { Parser } from 'htmlparser2'
import { createElements, type Wrapper } from './html-elements.ts'
import { createMarkdownWriter } from './markdown-writer.ts'

/** Deeper than any page; what is nested deeper is read as if all of it had ended. */
const maxDepth = 200
/** In UTF-16 units: how often the depth is looked at. */
const slice = 1000

export interface HtmlReader {
  /**
   * `html` begins with every text given before, and so does what is returned. Neither half a tag nor half an entity is in it.
   * `closed`: nothing more will come.
   */
  update(html: string, growth?: { closed: boolean }): string
}

export function htmlToMarkdown(html: string): string {
  return createHtmlReader().update(html, { closed: true })
}

/**
 * Turns a fragment of HTML into Markdown while it grows. Text outside of all elements is taken for Markdown already: models
 * lapse into it, and so do the sentences that are put behind an answer.
 */
export function createHtmlReader(): HtmlReader {
  const writer = createMarkdownWriter()
  const wrapper = createWrapper()
  let elements = createElements(writer, wrapper)
  let parser = new Parser(elements.handler)
  let at = 0

  function finish(): void {
    // What may yet be an entity is text now. The parser would take what is left of a tag for text, too.
    parser.write('\n')
    elements.deafen()
    parser.end()
  }

  return {
    update(html, { closed } = { closed: false }) {
      // Half a character waits for its other half; a tag that was never more than its first letter is none.
      const isHalf = (closed ? /<$/ : /[<\ud800-\udbff]$/).test(html)
      const to = isHalf ? html.length - 1 : html.length
      while (at < to) {
        let next = Math.min(to, at - (at % slice) + slice)
        if (next < to && /[\ud800-\udbff]/.test(html[next - 1]!)) next++
        parser.write(html.slice(at, next))
        at = next
        if (at % slice === 0 && elements.depth > maxDepth) {
          finish()
          elements = createElements(writer, wrapper)
          parser = new Parser(elements.handler)
        }
      }
      if (closed) finish()
      return writer.text
    },
  }
}

/** Some models put their HTML into a code fence. It says nothing, so it is taken away. */
function createWrapper(): Wrapper {
  let head: string | undefined = ''
  let isWrapped = false
  return {
    unwrap(text: string): string {
      if (isWrapped) return text.replaceAll('`', '')
      if (head === undefined) return text
      head += text
      const opened = /^\s*```html\s*\n/.exec(head)
      if (opened) {
        isWrapped = true
        return this.begun().slice(opened[0].length).replaceAll('`', '')
      }
      return /^\s*(`{0,2}|```(h|ht|htm|html\s*)?)$/.test(head) ? '' : this.begun()
    },
    begun(): string {
      const held = head ?? ''
      head = undefined
      return held
    },
  }
}
