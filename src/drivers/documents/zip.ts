import { docxToText } from './docx.ts'
import { pptxToText } from './pptx.ts'
import { type Readable, type ReadInside, readable } from './readable.ts'
import { BadFile } from './unreadable.ts'
import { openZip, type Zip } from './unzip.ts'
import { xlsxToText } from './xlsx.ts'
import { relationsOf } from './xml.ts'

/** Files of an archive that are read; nobody asks about more of them at once. */
const maxFiles = 50

/** By the folder that the main part is in. */
const office: Record<string, (zip: Zip, main: string) => Readable> = {
  word: docxToText,
  xl: xlsxToText,
  ppt: pptxToText,
}

/** The text of an Office file, or of the files in an archive where those may be read. Throws `BadFile`. */
export async function zipToText(bytes: Uint8Array, inside?: ReadInside): Promise<Readable> {
  const zip = openZip(bytes)
  const main = mainPart(zip)
  if (main !== undefined) return office[main.slice(0, main.indexOf('/'))]!(zip, main)
  if (!inside) throw new BadFile('nothing_inside')
  return archiveToText(zip, inside)
}

/** As the relations tell it, else where it usually is. */
function mainPart(zip: Zip): string | undefined {
  const told = [...relationsOf(zip.read('_rels/.rels')?.toString('utf8'), '').values()]
  const usual = ['word/document.xml', 'xl/workbook.xml', 'ppt/presentation.xml']
  return [...told.filter(({ type }) => type === 'officeDocument').map(({ path }) => path), ...usual].find(
    (path) => /^(word|xl|ppt)\/.*\.xml$/.test(path) && zip.names.includes(path),
  )
}

async function archiveToText(zip: Zip, inside: ReadInside): Promise<Readable> {
  const files = zip.names.filter((name) => !name.endsWith('/') && !/(^|\/)(\.|__MACOSX\/)/.test(name))
  const texts: string[] = []
  const leftOut: string[] = files.length > maxFiles ? [`${files.length - maxFiles} of its ${files.length} files`] : []
  for (const name of files.slice(0, maxFiles)) {
    const read = await inside(name, zip.read(name)!)
    if (read) texts.push(read.text)
    leftOut.push(...(read ? (read.leftOut ?? []) : [`the file ${name}`]))
  }
  if (texts.length === 0) throw new BadFile('nothing_inside')
  return readable(texts.join('\n\n'), leftOut)
}
