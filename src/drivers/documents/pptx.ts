import { type Readable, readable } from './readable.ts'
import type { Zip } from './unzip.ts'
import { createWriter } from './writer.ts'
import { parseXml, relationsOf } from './xml.ts'

/** The text of a presentation: slide by slide, in the order in which they are shown, with the speaker's notes. Throws `BadFile`. */
export function pptxToText(zip: Zip, presentation: string): Readable {
  const read = (path: string | undefined) => (path === undefined ? undefined : zip.read(path)?.toString('utf8'))
  const folder = presentation.slice(0, presentation.lastIndexOf('/'))
  const slides = relationsOf(read(`${folder}/_rels/${presentation.slice(folder.length + 1)}.rels`), folder)
  const texts: string[] = []
  const leftOut: string[] = []
  for (const [i, id] of slideIds(read(presentation) ?? '').entries()) {
    const path = slides.get(id)?.path
    const slide = readSlide(read(path) ?? '')
    if (slide.isHidden) {
      leftOut.push(`the hidden slide ${i + 1}`)
      continue
    }
    const [place, name] = path
      ? [path.slice(0, path.lastIndexOf('/')), path.slice(path.lastIndexOf('/') + 1)]
      : ['', '']
    const related = relationsOf(read(`${place}/_rels/${name}.rels`), place)
    const notes = [...related.values()].find(({ type }) => type === 'notesSlide')?.path
    const said = readSlide(read(notes) ?? '').body
    const parts = [slide.body, said && `Notes: ${said}`].filter((part) => part !== '')
    const heading = `# Slide ${i + 1}${slide.title && `: ${slide.title}`}`
    if (slide.title || parts.length > 0) texts.push([heading, ...parts].join('\n\n'))
  }
  return readable(texts.join('\n\n'), leftOut)
}

function slideIds(xml: string): string[] {
  const ids: string[] = []
  parseXml(xml, {
    open(name, attributes) {
      if (name === 'p:sldId') ids.push(attributes['r:id'] ?? '')
    },
  })
  return ids
}

/** Without fields, which are its number and the date. */
function readSlide(xml: string): { title: string; body: string; isHidden: boolean } {
  const writer = createWriter()
  let title = ''
  let inTitle = false
  let inText = false
  let isHidden = false
  let fields = 0
  parseXml(xml, {
    open(name, attributes) {
      if (name === 'p:sld') isHidden = /^(0|false)$/.test(attributes['show'] ?? '')
      else if (name === 'p:sp') inTitle = false
      else if (name === 'p:ph') inTitle = /^(title|ctrTitle)$/.test(attributes['type'] ?? '')
      else if (name === 'a:fld') fields++
      else if (name === 'a:t') inText = fields === 0
      else if (name === 'a:p') writer.block()
      else if (name === 'a:br' && !inTitle) writer.text('\n')
      else if (name === 'a:tbl') writer.openTable()
    },
    text(text) {
      if (!inText) return
      if (inTitle) title += text
      else writer.text(text)
    },
    close(name) {
      if (name === 'a:fld') fields--
      else if (name === 'a:t') inText = false
      else if (name === 'p:sp') inTitle = false
      else if (name === 'a:p' && inTitle) title += ' '
      else if (name === 'a:p') writer.block()
      else if (name === 'a:tc') writer.closeCell()
      else if (name === 'a:tr') writer.closeRow()
      else if (name === 'a:tbl') writer.closeTable()
    },
  })
  return { title: title.replace(/\s+/g, ' ').trim(), body: writer.end(), isHidden }
}
