import PostalMime, { type Address } from 'postal-mime'
import { htmlToText } from './html.ts'
import { type Readable, type ReadInside, readable } from './readable.ts'
import { BadFile } from './unreadable.ts'

/** Files of a mail that are read. */
const maxFiles = 20

/** A mail: whom it is from and to, what it says, and the files that came with it. Mails in mails stay closed. Throws `BadFile`. */
export async function mailToText(bytes: Uint8Array, inside?: ReadInside): Promise<Readable> {
  if (!inside) throw new BadFile('nothing_inside')
  const mail = await PostalMime.parse(bytes, { maxNestingDepth: 50 })
  const lines = [
    ['From', mail.from && named(mail.from)],
    ['To', mail.to?.map(named).join(', ')],
    ['Cc', mail.cc?.map(named).join(', ')],
    ['Date', mail.date],
  ].flatMap(([name, value]) => (value ? [`${name}: ${oneLine(value)}`] : []))
  const body = mail.text?.trim() || (mail.html ? htmlToText(mail.html).text : '')
  const parts = [`# ${oneLine(mail.subject ?? '') || 'Mail'}`, lines.join('\n'), body.replaceAll('\r\n', '\n')]
  const leftOut: string[] = []
  for (const [i, { filename, content, disposition }] of mail.attachments.entries()) {
    const name = filename ?? `attachment ${i + 1}`
    const content8 = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)
    const read = i < maxFiles ? await inside(name, content8) : undefined
    if (read) parts.push(read.text)
    // Pictures that stand in the text are part of how it looks.
    else if (disposition !== 'inline') leftOut.push(`the file ${name}`)
    leftOut.push(...(read?.leftOut ?? []))
  }
  return readable(parts.filter((part) => part !== '').join('\n\n'), leftOut)
}

function named({ name, address, group }: Address): string {
  if (group) return `${name}: ${group.map(named).join(', ')}`
  return name && name !== address ? `${name} <${address}>` : (address ?? '')
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
