import { createHash } from 'node:crypto'
import type { AgentTools } from '../model/tools.ts'
import type { SignedOn, SigningOn, SignOnServer } from '../ports/sign-on.ts'
import type { Granted, GrantOf } from '../ports/tools.ts'
import type { Store } from '../store/index.ts'
import type { Step } from '../store/statement.ts'
import type { ToolConnectingRow } from '../store/tool-connecting.ts'
import type { Actor } from './actor.ts'
import { byTheir } from './tool-leave.ts'

/** Whose leave it will be, and the call that waits for it. */
export type Waiting = Pick<ToolConnectingRow, 'account' | 'agent' | 'person' | 'server' | 'url' | 'approval' | 'by'>

/** People who are signed in by their platform, for servers that know them by that. */
export interface ToolSignOn {
  /** They can sign in by what the platform calls so, for ten minutes. */
  awaits(of: GrantOf, on: SigningOn): Promise<void>
  /** With `of` for that server. `over`: nothing of theirs waits; `taken`: it was told from another of their devices. */
  signedOn(
    of: GrantOf | undefined,
    on: SignedOn,
  ): Promise<'refused' | 'taken' | 'over' | { approval: string | undefined }>
}

const awaitedMs = 600_000

export function createToolSignOn({
  store,
  give,
  now,
}: {
  store: Store
  /** False where somebody else was first. */
  give(waiting: Waiting, granted: Granted, door: Actor['door'], also: readonly Step[]): Promise<boolean>
  now: () => number
}): ToolSignOn {
  const rows = store.toolGrants
  const hashOf = ({ platform, exchange }: Pick<SigningOn, 'platform' | 'exchange'>): string =>
    createHash('sha256').update(`${platform} ${exchange}`).digest('base64url')

  /** As it is live: a server that was changed meanwhile is sent nothing. */
  async function serverOf({ agent, server, url }: Waiting, platform: string): Promise<SignOnServer | undefined> {
    const tools: AgentTools | undefined = (await store.agents.live(agent))?.document.tools
    const found = tools?.servers?.[server]
    const isIt = found?.auth === 'person' && found.url === url && found.sso?.platform === platform
    return isIt ? { url, scope: found.sso?.scope } : undefined
  }

  return {
    async awaits({ account, agent, person, server, url }, on) {
      const row = { account, agent, person, server, url, by: on.author.uid, approval: on.approval }
      const until = { sealed: null, browser: null, expires_at: now() + awaitedMs }
      await store.db.batch([rows.connectingStep({ hash: hashOf(on), kind: 'sso', ...row, ...until })])
    },

    async signedOn(of, { platform, installation, author, approval = null, exchange, prove }) {
      const by = author.uid
      const hash = exchange === undefined ? undefined : hashOf({ platform, exchange })
      const asked = of ? undefined : await rows.signingOn({ by, hash })
      const waiting: Waiting | undefined = of ? { ...of, by, approval } : asked
      const server = waiting && (await serverOf(waiting, platform))
      if (!waiting || !server) return 'over'
      if (hash !== undefined && !(await store.db.batch([rows.proveStep(hash)]))) return 'taken'
      let granted: Granted | undefined
      try {
        granted = await prove(server)
      } catch (error) {
        if (hash !== undefined) await rows.unproven(hash)
        throw error
      }
      if (!granted) return 'refused'
      const kept = byTheir({ platform, installation }, granted)
      const isGiven = await give(waiting, kept, platform, asked ? [rows.takeStep(asked.hash)] : [])
      return isGiven ? { approval: waiting.approval ?? undefined } : 'over'
    },
  }
}
