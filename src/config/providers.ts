import { endpointsFromEnv } from '../drivers/llm/endpoints.ts'
import { resolveModel } from '../drivers/llm/resolve.ts'
import { didYouMean } from '../lib/closest.ts'
import type { Fault } from '../lib/errors.ts'
import { createModelNames } from '../lib/model-names.ts'
import type { Models } from '../model/models.ts'
import type { Environment } from './environment.ts'

/** What is wrong with the variables that `models.yaml` names for its providers. None of them has to be set. */
export function providerFaults(models: Models, env: Environment): Fault[] {
  return Object.entries(models.providers).flatMap(([provider, { baseUrl, keyEnv, modelEnv }]) => {
    const inUrl = [...baseUrl.matchAll(/\$\{(\w+)\}/g)].map((match) => match[1]!)
    const needed = [...inUrl, ...(keyEnv ? [keyEnv] : []), ...(modelEnv ? [modelEnv] : [])]
    const set = needed.filter((name) => env[name])
    const missing = needed.filter((name) => !env[name])
    const faults = set
      .filter((name) => /\s/.test(env[name]!))
      .map((name) => ({ path: name, message: 'must not hold white space' }))
    if (set.length > 0 && missing.length > 0) {
      faults.push({ path: set[0]!, message: `needs ${missing.join(' and ')} too, to reach ${provider}` })
    }
    const [first] = inUrl
    if (first && missing.length === 0 && !URL.canParse(baseUrl.replace(/\$\{(\w+)\}/g, (_, name) => env[name]!))) {
      faults.push({ path: first, message: `does not make a URL of ${baseUrl}` })
    }
    return faults
  })
}

/** What is wrong with the model that agents are answered by which name none. An operator's own server may have any. */
export function defaultModelFaults(models: Models, env: Environment): Fault[] {
  const name = env['PARLEY_LLM_MODEL']
  if (!name || env['PARLEY_LLM_BASE_URL']) return []
  const fault = (message: string) => [{ path: 'PARLEY_LLM_MODEL', message }]
  const endpoints = endpointsFromEnv(models, env)
  if (resolveModel(models, endpoints, name, '2000-01-01')) return []
  const reachable = Object.keys(models.providers).map((provider) => [provider, { baseUrl: 'http://localhost' }])
  const meant = resolveModel(models, { providers: Object.fromEntries(reachable) }, name, '2000-01-01')
  if (!meant) {
    const near = didYouMean(name, createModelNames(models).all)
    return fault(`is no model of models.yaml${near}; a server of your own needs PARLEY_LLM_BASE_URL too`)
  }
  const { provider } = meant.info
  return fault(`is a model of ${provider}, which needs ${models.providers[provider]?.keyEnv ?? 'its variables'} too`)
}
