import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCommand } from '../support/command.ts'
import { tempFolder } from '../support/temp-folder.ts'

async function parley(...argv: string[]) {
  const out: string[] = []
  const sink = { write: (text: string) => out.push(text) }
  const code = await runCommand(argv, { stdout: sink, stderr: sink, env: {} })
  return { code, out: out.join('') }
}

/** What bash would offer behind this line. */
async function offered(line: string): Promise<string[]> {
  const file = join(tempFolder(), 'parley.bash')
  writeFileSync(file, (await parley('completion', 'bash')).out)
  const words = ['parley', ...line.split(' ')]
  const typed = words.map((word) => `'${word}'`).join(' ')
  const ask = `source ${file}; COMP_WORDS=(${typed}); COMP_CWORD=${words.length - 1}; _parley; printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['-c', ask], { encoding: 'utf8' }).trim().split('\n')
}

describe('completion', () => {
  it('offers in bash what there is: commands, the next word of one, its options', async () => {
    expect(await offered('ke')).toEqual(['key'])
    expect(await offered('key ')).toEqual(expect.arrayContaining(['issue', 'list', 'revoke']))
    expect(await offered('key issue --k')).toEqual(['--kind'])
    expect(await offered('key issue --kind conversation --js')).toEqual(['--json'])
    expect(await offered('doctor slack --')).toEqual(expect.arrayContaining(['--help', '--json']))
  })

  it('is there for zsh and fish, and says what else there is', async () => {
    for (const shell of ['zsh', 'fish']) {
      const { code, out } = await parley('completion', shell)
      expect([code, out]).toEqual([0, expect.stringContaining('\nkey issue|')])
    }
    expect(await parley('completion', 'tcsh')).toMatchObject({
      code: 2,
      out: expect.stringContaining('bash, zsh, fish'),
    })
  })
})

it('the help of a family lists what belongs to it', async () => {
  for (const argv of [
    ['key', '--help'],
    ['help', 'key'],
  ]) {
    const { code, out } = await parley(...argv)
    expect(code).toBe(0)
    expect(out).toMatch(/^Usage: parley key <command>/)
    expect(out).toContain('key issue')
    expect(out).not.toContain('account create')
  }
  expect((await parley('key', 'issue', '--help')).out).toContain('--kind')
})
