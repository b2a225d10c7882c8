import { readFile, rename, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Texts } from '../../src/lib/language.ts'
import { APPS, type DoctorCall } from './doctor-call.ts'
import { words as all } from './words/index.ts'

const words = all.doctor

/** The token that may see and change an app's settings, and what to do once it has run out; or why there is none. */
export type ConfigToken = { token: string; renew?: () => Promise<ConfigToken> } | { lacks: Texts }

const pairSchema = z.object({ token: z.string(), refresh_token: z.string() })
type Pair = z.infer<typeof pairSchema>

/**
 * A token lasts 12 hours, and what it is renewed with is taken once: the new pair is in the file before it is used, so that a process
 * that dies has lost nothing.
 */
export async function configToken(
  call: DoctorCall,
  { SLACK_CONFIG_TOKEN: token, SLACK_CONFIG_TOKEN_FILE: file }: Readonly<Record<string, string | undefined>>,
): Promise<ConfigToken> {
  if (token) return { token }
  if (!file) return { lacks: words.configToken(APPS) }
  const pair = await readPair(file)
  return 'lacks' in pair ? pair : { token: pair.token, renew: () => renewed(call, pair, file) }
}

async function renewed(call: DoctorCall, { refresh_token }: Pair, file: string): Promise<ConfigToken> {
  const told = await call('tooling.tokens.rotate', '', { refresh_token })
  if ('failed' in told) return { lacks: told.failed }
  const next = pairSchema.safeParse(told.answer)
  if (told.error !== undefined || !next.success) return { lacks: words.notRenewed(told.error ?? 'no pair', APPS, file) }
  try {
    await writeFile(`${file}.new`, `${JSON.stringify(next.data)}\n`, { mode: 0o600, flush: true })
    await rename(`${file}.new`, file)
  } catch {
    return { lacks: words.notWritten(file, APPS) }
  }
  return { token: next.data.token }
}

async function readPair(file: string): Promise<Pair | { lacks: Texts }> {
  try {
    return pairSchema.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return { lacks: words.noPair(file, APPS) }
  }
}
