import sanitize from 'sanitize-html'

/**
 * What a page may be given of a text that a model wrote, or that holds what people said: what texts are made of, and nothing that runs, loads
 * or sends by itself, or looks like a part of the page around it.
 */
const options: sanitize.IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'span', 'br', 'hr', 'blockquote', 'pre', 'code'],
    ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
    ...[
      'a',
      'img',
      'b',
      'strong',
      'i',
      'em',
      'u',
      's',
      'del',
      'ins',
      'mark',
      'small',
      'sub',
      'sup',
      'q',
      'cite',
      'abbr',
      'kbd',
    ],
    ...['details', 'summary', 'figure', 'figcaption', 'ruby', 'rb', 'rt', 'rp'],
  ],
  allowedAttributes: {
    a: ['href', 'title'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    abbr: ['title'],
    ol: ['start'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    '*': ['lang', 'dir'],
  },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  // An address within the page would have the page's own server asked.
  transformTags: {
    img: (tagName, { src = '', ...attribs }) => ({
      tagName,
      attribs: /^https:\/\//i.test(src) ? { src, ...attribs } : attribs,
    }),
  },
  // Deeper than any text is, and than what browsers lay out without trouble.
  nestingLimit: 50,
}

export function cleanHtml(html: string): string {
  return sanitize(html, options)
}

/** Private use: no model writes it, and where one does it is taken out. */
const endMark = '\uE0FF'

/**
 * As much of a text that is still being written as will not become another one, cleaned: it grows only by appending, and what it grows into
 * is `cleanHtml` of the whole, up to the tags that are open here. Undefined: nothing can be said of it yet.
 */
export function cleanSoFar(html: string): string | undefined {
  const whole = withoutHalf(html.replaceAll(endMark, ''))
  const cleaned = cleanHtml(whole + endMark)
  const end = cleaned.indexOf(endMark)
  // What comes last stands in something that is left out, such as a script or a comment.
  return end < 0 ? undefined : cleaned.slice(0, end)
}

/** Without a tag or a character reference at the end that is not complete. */
function withoutHalf(html: string): string {
  const tag = html.lastIndexOf('<')
  const text = tag > html.lastIndexOf('>') ? html.slice(0, tag) : html
  return text.replace(/&[#\w]{0,32}$/, '')
}
