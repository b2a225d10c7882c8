import { AppError } from '../../lib/errors.ts'
import { day } from '../../lib/moment.ts'
import { plain } from '../../lib/quoting.ts'
import type { View } from '../../model/view.ts'
import type { KeyKind, KeyView } from '../keys.ts'
import { button, type CommandUse, say, textOf, typed } from './call.ts'
import type { Family } from './registry.ts'
import { agentOf } from './rights.ts'
import { general, keys as sentences } from './words/index.ts'

/** API keys: each is shown once, to whoever issued it. */
export const keys: Family = {
  commands: {
    'key issue': { run: issue },
    'key list': { run: list },
    'key revoke': { run: askToRevoke },
  },
  acts: { 'key revoke now': { may: 'admins', run: revokeNow } },
}

const maxListed = 30

async function issue(call: CommandUse): Promise<View> {
  const { parts, caller, actor, standing, place } = call
  const { account } = caller
  const kind = textOf(call, 'kind') as KeyKind
  const name = textOf(call, 'name')!
  const agent = kind === 'agent' ? await agentOf(parts, caller, standing, textOf(call, 'agent'), place) : undefined
  const wanted =
    agent === undefined
      ? { account, kind: kind as 'management' | 'conversation', name }
      : { account, kind: 'agent' as const, agent, name }
  const { key } = await parts.admin.keys.issue(wanted, actor)
  return { text: say(call, sentences.issued(kind, agent, name, key)), isSecret: true }
}

async function list(call: CommandUse): Promise<View> {
  const all = await call.parts.admin.keys.list(call.caller.account)
  const valid = all.filter(({ revokedAt }) => revokedAt === null)
  const lines = valid
    .slice(0, maxListed)
    .map(
      (key) =>
        `- **${plain(key.name)}** \`${key.id}\` · ${key.kind}${key.agent === null ? '' : ` \`${key.agent}\``} · …${key.hint} · ${say(call, lastUse(key))}`,
    )
  const rest = valid.length - lines.length
  const gone = all.length - valid.length
  return {
    text: [
      say(call, valid.length === 0 ? sentences.none : sentences.listed(valid.length)),
      ...lines,
      ...(rest > 0 ? [say(call, general.more(rest))] : []),
      ...(gone > 0 ? [say(call, sentences.revokedCount(gone))] : []),
    ].join('\n'),
  }
}

function lastUse({ lastUsedAt }: KeyView) {
  return sentences.used(lastUsedAt === null ? undefined : day(lastUsedAt))
}

async function askToRevoke(call: CommandUse): Promise<View> {
  const key = await named(call, textOf(call, 'key')!)
  if (key.revokedAt !== null) return { text: say(call, sentences.alreadyRevoked(key.name)) }
  return {
    text: say(call, sentences.sure(key.name, key.hint, lastUse(key))),
    buttons: [await button(call, sentences.revoke, 'key revoke now', { key: key.id }, { style: 'danger' })],
  }
}

async function revokeNow(call: CommandUse): Promise<View> {
  const key = await named(call, String(call.kept['key']))
  await call.parts.admin.keys.revoke(call.caller.account, key.id, call.actor)
  return { text: say(call, sentences.revoked(key.name)) }
}

async function named(call: CommandUse, id: string): Promise<KeyView> {
  const key = (await call.parts.admin.keys.list(call.caller.account)).find((one) => one.id === id)
  if (!key) throw new AppError('key_not_found', sentences.notFound(id, typed(call, 'key list')), { status: 404 })
  return key
}
