import type { Fault } from '../lib/errors.ts'
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
