import { describe, expect, it } from 'vitest'
import { decodeMentions, encodeMentions } from '../../../../console/page/playground/discord/compose.ts'
import { mentionAt } from '../../../../console/page/shared/mention-at.ts'

const names = {
  users: [
    { id: '1200000000000000011', username: 'ann', name: 'Ann', bot: false },
    { id: '1200000000000000012', username: 'annabel', name: 'Anna Bel', bot: false },
    { id: '1200000000000000001', username: 'Parley', name: 'Parley', bot: true },
  ],
  roles: [
    { id: '1200000000000000100', name: '@everyone' },
    { id: '1200000000000000201', name: 'helpers' },
  ],
  channels: [{ id: '1200000000000000101', kind: 'text' as const, name: 'general', writable: true }],
}

describe('mentions', () => {
  it.each([
    ['Hi @Parley, hello', 'Hi <@1200000000000000001>, hello'],
    ['@ann and @Anna Bel', '<@1200000000000000011> and <@1200000000000000012>'],
    ['@helpers see #general', '<@&1200000000000000201> see <#1200000000000000101>'],
    ['ann@Parley.example.com', 'ann@Parley.example.com'],
    ['@Annette', '@Annette'],
    ['@everyone', '@everyone'],
  ])('typed as %s are kept as %s', (typed, stored) => {
    expect(encodeMentions(typed, names)).toBe(stored)
  })

  it('come back as they would be typed', () => {
    const stored = '<@1200000000000000012> <@&1200000000000000201> <#1200000000000000101> <@1200000000000009999>'
    expect(decodeMentions(stored, names)).toBe('@Anna Bel @helpers #general <@1200000000000009999>')
  })

  it('are completed where the caret is', () => {
    expect(mentionAt('Hello @Par', 10)).toBe('@Par')
    expect(mentionAt('ann@par', 7)).toBeUndefined()
  })
})
