import type { MaskKind } from '../../model/safety.ts'

/**
 * What secrets look like, by kind. Prefixes and lengths are those that vendors print in their documentation and that gitleaks
 * (config/gitleaks.toml) and secretlint's recommended preset look for. Every expression is of one run of characters, begins with
 * something literal and has no nested repetition, so that looking takes a time in proportion to the text.
 */
const keys = [
  'A(?:KIA|SIA|BIA|CCA)[A-Z2-7]{16}', // AWS
  'sk-[A-Za-z0-9_-]{20,}', // OpenAI, Anthropic, DeepSeek, OpenRouter
  '(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}', // Stripe
  'whsec_[A-Za-z0-9+/=]{16,}', // Standard Webhooks, Stripe
  'AIza[\\w-]{35}', // Google
  'SG\\.[\\w-]{16,32}\\.[\\w-]{16,64}', // SendGrid
  'key-[0-9a-f]{32}', // Mailgun
  'SK[0-9a-f]{32}', // Twilio
  'shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}', // Shopify
  'gsk_[A-Za-z0-9]{20,}', // Groq
  'hf_[A-Za-z0-9]{30,}', // Hugging Face
  'xai-[A-Za-z0-9]{40,}', // xAI
  'r8_[A-Za-z0-9]{30,}', // Replicate
  'do[opr]_v1_[0-9a-f]{64}', // DigitalOcean
  'lin_api_[A-Za-z0-9]{32,}', // Linear
  'ntn_[A-Za-z0-9]{40,}', // Notion
  'dapi[0-9a-f]{32}', // Databricks
  'p(?:mk|ck|ak)_[\\w-]{20,}', // Parley
]
const tokens = [
  'gh[pousr]_[A-Za-z0-9]{36,255}', // GitHub
  'github_pat_\\w{22,255}',
  'glpat-[\\w-]{20,}', // GitLab
  'npm_[A-Za-z0-9]{36}',
  'pypi-AgEIcHlwaS[\\w-]{50,}',
  'xox[abeoprs]-[\\w-]{10,}', // Slack
  'xapp-\\d-[\\w-]{10,}',
  'hooks\\.slack\\.com/(?:services|workflows|triggers)/[\\w/-]{20,}',
  'discord(?:app)?\\.com/api/webhooks/\\d{15,}/[\\w-]{20,}',
  '[MNO][\\w-]{23,27}\\.[\\w-]{6}\\.[\\w-]{27,40}', // Discord
  '\\d{8,10}:AA[\\w-]{33}', // Telegram
  'eyJ[\\w-]{8,}\\.eyJ[\\w-]{8,}(?:\\.[\\w-]*)?', // JSON Web Tokens
]
const runEdge = '(?<![A-Za-z0-9_])'
/** Of a URL, `user:password@`: the password alone is the secret. */
const urlPassword = '(?<=://[\\w.%+~-]{1,100}:)[\\w.%+~$=-]{3,200}(?=@[\\w-])'
/** `api_key = "…"` and the like. The names are bounded, so that a long word costs no more than its length. */
export const assignedName =
  '(?:api[_-]?key|access[_-]?key|secret(?:[_-]?key)?|client[_-]?secret|auth[_-]?token|access[_-]?token|passw(?:or)?d|パスワード)'
const assignedTo = '["\'`]?\\s{0,3}[:=：]\\s{0,3}["\'`]?'
const assigned = `(?<=${assignedName}${assignedTo})(?=[\\w+/.~$%-]{0,64}\\d)(?=[\\w+/.~$%-]{0,64}[A-Za-z])[\\w+/.~$%-]{12,}={0,2}`

export const pem = {
  begin: /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/,
  /** A body, with the line breaks that JSON writes too, and the end, if it has one. */
  whole:
    /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----[A-Za-z0-9+/=\\\s>:,.()-]*?(?:-----END (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----|(?![A-Za-z0-9+/=\\\s>:,.()-]))/g,
  /** Less is somebody who speaks of how keys look. */
  body: /[A-Za-z0-9+/=]{20}/,
}

/** Of full width too, as Japanese keyboards type them; parted by single spaces, hyphens and ends of lines. */
const card = '(?<![0-9０-９])[2-6２-６](?:(?:[ \\u00a0　.－-]|\\r?\\n)?[0-9０-９]){12,18}(?![0-9０-９])'

/** What no reader sees: characters without a width, and the backslash that Markdown takes away before punctuation. */
export const unseen = /[\u00ad\u200b-\u200d\u2060\ufeff]|\\(?=[_.+/=~:$@%-])/g

export const formats: Readonly<Record<MaskKind, RegExp>> = {
  keys: new RegExp(`${runEdge}(?:${keys.join('|')})`, 'g'),
  tokens: new RegExp(`${runEdge}(?:${tokens.join('|')})|${urlPassword}|${assigned}`, 'gi'),
  privateKeys: /AGE-SECRET-KEY-1[0-9A-Z]{58}/g,
  cards: new RegExp(card, 'g'),
}

/** Whether the last digit is the one that the others ask for (ISO/IEC 7812-1, Luhn). */
export function isCard(text: string): boolean {
  // Of columns of numbers, years say, one in ten would do.
  if ((text.match(/\n/g)?.length ?? 0) > 1) return false
  const digits = text.normalize('NFKC').replace(/\D/g, '')
  if (/^(\d)\1+$/.test(digits)) return false
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i])
    const twice = digit * 2
    sum += i % 2 === 0 ? digit : twice > 9 ? twice - 9 : twice
  }
  return sum % 10 === 0
}
