import { spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { countingBudget } from '../../src/app/metrics/budget.ts'
import { countingDocuments } from '../../src/app/metrics/documents.ts'
import { createMetrics } from '../../src/app/metrics/index.ts'
import { watchingEmbedders } from '../../src/app/metrics/passages.ts'
import { createStateMetrics } from '../../src/app/metrics/state.ts'
import { createLocalBudget } from '../../src/drivers/budget-local.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { root, text } from './support.ts'

const page = text('docs/operating.md')
const alerts = parse(text('deploy/prometheus/alerts.yaml')) as {
  groups: { rules: { alert: string; expr: string; labels: object; annotations: { summary: string } }[] }[]
}
const rules = alerts.groups.flatMap((group) => group.rules)
const dashboard = text('deploy/grafana/parley.json')
const expressions = [
  ...rules.map(({ expr }) => expr),
  ...(JSON.parse(dashboard) as { panels: { targets: { expr: string }[] }[] }).panels.flatMap(({ targets }) =>
    targets.map(({ expr }) => expr),
  ),
]

/** Parley's own, by name, with the labels that the code gives them where the library knows. */
async function known(): Promise<Map<string, string>> {
  const { registry } = createMetrics()
  countingBudget(createLocalBudget({ now: Date.now }), registry, Date.now)
  countingDocuments(
    { read: () => Promise.reject(new Error('nothing')), load: () => ({ running: 0, waiting: 0 }) },
    registry,
  )
  watchingEmbedders(registry)
  const nothing = { waiting: 0, since: null }
  createStateMetrics({
    registry,
    checks: {},
    freeOnDisk: async () => 1e9,
    backlog: async () => ({ messages: nothing, webhooks: nothing, dead: nothing }),
    platforms: () => ({ configured: [], degraded: [] }),
    running: () => 0,
    lostLeases: () => 0,
    now: Date.now,
  })
  const all = await registry.getMetricsAsJSON()
  return new Map(all.map(({ name, type }) => [name, String(type)]))
}

const hasPromtool = spawnSync('promtool', ['--version']).status === 0
const namesIn = (expression: string): string[] =>
  (expression.match(/\b(?:parley|http|nodejs|process)_[a-z0-9_]+/g) ?? []).map((name) => name.replace(/_bucket$/, ''))

it('the page about figures has each of them, and none that is not', async () => {
  const rows = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name!)
  expect(rows.toSorted()).toEqual([...(await known()).keys(), 'http_request_duration_seconds'].toSorted())
})

it('alarms and the dashboard ask for figures that there are', async () => {
  const process = new Registry()
  collectDefaultMetrics({ register: process })
  const there = new Set([
    ...(await known()).keys(),
    ...(await process.getMetricsAsJSON()).map(({ name }) => name),
    'http_request_duration_seconds',
  ])
  const asked = new Set(expressions.flatMap(namesIn))
  expect(asked.size).toBeGreaterThan(15)
  expect([...asked].filter((name) => !there.has(name))).toEqual([])
  for (const expression of expressions) {
    const [open, close] = ['(', ')'].map((sign) => expression.split(sign).length)
    expect({ expression, open }).toEqual({ expression, open: close })
  }
})

// Where it is not there, `.ci/run` installs it.
it.skipIf(!hasPromtool)('Prometheus itself reads the alarms, and what the dashboard asks', () => {
  const panels = [...new Set(expressions)].map((expr, i) => ({
    record: `asked:${i}`,
    expr: expr.replaceAll(/\$\w+/g, '5m'),
  }))
  const asked = join(tempFolder(), 'asked.yaml')
  writeFileSync(asked, JSON.stringify({ groups: [{ name: 'asked', rules: panels }] }))
  for (const file of [join(root, 'deploy/prometheus/alerts.yaml'), asked]) {
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', '--lint-fatal', file], {
      encoding: 'utf8',
    })
    expect({ file, status, said: status === 0 ? '' : stdout + stderr }).toEqual({ file, status: 0, said: '' })
  }
})

it.skipIf(!hasPromtool)(
  'a database that is away and a disk that is full ring, each after two minutes, and others stay quiet',
  () => {
    const cases = [
      { series: 'parley_check_up{check="database",', bad: '0', well: '1', alert: 'ParleyDatabaseDown' },
      { series: 'parley_disk_free_bytes{', bad: '499e6', well: '500e6', alert: 'ParleyDiskFull' },
    ]
    const labels = { severity: 'page' }
    const tests = cases.flatMap(({ series, bad, well, alert }) =>
      [bad, well].map((value) => ({
        interval: '1m',
        input_series: [
          { series: 'parley_answers_running', values: '0x10' },
          { series: `${series}instance="one"}`, values: `${value}x10` },
          { series: `${series}instance="two"}`, values: `${well}x10` },
        ],
        alert_rule_test: rules.map((rule) => ({
          eval_time: '5m',
          alertname: rule.alert,
          exp_alerts:
            rule.alert === alert && value === bad
              ? [{ exp_labels: labels, exp_annotations: { summary: rule.annotations.summary } }]
              : [],
        })),
      })),
    )
    const file = join(tempFolder(), 'rings.yaml')
    writeFileSync(file, JSON.stringify({ rule_files: [join(root, 'deploy/prometheus/alerts.yaml')], tests }))
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
    expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' })
  },
)

it('each alarm says what it is, and the page what to do about it', () => {
  const named = [...page.matchAll(/^### (\w+)$/gm)].map(([, name]) => name!)
  expect(rules.map(({ alert }) => alert)).toEqual(named)
  for (const { labels, annotations } of rules) {
    expect(labels).toEqual({ severity: expect.stringMatching(/^(page|ticket)$/) })
    expect(annotations.summary).toMatch(/\.$/)
  }
  expect(readdirSync(join(import.meta.dirname, '../../deploy'))).toEqual(
    expect.arrayContaining(['grafana', 'prometheus']),
  )
})
