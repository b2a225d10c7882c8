import { crc32, deflateRawSync } from 'node:zlib'

/** A PDF with a page for each text, which may have several lines. */
export function pdf(pages: readonly string[], { encrypted = false } = {}): Buffer {
  const kids = pages.map((_, i) => `${4 + i * 2} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((text, i) => {
      const lines = text.split('\n').map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`)
      const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + i * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`
      return [page, stream(text === '' ? '' : `BT /F1 11 Tf 13 TL 60 780 Td ${lines.join(' ')} ET`)]
    }),
  ]
  // No password opens what was not made with one.
  const lock = `<< /Filter /Standard /V 1 /R 2 /P -4 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >>`
  const trailer = encrypted ? ` /Encrypt ${lock} /ID [<${'00'.repeat(16)}> <${'00'.repeat(16)}>]` : ''
  return assemble(objects, trailer)
}

/** A PDF that says 会議室 in a font that is not embedded, as Japanese programs write it. */
export function japanesePdf(): Buffer {
  return assemble([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    stream('BT /F1 16 Tf 72 700 Td <89ef8b638eba> Tj ET'),
    '<< /Type /Font /Subtype /Type0 /BaseFont /HeiseiMin-W3 /Encoding /90ms-RKSJ-H /DescendantFonts [6 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HeiseiMin-W3 /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /FontDescriptor 7 0 R /DW 1000 >>',
    '<< /Type /FontDescriptor /FontName /HeiseiMin-W3 /Flags 4 /FontBBox [-123 -257 1001 910] /ItalicAngle 0 /Ascent 709 /Descent -241 /CapHeight 709 /StemV 69 >>',
  ])
}

function stream(content: string): string {
  return `<< /Length ${content.length} >>\nstream\n${content}\nendstream`
}

function assemble(objects: readonly string[], trailer = ''): Buffer {
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, i) => {
    const at = file.length
    file += `${i + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  const end = `trailer << /Size ${objects.length + 1} /Root 1 0 R${trailer} >>\nstartxref\n${file.length}\n%%EOF`
  return Buffer.from(file + table + end, 'latin1')
}

export function zip(parts: Readonly<Record<string, string | Buffer>>): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(20, 4)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(crc32(bytes), 14)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt32LE(bytes.length, 22)
    local.writeUInt16LE(Buffer.byteLength(name), 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(20, 6)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(crc32(bytes), 16)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(bytes.length, 24)
    entry.writeUInt16LE(Buffer.byteLength(name), 28)
    entry.writeUInt32LE(offset, 42)
    bodies.push(local, Buffer.from(name), packed)
    directory.push(entry, Buffer.from(name))
    offset += 30 + Buffer.byteLength(name) + packed.length
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(parts).length, 8)
  end.writeUInt16LE(Object.keys(parts).length, 10)
  end.writeUInt32LE(entries.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, entries, end])
}

/** A Word file with this inside its `w:body`. */
export function docx(body: string, more: Readonly<Record<string, string | Buffer>> = {}): Buffer {
  return zip({
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels':
      '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    'word/styles.xml': `<w:styles>
      <w:style w:styleId="1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>
      <w:style w:styleId="Mine"><w:name w:val="Mine"/><w:basedOn w:val="2"/></w:style>
      <w:style w:styleId="2"><w:name w:val="heading 2"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style></w:styles>`,
    'word/document.xml': `<?xml version="1.0"?><w:document><w:body>${body}</w:body></w:document>`,
    ...more,
  })
}

/** A paragraph of a Word file. */
export function paragraph(text: string, properties = ''): string {
  return `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
}

const relations = (targets: Readonly<Record<string, [type: string, target: string]>>): string =>
  `<Relationships>${Object.entries(targets)
    .map(([id, [type, target]]) => `<Relationship Id="${id}" Type="http://example.com/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

/** A workbook with these inside the `sheetData` of its sheets. */
export function xlsx(
  sheets: readonly { name: string; rows: string; state?: string }[],
  { strings = '', styles = '', is1904 = false } = {},
): Buffer {
  const entries = sheets.map(
    ({ name, state }, i) => `<sheet name="${name}" sheetId="${i}" r:id="r${i}"${state ? ` state="${state}"` : ''}/>`,
  )
  return zip({
    '_rels/.rels': relations({ a: ['officeDocument', '/xl/workbook.xml'] }),
    'xl/workbook.xml': `<workbook><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets>${entries.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations({
      ...Object.fromEntries(sheets.map((_, i) => [`r${i}`, ['worksheet', `worksheets/s${i}.xml`] as const])),
      styles: ['styles', 'styles.xml'],
      strings: ['sharedStrings', 'sharedStrings.xml'],
    } as Record<string, [string, string]>),
    'xl/styles.xml': styles,
    'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
    ...Object.fromEntries(
      sheets.map(({ rows }, i) => [`xl/worksheets/s${i}.xml`, `<worksheet><sheetData>${rows}</sheetData></worksheet>`]),
    ),
  })
}

/** A presentation with slides that say this; their files are numbered against their order. */
export function pptx(slides: readonly { xml: string; notes?: string; hidden?: boolean }[]): Buffer {
  const last = slides.length - 1
  return zip({
    'ppt/presentation.xml': `<p:presentation><p:sldIdLst>${slides.map((_, i) => `<p:sldId r:id="r${i}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(
      Object.fromEntries(slides.map((_, i) => [`r${i}`, ['slide', `slides/s${last - i}.xml`]])),
    ),
    ...Object.fromEntries(
      slides.flatMap(({ xml, notes, hidden }, i) => [
        [`ppt/slides/s${last - i}.xml`, `<p:sld${hidden ? ' show="0"' : ''}>${xml}</p:sld>`],
        ...(notes === undefined
          ? []
          : [
              [`ppt/slides/_rels/s${last - i}.xml.rels`, relations({ n: ['notesSlide', '../notesSlides/n.xml'] })],
              [
                'ppt/notesSlides/n.xml',
                `<p:notes><a:p><a:r><a:t>${notes}</a:t></a:r></a:p><a:p><a:fld><a:t>1</a:t></a:fld></a:p></p:notes>`,
              ],
            ]),
      ]),
    ),
  })
}
