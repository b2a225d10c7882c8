import { fenced, lowered } from './inside.ts'
import { type Kind, kindOf } from './kind.ts'
import type { Readable, ReadInside } from './readable.ts'
import { BadFile, type ReadFault } from './unreadable.ts'

/** A file to be read, and how it went: the text, or the fault that keeps it from being read. */
export interface Work {
  name: string
  kind: Kind
  bytes: Uint8Array
  isPage?: true
}
export type ReadOutcome = Readable | { fault: ReadFault }

type Reader = (work: Work, inside: ReadInside | undefined) => Readable | Promise<Readable>

/** Loads what reads that kind with the first file of it. */
const readers: Record<Kind, () => Promise<Reader>> = {
  text: async () => {
    const { textOf } = await import('./decode.ts')
    return ({ bytes }) => textOf(bytes)
  },
  csv: async () => {
    const { csvToText } = await import('./csv.ts')
    return ({ bytes }) => csvToText(bytes)
  },
  html: async () => {
    const [{ decode }, { htmlToText, pageToText }] = await Promise.all([import('./decode.ts'), import('./html.ts')])
    return ({ bytes, isPage }) => {
      const html = decode(bytes, 'html')
      return isPage ? pageToText(html) : htmlToText(html)
    }
  },
  pdf: async () => {
    const { pdfToText } = await import('./pdf.ts')
    return ({ bytes }) => pdfToText(bytes)
  },
  mail: async () => {
    const { mailToText } = await import('./mail.ts')
    return ({ bytes }, inside) => mailToText(bytes, inside)
  },
  zip: async () => {
    const { zipToText } = await import('./zip.ts')
    return ({ bytes }, inside) => zipToText(bytes, inside)
  },
}

/** In this process and without any limit: `children.ts` has both. Rejects only where there is no such reader to load. */
export async function readWork(work: Work): Promise<ReadOutcome> {
  const reader = await readers[work.kind]()
  try {
    return await reader(work, readInside)
  } catch (error) {
    return { fault: faultOf(error) }
  }
}

/** Archives and mails that are in others stay closed, so that none is in itself. What is too much is the fault of the whole. */
const readInside: ReadInside = async (name, bytes) => {
  const kind = kindOf(name, bytes)
  if (kind in readers === false) return undefined
  const reader = await readers[kind as Kind]()
  try {
    const { text, leftOut } = await reader({ name, kind: kind as Kind, bytes }, undefined)
    return { text: `# ${name}\n\n${kind === 'text' ? fenced(name, text) : lowered(text)}`, ...(leftOut && { leftOut }) }
  } catch (error) {
    if (faultOf(error) === 'too_much') throw error
    return undefined
  }
}

/** What else a reader throws, it throws for what is in the file. */
const faultOf = (error: unknown): ReadFault => (error instanceof BadFile ? error.fault : 'broken')
