export interface Mail {
  to: string
  subject: string
  text: string
}

/** Sends mail; there is none where no SMTP server is configured. */
export interface Mailer {
  /** Resolves when the server has taken it; throws otherwise. Its errors never hold a password. */
  send(mail: Mail): Promise<void>
}
