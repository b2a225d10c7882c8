/** A line as it stands in a file. */
export interface Line {
  number: number
  text: string
}

export interface Row {
  before: Line | undefined
  after: Line | undefined
  isChanged: boolean
}

export interface FilePatch {
  path: string
  /** Stretches, each with what stands around it. */
  hunks: Row[][]
}

/** A unified patch of several files as two columns: what was taken away beside what has come in its place. */
export function sideBySide(patch: string): FilePatch[] {
  return patch
    .split(/^(?=--- )/m)
    .filter((part) => part.startsWith('--- '))
    .map((part) => {
      const [, path = ''] = /^\+\+\+ (.+?)\t?$/m.exec(part) ?? []
      return {
        path,
        hunks: part
          .split(/^(?=@@ )/m)
          .slice(1)
          .map(rowsOf),
      }
    })
}

function rowsOf(hunk: string): Row[] {
  const [head = '', ...lines] = hunk.split('\n')
  const [, old = '1', now = '1'] = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(head) ?? []
  let [before, after] = [Number(old), Number(now)]
  const rows: Row[] = []
  let [taken, come]: [Line[], Line[]] = [[], []]
  const settle = () => {
    for (let i = 0; i < Math.max(taken.length, come.length); i++) {
      rows.push({ before: taken[i], after: come[i], isChanged: true })
    }
    ;[taken, come] = [[], []]
  }
  for (const line of lines) {
    const text = line.slice(1)
    if (line[0] === '-') taken.push({ number: before++, text })
    else if (line[0] === '+') come.push({ number: after++, text })
    else if (line[0] === ' ') {
      settle()
      rows.push({ before: { number: before++, text }, after: { number: after++, text }, isChanged: false })
    }
  }
  settle()
  return rows
}
