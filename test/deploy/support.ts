import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'
import { platforms } from '../../adapters/registry.ts'
import { variableNames } from '../../src/config/environment.ts'

export const root = resolve(import.meta.dirname, '../..')

export const text = (path: string) => readFileSync(join(root, path), 'utf8')
export const yaml = (path: string) => parse(text(path), { merge: true })

const chart = 'deploy/helm/templates'
/** The chart's templates, as one text; what they say in comments left out. */
export const templates = readdirSync(join(root, chart))
  .map((name) => text(join(chart, name)).replaceAll(/\{\{-? ?\/\*.*?\*\/ ?-?\}\}/gs, ''))
  .join('\n')

/** The variables that Parley itself knows. */
export const variables = variableNames(platforms)

/** Those that `config/models.yaml` names for its providers, also in its comments. */
export const providerVariables = [
  ...text('config/models.yaml').matchAll(/\b(?:keyEnv|modelEnv): (\w+)|\$\{([A-Z]\w+)\}/g),
]
  .map(([, named, inUrl]) => named ?? inUrl!)
  .filter((name) => name !== 'NAME')

/** What compose.yaml fills in from `.env`. */
export const composeVariables = [...text('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name!)
