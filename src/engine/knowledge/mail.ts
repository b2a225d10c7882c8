import type { Log } from '../../lib/log.ts'
import type { Effects } from '../../model/conversation.ts'
import type { Hit } from '../../model/knowledge.ts'
import type { Mailer } from '../../ports/mail.ts'
import type { AnswerDraft } from '../draft.ts'
import { sentences } from '../words/index.ts'
import { sourceOf } from './quote.ts'

/** A mail with the passages that were found. The question itself stays out of it: nobody would ever delete it there. */
export function mailOf({ agent, language }: AnswerDraft, hits: readonly Hit[]): NonNullable<Effects['mail']> {
  const { displayName } = agent.document.agent
  const subject = sentences.mailSubject(displayName)[language]
  const intro = sentences.mailIntro(displayName)[language]
  const passages = hits.map((hit, i) => `[${i + 1}] ${sourceOf(hit)} (${hit.score.toFixed(2)})\n\n${hit.text}`)
  return { subject, text: [intro, ...passages].join('\n\n') }
}

export interface MailDelivery {
  /** Sends a mail to an account's address, if it has one. Never rejects: a mail that cannot be sent is logged. */
  send(account: string, mail: NonNullable<Effects['mail']>): void
  /** Resolves when nothing is being sent any more. */
  settled(): Promise<void>
}

export interface MailDeliveryParts {
  store: { accounts: { get(id: string): Promise<{ email: string | null } | undefined> } }
  /** Absent: no SMTP server is configured, and nothing is sent. */
  mailer: Mailer | undefined
  log: Log
}

/** Mails go out after the answer is stored, and nobody waits for them. */
export function createMailDelivery({ store, mailer, log }: MailDeliveryParts): MailDelivery {
  const sending = new Set<Promise<void>>()

  async function deliver(to: Mailer, account: string, mail: NonNullable<Effects['mail']>): Promise<void> {
    try {
      const address = (await store.accounts.get(account))?.email
      if (!address) return log.warn({ account }, 'passages were not mailed, because the account has no address')
      await to.send({ to: address, ...mail })
    } catch (err) {
      log.warn({ err, account }, 'a mail could not be sent')
    }
  }

  return {
    send(account, mail) {
      if (!mailer) return
      const sent = deliver(mailer, account, mail).finally(() => sending.delete(sent))
      sending.add(sent)
    },
    async settled() {
      await Promise.all(sending)
    },
  }
}
