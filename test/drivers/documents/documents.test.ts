import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { htmlToText } from '../../../src/drivers/documents/html.ts'
import { createDocuments } from '../../../src/drivers/documents/index.ts'
import { pdfToText } from '../../../src/drivers/documents/pdf.ts'
import { BadFile } from '../../../src/drivers/documents/unreadable.ts'
import { zipToText } from '../../../src/drivers/documents/zip.ts'
import { AppError } from '../../../src/lib/errors.ts'
import { docx, japanesePdf, paragraph, pdf, zip } from './files.ts'

const documents = createDocuments()
const read = (name: string, content: string | Uint8Array) => documents.read({ name, bytes: Buffer.from(content) })
const refusal = (name: string, content: string | Uint8Array, by = documents) =>
  by.read({ name, bytes: Buffer.from(content) }).then(
    () => 'was read',
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error
      return `${error.code}: ${error.message}`
    },
  )

describe('text', () => {
  it('leaves Markdown as it is, save for line ends', async () => {
    const text = '# Opening hours\r\n\r\nMonday | 9 to 18\r\n'
    expect(await read('hours.md', text)).toEqual({
      mimetype: 'text/markdown',
      text: '# Opening hours\n\nMonday | 9 to 18\n',
    })
  })

  it.each([
    ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, 0xe4, 0xbc, 0x9a], '会'],
    ['UTF-16', [0xff, 0xfe, 0x1a, 0x4f], '会'],
    ['Shift_JIS', [0x89, 0xef, 0x8b, 0x63, 0x82, 0xcd], '会議は'],
    ['EUC-JP', [0xb2, 0xf1, 0xb5, 0xc4, 0xa4, 0xcf], '会議は'],
    ['Windows-1252', [0x43, 0x61, 0x66, 0xe9, 0x74], 'Cafét'],
  ])('reads %s', async (_, bytes, text) => {
    expect((await read('notes.txt', new Uint8Array(bytes))).text).toBe(text)
  })

  it('refuses what is no text, and what is empty', async () => {
    expect(await refusal('photo.txt', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]))).toMatch(
      /^document_unreadable: The file photo\.txt is none of the kinds that can be read: text/,
    )
    expect(await refusal('guide.pdf', '<html>Sign in</html>')).toMatch(/came a web page/)
    expect(await refusal('guide.pdf', 'nothing')).toMatch(/none of the kinds/)
    expect(await refusal('handbook.docx', 'no archive at all')).toMatch(/none of the kinds/)
    expect(await refusal('old.doc', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]))).toMatch(
      /password-protected Office file/,
    )
    expect(await refusal('empty.md', ' \n')).toMatch(
      /^document_unreadable: The file empty\.md holds no text: there is nothing in it/,
    )
  })
})

describe('HTML', () => {
  it('is read to its headings, paragraphs, lists, tables and code, without what nobody reads', () => {
    const page = `<!doctype html><html><head><title>Help &amp; more</title><style>p { color: red }</style></head><body>
      <nav>Home</nav><script>alert(1)</script>
      <h2>Opening&nbsp;hours</h2><p>We are <b>open</b>
      every&#32;day, 9&ndash;18 &lt;sharp&gt;.</p>
      <ul><li>Bring <i>a</i> card</li><li>Be on time</li></ul>
      <table><tr><th>Day</th><th>Hours</th></tr><tr><td>Mon</td><td>9 | 18</td></tr></table>
      <pre>let a = 1
  let b</pre><img alt="A map"></body></html>`
    expect(htmlToText(page).text.split('\n\n')).toEqual([
      '# Help & more',
      '## Opening hours',
      'We are open every day, 9–18 <sharp>.',
      '- Bring a card',
      '- Be on time',
      '| Day | Hours |\n| Mon | 9 \\| 18 |',
      '```\nlet a = 1\n  let b\n```',
      'A map',
    ])
  })

  it('keeps its own first heading, and tables inside tables as text of their cell', () => {
    const page = '<html><head><title>Other</title></head><body><h1>Mine</h1><div>a<div>b</div>c</div></body></html>'
    expect(htmlToText(page).text).toBe('# Mine\n\na\n\nb\n\nc')
    const tables = '<table><tr><td>a<table><tr><td>b</td><td>c</td></tr></table></td><td>d</td></tr></table>'
    expect(htmlToText(tables).text).toBe('| a b c | d |')
  })

  it('is known without its extension, and read in the encoding it names', async () => {
    const page = Buffer.concat([Buffer.from('<html><meta charset="iso-8859-2"><p>'), Buffer.from([0xb3, 0xf3, 0xbf])])
    expect(await read('page', page)).toEqual({ mimetype: 'text/html', text: 'łóż' })
  })
})

describe('Word', () => {
  it('is read with headings by their outline level, items, tables and notes, without what was deleted', async () => {
    const file = docx(
      [
        paragraph('Handbook', '<w:pStyle w:val="1"/>'),
        paragraph('Leave', '<w:pStyle w:val="Mine"/>'),
        '<w:p><w:r><w:t>Everybody has</w:t></w:r><w:del><w:r><w:delText>no</w:delText></w:r></w:del><w:r><w:t xml:space="preserve"> 25 days &amp; more</w:t></w:r></w:p>',
        paragraph('Ask first', '<w:numPr><w:ilvl w:val="0"/></w:numPr>'),
        `<w:tbl><w:tr><w:tc>${paragraph('Day')}</w:tc><w:tc>${paragraph('Free')}</w:tc></w:tr></w:tbl>`,
        '<w:p><mc:AlternateContent><mc:Choice><w:r><w:t>once</w:t></w:r></mc:Choice><mc:Fallback><w:r><w:t>twice</w:t></w:r></mc:Fallback></mc:AlternateContent></w:p>',
      ].join(''),
      { 'word/footnotes.xml': `<w:footnotes><w:footnote>${paragraph('See the law.')}</w:footnote></w:footnotes>` },
    )
    expect((await zipToText(file)).text.split('\n\n')).toEqual([
      '# Handbook',
      '## Leave',
      'Everybody has 25 days & more',
      '- Ask first',
      '| Day | Free |',
      'once',
      'See the law.',
    ])
  })

  it('does not expand entities, and does not unpack a bomb', async () => {
    const entities = docx('', {
      'word/document.xml': `<!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><w:document><w:body>${paragraph('x &b; y')}</w:body></w:document>`,
    })
    expect(await zipToText(entities)).toEqual({ text: 'x &b; y' })
    const bomb = docx('', { 'word/document.xml': Buffer.alloc(65 * 1024 * 1024, ' ') })
    expect(bomb.length).toBeLessThan(1024 * 1024)
    await expect(zipToText(bomb)).rejects.toMatchObject({ fault: 'too_much' })
  })

  it('is read or refused as broken, whatever bytes of it are damaged', async () => {
    const whole = docx(paragraph('Hello'))
    const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(damage, fc.nat(whole.length), async (bytes, length) => {
        const file = Buffer.from(whole)
        for (const [at, byte] of bytes) file[at] = byte
        for (const part of [file, whole.subarray(0, length)]) {
          try {
            await zipToText(part)
          } catch (error) {
            expect(error).toBeInstanceOf(BadFile)
          }
        }
      }),
      { numRuns: 300 },
    )
  })

  it('says what is wrong with an archive that is no document', async () => {
    expect(await refusal('handbook.docx', zip({ 'xl/workbook.xml': '<workbook/>' }))).toMatch(/holds no text/)
    const whole = docx(paragraph('Hello'))
    await expect(zipToText(whole.subarray(0, whole.length - 60))).rejects.toMatchObject({ fault: 'broken' })
    const damaged = Buffer.from(whole)
    damaged.fill(0xff, 100, 140)
    expect(await refusal('handbook.docx', damaged)).toMatch(/is damaged/)
  })
})

describe('PDF', () => {
  it('is read page by page, its lines as paragraphs', async () => {
    const file = pdf(['Opening hours are from nine to\neighteen, with an excep-\ntion on Sundays.', 'Parking is free.'])
    expect(await read('guide.txt', file)).toEqual({
      mimetype: 'application/pdf',
      text: '# p. 1\n\nOpening hours are from nine to eighteen, with an exception on Sundays.\n\n# p. 2\n\nParking is free.',
    })
  })

  it('is read in Japanese with a font that is not embedded', async () => {
    expect(await pdfToText(japanesePdf())).toEqual({ text: '会議室' })
  })

  it.each([
    ['no_text', 'has only pictures', pdf([''])],
    ['encrypted', 'wants a password', pdf(['Hello'], { encrypted: true })],
    ['broken', 'is none', Buffer.from('%PDF-1.7\nnothing of a PDF')],
    ['broken', 'is cut off', pdf(['Hello']).subarray(0, 200)],
  ])('is refused as %s when it %s', async (fault, _, file) => {
    await expect(pdfToText(file)).rejects.toMatchObject({ fault })
  })

  it('says what to do with a scan', async () => {
    expect(await refusal('scan.pdf', pdf(['']))).toMatch(/^document_unreadable: .* holds no text.*OCR/)
  })
})
