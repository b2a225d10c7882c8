import { orderKey, readOrderKey } from '../model/key.ts'
import { type Secrets, secretContext } from '../ports/secrets.ts'
import type { Granted, GrantOf, ToolAuth, ToolGrants } from '../ports/tools.ts'
import type { Store } from '../store/index.ts'
import type { Step } from '../store/statement.ts'
import type { ToolGrantRow } from '../store/tool-grants.ts'
import type { Actor } from './actor.ts'
import type { Audit } from './audit.ts'
import { logLine } from './log-lines.ts'

export interface LostLeave {
  account: string
  agent: string
  server: string
}

export interface ToolTokenParts {
  store: Store
  secrets: Secrets
  leave: Pick<ToolAuth, 'refresh'>
  audit: Pick<Audit, 'commit'>
  /** An agent has its leave at a server no more, though nobody here took it back. */
  onLeaveLost?: ((lost: LostLeave) => void) | undefined
  now: () => number
  sleep(ms: number): Promise<void>
}

/** A token that runs out so soon is refreshed before it is used. */
const earlyMs = 30_000
/** Whoever else refreshes it is waited for. */
const pollMs = 50
/** Of what a server says that it wants leave for. */
const maxScope = 500

export const grantKey = ({ account, agent, person }: Omit<GrantOf, 'url' | 'server'>): string =>
  orderKey(account, agent, person)

/** Tokens as they are kept, encrypted, and refreshed by one at a time, wherever they are wanted: many servers take each refresh token once. */
export function createToolTokens({ store, secrets, audit, leave, onLeaveLost, now, sleep }: ToolTokenParts) {
  const rows = store.toolGrants
  const seal = (agent: string, text: string) => secrets.seal(text, secretContext(agent))
  const open = (agent: string, text: string) => secrets.open(text, secretContext(agent))
  const sealed = (agent: string, { token, kept, expiresAt }: Granted) => ({
    sealed: seal(agent, JSON.stringify({ token, kept })),
    expires_at: expiresAt ?? null,
  })
  const opened = ({ key, sealed: text }: ToolGrantRow): Pick<Granted, 'token' | 'kept'> =>
    JSON.parse(open(readOrderKey(key).agent, text))

  /** The agent's own is an admin's to give again; a person is asked when theirs is needed next. */
  async function lost({ key, server }: ToolGrantRow, gone: Step): Promise<void> {
    const { account, agent, uid } = readOrderKey(key)
    const actor: Actor = { account, author: 'nobody', door: 'cli' }
    const summary = logLine('tool.lost', { server, whose: uid || 'the agent' })
    const isGone = await audit.commit(actor, { action: 'tool.lost', agent, summary }, [gone])
    if (isGone && uid === '') onLeaveLost?.({ account, agent, server })
  }

  /** Whoever holds the lease refreshes; others wait for what comes of it. */
  async function refreshed(row: ToolGrantRow, signal: AbortSignal): Promise<string | undefined> {
    const held = await rows.lease(row)
    if (!held) {
      await sleep(pollMs)
      signal.throwIfAborted()
      const next = await rows.of(row.key, row.server)
      if (!next) return undefined
      return next.sealed === row.sealed ? refreshed(next, signal) : opened(next).token
    }
    try {
      const next = await leave.refresh(opened(row).kept, signal)
      if (!next) {
        await lost(row, rows.dropStep(held))
        return undefined
      }
      await rows.release(held, sealed(readOrderKey(row.key).agent, next))
      return next.token
    } catch (error) {
      await rows.release(held)
      throw error
    }
  }

  const token: ToolGrants['token'] = async ({ url, server, ...of }, signal, refused) => {
    const row = await rows.of(grantKey(of), server)
    // It is for the server that was there when somebody said yes, and for no other of its name.
    if (row?.url !== url) return undefined
    const { token } = opened(row)
    const isOver = row.expires_at !== null && row.expires_at <= now() + earlyMs
    return token !== refused && !isOver ? token : refreshed(row, signal)
  }

  async function standing({ url, server, ...of }: GrantOf): Promise<'given' | 'too narrow' | undefined> {
    const row = await rows.of(grantKey(of), server)
    if (row?.url !== url) return undefined
    return row.wants === null ? 'given' : 'too narrow'
  }

  const wants: ToolGrants['wants'] = async ({ url, server, ...of }, scope) => {
    const row = await rows.of(grantKey(of), server)
    if (row?.url === url) await rows.want(row.key, server, scope.slice(0, maxScope).toWellFormed())
  }

  return { seal, open, sealed, opened, token, standing, wants }
}
