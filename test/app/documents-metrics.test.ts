import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { countingDocuments } from '../../src/app/metrics/documents.ts'
import { createDocuments } from '../../src/drivers/documents/index.ts'
import { docx, paragraph } from '../drivers/documents/files.ts'

it('files are told while they are read, and how they ended', async () => {
  const registry = new Registry()
  const documents = createDocuments()
  const counted = countingDocuments(documents, registry)
  const figures = () => registry.metrics()
  const reading = Array.from({ length: 3 }, () =>
    counted.read({ name: 'a.docx', bytes: docx(paragraph('Hello')), person: 'ann' }),
  )
  // Two are read at a time.
  expect(await figures()).toContain('parley_documents{state="running"} 2')
  expect(await figures()).toContain('parley_documents{state="waiting"} 1')
  await Promise.all(reading)
  await expect(counted.read({ name: 'old.doc', bytes: new Uint8Array([1, 2, 3]) })).rejects.toThrow()
  expect(await figures()).toContain('parley_documents{state="running"} 0')
  expect(await figures()).toContain('parley_documents_total{end="read"} 3')
  expect(await figures()).toContain('parley_documents_total{end="document_unreadable"} 1')
  documents.close()
})
