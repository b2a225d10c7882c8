import { Counter, Gauge, type Registry } from 'prom-client'
import { AppError } from '../../lib/errors.ts'
import type { Documents } from '../../ports/documents.ts'

/** The same, counting how files ended that were read, and telling how many are being read. */
export function countingDocuments(
  documents: Documents & { load(): { running: number; waiting: number } },
  registry: Registry,
): Documents {
  const registers = [registry]
  const read = new Counter({
    name: 'parley_documents_total',
    help: 'Files that were to be read, for knowledge or in a conversation, by how that ended: read, or the code of why not.',
    labelNames: ['end'],
    registers,
  })
  new Gauge({
    name: 'parley_documents',
    help: 'Files that this process is reading, and those that wait for it, by state.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, files] of Object.entries(documents.load())) this.labels({ state }).set(files)
    },
  })
  return {
    async read(file, signal) {
      let end = 'failed'
      try {
        const found = await documents.read(file, signal)
        end = 'read'
        return found
      } catch (error) {
        if (error instanceof AppError) end = error.code
        else if (signal?.aborted) end = 'given_up'
        throw error
      } finally {
        read.labels({ end }).inc()
      }
    },
  }
}
