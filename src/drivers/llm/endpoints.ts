import type { Models } from '../../model/models.ts'

/** Where a server is. */
export interface Endpoint {
  baseUrl: string
  apiKey?: string
  /** Takes the key instead of `Authorization`. */
  keyHeader?: string
  /** Added to every address. */
  query?: Record<string, string>
  /** What it speaks, if not OpenAI's. */
  protocol?: 'messages'
  /** Asked for whatever the model is called elsewhere. */
  model?: string
}

export interface Endpoints {
  /** Serves every id, in place of all providers. */
  all?: Endpoint
  /** By provider. One that is missing is not configured. */
  providers: Record<string, Endpoint>
  /** What `default` stands for, by any name that an agent may be set to; without it the first that can be asked. */
  chosen?: string
}

/** What the environment lets us reach: `PARLEY_LLM_*`, and the providers whose variables are all set. */
export function endpointsFromEnv(models: Models, env: Record<string, string | undefined>): Endpoints {
  const endpoints: Endpoints = { providers: {} }
  if (env['PARLEY_LLM_BASE_URL']) {
    endpoints.all = {
      baseUrl: env['PARLEY_LLM_BASE_URL'],
      ...(env['PARLEY_LLM_API_KEY'] ? { apiKey: env['PARLEY_LLM_API_KEY'] } : {}),
      ...(env['PARLEY_LLM_MODEL'] ? { model: env['PARLEY_LLM_MODEL'] } : {}),
    }
  } else if (env['PARLEY_LLM_MODEL']) endpoints.chosen = env['PARLEY_LLM_MODEL']
  for (const [name, { baseUrl, keyEnv, modelEnv, keyHeader, query, protocol }] of Object.entries(models.providers)) {
    const named = [...baseUrl.matchAll(/\$\{(\w+)\}/g)].map((match) => match[1]!)
    const needed = [...named, ...(keyEnv ? [keyEnv] : []), ...(modelEnv ? [modelEnv] : [])]
    if (needed.some((variable) => !env[variable])) continue
    endpoints.providers[name] = {
      // The value of a variable may end in a slash, as Azure shows its endpoints.
      baseUrl: baseUrl.replace(/\$\{(\w+)\}/g, (_, variable: string) => env[variable]!.replace(/\/+$/, '')),
      ...(keyEnv ? { apiKey: env[keyEnv]! } : {}),
      ...(modelEnv ? { model: env[modelEnv]! } : {}),
      ...(keyHeader ? { keyHeader } : {}),
      ...(query ? { query } : {}),
      ...(protocol === 'messages' ? { protocol } : {}),
    }
  }
  return endpoints
}
