// Writes dist/sbom.cdx.json: what is delivered, as a CycloneDX bill of materials, each part with its version, hash and licence. npm knows what
// is installed; the page's bundle also holds development dependencies, so those are counted in whose sources it imports. The same
// packages make the same file, byte for byte. Fails where a licence is not among those that Parley may be delivered with.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** Packages that are delivered inside the page, `console/page`; test/package/package.test.ts holds this to its imports. */
export const bundled = [
  'react',
  'react-dom',
  '@tanstack/react-query',
  '@tanstack/react-router',
  'adaptivecards',
  'uplot',
  // The editor of an agent's files, and the drawing of its scenarios.
  '@codemirror/autocomplete',
  '@codemirror/commands',
  '@codemirror/lang-yaml',
  '@codemirror/language',
  '@codemirror/lint',
  '@codemirror/search',
  '@codemirror/state',
  '@codemirror/view',
  '@lezer/highlight',
  '@dagrejs/dagre',
  '@xyflow/react',
  'yaml',
]
/** Packages that are delivered inside the documentation, where it was built: the image has it. */
const inHelp = existsSync(join(root, 'dist/help')) ? ['vitepress', 'vue', 'minisearch'] : []
/** What builds the documentation; of what it needs itself, only the above is in the pages. */
const builder = 'vitepress'

interface Component {
  'bom-ref': string
  name: string
  version: string
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[]
  hashes?: { alg: string; content: string }[]
  purl: string
  scope?: string
  properties?: { name: string }[]
  externalReferences?: { type: string; url: string }[]
}

/** The parts of CycloneDX that npm writes. */
interface Bom {
  $schema: string
  bomFormat: string
  specVersion: string
  metadata: { lifecycles: unknown; component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

const allowed = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
  // Of fonts.
  'OFL-1.1',
]

export function billOfMaterials() {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--loglevel', 'error']
  const npm = process.env['npm_execpath']
  const [command, before] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  const whole: Bom = JSON.parse(
    execFileSync(command, [...before, ...args], { cwd: root, maxBuffer: 64e6, encoding: 'utf8' }),
  )
  const delivered = reached(whole)
  const components = whole.components.filter((one) => delivered.has(one['bom-ref'])).map(tidy)
  const refused = components.filter((one) => !licencesOf(one).every((licence) => allowed.includes(licence)))
  if (refused.length > 0) {
    const list = refused.map((one) => `${one.name} ${one.version}: ${licencesOf(one).join(', ') || 'none'}`)
    throw new Error(`Parley may not be delivered with packages of these licences:\n${list.join('\n')}`)
  }
  const { $schema, bomFormat, specVersion, metadata, dependencies } = whole
  const { component, lifecycles } = metadata
  const bom = {
    $schema,
    bomFormat,
    specVersion,
    version: 1,
    // npm calls it by the folder it lies in.
    metadata: { lifecycles, component: { ...component, name: 'parley-agents' } },
    components,
    dependencies: dependencies
      .filter(({ ref }) => delivered.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => delivered.has(other)) })),
  }
  const hash = createHash('sha256').update(JSON.stringify(bom)).digest('hex')
  const serial = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `5${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ]
  return { serialNumber: `urn:uuid:${serial.join('-')}`, ...bom }
}

/** What is needed in production, and what the page holds, with all that these need. */
function reached({ metadata, components, dependencies }: Bom): Set<string> {
  const own = metadata.component['bom-ref']
  const needs = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
  const isDevelopment = new Map(
    components.map((one) => [
      one['bom-ref'],
      one.properties?.some(({ name }) => name === 'cdx:npm:package:development'),
    ]),
  )
  const nameOf = (ref: string) => ref.slice(0, ref.lastIndexOf('@'))
  const open = needs
    .get(own)!
    .filter((ref) => !isDevelopment.get(ref) || bundled.includes(nameOf(ref)) || inHelp.includes(nameOf(ref)))
  const delivered = new Set([own])
  for (let ref = open.pop(); ref; ref = open.pop()) {
    if (delivered.has(ref)) continue
    delivered.add(ref)
    if (nameOf(ref) !== builder) open.push(...(needs.get(ref) ?? []))
  }
  return delivered
}

/** Without where it was fetched from, which is the installer's affair. */
function tidy({ externalReferences = [], properties: _, scope: __, ...component }: Component) {
  return { ...component, externalReferences: externalReferences.filter(({ type }) => type !== 'distribution') }
}

const licencesOf = ({ licenses = [] }: Component) =>
  licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? 'unknown')

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const bom = billOfMaterials()
  writeFileSync(join(root, 'dist/sbom.cdx.json'), `${JSON.stringify(bom, null, 2)}\n`)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  console.error(`Parley ${version} is made of ${bom.components.length} packages.`)
}
