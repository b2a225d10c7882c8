import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ExpectStatic } from 'vitest'
import { pdf, pptx, xlsx, zip } from '../drivers/documents/files.ts'
import { answered } from './answered.ts'
import type { AskedModel, Row, StageFile } from './situation.ts'

const file = (name: string, mimetype: string, content: string | Buffer): StageFile => ({
  ...{ name, mimetype },
  bytes: Buffer.from(content),
})
const binary = 'application/octet-stream'

const notice = 'Notice periods are\nthree months to the end of a quarter.'
const chapter = (n: number) => `Chapter ${n} is about chairs. ${'They stand in rooms and on floors. '.repeat(5)}`
const handbook = () => pdf(Array.from({ length: 300 }, (_, i) => (i === 79 ? notice : chapter(i + 1))))
const cells = '<row r="1"><c r="A1" t="inlineStr"><is><t>Rent</t></is></c><c r="B1"><v>4200</v></c></row>'
const slide = (text: string) => ({ xml: `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>` })
const mail = 'From: ann@example.com\r\nSubject: Keys\r\nContent-Type: text/plain\r\n\r\nThe key is under the mat.\r\n'
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const pictureOf = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`

/** An Ogg page that says that it ends after five seconds of Opus. */
function recording(): Buffer {
  const page = Buffer.alloc(64)
  page.write('OggS')
  page.writeBigInt64LE(240_000n, 6)
  page.write('OpusHead', 28)
  return page
}

/** A file that comes with a question, and what is to stand in what the model is told. */
function brought(
  what: string,
  one: () => StageFile,
  told: RegExp,
  { asks = '', unread = false }: { asks?: string; unread?: boolean } = {},
): Row {
  return {
    id: `file: ${what.replaceAll(/\W+/g, ' ')}`,
    what: `${what}, which comes with the question`,
    async play(stage, question) {
      await stage.say('Ann', stage.mention(`${question}${asks}`), { files: [one()] })
    },
    check({ whole, trace }: AskedModel, _stage, expect: ExpectStatic) {
      expect(whole).toMatch(told)
      expect(trace.context).toMatchObject(unread ? { files: 0, leftOut: 1 } : { files: 1, leftOut: 0 })
    },
  }
}

const unread = { unread: true }

/** Files, pictures, voices and links: as people bring them, or ask about what others have brought. */
export const fileRows: readonly Row[] = [
  brought(
    'page 80 of a PDF of 300 pages',
    () => file('handbook.pdf', 'application/pdf', handbook()),
    /handbook\.pdf › p\. 80[\s\S]*three months to the end of a quarter/,
    { asks: ' What does page 80 say about notice periods?' },
  ),
  brought('a workbook', () => file('costs.xlsx', binary, xlsx([{ name: 'Costs', rows: cells }])), /Rent[^"]*4200/),
  brought('a presentation', () => file('plan.pptx', binary, pptx([slide('Launch on Friday')])), /Launch on Friday/),
  brought(
    'a text that was too long to send',
    () => file('message.txt', 'text/plain', 'the log ends here'),
    /"message\.txt","text":"the log ends here"/,
  ),
  brought(
    'an archive of texts',
    () => file('logs.zip', 'application/zip', zip({ 'a.txt': 'first', 'b.md': 'second' })),
    /first[\s\S]*second/,
  ),
  brought('a mail', () => file('keys.eml', 'message/rfc822', mail), /Keys[\s\S]*under the mat/),
  brought(
    'a voice message',
    () => file('voice-message.ogg', 'audio/ogg', recording()),
    /"spoken":true,"text":"The door code is 4711\."/,
  ),
  brought(
    'a bomb',
    () => file('bomb.zip', 'application/zip', zip({ 'a.txt': Buffer.alloc(65 * 1024 * 1024, ' ') })),
    /bomb\.zip could not be read/,
    unread,
  ),
  brought(
    'a locked file',
    () => file('secret.pdf', 'application/pdf', pdf(['secret'], { encrypted: true })),
    /secret\.pdf could not be read: [^\n]*protected with a password/,
    unread,
  ),
  brought(
    'a broken file',
    () => file('torn.pdf', 'application/pdf', '%PDF-1.7 torn'),
    /torn\.pdf could not be read/,
    unread,
  ),
  brought(
    'a page to sign in, in place of a private file',
    () => file('plan.docx', 'text/html', '<!doctype html><title>Sign in</title>'),
    /plan\.docx could not be read/,
    unread,
  ),
  brought(
    'a program',
    () => file('setup.exe', binary, Buffer.from([77, 90, 0, 1, 2, 0])),
    /setup\.exe could not be read/,
    unread,
  ),
  ...(['forbidden', 'limited', 'silent'] as const).map(
    (why): Row => ({
      id: `untold file: ${why}`,
      what: `that it is not told what was attached, where the platform is ${why}, and whether it is worth sending it again`,
      async play(stage, question) {
        stage.refuseReading!(why)
        await stage.say('Ann', stage.mention(question), { files: [file('a.txt', 'text/plain', 'a')] })
      },
      check({ whole, trace }, _stage, expect) {
        expect(whole).toMatch(why === 'forbidden' ? /shown only to apps that may read/ : /send it again in a moment/)
        expect(trace.context).toMatchObject({ files: 0 })
      },
    }),
  ),
  {
    id: 'picture',
    what: 'a picture, by its very pixels',
    async play(stage, question) {
      await stage.say('Ann', stage.mention(question), { files: [file('chart.png', 'image/png', png)] })
    },
    check({ pictures }, _stage, expect) {
      expect(pictures).toEqual([pictureOf(png)])
    },
  },
  {
    id: 'picture in the thread',
    what: 'the pixels of a picture that the thread began with, and whose it is',
    async play(stage, question) {
      const root = await stage.say('Ben', 'look', { files: [file('chart.png', 'image/png', png)] })
      await stage.say('Ann', stage.mention(question), { in: root })
    },
    check({ pictures, lines }, _stage, expect) {
      expect(lines[0]).toMatchObject({ from: 'Ben', text: expect.stringContaining('look') })
      expect(pictures).toEqual([pictureOf(png)])
    },
  },
  {
    id: 'replied-to picture',
    what: 'the pixels of a picture that the question replies to, and the text of a file beside it',
    async play(stage, question) {
      const files = [file('chart.png', 'image/png', png), file('notes.txt', 'text/plain', 'sold out')]
      const root = await stage.say('Ben', 'the venue')
      const said = await stage.say('Ben', 'look', { in: root, files })
      await stage.say('Cleo', 'in between', { in: root })
      await stage.say('Ann', stage.mention(question), { in: root, to: said })
    },
    check({ pictures, whole }, _stage, expect) {
      expect(pictures).toEqual([pictureOf(png)])
      expect(whole).toMatch(/"file":"notes\.txt","from":"Ben","text":"sold out"/)
    },
  },
  {
    id: 'forwarded file',
    what: 'a file of a forwarded message',
    async play(stage, question) {
      const files = [file('notes.txt', 'text/plain', 'sold out')]
      const said = await stage.say('Ben', `see there. ${question}`, { files })
      await stage.forward!(said, '')
    },
    check({ whole }, _stage, expect) {
      expect(whole).toContain('"text":"sold out"')
    },
  },
  {
    id: 'deleted file',
    what: 'nothing of a file that somebody else brought, once its message is deleted',
    async play(stage, question) {
      const files = [file('vault.txt', 'text/plain', 'The password of the vault is hunter2.')]
      const root = await stage.say('Ben', 'the vault', { files })
      await stage.say('Ann', stage.mention('What does this say?'), { in: root })
      await answered(stage, 'What does this say?')
      await stage.remove('Ben', root)
      await stage.say('Ann', stage.mention(`${question} What is the password of the vault?`), { in: root })
    },
    asks: ' What is the password of the vault?',
    check({ lines, whole }, _stage, expect) {
      expect(lines.map(({ text }) => text).join()).not.toContain('hunter2')
      expect(whole).not.toMatch(/"file":"vault\.txt"|The password of the vault is/)
    },
  },
  {
    id: 'link',
    what: 'what is written on a page that a link leads to',
    async play(stage, question) {
      await stage.say('Ann', stage.mention(`${question} ${await pageOf('Hall 3, behind the mill.')}`))
    },
    check({ whole, trace }, _stage, expect) {
      expect(whole).toMatch(/"page":"Venue","url":"http:[^"]*","text":"# Venue\\n\\nHall 3, behind the mill\."/)
      expect(trace.context).toMatchObject({ pages: 1 })
    },
  },
]

/** Serves a page, once. */
async function pageOf(text: string): Promise<string> {
  const server = createServer((_, res) => {
    const page = `<head><title>Venue</title></head><nav>Menu</nav><p>${text}</p>`
    res.writeHead(200, { 'content-type': 'text/html', connection: 'close' }).end(page)
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/venue`
}
