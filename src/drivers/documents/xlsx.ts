import { type Readable, readable } from './readable.ts'
import type { Zip } from './unzip.ts'
import { readStyles, type Shown } from './xlsx-styles.ts'
import { parseXml, relationsOf } from './xml.ts'

/** Of a whole workbook. Nobody asks about more of it at once, and what is here can be searched. */
const maxCells = 400_000
/** Blanks are written up to here; what stands further right follows without them. */
const maxColumn = 200
/** Rows below one heading that says where they are, so that a passage of a long sheet tells its place. */
const rowsTogether = 50

interface Sheet {
  name: string
  path: string
  isHidden: boolean
}

interface Row {
  n: number
  cells: string[]
}

/** The text of a workbook: each sheet a heading and a table, dates and shares as they are shown. Throws `BadFile`. */
export function xlsxToText(zip: Zip, workbook: string): Readable {
  const folder = workbook.slice(0, workbook.lastIndexOf('/'))
  const read = (path: string | undefined) => (path === undefined ? undefined : zip.read(path)?.toString('utf8'))
  const relations = relationsOf(read(`${folder}/_rels/${workbook.slice(folder.length + 1)}.rels`), folder)
  const pathOf = (type: string) => [...relations.values()].find((one) => one.type === type)?.path
  const { sheets, is1904 } = readWorkbook(read(workbook) ?? '', relations)
  const shown = readStyles(read(pathOf('styles')) ?? '', is1904)
  const strings = readStrings(read(pathOf('sharedStrings')) ?? '')

  const leftOut = sheets.filter(({ isHidden }) => isHidden).map(({ name }) => `the hidden sheet ${name}`)
  const room = { cells: maxCells }
  const texts: string[] = []
  for (const { name, path } of sheets.filter(({ isHidden }) => !isHidden)) {
    const rows = room.cells > 0 ? readSheet(read(path) ?? '', strings, shown, room) : []
    if (rows.length > 0) texts.push(sheetToText(name, rows))
    if (room.cells <= 0) leftOut.push(`cells of the sheet ${name}, for it is too large`)
  }
  return readable(texts.join('\n\n'), leftOut)
}

function readWorkbook(xml: string, relations: ReadonlyMap<string, { path: string }>) {
  const sheets: Sheet[] = []
  let is1904 = false
  parseXml(xml, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attributes['date1904'] ?? '')
      const path = name === 'sheet' && relations.get(attributes['r:id'] ?? '')?.path
      if (!path) return
      sheets.push({ name: attributes['name'] ?? '', path, isHidden: /hidden/i.test(attributes['state'] ?? '') })
    },
  })
  return { sheets, is1904 }
}

/** Without what says how Japanese names are read aloud. */
function readStrings(xml: string): string[] {
  const strings: string[] = []
  let text = ''
  let spoken = 0
  let isText = false
  parseXml(xml, {
    open(name) {
      if (name === 'si') text = ''
      else if (name === 'rPh') spoken++
      else if (name === 't') isText = spoken === 0
    },
    text(data) {
      if (isText) text += data
    },
    close(name) {
      if (name === 'si') strings.push(text)
      else if (name === 'rPh') spoken--
      else if (name === 't') isText = false
    },
  })
  return strings
}

function readSheet(xml: string, strings: readonly string[], shown: Shown, room: { cells: number }): Row[] {
  const rows: Row[] = []
  let row: Row = { n: 0, cells: [] }
  let column = 0
  let cell: { type: string; style: number; text: string } | undefined
  let spoken = 0
  let isText = false
  class Full extends Error {}

  function put(): void {
    if (!cell || cell.text === '') return
    const { type, style, text } = cell
    const value =
      type === 's' ? (strings[Number(text)] ?? '') : isNumber(type) ? shown(text, style) : asShown(type, text)
    if (value.trim() === '') return
    while (row.cells.length < Math.min(column - 1, maxColumn)) row.cells.push('')
    row.cells.push(value.replace(/\s+/g, ' ').trim().replaceAll('|', '\\|'))
    if (--room.cells <= 0) throw new Full()
  }

  try {
    parseXml(xml, {
      open(name, attributes) {
        if (name === 'row') {
          // Neither a row nor a cell has to say where it is.
          row = { n: Number(attributes['r']) || row.n + 1, cells: [] }
          column = 0
        } else if (name === 'c') {
          column = columnOf(attributes['r']) ?? column + 1
          cell = { type: attributes['t'] ?? 'n', style: Number(attributes['s'] ?? 0), text: '' }
        } else if (name === 'rPh') spoken++
        else if (name === 'v' || name === 't') isText = spoken === 0
      },
      text(data) {
        if (isText && cell) cell.text += data
      },
      close(name) {
        if (name === 'v' || name === 't') isText = false
        else if (name === 'rPh') spoken--
        else if (name === 'c') {
          put()
          cell = undefined
        } else if (name === 'row' && row.cells.length > 0) rows.push(row)
      },
    })
  } catch (error) {
    if (!(error instanceof Full)) throw error
    rows.push(row)
  }
  return rows
}

const isNumber = (type: string): boolean => type === 'n' || type === ''

function asShown(type: string, text: string): string {
  return type === 'b' ? (text === '1' ? 'TRUE' : 'FALSE') : text
}

/** `C12` is in column 3. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^\$?([A-Z]{1,3})/.exec(reference ?? '')?.[1]
  return letters ? [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) : undefined
}

function lettersOf(column: number): string {
  return column > 26
    ? lettersOf(Math.floor((column - 1) / 26)) + lettersOf(((column - 1) % 26) + 1)
    : String.fromCharCode(64 + column)
}

/** A short sheet is one table; of a long one, each part says where it is and begins with the first row. */
function sheetToText(name: string, rows: readonly Row[]): string {
  const heading = `# ${name.replace(/\s+/g, ' ')}`
  const [head, ...rest] = rows.map(({ n, cells }) => ({ n, line: `| ${cells.join(' | ')} |` }))
  if (rows.length <= rowsTogether) return `${heading}\n\n${[head!, ...rest].map(({ line }) => line).join('\n')}`
  const last = lettersOf(Math.min(maxColumn, Math.max(...rows.map(({ cells }) => cells.length).slice(0, 1000))))
  const parts: string[] = [heading]
  for (let at = 0; at < rest.length; at += rowsTogether) {
    const some = rest.slice(at, at + rowsTogether)
    const range = `A${some[0]!.n}:${last}${some.at(-1)!.n}`
    parts.push(`## ${range}\n\n${[head!, ...some].map(({ line }) => line).join('\n')}`)
  }
  return parts.join('\n\n')
}
