import { readFileSync } from 'node:fs'
import { createDocuments } from '../../src/drivers/documents/index.ts'
import { pdfToText } from '../../src/drivers/documents/pdf.ts'
import { pdf, xlsx } from '../drivers/documents/files.ts'
import { type Bench, median } from './support/bench.ts'

const pages = 300
const rounds = 5

/** How fast the reader's process reads a book, how much it takes, and how soon a bomb is refused. */
export const files: Bench = async (scope) => {
  const documents = createDocuments()
  scope.defer(documents.close)
  const page = (n: number) => `Chapter ${n} is about chairs. ${'They stand in rooms and on floors. '.repeat(30)}`
  const bytes = pdf(Array.from({ length: pages }, (_, n) => page(n)))
  const seconds = async (read: () => Promise<unknown>): Promise<number> => {
    const from = performance.now()
    await read()
    return (performance.now() - from) / 1000
  }
  const inChild = () => documents.read({ name: 'book.pdf', bytes: new Uint8Array(bytes) })
  const here = () => pdfToText(new Uint8Array(bytes))
  const rates = { child: [] as number[], here: [] as number[] }
  for (let n = 0; n < rounds; n++) {
    rates.child.push(pages / (await seconds(inChild)))
    rates.here.push(pages / (await seconds(here)))
  }
  const most = mostOfChildren()
  const bomb = xlsx([{ name: 'A', rows: Buffer.alloc(250_000_000, ' ').toString() }])
  const refusing = await seconds(() => documents.read({ name: 'bomb.xlsx', bytes: bomb }).catch(() => {}))
  return [
    {
      metric: 'pages of a PDF, beside this process',
      ours: median(rates.child),
      baseline: median(rates.here),
      unit: '/s',
    },
    ...(most === undefined
      ? []
      : [{ metric: 'memory of the reader', ours: most, baseline: null, unit: 'MiB', goal: { atMost: 512 } }]),
    { metric: 'a workbook of 250 MB refused', ours: refusing, baseline: null, unit: 's', goal: { atMost: 10 } },
  ]
}

/** The most memory that a process of ours has held, where the system tells. */
function mostOfChildren(): number | undefined {
  try {
    const { pid } = process
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
    const peak = (child: string) => /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child}/status`, 'utf8'))?.[1]
    return Math.max(...children.map((child) => Number(peak(child)))) / 1024
  } catch {
    return undefined
  }
}
