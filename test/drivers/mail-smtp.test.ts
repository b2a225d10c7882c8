import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createSmtpMailer } from '../../src/drivers/mail-smtp.ts'
import { createMailDelivery } from '../../src/engine/knowledge/mail.ts'
import { createStore } from '../../src/store/index.ts'
import { openDatabase } from '../support/database.ts'
import { tempFolder } from '../support/temp-folder.ts'

interface Received {
  from: string
  to: string[]
  raw: string
}

/** A real SMTP server that takes mail from who knows the password. */
async function startSmtp({ refuses = false, trusted = true } = {}) {
  const received: Received[] = []
  const server = new SMTPServer({
    allowInsecureAuth: true,
    logger: false,
    // It has a certificate that nobody trusts.
    disabledCommands: trusted ? ['STARTTLS'] : [],
    onAuth: ({ username, password }, _, done) =>
      password === 'pass word' ? done(null, { user: username }) : done(new Error(`no such password: ${password}`)),
    onRcptTo: ({ address }, _, done) => (refuses ? done(new Error(`${address} is unknown here`)) : done()),
    onData(stream, { envelope }, done) {
      let raw = ''
      stream.on('data', (chunk) => {
        raw += chunk
      })
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  const url = (password: string) => `smtp://ann:${encodeURIComponent(password)}@127.0.0.1:${port}`
  return { received, url }
}

const from = 'Parley <parley@example.com>'
const mail = { to: 'ann@example.com', subject: '会議室 looked something up', text: 'Parking is free.\n.\nReally.' }

describe('mail', () => {
  it('reaches the server whole', async () => {
    const { received, url } = await startSmtp()
    await createSmtpMailer({ url: url('pass word'), from }).send(mail)
    expect(received).toMatchObject([{ from: 'parley@example.com', to: ['ann@example.com'] }])
    expect(received[0]!.raw).toContain('From: Parley <parley@example.com>')
    expect(received[0]!.raw).toMatch(/^Subject: =\?UTF-8\?/m)
    expect(received[0]!.raw).toContain('Parking is free.\r\n.\r\nReally.')
  })

  it('that is not taken says why, and no password', async () => {
    const { url } = await startSmtp({ refuses: true })
    const reason = (work: Promise<void>) =>
      work.then(
        () => 'was sent',
        (error: Error) => `${error.message} ${error.cause}`,
      )
    expect(await reason(createSmtpMailer({ url: url('wrong one'), from }).send(mail))).toBe(
      'the SMTP server did not take the mail: EAUTH 535 undefined',
    )
    expect(await reason(createSmtpMailer({ url: url('pass word'), from }).send(mail))).toMatch(/EENVELOPE 550/)
    expect(await reason(createSmtpMailer({ url: 'smtp://127.0.0.1:9', from }).send(mail))).toMatch(
      /ECONNECTION|ESOCKET/,
    )
  })
})

it('sends no password where encryption is offered but cannot be trusted', async () => {
  const { url, received } = await startSmtp({ trusted: false })
  await expect(createSmtpMailer({ url: url('pass word'), from }).send(mail)).rejects.toThrow(/ESOCKET$/)
  expect(received).toEqual([])
})

describe('the delivery of mail', () => {
  async function setup(options: { email?: string; password?: string }) {
    const smtp = await startSmtp()
    const db = await openDatabase(tempFolder())
    onTestFinished(() => db.close())
    const store = createStore(db)
    await store.accounts.ensureFirst()
    await store.db.batch([store.accounts.updateStep('default', { email: options.email ?? null })])
    const logged: string[] = []
    const note = (about: unknown, text: string) =>
      void logged.push(`${text} ${JSON.stringify(about)} ${(about as { err?: Error }).err}`)
    const log = { debug: note, info: note, warn: note, error: note } as never
    const mailer = createSmtpMailer({ url: smtp.url(options.password ?? 'pass word'), from })
    return { ...smtp, logged, store, log, delivery: createMailDelivery({ store, mailer, log }) }
  }

  it('goes to the account’s address', async () => {
    const { delivery, received, logged } = await setup({ email: 'ann@example.com' })
    delivery.send('default', mail)
    await delivery.settled()
    expect(received.map(({ to }) => to)).toEqual([['ann@example.com']])
    expect(logged).toEqual([])
  })

  it('is logged without secrets when it fails, or has nowhere to go', async () => {
    const failing = await setup({ email: 'ann@example.com', password: 'wrong one' })
    failing.delivery.send('default', mail)
    await failing.delivery.settled()
    expect(failing.logged).toEqual([expect.stringMatching(/^a mail could not be sent .*EAUTH 535/)])
    expect(failing.logged.join()).not.toMatch(/wrong|Parking/)
    const homeless = await setup({})
    homeless.delivery.send('default', mail)
    await homeless.delivery.settled()
    expect(homeless.logged).toEqual([expect.stringMatching(/has no address/)])
  })

  it('is none without an SMTP server', async () => {
    const { store, log, received } = await setup({ email: 'ann@example.com' })
    const delivery = createMailDelivery({ store, mailer: undefined, log })
    delivery.send('default', mail)
    await delivery.settled()
    expect(received).toEqual([])
  })
})
