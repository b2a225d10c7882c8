import type { Mailer } from '../ports/mail.ts'

export interface SmtpParts {
  /** `smtp://name:password@host:587` or `smtps://…`. */
  url: string
  /** The sender, as `Parley <parley@example.com>` or the address alone. */
  from: string
}

/** In milliseconds. The library's own are minutes. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** Mail through an SMTP server, encrypted where the server can. The library is loaded with the first mail. */
export function createSmtpMailer({ url, from }: SmtpParts): Mailer {
  return {
    async send({ to, subject, text }) {
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({ url, ...patience, disableFileAccess: true, disableUrlAccess: true })
      try {
        await transport.sendMail({ from, to, subject, text })
      } catch (error) {
        throw new Error(`the SMTP server did not take the mail: ${reasonOf(error)}`)
      } finally {
        transport.close()
      }
    },
  }
}

/** Codes only: what servers say may quote what was sent to them. */
function reasonOf(error: unknown): string {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  const known = [code, responseCode].filter((part) => typeof part === 'string' || typeof part === 'number')
  return known.join(' ') || 'no reason given'
}
