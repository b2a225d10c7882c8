import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { platforms } from '../adapters/registry.ts'
import type { PlatformFacts } from '../src/ports/platform.ts'

/** The file from which the chart's ingress knows what platforms call. */
export const chartFile = 'deploy/helm/files/platforms.yaml'

/** What stands in it. */
export function chartYaml(platforms: readonly Pick<PlatformFacts, 'id' | 'paths'>[]): string {
  const called = platforms.filter(({ paths }) => paths.length > 0)
  const lines = called.flatMap(({ id, paths }) => paths.map((path) => `  - ${path} # ${id}\n`))
  return `# What chat platforms call begins so. Written by \`npm run chart\` from adapters/registry.ts.\npaths:\n${lines.join('')}`
}

if (import.meta.main) writeFileSync(join(import.meta.dirname, '..', chartFile), chartYaml(platforms))
