import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { atTerminal } from '../../../src/admin/actor.ts'
import { operations } from '../../../src/http/v1/table.ts'
import { orderKey } from '../../../src/model/key.ts'
import { type Scope, scopes } from '../../../src/model/scope.ts'
import { turnIndex } from '../../../src/store/turn-seen/index-turns.ts'
import { minimalAgent } from '../../support/agent.ts'
import { install } from '../../support/installing.ts'
import { guide, problemOf, startServer } from '../server.ts'

type Server = Awaited<ReturnType<typeof startServer>>

function v1(server: Server, key = server.managementKey) {
  return async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await server.request(method, `/v1${path}`, body, { authorization: `Bearer ${key}`, ...headers })
    const text = await response.text()
    const json = text === '' ? undefined : JSON.parse(text)
    return { status: response.status, json, etag: response.headers.get('etag') ?? '', headers: response.headers }
  }
}

const keyWith = async ({ admin, account }: Server, scopes: Scope[], expiresAt?: number) => {
  const bounds = { scopes, ...(expiresAt !== undefined && { expiresAt }) }
  return (await admin.keys.issue({ account, kind: 'management', name: 'some', ...bounds }, atTerminal)).key
}

const addSchedule = ({ store, account }: Server, agent: string) =>
  store.db.batch([
    store.timers.addStep({
      ...{ id: 'weekly', key: orderKey(account, agent, 'slack_T0PARLEY_U0ANN'), conversation: 'schedule:weekly' },
      ...{ due: Date.now() + 60_000, zone: 'UTC', rule: '0 9 * * 1', context: '{}', server: 'slack T0PARLEY' },
      task: { kind: 'ask', text: 'What is new?' },
    }),
  ])

describe('the operations under /v1', () => {
  it('each refuse a stranger, a conversation key and a key without their scope, before they look at anything', async () => {
    const server = await startServer()
    const other = await keyWith(server, ['audit:read'])
    for (const { method, url, scope, askers } of operations) {
      const path = url.replaceAll(/\{\w+\}/g, 'nobody')
      const ask = async (key: string) =>
        problemOf(await server.request(method, path, method === 'GET' ? undefined : {}, { 'x-api-key': key }))
      expect([url, await ask('')]).toMatchObject([url, { status: 401, code: 'invalid_api_key' }])
      // Whoever asked a question has a say in what becomes of it, and in nothing else.
      expect([url, await ask(server.conversationKey)]).toMatchObject([url, { status: askers ? 404 : 401 }])
      if (scope !== 'audit:read')
        expect([url, await ask(other)]).toMatchObject([url, { status: 403, code: 'out_of_scope' }])
    }
  })

  it('tell no secret of what is live, whether of a webhook or of a server of tools', async () => {
    const call = v1(await startServer())
    await call('POST', '/agents', { agent: { ...settings, id: 'desk' } })
    const { etag } = await call('GET', '/agents/desk/tools')
    const headers = [{ key: 'Authorization', value: 'Bearer tracker-token' }]
    const tools = { servers: { desk: { url: 'https://tracker.example.com/mcp', headers } } }
    const put = await call('PUT', '/agents/desk/tools', tools, { 'if-match': etag })
    await call('POST', '/agents/desk/draft/publish', undefined, { 'if-match': put.etag })
    const live = await call('GET', '/agents/desk')
    expect(live.json.version).toBe(2)
    expect(live.json.document.tools.servers.desk.headers).toEqual([{ key: 'Authorization', value: '••••' }])
  })

  it('answer what their schemas say, from an agent that is made to one that is gone', async () => {
    const server = await startServer()
    const call = v1(server)
    const seen = new Set<string>()
    const ask = async (id: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
      const { method, answer, status } = operations.find((one) => one.id === id)!
      const told = await call(method, path, body, headers)
      expect([id, told.status, told.json]).toEqual([id, answer ? (status ?? 200) : 204, told.json])
      if (answer) expect([id, z.safeParse(answer, told.json).error?.issues]).toEqual([id, undefined])
      seen.add(id)
      return told
    }
    await ask('createAgentV1', '/agents', { agent: { ...settings, id: 'desk' } })
    const { etag } = await ask('getAgentV1', '/agents/desk')
    expect(etag).toBe('"v1"')
    const changed = await ask(
      'updateAgentV1',
      '/agents/desk',
      { agent: { description: 'Helps.' } },
      { 'if-match': etag },
    )
    expect(changed.etag).toBe('"v2"')
    expect((await ask('listAgentsV1', '/agents?limit=1')).json).toMatchObject({
      items: [{ id: 'guide' }],
      next: expect.any(String),
    })

    const proposed = await ask('proposeAgent', '/proposals?language=ja', { wish: 'A tutor for mathematics' })
    expect(proposed.json).toMatchObject({
      byModel: false,
      proposal: { name: expect.stringMatching(/[ぁ-んァ-ン一-龠]/) },
    })
    const { proposal } = proposed.json
    const made = await ask('makeProposedAgent', '/proposals/agent', { proposal, id: 'tutor' })
    expect([made.etag, made.json.id]).toEqual([`"${made.json.revision}"`, 'tutor'])
    expect(made.json.tried).toContainEqual(expect.objectContaining({ isRight: true }))
    const taken = await call('POST', '/proposals/agent', { proposal, id: 'tutor' })
    expect(taken).toMatchObject({ status: 400, json: { code: 'agent_already_exists' } })
    await ask('deleteAgentV1', '/agents/tutor')

    const draft = await ask('getDraft', '/agents/desk/draft')
    const rule = { when: ['hello'], say: 'Hi!' }
    const ruled = await ask('putRules', '/agents/desk/rules', { rules: [rule] }, { 'if-match': draft.etag })
    expect(ruled.json.patch).toContain('Hi!')
    const added = await ask('addRule', '/agents/desk/rules', { when: ['bye'], say: 'Bye!' })
    expect((await ask('getRules', '/agents/desk/rules')).json.rules).toHaveLength(2)
    const beside = { phrase: 'see you', beside: 'bye' }
    const grown = await ask('addPhrase', '/agents/desk/rules/phrases', beside, { 'if-match': added.etag })
    expect((await call('GET', '/agents/desk/rules')).json.rules[1]).toEqual({ when: ['bye', 'see you'], say: 'Bye!' })
    const twice = await call('POST', '/agents/desk/rules/phrases', beside)
    expect(twice.json.document.rules[1].when).toEqual(['bye', 'see you'])
    expect(await call('POST', '/agents/desk/rules/phrases', { ...beside, beside: 'nowhere' })).toMatchObject({
      ...{ status: 404, json: { code: 'rule_not_found' } },
    })
    await ask('putScenario', '/agents/desk/scenarios/story', scenario, { 'if-match': grown.etag })
    const { json: held } = await ask('getScenarios', '/agents/desk/scenarios')
    expect(held.scenarios).toHaveLength(1)
    expect(held.findings).toMatchObject([{ scenario: 'story', severity: 'warning' }])
    expect((await ask('getScenarioWays', '/agents/desk/scenarios/story/ways')).json).toMatchObject({ ways: [] })
    expect((await ask('getScenarioCoverage', '/agents/desk/scenario-coverage')).json).toMatchObject({ played: [] })
    const started = await ask('addStart', '/agents/desk/scenarios/story/phrases', { phrase: 'once' })
    expect(started.json.document.scenarios[0].start).toContainEqual({ match: { exact: 'once' } })
    const upon = { 'if-match': started.etag }
    const without = await ask('deleteScenario', '/agents/desk/scenarios/story', undefined, upon)
    const patched = await ask(
      'patchDraft',
      '/agents/desk/draft',
      { agent: { description: 'Kind.' } },
      { 'if-match': without.etag },
    )
    expect(patched.json.document.agent.description).toBe('Kind.')
    const servers = (url: string, value: string) => ({
      servers: { desk: { url, headers: [{ key: 'Authorization', value }] } },
    })
    const origin = 'https://tracker.example.com'
    const given = servers(`${origin}/mcp`, 'Bearer tracker-token')
    const tooled = await ask('putTools', '/agents/desk/tools', given, { 'if-match': patched.etag })
    expect(JSON.stringify(tooled.json)).not.toContain('tracker-token')
    const shown = await ask('getTools', '/agents/desk/tools')
    expect(shown.json.tools).toEqual(servers(`${origin}/mcp`, '••••'))
    // A secret goes where it was meant to go, and nowhere else.
    const moved = await call('PUT', '/agents/desk/tools', servers('https://other.example.com/mcp', '••••'), {
      'if-match': shown.etag,
    })
    expect([moved.status, JSON.stringify(moved.json)]).toEqual([400, expect.stringContaining('is masked')])
    const bare = await ask('putTools', '/agents/desk/tools', {}, { 'if-match': shown.etag })
    const given_by = 'slack_T0ACME_U0ANN'
    const row = {
      key: orderKey(server.account, 'desk', given_by),
      tool: 'desk_create',
      place: 'slack:T0ACME:C0GENERAL',
    }
    const rows = ['desk_create', 'desk_close'].map((tool) => ({ ...row, tool, pin: 'pin', given_by }))
    await server.store.db.batch(rows.map(server.store.standingApprovals.putStep))
    const pageFrom = (cursor = '') =>
      ask('listStandingApprovals', `/agents/desk/standing-approvals?limit=1${cursor && `&cursor=${cursor}`}`)
    const { json: before } = await pageFrom()
    const { json: standing } = await pageFrom(before.next)
    expect([...before.items, ...standing.items].map(({ tool }) => tool).sort()).toEqual(['desk_close', 'desk_create'])
    expect(standing).toMatchObject({ items: [{ givenBy: given_by, place: row.place }], next: null })
    const { id: approval } = standing.items[0]
    // Once and again: who is asked anyway is asked.
    for (const _ of [1, 2]) await ask('endStandingApproval', `/agents/desk/standing-approvals/${approval}`)
    expect((await pageFrom()).json).toEqual({ items: before.items, next: null })
    const audited = await call('GET', '/audit?agent=desk')
    expect(audited.json.items.filter((one: { action: string }) => one.action === 'tool.always.end')).toHaveLength(1)
    const tried = await ask('testDraft', '/agents/desk/draft/test', { utterance: 'see you' })
    expect(tried.json).toMatchObject({ isDraft: true, utterance: 'Bye!', uncalled: [] })
    expect(tried.etag).toBe(bare.etag)
    expect((await ask('searchRules', '/agents/desk/rules-search?q=bye')).json).toMatchObject({
      hits: [{ rule: 1, phrase: 'bye', score: 100 }],
    })
    const form = await ask('getDraftForm', '/agents/desk/draft/form?language=ja')
    expect(form.json.sections[0].fields[0]).toMatchObject({ name: 'name', label: '名前', kind: 'text' })
    const hot = { values: { temperature: '2' } }
    const refused = await call('PATCH', '/agents/desk/draft/form?language=ja', hot, { 'if-match': form.etag })
    expect(refused.json.errors).toEqual([{ path: 'values.temperature', message: 'は1以下にしてください' }])
    const filled = await ask(...(['fillDraftForm', '/agents/desk/draft/form', { values: { stream: true } }] as const), {
      'if-match': form.etag,
    })
    expect(filled.json.document.agent.autoResponseSettings.stream).toBe(true)
    const undone = await ask('undoDraft', '/agents/desk/draft/undo', { undo: filled.json.undo })
    expect([undone.json.document, undone.json.undo]).toEqual([bare.json.document, null])
    const { json: asFiles } = await ask('getDraftFiles', '/agents/desk/draft/files')
    expect((await ask('getFileSchemas', '/agents/desk/draft/files/schemas')).json.files).toHaveLength(4)
    expect((await ask('checkDraftFiles', '/agents/desk/draft/files/check', { files: asFiles.files })).json).toEqual({
      findings: [],
    })
    const same = { files: asFiles.files }
    const put2 = await ask('putDraftFiles', '/agents/desk/draft/files', same, { 'if-match': undone.etag })
    expect(put2.json.patch).toBe('')
    const again = await ask('putDraft', '/agents/desk/draft', bare.json.document, { 'if-match': put2.etag })
    await ask('settleDraft', '/agents/desk/draft/settle', { take: 'draft' })
    expect((await ask('diffDraft', '/agents/desk/draft/diff')).json.patch).toContain('Kind.')
    const published = await ask('publishDraft', '/agents/desk/draft/publish', undefined, { 'if-match': again.etag })
    expect(published.json).toMatchObject({ version: 3, former: 2 })
    expect(
      (await ask('listVersions', '/agents/desk/versions')).json.items.map(
        ({ version }: { version: number }) => version,
      ),
    ).toEqual([3, 2, 1])
    const { json: changedIn } = await ask('diffVersion', '/agents/desk/versions/3/diff')
    expect(changedIn.patch).toContain('Kind.')
    expect((await call('GET', '/agents/desk/versions/3/diff?from=live')).json.patch).toBe('')
    expect((await call('GET', '/agents/desk/versions/9/diff')).json.code).toBe('version_not_found')
    expect((await ask('rollback', '/agents/desk/versions/1/rollback')).etag).toBe('"v4"')
    await call('POST', '/agents/desk/rules', rule)
    await ask('keepTest', '/agents/desk/tests', { said: 'bye', says: 'Bye!' })
    await ask('discardDraft', '/agents/desk/draft')

    await ask('addKnowledge', '/agents/desk/knowledge', { name: 'hours.md', text: '# Hours\n\nWe open at nine.' })
    expect((await ask('listKnowledge', '/agents/desk/knowledge')).json.items).toMatchObject([{ name: 'hours.md' }])
    expect((await ask('searchKnowledge', '/agents/desk/knowledge-search?q=When%20open%3F')).json.hits).toMatchObject([
      { source: 'hours.md' },
    ])
    await ask('removeKnowledge', '/agents/desk/knowledge/hours.md')

    const hooked = await call('GET', '/agents/desk')
    await ask('updateAgentV1', '/agents/desk', { webhooks: [webhook] }, { 'if-match': hooked.etag })
    expect((await ask('listWebhooks', '/agents/desk/webhooks')).json.webhooks).toMatchObject([
      { webhook: { name: 'tell' } },
    ])
    await ask('rotateSecret', '/agents/desk/webhooks/tell/secret')
    await ask('listDeliveries', '/agents/desk/deliveries')
    await ask('resendDeliveries', '/agents/desk/deliveries/resend')

    await addSchedule(server, 'desk')
    expect((await ask('listSchedules', '/agents/desk/schedules')).json.items).toMatchObject([{ asks: 'What is new?' }])
    const hold = (paused: boolean) => ask('updateSchedule', '/agents/desk/schedules/weekly', { paused })
    expect((await hold(true)).json).toMatchObject({ paused: true, next: null })
    expect((await hold(true)).json.paused).toBe(true)
    expect((await hold(false)).json.next).toMatch(/T09:00/)
    const later = { asks: 'What is due?', time: 'every day at 7', zone: 'Asia/Tokyo' }
    expect((await ask('updateSchedule', '/agents/desk/schedules/weekly', later)).json).toMatchObject({
      ...{ asks: 'What is due?', rule: '0 7 * * *', zone: 'Asia/Tokyo', next: expect.stringMatching(/T22:00/) },
    })
    const bad = [{ time: 'whenever' }, { zone: 'Mars/North' }, { asks: ' ' }, {}]
    const faults = await Promise.all(bad.map((body) => call('PATCH', '/agents/desk/schedules/weekly', body)))
    expect(faults.map(({ status, json }) => [status, json.errors[0].path])).toEqual([
      ...[
        [400, 'time'],
        [400, 'zone'],
        [400, 'asks'],
        [400, 'body'],
      ],
    ])
    await ask('removeSchedule', '/agents/desk/schedules/weekly')
    expect((await call('DELETE', '/agents/desk/schedules/weekly')).json.code).toBe('schedule_not_found')

    const said = await server.say({ agent_id: 'guide', utterance: 'hello', uid: 'ann', state: { seat: '4' } })
    const turn = said.headers.get('x-turn-id')!
    const { json: told } = await ask('getTurn', `/turns/${turn}`)
    expect(told).toMatchObject({ uid: 'ann', agent: 'guide', said: [{ role: 'user', text: 'hello' }, {}] })
    expect(told.story[0]).toContain(turn)
    expect((await ask('listRecentTurns', '/turns?agent=guide')).json.items).toMatchObject([
      { id: turn, outcome: 'rule' },
    ])
    expect((await ask('getAnswers', '/answers')).json).toMatchObject({
      ...{ answers: 1, people: 1, withoutModel: 1, outcomes: { rule: 1 }, doors: { http: 1 }, firstTextMs: null },
    })
    expect((await ask('listLimits', '/limits')).json).toMatchObject({ items: [] })
    const limit = { scope: 'agent', subject: 'guide', unit: 'tokens', period: 'day', most: 5000 }
    expect((await ask('tryLimit', '/limits/what-if', limit)).json).toMatchObject({ was: 0, reached: 0 })
    await ask('setLimit', '/limits', limit)
    await ask('setLimit', '/limits', { ...limit, most: 9000 })
    expect((await ask('listLimits', '/limits')).json.items).toEqual([{ ...limit, most: 9000, used: 0 }])
    expect(await call('PUT', '/limits', { ...limit, scope: 'account' })).toMatchObject({
      ...{ status: 400, json: { errors: [{ path: 'subject' }] } },
    })
    expect((await call('POST', '/limits/what-if', { ...limit, period: 'minute' })).json.code).toBe('invalid_value')
    const { most: _, ...which } = limit
    await ask('removeLimit', `/limits?${new URLSearchParams(which)}`)
    expect((await call('DELETE', `/limits?${new URLSearchParams(which)}`)).json.code).toBe('budget_not_found')
    const index = turnIndex(server.store.db, () => Date.now() + 60_000)
    while (await index.step()) {}
    const people = (await ask('getUsageOfPeople', '/usage/people')).json
    expect(people).toMatchObject({ total: 1, items: [{ uid: 'ann', conversations: 1, tokens: 0 }] })
    // Callers over HTTP are in no place, and a rule needs no model.
    expect((await ask('getUsageOfPlaces', '/usage/places')).json).toMatchObject({ total: 0, items: [] })
    expect((await ask('getFirstTexts', '/usage/first-texts')).json).toMatchObject({ days: [] })
    await ask('getTrust', '/trust')
    const refusal = {
      platform: 'slack',
      installation: 'T1',
      call: 'edit',
      place: '',
      code: 'gone',
      detail: 'no_message',
    }
    await server.store.refusedCalls.keep(refusal)
    await server.store.refusedCalls.keep({ ...refusal, detail: 'message_not_found' })
    expect((await ask('getDeploymentState', '/state')).json).toMatchObject({
      refusing: [],
      refused: [{ ...refusal, place: null, detail: 'message_not_found', count: 2 }],
      processes: [{ name: 'here/1', isAsked: true, conversations: 2 }],
      platforms: [{ id: 'slack', up: true, connectedSince: '1970-01-01T00:00:00.000Z', lastEventAt: null }],
      warnings: [{ text: 'a place refuses answers', count: 3 }],
    })
    expect((await ask('runDoctor', '/state/doctor', undefined)).json.findings).toHaveLength(2)
    expect((await ask('listQuestions', '/agents/guide/questions')).json).toEqual({ items: [], next: null })
    expect((await ask('replay', '/agents/guide/replay', {})).json.counts).toMatchObject({ same: 1, different: 0 })
    expect((await ask('listTurns', '/agents/guide/turns?uid=ann')).json.turns).toMatchObject([{ id: turn }])
    expect((await ask('getState', '/agents/guide/people/ann/state')).json).toEqual({ state: { seat: '4' } })
    expect(JSON.stringify((await ask('exportPerson', '/people/ann/export')).json)).toContain('hello')
    expect((await ask('listConversations', '/conversations?uid=ann')).json).toMatchObject({
      ...{ items: [{ agent: 'guide', uid: 'ann', door: 'http', place: null, turn }], next: null },
    })
    await ask('setState', '/agents/guide/people/ben/state/seat', { value: '7' })
    expect((await ask('getState', '/agents/guide/people/ben/state')).json).toEqual({ state: { seat: '7' } })
    await ask('clearState', '/agents/guide/people/ben/state')
    expect((await ask('getState', '/agents/guide/people/ben/state')).json).toEqual({ state: {} })
    await ask('resetPerson', '/agents/guide/people/ben/reset')
    expect((await ask('forgetPersonV1', '/people/ann/forget')).json.rows).toBeGreaterThan(0)

    const { json: endpoint } = await ask('addEventEndpoint', '/event-endpoints', { url: 'https://example.com/hook' })
    expect((await ask('listEventEndpoints', '/event-endpoints')).json.items).toMatchObject([{ id: endpoint.id }])
    await call('PATCH', '/account', { name: 'Example' })
    const { json: happened } = await ask('listEvents', '/events?after=0')
    expect((await ask('resendEvent', `/events/${happened.items[0].id}/resend`)).json.resent).toBeTypeOf('number')
    expect((await ask('resendDeadEvents', `/event-endpoints/${endpoint.id}/resend`)).json).toEqual({ resent: 0 })
    await ask('removeEventEndpoint', `/event-endpoints/${endpoint.id}`)
    const news = { platform: 'slack', account: server.account, place: 'slack:T0ACME:C0NEWS' } as const
    const installed = { platform: news.platform, id: 'T0ACME', account: news.account, name: 'Acme', secret: null }
    await server.store.places.install({ ...installed, status: 'approved' })
    const bound = { account: news.account, agent: 'guide', mode: 'mention' as const }
    await server.store.db.batch([server.store.places.bindStep({ ...bound, place: news.place })])
    const once = { 'idempotency-key': 'build-812' }
    const message = { to: news.place, text: 'The build is red.' }
    const { json: posted } = await ask('postMessage', '/agents/guide/messages', message, once)
    expect((await ask('postMessage', '/agents/guide/messages', message, once)).json).toEqual(posted)
    expect((await ask('getMessage', `/agents/guide/messages/${posted.id}`)).json).toEqual({
      ...posted,
      status: 'waiting',
    })
    expect(await call('POST', '/agents/desk/messages', message)).toMatchObject({
      ...{ status: 404, json: { code: 'place_not_found', detail: expect.stringContaining('/agent use') } },
    })
    expect(await call('POST', '/agents/guide/messages', { ...message, to: 'slack_T0ACME_U0BEN' })).toMatchObject({
      ...{ status: 404, json: { code: 'person_not_found' } },
    })

    expect((await ask('getUsageV1', '/usage?by=agent')).json.total.conversations).toBe(1)
    await ask('getCost', '/cost')
    const reads = { messages: 50, files: { kinds: ['pdf'] } }
    const desks = { place: 'slack:T0ACME:C0DESK', mode: 'thread', context: null, reads }
    const { place } = desks
    expect(
      (await ask('setBinding', `/bindings/${place}`, { agent: 'guide', mode: 'thread', reads })).json,
    ).toMatchObject(desks)
    expect((await ask('listBindings', '/bindings')).json.items).toContainEqual({ ...desks, agent: 'guide' })
    const monday = { place, asks: 'What is new?', time: 'every Monday at 9', zone: 'Asia/Tokyo' }
    const when = '/agents/guide/schedules/times?time=every%20Monday%20at%209&zone=Asia/Tokyo'
    const { json: read } = await ask('readSchedule', when)
    expect([read.rule, read.times.length]).toEqual(['0 9 * * 1', 3])
    const { json: weekly } = await ask('addSchedule', '/agents/guide/schedules', monday)
    expect(weekly).toMatchObject({ asks: 'What is new?', rule: '0 9 * * 1', zone: 'Asia/Tokyo', paused: false })
    await ask('runSchedule', `/agents/guide/schedules/${weekly.id}/run`)
    await ask('removeBinding', `/bindings/${place}`)
    await ask('listInstallations', '/installations')
    await install(server.store, 'slack', 'T0ACME')
    expect((await ask('decideInstallation', '/installations/slack/T0ACME', { status: 'refused' })).json.status).toBe(
      'refused',
    )
    await ask('setRole', '/roles/slack_T0PARLEY_U0ANN', { role: 'owner' })
    await ask('setRole', '/roles/slack_T0PARLEY_U0BEN', { role: 'admin' })
    await ask('removeRole', '/roles/slack_T0PARLEY_U0BEN')
    expect((await ask('listRoles', '/roles')).json.roles).toMatchObject([
      { person: 'slack_T0PARLEY_U0ANN', role: 'owner' },
    ])
    const [mine, other] = ['slack_T0PARLEY_U0ANN', 'discord_1200000000000000010']
    const actor = { account: server.account, author: mine!, door: 'slack' } as const
    const { personLinks } = server.admin
    const code = await personLinks.offer(server.account, { uid: mine!, name: null })
    const { hash } = await personLinks.offered(server.account, code, other!)
    await personLinks.tell(server.account, hash, { uid: other!, name: null })
    await personLinks.join((await personLinks.shown(server.account, mine!))!, actor)
    const linked = await ask('listPersonLinks', '/links')
    expect(linked.json).toMatchObject({ items: [{ uid: other, person: mine }], next: null })
    await ask('removePersonLink', `/links/${other}`)
    expect((await ask('listPersonLinks', '/links')).json.items).toEqual([])
    await ask('getAccount', '/account')
    expect((await ask('updateAccount', '/account', { defaultAgent: 'desk' })).json.defaultAgent).toBe('desk')
    const { json: issued } = await ask('issueKey', '/keys', {
      kind: 'management',
      name: 'reads',
      scopes: ['turns:read'],
    })
    expect((await ask('listKeys', '/keys')).json.items).toContainEqual(
      expect.objectContaining({ id: issued.id, scopes: ['turns:read'] }),
    )
    await ask('renameKey', `/keys/${issued.id}`, { name: 'Reads turns' })
    await ask('revokeKey', `/keys/${issued.id}`)
    const first = await ask('listAudit', '/audit?limit=2')
    const second = await ask('listAudit', `/audit?limit=2&cursor=${first.json.next}`)
    expect(second.json.items[0].n).toBe(first.json.items[1].n - 1)
    expect((await ask('verifyAudit', '/audit/verify')).json.broken).toBeNull()
    await ask('createVisitorToken', '/agents/desk/visitor-tokens', {
      visitor: '4711',
      origin: 'https://shop.example.com',
    })
    await ask('deleteAgentV1', '/agents/desk')
    // A call that was given up needs a receiver that is away: test/http/conformance has one.
    await ask('listHandovers', '/handovers')
    // What is done with one needs people who wait: see handovers.test.ts.
    const ofHandovers = ['getHandover', 'takeHandover', 'handBack', 'closeHandover', 'sayInHandover']
    // And one that can be cancelled needs a model that takes its time: see cancel.test.ts.
    const notSeen = operations.map(({ id }) => id).filter((id) => !seen.has(id))
    expect(notSeen.toSorted()).toEqual([...ofHandovers, 'resendDelivery', 'cancelTurn'].toSorted())
  })
})

it('docs/api.md lists each of them, as the table has it', () => {
  const listed = readFileSync('docs/api.md', 'utf8')
    .split('\n')
    .filter((line) => /^\| `[A-Z]+ \/v1\//.test(line))
  const rows = operations.map(
    ({ method, url, summary, scope }) => `| \`${method} ${url}\` | ${summary} | \`${scope}\` |`,
  )
  expect(listed).toEqual(rows)
})

describe('a change under /v1', () => {
  it('is of the state that was seen, and of no other', async () => {
    const server = await startServer()
    const call = v1(server)
    const body = { agent: { description: 'Mine.' } }
    expect(await call('PATCH', '/agents/guide', body)).toMatchObject({ status: 428, json: { code: 'match_required' } })
    expect(await call('PATCH', '/agents/guide', body, { 'if-match': 'v1' })).toMatchObject({ status: 400 })
    expect(await call('PATCH', '/agents/guide', body, { 'if-match': '"v1"' })).toMatchObject({
      status: 200,
      etag: '"v2"',
    })
    const late = await call('PATCH', '/agents/guide', { agent: { description: 'Theirs.' } }, { 'if-match': '"v1"' })
    expect(late).toMatchObject({ status: 412, json: { code: 'changed_since' } })
    // What there is now, and what has moved.
    expect([late.etag, late.json.errors.map(({ path }: { path: string }) => path)]).toEqual([
      ...['"v2"', ['agent.description']],
    ])
    expect((await call('GET', '/agents/guide')).json.document.agent.description).toBe('Mine.')
    const { etag } = await call('GET', '/agents/guide/draft')
    const rules = (say: string) =>
      call('PUT', '/agents/guide/rules', { rules: [{ when: ['hi'], say }] }, { 'if-match': etag })
    const both = await Promise.all([rules('One.'), rules('Two.')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
    const [now, moved] = both.toSorted((a, b) => a.status - b.status)
    expect([moved!.etag, moved!.json.errors]).toEqual([
      ...[
        now!.etag,
        [{ path: expect.stringMatching(/^rules\["hello"\]/), message: 'has changed since' }, expect.anything()],
      ],
    ])
  })

  it('that comes too late is told what has moved of a draft and of what is live, and nothing is deleted either', async () => {
    const call = v1(await startServer())
    const paths = ({ json }: { json: { errors?: { path: string }[] } }) => json.errors?.map(({ path }) => path)
    const rule = (phrase: string, seen?: string) =>
      call(
        'POST',
        '/agents/guide/rules',
        { when: [phrase], say: 'Well.' },
        seen === undefined ? {} : { 'if-match': seen },
      )
    const first = await rule('one')
    const second = await rule('two')
    const late = await rule('three', first.etag)
    expect([late.status, late.etag, paths(late)]).toEqual([412, second.etag, ['rules["two"]']])
    // What changed longer ago than with the last change is not known.
    const third = await rule('three')
    const later = await rule('four', first.etag)
    expect([later.status, later.etag, paths(later)]).toEqual([412, third.etag, undefined])
    await call('PATCH', '/agents/guide', { agent: { displayName: 'Mine' } }, { 'if-match': '"v1"' })
    const discard = await call('DELETE', '/agents/guide/draft', undefined, { 'if-match': third.etag })
    expect([discard.status, paths(discard)]).toEqual([412, ['agent.displayName']])
    expect((await call('DELETE', '/agents/guide/draft', undefined, { 'if-match': discard.etag })).status).toBe(204)

    const remove = (seen: string) => call('DELETE', '/agents/guide', undefined, { 'if-match': seen })
    for (const seen of ['"v1"', '"1.0"', '"v99"', '"x"']) {
      expect([seen, await remove(seen)]).toMatchObject([seen, { status: 412, etag: '"v2"' }])
    }
    expect((await remove('"v2"')).status).toBe(204)
  })

  it('tells every fault of address and body at once, each by its name', async () => {
    const call = v1(await startServer())
    const { status, json } = await call('POST', '/keys', { kind: 'agent', scopes: ['all'], name: 3 })
    expect(status).toBe(400)
    expect(json.errors.map(({ path }: { path: string }) => path).toSorted()).toEqual(['name', 'scopes[0]'])
    expect((await call('GET', '/audit?limit=0&cursor=x&more=1')).json.errors.length).toBeGreaterThan(1)
    expect((await call('GET', '/audit?cursor=x')).json).toMatchObject({
      code: 'invalid_request',
      errors: [{ path: 'cursor' }],
    })
    expect((await call('POST', '/agents/guide/rules', '{')).json).toMatchObject({ code: 'malformed_json' })
    expect((await call('PUT', '/agents')).json).toMatchObject({ status: 405 })
  })

  it('is done once for each Idempotency-Key, and answered alike each time', async () => {
    const server = await startServer()
    const call = v1(server)
    const issue = (key: string, name = 'Ann') =>
      call('POST', '/keys', { kind: 'conversation', name }, { 'idempotency-key': key })
    const all = await Promise.all([issue('"one"'), issue('one'), issue('one')])
    expect(all.map(({ status, json }) => [status, json.code])).toEqual(all.map(() => [201, undefined]))
    expect(new Set(all.map(({ json }) => json.key)).size).toBe(1)
    expect(all.map(({ headers }) => headers.get('idempotency-replayed')).toSorted()).toEqual(
      [null, 'true', 'true'].toSorted(),
    )
    expect((await issue('two')).json.key).not.toBe(all[0]!.json.key)
    expect(await issue('one', 'Ben')).toMatchObject({ status: 422, json: { code: 'idempotency_key_reused' } })
    expect(await issue('ü'.normalize())).toMatchObject({ status: 400 })
    // What failed is tried anew.
    const make = () => call('POST', '/agents', { agent: { ...settings, id: 'guide' } }, { 'idempotency-key': 'three' })
    expect((await make()).json).toMatchObject({ code: 'agent_already_exists' })
    expect((await call('DELETE', '/agents/guide')).status).toBe(204)
    expect((await make()).status).toBe(201)
    // No key that was told once can be read where the answers are kept.
    const kept = await server.store.db.query.selectFrom('idempotent_call').selectAll().execute()
    expect(JSON.stringify(kept)).not.toContain(all[0]!.json.key)
  })

  it('that a dead process began is done once, by whoever asks again', async () => {
    let now = Date.now()
    const server = await startServer({ now: () => now })
    const call = v1(server)
    const make = () => call('POST', '/agents', { agent: { ...settings, id: 'desk' } }, { 'idempotency-key': 'one' })
    expect((await make()).status).toBe(201)
    // It died after the change and before its answer was kept.
    await server.store.db.query
      .updateTable('idempotent_call')
      .set({ answer: null, begun_at: now - 61_000 })
      .execute()
    now += 1000
    expect(await make()).toMatchObject({
      json: { code: expect.stringMatching(/done_already|agent_already_exists/) },
    })
    expect((await call('GET', '/agents')).json.items).toHaveLength(2)
  })
})

it('what an agent could not answer is one question, however people write it; a vote weighs, and whoever reads it is told of', async () => {
  let clock = Date.now()
  const mute = minimalAgent({ rules: [{ when: ['hello'], say: 'Hello there' }] })
  const server = await startServer({ agents: { guide: mute }, now: () => clock })
  const call = v1(server)
  const say = async (uid: string, utterance: string) => {
    clock += 1000
    return (await server.say({ agent_id: 'guide', uid, utterance })).headers.get('x-turn-id')!
  }
  await say('ann', 'Do you sell gift vouchers?')
  await say('ben', 'do you sell gift vouchers')
  await say('cat', 'gift vouchers, do you sell those')
  await say('ann', '返品はできますか')
  const disliked = await say('ben', 'hello')
  for (const uid of ['ann', 'ben', 'cat', 'dan'])
    await server.store.db.batch([server.store.feedback.voteStep({ turn: disliked, uid, good: false })])

  const { json } = await call('GET', '/agents/guide/questions?limit=2')
  expect(json.items).toMatchObject([
    { text: 'hello', weight: 5, disliked: 4, unanswered: 0, people: 1, turns: [{ id: disliked }] },
    {
      text: 'do you sell gift vouchers',
      others: ['gift vouchers, do you sell those'],
      weight: 3,
      people: 3,
      unanswered: 3,
    },
  ])
  const { json: rest } = await call('GET', `/agents/guide/questions?cursor=${json.next}`)
  expect(rest).toMatchObject({ items: [{ text: '返品はできますか', weight: 1 }], next: null })
  const [row] = await server.admin.audit.list(server.account, { limit: 1 })
  expect(row).toMatchObject({ action: 'conversation.read', agent: 'guide' })

  await call('POST', '/people/ben/forget')
  const { json: after } = await call('GET', '/agents/guide/questions')
  expect(after.items).toMatchObject([{ people: 2 }, { text: '返品はできますか' }])
})

describe('a key', () => {
  it('that may only read has no model asked when it has turns run again, which is paid for', async () => {
    const server = await startServer()
    const reader = v1(server, await keyWith(server, ['turns:read']))
    expect((await reader('POST', '/agents/guide/replay', { ask: true })).json).toMatchObject({ code: 'out_of_scope' })
    const writer = v1(server, await keyWith(server, ['turns:read', 'agents:write']))
    // What runs turns again is no part of this server: it was let through to it.
    for (const [call, body] of [
      [reader, {}],
      [writer, { ask: true }],
    ] as const)
      expect((await call('POST', '/agents/guide/replay', body)).json).not.toMatchObject({ code: 'out_of_scope' })
  })

  it('with scopes gives nobody more than it has, and opens nothing outside /v1', async () => {
    const server = await startServer()
    const key = await keyWith(server, ['keys:write', 'turns:read'])
    const call = v1(server, key)
    expect((await call('POST', '/keys', { kind: 'management', name: 'a', scopes: ['turns:read'] })).status).toBe(201)
    for (const wanted of [{ scopes: ['agents:write'] }, {}, { kind: 'conversation' }]) {
      expect((await call('POST', '/keys', { kind: 'management', name: 'a', ...wanted })).json).toMatchObject({
        code: 'out_of_scope',
      })
    }
    const old = await server.request('GET', `/admin/${server.account}/agent`, undefined, { 'x-api-key': key })
    expect(await problemOf(old)).toMatchObject({
      ...{ status: 403, code: 'out_of_scope', detail: expect.stringContaining('has scopes, which open nothing') },
    })
    const foreign = await server.request('GET', '/admin/other/agent', undefined, { 'x-api-key': key })
    expect(await problemOf(foreign)).toMatchObject({ status: 401, code: 'invalid_api_key' })
  })

  it('gives and takes owner and admin only if it may do all, and blocks whoever is neither with people:write', async () => {
    const server = await startServer()
    const [whole, all] = [v1(server), v1(server, await keyWith(server, [...scopes]))]
    const people = v1(server, await keyWith(server, ['people:read', 'people:write']))
    const [ann, ben, cleo] = ['ANN', 'BEN', 'CLEO'].map((name) => `/roles/slack_T0PARLEY_U0${name}`) as [
      string,
      string,
      string,
    ]
    expect((await whole('PUT', ann, { role: 'owner' })).status).toBe(200)
    expect((await all('PUT', ben, { role: 'admin', agent: 'guide' })).status).toBe(200)
    const before = (await people('GET', '/roles')).json
    const beyond: [method: string, path: string, body?: object][] = [
      ['PUT', cleo, { role: 'owner' }],
      ['PUT', cleo, { role: 'admin' }],
      ['PUT', cleo, { role: 'admin', agent: 'guide' }],
      ...[ann, ben].flatMap((path): [string, string, object?][] => [
        ['PUT', path, { role: 'owner' }],
        ['PUT', path, { role: 'blocked' }],
        ['PUT', path, { role: 'member' }],
        ['DELETE', path],
      ]),
      ['DELETE', `${ben}?agent=guide`],
    ]
    for (const [method, path, body] of beyond) {
      const { json } = await people(method, path, body)
      const told = { status: 403, code: 'out_of_scope', detail: expect.stringContaining('owner or admin') }
      expect([method, path, json]).toMatchObject([method, path, told])
    }
    expect((await people('GET', '/roles')).json).toEqual(before)
    expect((await people('PUT', cleo, { role: 'blocked' })).json.roles).toMatchObject([{ role: 'blocked' }])
    expect((await people('DELETE', cleo)).status).toBe(204)
    expect((await all('DELETE', ben)).status).toBe(204)
  })

  it('makes none that outlives it, and changes none that may do more', async () => {
    const server = await startServer()
    const end = Date.now() + 60_000
    const short = v1(server, await keyWith(server, ['keys:write', 'keys:read'], end))
    const issue = (more: object) =>
      short('POST', '/keys', { kind: 'management', name: 'child', scopes: ['keys:read'], ...more })
    for (const expiresAt of [undefined, new Date(end + 1000).toISOString()]) {
      const { status, json } = await issue(expiresAt ? { expiresAt } : {})
      expect([status, json.errors]).toEqual([
        400,
        [{ path: 'expiresAt', message: expect.stringContaining('at the latest') }],
      ])
    }
    const child = await issue({ expiresAt: new Date(end - 1000).toISOString() })
    expect(child.status).toBe(201)
    const keys: { id: string; name: string; kind: string }[] = (await short('GET', '/keys')).json.items
    for (const { id } of keys.filter(({ name }) => name !== 'child' && name !== 'some')) {
      expect((await short('DELETE', `/keys/${id}`)).json).toMatchObject({ status: 403, code: 'out_of_scope' })
      expect((await short('PATCH', `/keys/${id}`, { name: 'mine' })).status).toBe(403)
    }
    expect((await short('DELETE', `/keys/${child.json.id}`)).status).toBe(204)
    expect((await v1(server)('GET', '/agents')).status).toBe(200)
  })

  it('opens nothing from the moment it expires, also where it has just talked', async () => {
    let now = Date.now()
    const server = await startServer({ now: () => now })
    const management = v1(server, await keyWith(server, ['turns:read'], now + 1000))
    const { key } = await server.admin.keys.issue(
      { account: server.account, kind: 'conversation', name: 'short', expiresAt: now + 1000 },
      atTerminal,
    )
    expect((await management('GET', '/agents/guide/turns')).status).toBe(200)
    expect((await server.say({ api_key: key, utterance: 'hello' })).status).toBe(200)
    now += 1000
    expect((await management('GET', '/agents/guide/turns')).status).toBe(401)
    expect((await server.say({ api_key: key, utterance: 'hello' })).status).toBe(401)
  })
})

it('what was said in a turn is found however long its commit took', async () => {
  let time = Date.now()
  // A machine so busy that a tenth of a second goes by between any two steps.
  const server = await startServer({ now: () => (time += 100) })
  const call = v1(server)
  const script = server.model.script()
  const asked = server.say({ agent_id: 'guide', utterance: 'tell me', uid: 'ben' })
  await script.asked
  script.write('Once.')
  script.end()
  for (const said of [await server.say({ agent_id: 'guide', utterance: 'hello', uid: 'ann' }), await asked]) {
    const { json } = await call('GET', `/turns/${said.headers.get('x-turn-id')}`)
    expect(json.said.map(({ role }: { role: string }) => role)).toEqual(['user', 'assistant'])
  }
})

it('what is no cursor of a list is refused by each, and no first page', async () => {
  const call = v1(await startServer())
  for (const list of ['/agents', '/keys', '/audit', '/handovers', '/turns', '/turns?agent=guide']) {
    const { status, json } = await call('GET', `${list}${list.includes('?') ? '&' : '?'}cursor=garbage`)
    expect([list, status, json.errors?.[0]?.path]).toEqual([list, 400, 'cursor'])
  }
})

it('what cannot be understood is told in the caller’s language', async () => {
  const server = await startServer()
  const detailOf = async (path: string, init: RequestInit = {}) => {
    const headers = { 'accept-language': 'ja', 'content-type': 'application/json', ...init.headers }
    return ((await (await fetch(server.url + path, { ...init, headers })).json()) as { detail: string }).detail
  }
  const post = (body: string, headers = {}) => ({ method: 'POST', body, headers })
  expect(
    await Promise.all([
      detailOf('/nowhere'),
      detailOf('/api'),
      detailOf('/%ff'),
      detailOf('/api', post('{')),
      detailOf('/api', post('')),
      detailOf('/api', post('x', { 'content-type': 'image/png' })),
      detailOf('/api', post('{}', { 'content-encoding': 'gzip' })),
    ]),
  ).toEqual(Array.from({ length: 7 }, () => expect.stringMatching(/[ぁ-ん].*。$/)))
})

it('another account’s agents, turns and keys are as if they were not there', async () => {
  const server = await startServer()
  const { uid } = await server.admin.accounts.create({ name: 'Other' }, atTerminal)
  const { key } = await server.admin.keys.issue({ account: uid, kind: 'management', name: 'theirs' }, atTerminal)
  const call = v1(server, key)
  const said = await server.say({ utterance: 'hello', uid: 'ann' })
  expect((await call('GET', `/turns/${said.headers.get('x-turn-id')}`)).status).toBe(404)
  expect((await call('GET', '/agents')).json.items).toEqual([])
  expect([403, 404]).toContain((await call('GET', '/agents/guide')).status)
  const [mine] = await server.admin.keys.list(server.account)
  expect((await call('DELETE', `/keys/${mine!.id}`)).status).toBe(404)
})

const settings = guide.agent
const webhook = {
  name: 'tell',
  method: 'POST',
  url: 'https://example.com/tell',
  trigger: { triggerType: 1, condition: 0 },
}
const scenario = {
  version: 1,
  id: 'story',
  start: [{ match: { exact: ['story'] } }],
  first: 'ask',
  nodes: {
    ask: { say: 'Which?', options: [{ text: 'x', goto: 'done' }] },
    done: { say: 'Done', end: 'completed' },
    never: { say: 'Never', end: 'completed' },
  },
}
