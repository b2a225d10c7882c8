import { describe, expect, it } from 'vitest'
import { createMasker } from '../../../src/engine/masking/masker.ts'
import { type MaskKind, maskKinds } from '../../../src/model/safety.ts'

/** Made up, of the vendors' shapes; parted so that nobody who scans the repository takes them for real ones. */
const of = (...parts: string[]) => parts.join('')
const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const some = (length: number) => alphabet.repeat(8).slice(3, 3 + length)
const hex = (length: number) => '0123456789abcdef'.repeat(8).slice(0, length)

const secrets: Readonly<Record<MaskKind, readonly string[]>> = {
  keys: [
    of('AKIA', 'IOSFODNN7EXAMPLE'),
    of('sk-', 'proj-', some(40)),
    of('sk-', 'ant-api03-', some(40)),
    of('sk_', 'live_', some(24)),
    of('whsec_', some(32)),
    of('AIza', some(35)),
    of('SG.', some(22), '.', some(43)),
    of('key-', hex(32)),
    of('SK', hex(32)),
    of('shpat_', hex(32)),
    of('gsk_', some(40)),
    of('hf_', some(34)),
    of('xai-', some(60)),
    of('r8_', some(37)),
    of('dop_v1_', hex(64)),
    of('lin_api_', some(40)),
    of('ntn_', some(43)),
    of('dapi', hex(32)),
    of('pmk_', some(43)),
    of('pck_', some(43)),
    of('pak_', some(43)),
  ],
  tokens: [
    of('ghp_', some(36)),
    of('github_pat_', some(60)),
    of('glpat-', some(20)),
    of('npm_', some(36)),
    of('pypi-', 'AgEIcHlwaS', some(60)),
    of('xoxb-', '1234567890-', some(24)),
    of('xapp-', '1-A0-', some(24)),
    of('hooks.slack.com/', 'services/T00000000/B00000000/', some(24)),
    of('discord.com/api/', 'webhooks/123456789012345678/', some(60)),
    of('M', some(25), '.abcdef.', some(30)),
    of('123456789:', 'AA', some(33)),
    of('eyJ', some(20), '.eyJ', some(30), '.', some(40)),
  ],
  privateKeys: [
    of('-----BEGIN RSA ', 'PRIVATE KEY-----\n', `${some(64)}\n`.repeat(12), '-----END RSA PRIVATE KEY-----'),
    of('-----BEGIN ', 'PRIVATE KEY-----\\n', some(64), '\\n-----END PRIVATE KEY-----'),
    of('AGE-SECRET-KEY-1', some(80).toUpperCase().slice(0, 58)),
  ],
  cards: ['4111 1111 1111 1111', '5500-0000-0000-0004', '378282246310005', '４１１１ １１１１ １１１１ １１１１'],
}
const rows = maskKinds.flatMap((kind) => secrets[kind].map((secret) => ({ kind, secret })))

const inPieces = (text: string, size: number, kinds: readonly MaskKind[] = maskKinds) => {
  const masker = createMasker(kinds, 'en')
  const shown: string[] = []
  for (let at = 0; at < text.length; at += size) shown.push(masker.push(text.slice(at, at + size)))
  shown.push(masker.end())
  return { shown, whole: shown.join(''), count: masker.count }
}

describe('a masker', () => {
  it.each(rows)('hides $kind in whatever pieces they come: $secret', ({ kind, secret }) => {
    const text = `Here it is: ${secret} and 「${secret}」、that is all.`
    for (const size of [1, 2, 3, 7, 16, 1000]) {
      const { whole, count } = inPieces(text, size, [kind])
      expect(whole).not.toContain(secret)
      expect(whole).not.toContain(secret.slice(0, 12))
      expect(whole).toMatch(/^Here it is: .*‹.* hidden›[\s\S]*that is all\.$/)
      expect(count).toBe(2)
    }
  })

  it('shows nothing of a secret before it is whole', () => {
    for (const { kind, secret } of rows) {
      const masker = createMasker([kind], 'en')
      let shown = masker.push('so: ')
      for (const character of secret.slice(0, -1)) shown += masker.push(character)
      expect(shown.trimEnd()).not.toContain(secret.slice(0, 10))
    }
  })

  it.each([
    ['as Markdown writes it', of('ghp\\_', some(36))],
    ['with characters that nobody sees', of('ghp_', some(5), '\u200b', some(35))],
    ['behind one', of('g\u2060hp_', some(36))],
    ['on two lines', '4111 1111\n1111 1111'],
  ])('hides a secret %s', (_, secret) => {
    for (const size of [1, 3, 1000]) {
      const { whole, count } = inPieces(`Here: ${secret} and on.`, size)
      expect(whole).toMatch(/^Here: ‹.* hidden› and on\.$/)
      expect(count).toBe(1)
    }
  })

  it('hides passwords where they are assigned or stand in a URL, and leaves the rest', () => {
    const { whole } = inPieces(
      'postgres://ann:s3cr3t-pass@db.example.com/x, API_KEY="abcd1234efgh5678" パスワード：hunter2hunter2',
      1,
      ['tokens'],
    )
    expect(whole).toBe(
      'postgres://ann:‹token hidden›@db.example.com/x, API_KEY="‹token hidden›" パスワード：‹token hidden›',
    )
  })

  it('speaks Japanese to whoever does', () => {
    const masker = createMasker(['cards'], 'ja')
    expect(masker.push('番号は 4111111111111111 です。') + masker.end()).toBe('番号は ‹カード番号は非表示› です。')
  })

  it('leaves what is no secret as it is, and says nothing later than it must', () => {
    const text = [
      'Call 4111 1111 1111 1112 or +81 90-1234-5678 on 2026-11-23, order 1234567890123456789.',
      'In rows: 2019\n2020\n2021\n2023\n2024, and C:\\\\temp\\\\_x',
      'A key begins with `sk-` and a PEM file with `-----BEGIN PRIVATE KEY-----`.',
      'task-management-for-everybody, const apiKey = process.env.API_KEY, password: yourpasswordhere',
      'https://example.com/a/b?c=d#e, 1.5 + 2 = 3.5; v1.2.3-beta.4, ann@example.com, それは「鍵」です。',
    ].join('\n')
    for (const size of [1, 5, 1000]) {
      const { whole, count } = inPieces(text, size)
      expect(whole).toBe(text)
      expect(count).toBe(0)
    }
    expect(createMasker(maskKinds, 'en').push('Words come at once, all but the last')).toBe(
      'Words come at once, all but the ',
    )
  })

  it('takes a time in proportion to the text, whatever it is', () => {
    for (const text of ['sk-', 'a', '1 ', '-----BEGIN PRIVATE KEY-----\n', '://a:', 'password=', 'eyJ', '4111-']) {
      const long = text.repeat(Math.ceil(60_000 / text.length))
      const before = process.cpuUsage().user
      inPieces(long, 4000)
      expect((process.cpuUsage().user - before) / 1000, text).toBeLessThan(1500)
    }
  })
})
