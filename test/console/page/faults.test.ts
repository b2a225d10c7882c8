import { describe, expect, it } from 'vitest'
import { discordFaults } from '../../../console/page/playground/discord/faults.ts'
import { slackFaults } from '../../../console/page/playground/slack/faults.ts'
import { teamsFaults } from '../../../console/page/playground/teams/faults.ts'
import { describeFault, type FaultSheet, fieldsOf, readFault } from '../../../console/page/shared/pane/faults.ts'
import { createFaults as createDiscordFaults } from '../../../console/stand-ins/discord/faults.ts'
import { createFaults as createSlackFaults } from '../../../console/stand-ins/slack/faults.ts'
import { createFaults as createTeamsFaults } from '../../../console/stand-ins/teams/faults.ts'

const lunch = teamsFaults('19:lunch@thread.v2')

/** The form as it is at first, with a kind and a few fields changed. */
function typed<Fault>(sheet: FaultSheet<Fault>, kind: string, changes: Record<string, string> = {}): Fault {
  const start = Object.fromEntries(fieldsOf(sheet).map((field) => [field.name, field.start]))
  return readFault(sheet, { call: '*', ...start, kind, ...changes })
}

const everyKind = <Fault>(sheet: FaultSheet<Fault>): Fault[] =>
  Object.keys(sheet.kinds).map((kind) => typed(sheet, kind))

describe('the form of faults', () => {
  it('makes, of every kind as it is at first, what the stand-in takes', () => {
    createSlackFaults().set(everyKind(slackFaults))
    createDiscordFaults().set(everyKind(discordFaults))
    createTeamsFaults().set(everyKind(lunch))
  })

  it('uses only the fields of the kind that is chosen', () => {
    expect(typed(slackFaults, 'slow')).toEqual({ kind: 'slow', method: '*', times: 1, delay: 3000 })
    expect(typed(discordFaults, 'ratelimited', { header: '', scope: 'shared', times: '' })).toEqual({
      kind: 'ratelimited',
      route: '*',
      retryAfter: 3,
      scope: 'shared',
      header: false,
    })
    expect(typed(discordFaults, 'refuse', { header: '', scope: 'shared' })).toEqual({
      kind: 'refuse',
      route: '*',
      times: 1,
      code: 50013,
    })
    expect(typed(lunch, 'accepted', { onlyHere: 'on' })).toEqual({
      kind: 'accepted',
      route: '*',
      times: 1,
      status: 502,
      conversation: '19:lunch@thread.v2',
    })
  })

  it('says in words what is set', () => {
    const fault = typed(lunch, 'refuse', { call: 'POST reply', times: '', onlyHere: 'on' })
    expect(describeFault(lunch, fault)).toEqual({
      kind: 'Refused by Teams',
      details: 'POST reply · until cleared · only here · 403 · ContentStreamNotAllowed',
    })
    expect(describeFault(slackFaults, typed(slackFaults, 'ratelimited')).details).toBe(
      'any call · once · Retry-After: 3',
    )
  })
})
