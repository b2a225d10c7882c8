import { describe, expect, it } from 'vitest'
import { createTimeline } from '../../../../console/stand-ins/shared/timeline.ts'
import { noJournal } from '../../../../console/stand-ins/slack/journal.ts'
import { type Limits, withDefaults } from '../../../../console/stand-ins/slack/limits.ts'
import { byTs } from '../../../../console/stand-ins/slack/post.ts'
import { type Change, createWorkspace, type Workspace } from '../../../../console/stand-ins/slack/workspace.ts'
import { createClock } from './support.ts'

function workspaceAt(
  clock: ReturnType<typeof createClock>,
  limits: Partial<Limits> = {},
): { workspace: Workspace; changes: Change[] } {
  const workspace = createWorkspace({
    now: clock.now,
    limits: withDefaults(limits),
    journal: () => noJournal,
    team: { id: 'T0PARLEY', name: 'Parley HQ' },
    people: [{ id: 'U0ANN', name: 'ann', real_name: 'Ann', is_bot: false }],
    channels: [],
    app: { id: 'A0PARLEY', botId: 'B0PARLEY' },
    bot: { id: 'U0PARLEY', name: 'parley', real_name: 'Parley', is_bot: true },
  })
  const changes: Change[] = []
  workspace.watch((change) => changes.push(change))
  return { workspace, changes }
}

describe('a workspace', () => {
  it('mints ts that grow and differ, whatever the clock does', () => {
    const clock = createClock()
    const { workspace } = workspaceAt(clock)
    const minted = [workspace.mint(), workspace.mint()]
    clock.pass(-5000)
    minted.push(workspace.mint())
    clock.pass(9000)
    minted.push(workspace.mint())
    expect(minted).toEqual(['1795255200.000000', '1795255200.000001', '1795255200.000002', '1795255204.000000'])
  })

  it('clears a status by a reply or after two minutes', () => {
    const clock = createClock()
    const { workspace, changes } = workspaceAt(clock)
    const root = workspace.add({ channel: 'D0ANN', user: 'U0ANN', text: 'Hi' })
    const statuses = (): string[] => changes.flatMap((change) => (change.type === 'status' ? [change.status] : []))
    workspace.activities.setStatus('D0ANN', root.ts, 'is thinking...')
    workspace.add({ channel: 'D0ANN', thread_ts: root.ts, user: 'U0ANN', text: 'Well?' })
    workspace.add({ channel: 'D0ANN', thread_ts: root.ts, user: 'U0PARLEY', text: 'Hello' })
    expect(statuses()).toEqual(['is thinking...', ''])
    workspace.activities.setStatus('D0ANN', root.ts, 'is searching...')
    clock.pass(119_999)
    workspace.expire()
    expect(statuses()).toEqual(['is thinking...', '', 'is searching...'])
    clock.pass(1)
    workspace.expire()
    expect(statuses().at(-1)).toBe('')
  })

  it('ends streams when their time is over', () => {
    const clock = createClock()
    const { workspace, changes } = workspaceAt(clock)
    const stream = { state: 'open' as const, openedAt: clock.now(), bytes: 0, chunkBlocks: [], tasks: {} }
    const post = workspace.add({ channel: 'D0ANN', user: 'U0PARLEY', text: '', markdown: 'Hel', stream })
    clock.pass(300_000)
    workspace.expire()
    workspace.expire()
    expect(post.stream?.state).toBe('expired')
    expect(changes.map(({ type }) => type)).toEqual(['added', 'changed'])
  })

  it('forgets its oldest messages', () => {
    const { workspace } = workspaceAt(createClock(), { messages: 3 })
    const [root] = ['a', 'b', 'c'].map((text) => workspace.add({ channel: 'D0ANN', user: 'U0ANN', text }))
    const reply = workspace.add({ channel: 'D0ANN', thread_ts: root!.ts, user: 'U0PARLEY', text: 'd' })
    expect([...workspace.posts('D0ANN').forward()].map(({ text }) => text)).toEqual(['b', 'c', 'd'])
    expect(workspace.replies('D0ANN', root!.ts)).toBeUndefined()
    expect(workspace.post('D0ANN', reply.ts)).toBe(reply)
  })
})

describe('a timeline', () => {
  it('keeps order while things come and go at both ends', () => {
    const timeline = createTimeline<{ ts: string }>(byTs)
    const ts = (number: number): string => String(number).padStart(6, '0')
    for (let number = 0; number < 5000; number++) timeline.add({ ts: ts(number) })
    for (let number = 0; number < 4990; number++) expect(timeline.shift()?.ts).toBe(ts(number))
    timeline.remove(ts(4995))
    expect([...timeline.forward(ts(4994))].map((item) => item.ts)).toEqual([4994, 4996, 4997, 4998, 4999].map(ts))
    expect([...timeline.backward(ts(4993))].map((item) => item.ts)).toEqual([4992, 4991, 4990].map(ts))
    expect([timeline.size, timeline.get(ts(4989)), timeline.last()?.ts]).toEqual([9, undefined, ts(4999)])
  })
})
