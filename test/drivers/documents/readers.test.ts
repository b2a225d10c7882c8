import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { createDocuments } from '../../../src/drivers/documents/index.ts'
import { AppError } from '../../../src/lib/errors.ts'
import { docx, pdf, xlsx, zip } from './files.ts'

const documents = createDocuments()
afterAll(documents.close)

const read = (name: string, content: string | Uint8Array, by = documents, person = 'ann') =>
  by.read({ name, bytes: Buffer.from(content), person }).then(
    ({ text }) => text,
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error
      return `${error.code}: ${error.message}`
    },
  )

/** The readers that this process has begun. */
function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .map(Number)
    .filter((pid) => {
      try {
        const [, ppid] = /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? []
        return Number(ppid) === parent && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('documents/child')
      } catch {
        return false
      }
    })
}

/** Not gone, and not only waiting for its parent to hear that it is. */
function isRunning(pid: number): boolean {
  try {
    return !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}

describe('hostile files', () => {
  const nested = (depth: number) => docx('<w:tbl><w:tr><w:tc>'.repeat(depth))

  it.each<[string, string, string | Uint8Array, RegExp]>([
    ['tables in tables in a Word file', 'deep.docx', nested(200_000), /nested too deeply/],
    ['elements in elements of a page', 'deep.html', `Hello${'<div>'.repeat(200_000)}deep`, /^Hello$/],
    ['tables in tables of a page', 'tables.html', `<p>Hello${'<table><tr><td>'.repeat(100_000)}deep`, /^Hello$/],
    ['white space in a page', 'pre.html', `<pre>a${' '.repeat(500_000)}b</pre>`, /^```\na +b\n```$/],
    [
      'a workbook that unpacks to 70 MB',
      'bomb.xlsx',
      xlsx([{ name: 'A', rows: Buffer.alloc(70_000_000, ' ').toString() }]),
      /^document_too_large/,
    ],
    [
      'an entity that names a file of this machine',
      'xxe.docx',
      docx('', {
        'word/document.xml':
          '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><w:document><w:p><w:r><w:t>a &x; b</w:t></w:r></w:p></w:document>',
      }),
      /^a &x; b$/,
    ],
    [
      'a cell far to the right',
      'wide.xlsx',
      xlsx([{ name: 'A', rows: '<row><c r="XFD1"><v>1</v></c></row>'.repeat(300) }]),
      /^# A/,
    ],
    ['an archive in an archive', 'zips.zip', zip({ 'a.zip': zip({ 'a.txt': 'a' }) }), /nothing in it that can be read/],
    ['a page in place of a file', 'report.xlsx', '<!DOCTYPE html><title>Sign in</title>', /came a web page/],
    [
      'a picture that is called a document',
      'plan.docx',
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]),
      /none of the kinds/,
    ],
    [
      'a thousand open marks of a mail',
      'deep.eml',
      `${'Content-Type: multipart/mixed; boundary=b\n\n--b\n'.repeat(1000)}`,
      /^document_unreadable/,
    ],
  ])('%s', async (_, name, content, expected) => {
    expect(await read(name, content)).toMatch(expected)
  })
})

describe('a reader', () => {
  it('is killed when a file takes too long, and another one reads the next', async () => {
    const hasty = createDocuments({ timeoutMs: 1 })
    expect(await read('guide.pdf', pdf(['Hello']), hasty)).toMatch(/^document_too_large: .* takes too long/)
    hasty.close()
    expect(await read('guide.pdf', pdf(['Hello']))).toBe('Hello')
  })

  it.runIf(process.platform === 'linux')(
    'that dies in the middle of a file costs that file and nothing else',
    async () => {
      const own = createDocuments()
      const before = new Set(childrenOf(process.pid))
      expect(await read('a.html', '<p>a', own)).toBe('a')
      const [pid] = childrenOf(process.pid).filter((one) => !before.has(one))
      const reading = read('long.pdf', pdf(Array.from({ length: 1500 }, (_, i) => `Page ${i}`)), own)
      process.kill(pid!, 'SIGKILL')
      expect(await reading).toMatch(/^document_too_large/)
      expect(await read('b.html', '<p>b', own)).toBe('b')
      own.close()
      await vi.waitFor(() => expect(childrenOf(process.pid).filter((one) => !before.has(one))).toEqual([]))
    },
  )

  it.runIf(process.platform === 'linux')('ends with whoever began it, also in the middle of a file', async () => {
    const driver = new URL('../../../src/drivers/documents/index.ts', import.meta.url).href
    const script = `
      import { createDocuments } from '${driver}'
      const bytes = Buffer.from('<p>a')
      const documents = createDocuments()
      await documents.read({ name: 'a.html', bytes })
      console.log('reading')
      await documents.read({ name: 'b.html', bytes: Buffer.alloc(60_000_000, '<p><b></b></p>') })`
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    await once(parent.stdout, 'data')
    const readers = childrenOf(parent.pid!)
    expect(readers).toHaveLength(1)
    parent.kill('SIGKILL')
    await vi.waitFor(() => expect(readers.filter(isRunning)).toEqual([]))
  })

  it('reads for several people in turns', async () => {
    const own = createDocuments()
    const order: string[] = []
    const reads = ['ann', 'ann', 'ann', 'ann', 'ann', 'ben'].map(async (person, i) => {
      // Ann's last ones take long, so that no reader that is held up for a moment changes the order in which they end.
      await read('a.html', '<p>a'.repeat(i === 3 || i === 4 ? 100_000 : 1), own, person)
      order.push(`${person} ${i}`)
    })
    await Promise.all(reads)
    own.close()
    // Two at a time: Ben comes before Ann's fourth.
    expect(order.indexOf('ben 5')).toBeLessThan(order.indexOf('ann 4'))
  })

  it('gives up a file that nobody waits for any more', async () => {
    const ended = new AbortController()
    ended.abort(new Error('nobody waits'))
    const file = { name: 'a.html', bytes: Buffer.from('<p>a') }
    await expect(documents.read(file, ended.signal)).rejects.toThrow('nobody waits')
  })

  it('reads a PDF of 300 pages whole', async () => {
    const text = await read('guide.pdf', pdf(Array.from({ length: 300 }, (_, i) => `Notice ${i + 1} days.`)))
    expect(text).toContain('# p. 80\n\nNotice 80 days.\n\n# p. 81')
  })
})
