import type { Outside, Tested } from '../admin/commands/outside.ts'
import type { Config } from '../config/index.ts'
import { AppError } from '../lib/errors.ts'
import { languageAt } from '../lib/language.ts'
import { reachableUrl } from '../lib/reachable-url.ts'
import { readServer } from '../store/server-file.ts'

/** An answer may take as long as the server lets it. */
const waitMs = 130_000

/**
 * A trial, made by the server that runs on the data folder, which has its own models and settings; undefined where none can be asked.
 * Rejects with what the server refuses it for.
 */
export async function testByServer(
  config: Config,
  { account, agent, person, utterance }: Parameters<Outside['test']>[0],
): Promise<Tested | undefined> {
  const server = readServer(config)
  if (!server) return undefined
  const response = await fetch(new URL('/operator/test', reachableUrl(server.url)), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${server.word}`,
      'content-type': 'application/json',
      'accept-language': languageAt(config.env),
    },
    body: JSON.stringify({ account, agent, person, utterance }),
    signal: AbortSignal.timeout(waitMs),
    redirect: 'error',
  }).catch(() => undefined)
  if (!response || response.status === 404) return undefined
  const told = await response.json()
  if (response.ok) return told as Tested
  const { code, detail } = told as { code: string; detail: string }
  throw new AppError(code, detail, { status: response.status })
}

/** Where the console is: at the server that runs on the data folder, whatever port it was given, unless people reach it elsewhere. */
export function consoleAddress(config: Config): string | undefined {
  const server = config.env['PUBLIC_URL'] ? undefined : readServer(config)
  return server ? `http://localhost:${new URL(server.url).port}` : config.publicUrl
}
