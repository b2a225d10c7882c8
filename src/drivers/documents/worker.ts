import { parentPort, workerData } from 'node:worker_threads'
import type { Kind } from './kind.ts'

/** What is read, and how it went: the text, or the fault that keeps it from being read. */
export interface Work {
  kind: Exclude<Kind, 'text'>
  bytes: Uint8Array
}
export type ReadOutcome = { text: string } | { fault: ReadFault }
export type ReadFault = 'no_text' | 'encrypted' | 'broken' | 'not_word' | 'too_much'

parentPort!.postMessage(await read(workerData as Work))

async function read({ kind, bytes }: Work): Promise<ReadOutcome> {
  if (kind === 'html') {
    const [{ decode }, { htmlToText }] = await Promise.all([import('./decode.ts'), import('./html.ts')])
    return { text: htmlToText(decode(bytes, 'html')) }
  }
  if (kind === 'docx') {
    const [{ docxToText }, { BadZip }] = await Promise.all([import('./docx.ts'), import('./unzip.ts')])
    try {
      const text = docxToText(bytes)
      return text === undefined ? { fault: 'not_word' } : { text }
    } catch (error) {
      if (error instanceof BadZip) return { fault: error.fault }
      throw error
    }
  }
  const { BadPdf, pdfToText } = await import('./pdf.ts')
  try {
    return { text: await pdfToText(bytes) }
  } catch (error) {
    if (error instanceof BadPdf) return { fault: error.fault }
    throw error
  }
}
