import { describe, expect, it } from 'vitest'
import { csvToText } from '../../../src/drivers/documents/csv.ts'
import { readWork } from '../../../src/drivers/documents/read.ts'
import { docx, paragraph, pptx, xlsx, zip } from './files.ts'

const read = (name: string, kind: 'zip' | 'mail' | 'html' | 'csv', content: string | Uint8Array) =>
  readWork({ name, kind, bytes: Buffer.from(content) })

describe('a workbook', () => {
  const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="&quot;day&quot; 0"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd hh:mm"/></numFmts>
    <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="9"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="21"/></cellXfs></styleSheet>`

  it('is read sheet by sheet: text, dates, shares and results as they are shown, hidden sheets left out and named', async () => {
    const file = xlsx(
      [
        {
          name: 'Prices',
          rows: `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>From | to</t></is></c></row>
            <row r="3"><c t="str"><f>A1</f><v>Tea</v></c><c><v>0.30000000000000004</v></c><c s="1"><v>46082</v></c></row>
            <row><c s="2"><v>0.07</v></c><c t="b"><v>1</v></c><c t="e"><v>#DIV/0!</v></c></row>
            <row><c s="3"><v>3</v></c><c s="4"><v>46082.604166666664</v></c><c s="5"><v>0.5</v></c></row>`,
        },
        { name: 'Costs', rows: '<row><c><v>1</v></c></row>', state: 'veryHidden' },
      ],
      { strings: '<si><r><t>商</t></r><r><t>品</t></r><rPh sb="0" eb="1"><t>ショウ</t></rPh></si>', styles },
    )
    expect(await read('prices.xlsx', 'zip', file)).toEqual({
      text: [
        '# Prices',
        '',
        '| 商品 |  | From \\| to |',
        '| Tea | 0.3 | 2026-03-01 |',
        '| 7% | TRUE | #DIV/0! |',
        '| 3 | 2026-03-01 14:30 | 12:00 |',
      ].join('\n'),
      leftOut: ['the hidden sheet Costs'],
    })
  })

  it('counts its days from 1904 where it says so', async () => {
    const file = xlsx([{ name: 'A', rows: '<row><c s="1"><v>44620</v></c></row>' }], { styles, is1904: true })
    expect(await read('a.xlsx', 'zip', file)).toEqual({ text: '# A\n\n| 2026-03-01 |' })
  })

  it('is cut into ranges that begin with its first row, where it is long', async () => {
    const rows = Array.from({ length: 120 }, (_, i) => `<row><c><v>${i}</v></c><c><v>${i * 2}</v></c></row>`)
    const outcome = await read('a.xlsx', 'zip', xlsx([{ name: 'Long', rows: rows.join('') }]))
    const { text } = outcome as { text: string }
    expect(text.split('\n\n').filter((block) => block.startsWith('#'))).toEqual([
      '# Long',
      '## A2:B51',
      '## A52:B101',
      '## A102:B120',
    ])
    expect(text).toContain('## A102:B120\n\n| 0 | 0 |\n| 101 | 202 |')
  })

  it('ends where it is larger than anybody asks about', async () => {
    const row = `<row>${'<c><v>1</v></c>'.repeat(1000)}</row>`
    const outcome = await read('a.xlsx', 'zip', xlsx([{ name: 'Huge', rows: row.repeat(401) }]))
    expect(outcome).toMatchObject({ leftOut: ['cells of the sheet Huge, for it is too large'] })
  })
})

describe('a presentation', () => {
  it('is read in the order of its slides, with titles, tables and notes, without fields and hidden slides', async () => {
    const shape = (text: string, ph = '') =>
      `<p:sp><p:nvPr>${ph}</p:nvPr><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sp>`
    const table = `<a:tbl><a:tr><a:tc>${shape('Q1')}</a:tc><a:tc>${shape('Q2')}</a:tc></a:tr></a:tbl>`
    const file = pptx([
      { xml: shape('Launch', '<p:ph type="ctrTitle"/>') + shape('Friday'), notes: 'Say hello.' },
      { xml: `${table}<a:p><a:fld><a:t>2</a:t></a:fld></a:p>` },
      { xml: shape('secret'), hidden: true },
    ])
    expect(await read('plan.pptx', 'zip', file)).toEqual({
      text: '# Slide 1: Launch\n\nFriday\n\nNotes: Say hello.\n\n# Slide 2\n\n| Q1 | Q2 |',
      leftOut: ['the hidden slide 3'],
    })
  })
})

describe('a mail', () => {
  const mail = [
    'From: =?utf-8?q?Ben?= <ben@example.com>',
    'To: Ann <ann@example.com>',
    'Subject: The =?utf-8?b?5Lya6K2w?=',
    'Date: Mon, 2 Mar 2026 09:00:00 +0000',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p>We meet at <b>nine</b>.</p>',
    '--b',
    'Content-Type: text/csv; name=people.csv',
    'Content-Disposition: attachment; filename=people.csv',
    '',
    'name,room',
    'Ann,1',
    '--b',
    'Content-Type: application/zip; name=all.zip',
    'Content-Disposition: attachment; filename=all.zip',
    'Content-Transfer-Encoding: base64',
    '',
    zip({ 'a.txt': 'a' }).toString('base64'),
    '--b--',
  ].join('\r\n')

  it('is read with whom it is from, what it says and its files, archives left out and named', async () => {
    expect(await read('mail.eml', 'mail', mail)).toEqual({
      text: [
        '# The 会議',
        'From: Ben <ben@example.com>\nTo: Ann <ann@example.com>\nDate: 2026-03-02T09:00:00.000Z',
        'We meet at nine.',
        '# people.csv',
        '| name | room |\n| Ann | 1 |',
      ].join('\n\n'),
      leftOut: ['the file all.zip'],
    })
  })
})

describe('an archive', () => {
  it('is read file by file below their names; what cannot be read is left out and named', async () => {
    const inner = zip({ 'deep.txt': 'deep' })
    const file = zip({
      'src/run.py': '# not a heading\nprint(1)',
      'docs/plan.docx': docx(paragraph('Plan', '<w:pStyle w:val="1"/>')),
      'inner.zip': inner,
      'photo.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]),
      '__MACOSX/x.txt': 'x',
    })
    expect(await read('all.zip', 'zip', file)).toEqual({
      text: '# src/run.py\n\n```\n# not a heading\nprint(1)\n```\n\n# docs/plan.docx\n\n## Plan',
      leftOut: ['the file inner.zip', 'the file photo.png'],
    })
    expect(await read('only.zip', 'zip', zip({ 'inner.zip': inner }))).toEqual({ fault: 'nothing_inside' })
  })

  it('is refused when all of it together is too much, however small each file is', async () => {
    const files = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`${i}.txt`, Buffer.alloc(8_000_000, 'a')]))
    const bomb = zip(files)
    expect(bomb.length).toBeLessThan(100_000)
    expect(await read('bomb.zip', 'zip', bomb)).toEqual({ fault: 'too_much' })
  })
})

describe('values parted by characters', () => {
  it.each([
    ['commas', 'a,"b, c",d\r\n1,"say ""hi""",\r\n\r\n'],
    ['semicolons', 'a;"b, c";d\n1;"say ""hi""";'],
    ['tabs', 'a\tb, c\td\n1\tsay "hi"\t'],
  ])('are read as a table: %s', (_, text) => {
    expect(csvToText(Buffer.from(text)).text).toBe('| a | b, c | d |\n| 1 | say "hi" |  |')
  })
})
