import { counted } from '../../../../lib/counts.ts'
import type { Texts } from '../../../../lib/language.ts'
import { plain, shown } from '../../../../lib/quoting.ts'

export const keys = {
  issued: (kind: string, agent: string | undefined, name: string, key: string) =>
    `The ${kind} key “${plain(name)}”${agent === undefined ? '' : ` of \`${agent}\``} is shown this once. Keep it in a safe place:\n\n\`${key}\``,
  none: 'There are no API keys.',
  listed: (count: number) => `${counted('en', count, { one: '# API key', other: '# API keys' })}:`,
  used: (at: string | undefined) => (at === undefined ? 'never used' : `last used ${at}`),
  revokedCount: (count: number) => `${counted('en', count, { one: '# more is', other: '# more are' })} revoked.`,
  notFound: (id: string, list: string) => `There is no key \`${shown(id)}\`. \`${list}\` shows their ids.`,
  alreadyRevoked: (name: string) => `The key “${plain(name)}” is revoked already.`,
  sure: (name: string, hint: string, lastUsed: Texts) =>
    `Revoke the key “${plain(name)}” (…${hint}, ${lastUsed.en})? Whoever uses it is shut out at once, and it cannot be undone.`,
  revoke: 'Revoke it',
  revoked: (name: string) => `The key “${plain(name)}” is revoked.`,
}
