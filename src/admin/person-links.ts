import { createHash, randomInt } from 'node:crypto'
import { AppError } from '../lib/errors.ts'
import type { Store } from '../store/index.ts'
import type { LinkCode, PersonLink } from '../store/person-links.ts'
import { platformOf } from '../store/personal/person.ts'
import type { Actor } from './actor.ts'
import type { Audit } from './audit.ts'
import { logLine } from './log-lines.ts'
import { personLinkWords as words } from './words/index.ts'

/** Somebody under one of their uids, by the name that their platform told. */
export interface Named {
  uid: string
  name: string | null
}

/**
 * How two uids become one person: whoever is first is shown a code, tells it where they are somebody else, and agrees there; then they
 * agree where they began. Neither can do it alone, and both see who the other is.
 */
export interface PersonLinkAdmin {
  /** A code that works once, within ten minutes. The one that they were shown before works no more. */
  offer(account: string, by: Named): Promise<string>
  /** Whose code it is, for whoever was told it. 404 `link_code_unknown`, 409 `linked_already`. */
  offered(account: string, code: string, uid: string): Promise<LinkCode>
  /** They are whose code it is. The same errors, and 404 where somebody else was faster. */
  tell(account: string, hash: string, by: Named): Promise<LinkCode>
  /** The code that they were shown, as long as it works; `told_by` says who has told it. */
  shown(account: string, uid: string): Promise<LinkCode | undefined>
  /** Names of values that both have, of which those of the first stay. */
  conflicts(code: LinkCode): Promise<string[]>
  /** Makes them one. 404 `link_code_unknown`, 409 `linked_already`, 409 `link_busy`. */
  join(code: LinkCode, actor: Actor): Promise<void>
  /** It was not them: the code works no more. */
  refuse(code: LinkCode): Promise<void>
  /** All that are one person with this uid; first the one they are kept under. */
  uidsOf(account: string, uid: string): Promise<readonly string[]>
  /** All that are linked in an account: those behind `after`, by their uids. */
  list(account: string, page: { after?: string | undefined; limit: number }): Promise<PersonLink[]>
  /** Each of them is somebody for themself again; of several aliases their own only. 409 `not_linked`, 409 `link_busy`. */
  part(account: string, uid: string, actor: Actor): Promise<void>
}

/** Without what is easily taken for something else. Eight of them are 40 bits, for ten minutes: not to be guessed by chat. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const codeMs = 600_000
/** More accounts than anybody has; a code is not a way to gather people. */
const mostUids = 10

export function createPersonLinks(parts: { store: Store; audit: Audit; now: () => number }): PersonLinkAdmin {
  const { store, audit, now } = parts
  const links = store.personLinks

  const unknown = () => new AppError('link_code_unknown', words.unknown, { status: 404 })

  /** Neither is to be somebody who may not write here, nor the same person already. */
  async function check({ account, person }: LinkCode, uid: string): Promise<void> {
    const [first, second] = await Promise.all([links.uidsOf(account, person), links.uidsOf(account, uid)])
    if (first[0] === second[0]) throw new AppError('linked_already', words.already, { status: 409 })
    const isBlocked = await Promise.all([person, uid].map((one) => store.roles.isBlocked(account, one)))
    if (isBlocked.includes(true)) throw unknown()
    if (first.length + second.length > mostUids)
      throw new AppError('too_many_links', words.tooMany(mostUids), { status: 409 })
  }

  async function byHash(account: string, hash: string): Promise<LinkCode> {
    const code = await links.code(hash)
    // Another account's looks as if it were not there.
    if (code?.account !== account) throw unknown()
    return code
  }

  return {
    async offer(account, { uid, name }) {
      const drawn = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]!).join('')
      const row = { hash: hashOf(account, drawn), account, person: uid, name, expires_at: now() + codeMs }
      await store.db.batch(links.addCodeSteps(row))
      return `${drawn.slice(0, 4)}-${drawn.slice(4)}`
    },

    async offered(account, typed, uid) {
      const code = await byHash(account, hashOf(account, typed))
      if (code.told_by !== null && code.told_by !== uid) throw unknown()
      await check(code, uid)
      return code
    },

    async tell(account, hash, by) {
      const code = await byHash(account, hash)
      await check(code, by.uid)
      if (code.told_by === by.uid) return code
      if (!(await store.db.batch([links.tellStep(hash, by)]))) throw unknown()
      return code
    },

    shown: (account, uid) => links.codeOf(account, uid),

    async conflicts({ account, person, told_by }) {
      if (told_by === null) return []
      const [first, second] = await Promise.all([person, told_by].map((uid) => links.personOf(account, uid)))
      return links.sharedState(account, first!, second!)
    },

    async join(code, actor) {
      const { account, hash, person: uid, told_by } = await byHash(code.account, code.hash)
      if (told_by === null || told_by !== code.told_by) throw unknown()
      await check(code, told_by)
      const [person, other] = await Promise.all([uid, told_by].map((one) => links.personOf(account, one)))
      const isPaused = await Promise.all([uid, told_by].map((one) => store.personPauses.has(account, one)))
      const all = [...(await links.uidsOf(account, uid)), ...(await links.uidsOf(account, told_by))]
      const steps = [
        links.takeStep(hash, told_by),
        ...(await links.joinSteps(account, { person: person!, uid: other!, most: mostUids })),
        // Whoever does not want to be kept is not, whichever of them said so.
        ...(isPaused.includes(true) ? [store.personPauses.beginStep(account, all)] : []),
      ]
      const entry = {
        action: 'person.link',
        summary: logLine('person.link', { first: told_by, second: uid, person: person! }),
      }
      if (!(await audit.commit(actor, entry, steps))) throw new AppError('link_busy', words.busy, { status: 409 })
    },

    async refuse({ hash, told_by }) {
      await store.db.batch([links.takeStep(hash, told_by)])
    },

    uidsOf: links.uidsOf,
    list: links.list,

    async part(account, uid, actor) {
      const all = await links.uidsOf(account, uid)
      const [person, ...aliases] = all
      if (aliases.length === 0) throw new AppError('not_linked', words.notLinked, { status: 409 })
      if (await store.roles.isBlocked(account, uid)) throw new AppError('forbidden', words.blocked, { status: 403 })
      for (const [i, alias] of (uid === person ? aliases : [uid]).entries()) {
        const isAlone = all.every((one) => one === alias || platformOf(one) !== platformOf(alias))
        const steps = await links.partSteps(account, person!, alias, isAlone)
        const entry = { action: 'person.unlink', summary: logLine('person.unlink', { uid: alias, person: person! }) }
        const nonce = i > 0 && actor.nonce !== undefined ? { nonce: `${actor.nonce}:${alias}` } : {}
        if (!(await audit.commit({ ...actor, ...nonce }, entry, steps)))
          throw new AppError('link_busy', words.busy, { status: 409 })
      }
    },
  }
}

/** However it was typed: small, in full width, with or without what parts it. */
function hashOf(account: string, typed: string): string {
  const code = typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
  return createHash('sha256').update(`${account}/${code}`).digest('hex')
}
