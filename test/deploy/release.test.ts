import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { tempFolder } from '../support/temp-folder.ts'

const script = resolve(import.meta.dirname, '../../scripts/release.mjs')

function repository() {
  const cwd = tempFolder()
  const git = (...args: string[]) => execFileSync('git', args, { cwd, encoding: 'utf8' })
  const write = (file: string, text: string) => writeFileSync(join(cwd, file), text)
  const commit = (subject: string) => git('commit', '-q', '--allow-empty', '-m', subject)
  git('init', '-q', '-b', 'main')
  git('config', 'user.name', 'Ann')
  git('config', 'user.email', 'ann@example.com')
  const dependency = { 'node_modules/other': { version: '0.1.0' } }
  mkdirSync(join(cwd, 'dist'))
  write('.gitignore', 'dist\n')
  write('dist/sbom.cdx.json', '{}')
  write('package.json', '{\n  "name": "example",\n  "version": "0.1.0"\n}\n')
  write(
    'package-lock.json',
    JSON.stringify({ version: '0.1.0', packages: { '': { version: '0.1.0' }, ...dependency } }, null, 2),
  )
  write('CHANGELOG.md', '# Changes\n\nNewest first.\n\n## Unreleased\n')
  git('add', '-A')
  commit('feat: begin')
  const release = (...args: string[]) => spawnSync(process.execPath, [script, ...args], { cwd, encoding: 'utf8' })
  return { git, write, commit, release, read: (file: string) => readFileSync(join(cwd, file), 'utf8') }
}

it('a release has its number, its section of what people notice, a commit and a tag', () => {
  const { git, commit, release, read } = repository()
  commit('fix(slack): a refused block is sent plainer')
  commit('test: nobody but us cares')
  expect(release('0.2.0').stdout).toContain('v0.2.0 is tagged')
  commit('perf: half the time')
  expect(release('0.3.0').status).toBe(0)
  const changes = read('CHANGELOG.md')
  expect(changes).toMatch(
    /^# Changes\n\nNewest first\.\n\n## 0\.3\.0 .*\n\n### Faster\n\n- half the time\n\n## 0\.2\.0 /,
  )
  expect(changes).toContain('### New\n\n- begin\n\n### Mended\n\n- slack: a refused block is sent plainer\n')
  expect(changes).not.toContain('nobody but us')
  expect(JSON.parse(read('package.json')).version).toBe('0.3.0')
  expect(JSON.parse(read('package-lock.json'))).toEqual({
    version: '0.3.0',
    packages: { '': { version: '0.3.0' }, 'node_modules/other': { version: '0.1.0' } },
  })
  expect(git('tag', '--points-at', 'HEAD')).toBe('v0.3.0\n')
  expect(git('status', '--porcelain')).toBe('')
})

it('is not made of what is not committed, nor twice, nor under no number', () => {
  const { git, write, release } = repository()
  expect(release('next').stderr).toMatch(/^Say which version/)
  write('CHANGELOG.md', 'draft')
  expect(release('0.2.0').stderr).toMatch(/^There are changes that are not committed/)
  git('checkout', '-q', 'CHANGELOG.md')
  expect(release('0.2.0').status).toBe(0)
  expect(release('0.2.0').stderr).toMatch(/^There is a v0\.2\.0 already/)
  expect(git('tag')).toBe('v0.2.0\n')
})

it('alone may be published', () => {
  const { commit, release } = repository()
  expect(release('--ready').stderr).toMatch(/^Only a tagged version is published, and this is not v0\.1\.0/)
  expect(release('0.2.0').status).toBe(0)
  expect(release('--ready').status).toBe(0)
  commit('fix: one thing more')
  expect(release('--ready').status).toBe(1)
})

it('is handed out with its bill of materials, what is new, and sums that tell when one byte of it is another', () => {
  const { commit, release } = repository()
  const into = join(tempFolder(), 'release')
  expect(release('--pack', into).stderr).toMatch(/^Only a tagged version is published/)
  release('0.2.0')
  commit('feat: of the next one')
  release('0.3.0')
  expect(release('--pack').stderr).toMatch(/^Say into which folder/)
  expect(release('--pack', into).stdout).toContain('Parley 0.3.0 is in')
  expect(readdirSync(into).toSorted()).toEqual([
    'SHA256SUMS',
    'changes-0.3.0.md',
    'example-0.3.0.tgz',
    'sbom-0.3.0.cdx.json',
  ])
  const changes = readFileSync(join(into, 'changes-0.3.0.md'), 'utf8')
  expect(changes).toMatch(/^## 0\.3\.0 .*- of the next one\n/s)
  expect(changes).not.toContain('0.2.0')
  const check = () => spawnSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: into, encoding: 'utf8' })
  expect(check().status).toBe(0)
  writeFileSync(join(into, 'example-0.3.0.tgz'), 'another')
  expect(check().stdout).toContain('example-0.3.0.tgz: FAILED')
  expect(release('--pack', into).stderr).toMatch(/^There is something in /)
})
