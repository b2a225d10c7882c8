import { expect, it } from 'vitest'
import { admissionRefusal } from '../../src/bridge/admission.ts'
import type { Admission } from '../../src/model/limits.ts'
import type { InboundMessage, Place } from '../../src/model/message.ts'

const now = Date.parse('2026-11-22T12:00:00Z')
const day = 86_400_000
const anybody: Admission = {
  accountAgeDays: 0,
  memberDays: 0,
  pending: true,
  strangers: true,
  guests: true,
  ageRestricted: false,
  servers: [],
  channels: [],
  notChannels: [],
  roles: [],
}
const place = (name: string) => name as Place

/** What somebody hears of a message in the channel C of the server G. */
function said(message: Partial<InboundMessage>, admit: Partial<Admission> = {}): string | undefined {
  const whole = {
    installation: 'G',
    within: [place('discord:G:C:1'), place('discord:G:C'), place('discord:G')],
    addressed: 'mention',
    ...message,
  } as InboundMessage
  return admissionRefusal(whole, { ...anybody, ...admit }, now)?.en
}

it('anybody may write anywhere, but in channels for adults', () => {
  const everything = { createdAt: now, joinedAt: now, pending: true, stranger: true, roles: [] } as const
  expect(said({ membership: everything })).toBeUndefined()
  expect(said({ ageRestricted: true })).toMatch(/adults only/)
  expect(said({ ageRestricted: true }, { ageRestricted: true })).toBeUndefined()
})

it('new accounts and new members wait, and hear until when', () => {
  const membership = { createdAt: now - 2 * day, joinedAt: now - day }
  expect(said({ membership }, { accountAgeDays: 2, memberDays: 1 })).toBeUndefined()
  expect(said({ membership }, { accountAgeDays: 7 })).toMatch(/at least 7 days old.*from 2026-11-27 12:00 UTC on/)
  expect(said({ membership }, { memberDays: 3 })).toMatch(/here for at least 3 days.*from 2026-11-24 12:00 UTC on/)
  // Of whom the platform tells nothing.
  expect(said({}, { accountAgeDays: 7, memberDays: 3 })).toBeUndefined()
})

it('who has yet to join, comes from elsewhere or lacks a role is told what to do', () => {
  expect(said({ membership: { pending: true } }, { pending: false })).toMatch(/finish joining/)
  expect(said({ membership: { stranger: true } }, { strangers: false })).toMatch(/you belong to another one/)
  expect(said({ membership: { roles: ['7'] } }, { roles: ['8'] })).toMatch(/certain roles/)
  expect(said({ membership: { roles: ['7', '8'] } }, { roles: ['8'] })).toBeUndefined()
  expect(said({ membership: { roles: [] }, addressed: 'direct' }, { roles: ['8'] })).toBeUndefined()
})

it('servers and channels are chosen by their ids or places', () => {
  for (const channels of [['C'], ['discord:G:C']]) {
    expect(said({}, { channels })).toBeUndefined()
    expect(said({}, { notChannels: channels })).toMatch(/this channel/)
  }
  expect(said({}, { channels: ['D'] })).toMatch(/this channel/)
  expect(said({}, { servers: ['H'] })).toMatch(/this channel/)
  expect(said({}, { servers: ['H', 'G'] })).toBeUndefined()
  expect(said({ addressed: 'direct' }, { channels: ['D'], servers: ['H'] })).toBeUndefined()
})
