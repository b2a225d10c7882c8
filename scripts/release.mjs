// Makes a version: its number in package.json, its section in CHANGELOG.md from the commits since the last tag, a commit and a tag.
// Nothing is pushed, and nothing is published. Usage: npm run release -- 0.2.0
// With --ready it says whether what is here is a version that was tagged: `npm publish` asks it first.
// With --pack FOLDER it puts there what a release is handed out as: the package, the bill of materials, what is new, and the SHA-256 of each.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [version, folder] = process.argv.slice(2)
const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim()

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

/** The version that is here, if it is one that was tagged. */
function tagged() {
  const { version: own } = JSON.parse(readFileSync('package.json', 'utf8'))
  const isTagged = git('tag', '--points-at', 'HEAD').split('\n').includes(`v${own}`)
  if (!isTagged || git('status', '--porcelain') !== '')
    fail(`Only a tagged version is published, and this is not v${own}.`)
  return own
}

function pack(into) {
  const own = tagged()
  mkdirSync(into, { recursive: true })
  if (readdirSync(into).length > 0)
    fail(`There is something in ${into} already: a release is packed into a folder of its own.`)
  // It builds what the package holds, and the bill of materials with it.
  execFileSync('npm', ['pack', '--silent', '--pack-destination', into], { stdio: ['ignore', 'ignore', 'inherit'] })
  copyFileSync('dist/sbom.cdx.json', join(into, `sbom-${own}.cdx.json`))
  const sections = readFileSync('CHANGELOG.md', 'utf8').split(/^(?=## )/m)
  writeFileSync(join(into, `changes-${own}.md`), sections.find((one) => one.startsWith(`## ${own} `)) ?? '')
  const sums = readdirSync(into)
    .sort()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(into, name)))
          .digest('hex')}  ${name}\n`,
    )
  writeFileSync(join(into, 'SHA256SUMS'), sums.join(''))
  console.log(`Parley ${own} is in ${into}. Whoever gets it checks it there: sha256sum -c SHA256SUMS`)
}

if (version === '--ready') {
  tagged()
  process.exit(0)
}
if (version === '--pack') {
  if (folder === undefined) fail('Say into which folder: npm run release -- --pack ../release')
  pack(folder)
  process.exit(0)
}
if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version ?? '')) fail('Say which version: npm run release -- 0.2.0')
if (git('status', '--porcelain') !== '') fail('There are changes that are not committed: commit or remove them first.')
if (git('rev-parse', '--abbrev-ref', 'HEAD') !== 'main') fail('Releases are made on main.')
if (git('tag', '--list', `v${version}`) !== '') fail(`There is a v${version} already.`)

const last = git('tag', '--list', 'v*', '--sort=-creatordate').split('\n')[0]
const subjects = git('log', '--format=%s', ...(last ? [`${last}..HEAD`] : [])).split('\n')
const titles = { feat: 'New', fix: 'Mended', perf: 'Faster' }
/** Subjects say what changed; those of tests, documents and moves concern nobody who only runs it. */
const told = Object.entries(titles).flatMap(([type, title]) => {
  const lines = subjects.flatMap((subject) => {
    const [, kind, scope, text] = /^(\w+)(?:\(([^)]+)\))?!?: (.+)$/.exec(subject) ?? []
    return kind === type ? [`- ${scope ? `${scope}: ` : ''}${text}`] : []
  })
  return lines.length > 0 ? [`### ${title}`, '', ...lines, ''] : []
})
const date = new Date().toISOString().slice(0, 10)
const section = [`## ${version} (${date})`, '', ...(told.length > 0 ? told : ['Nothing that people notice.', ''])].join(
  '\n',
)

const changes = readFileSync('CHANGELOG.md', 'utf8')
const at = changes.search(/^## /m)
writeFileSync('CHANGELOG.md', `${changes.slice(0, at)}${section}\n${changes.slice(at)}`)
for (const file of ['package.json', 'package-lock.json']) {
  // Only the version of the package itself: the first of the file, and in the lock file that of the root package too.
  const text = readFileSync(file, 'utf8')
  const own = JSON.parse(text).version
  let left = file === 'package.json' ? 1 : 2
  writeFileSync(
    file,
    text.replaceAll(`"version": "${own}"`, (found) => (left-- > 0 ? `"version": "${version}"` : found)),
  )
}
git('commit', '-qam', `chore: release ${version}`)
git('tag', '-a', `v${version}`, '-m', `Parley ${version}`)
console.log(`v${version} is tagged. Read its section in CHANGELOG.md, then: git push --follow-tags`)
