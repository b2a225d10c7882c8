import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { platforms } from '../../adapters/registry.ts'
import { chartFile, chartYaml } from '../../scripts/chart.ts'
import { templates, text, yaml } from './support.ts'

type Values = { [key: string]: unknown }
const values = yaml('deploy/helm/values.yaml') as Values
const schema = z.fromJSONSchema(JSON.parse(text('deploy/helm/values.schema.json')))
const chart = yaml('deploy/helm/Chart.yaml')

/** What operators fill with names of their own. */
const free = new Set(['env', 'secrets', 'settings', 'files', 'annotations'])

function paths(of: Values, before: readonly string[] = []): string[] {
  return Object.entries(of).flatMap(([key, value]) => {
    const path = [...before, key]
    const isMap =
      !free.has(key) &&
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      Object.keys(value).length > 0
    return isMap ? paths(value as Values, path) : [path.join('.')]
  })
}

describe('the Helm chart', () => {
  it('is of the version that it installs', () => {
    const { version } = JSON.parse(text('package.json'))
    expect(chart).toMatchObject({ name: 'parley', version, appVersion: version })
  })

  it('allows its own values, and neither misspelt nor impossible ones', () => {
    expect(schema.safeParse(values).error).toBeUndefined()
    for (const wrong of [
      { mode: 'many' },
      { wroker: {} },
      { existingSecrets: 'mine' },
      { settings: { shutdown: { graceSeconds: 900 } } },
      { worker: { ...(values['worker'] as Values), replicas: -1 } },
      { files: { '../parley.yaml': '' } },
      { image: { ...(values['image'] as Values), digest: 'latest' } },
    ]) {
      expect(schema.safeParse({ ...values, ...wrong }).success, JSON.stringify(wrong)).toBe(false)
    }
  })

  it('runs the image of a digest where one is named, and else that of a tag', () => {
    const image = '{{ if .Values.image.digest }}@{{ .Values.image.digest }}{{ else }}:{{ .Values.image.tag | default'
    expect(templates).toContain(image)
    const digest = `sha256:${'0'.repeat(64)}`
    expect(schema.safeParse({ ...values, image: { ...(values['image'] as Values), digest } }).success).toBe(true)
  })

  it('reads no value that is not there', () => {
    const known = paths(values)
    const read = [...templates.matchAll(/(?:\.|\$)[vV]alues\.([A-Za-z0-9.]+)/g)].map(([, path]) => path!)
    expect(read.length).toBeGreaterThan(30)
    const unknown = read.filter(
      (path) => !free.has(path.split('.')[0]!) && !known.some((one) => one === path || one.startsWith(`${path}.`)),
    )
    expect(unknown).toEqual([])
  })

  it('has no value that nothing reads', () => {
    const unread = paths(values).filter((path) => {
      const last = path.split('.').at(-1)!
      return !new RegExp(`\\.${last}\\b`).test(templates) && !/^\w+\.resources\./.test(path)
    })
    expect(unread).toEqual([])
  })

  it('switches on the metrics that a PodMonitor reads, unless the settings say otherwise', () => {
    expect(templates).toContain(
      'ternary (dict "http" (dict "metrics" (dict "enabled" "on"))) dict .Values.podMonitor.enabled',
    )
    expect(templates).toContain('mergeOverwrite $watched (deepCopy .Values.settings)')
    expect(templates).not.toContain('"/metrics"')
  })

  it('closes every block that it opens', () => {
    const actions = [...templates.matchAll(/\{\{-?\s*(if|range|with|define|block|end)\b/g)].map(([, word]) => word)
    const opened = actions.filter((word) => word !== 'end').length
    expect(actions.length - opened).toBe(opened)
  })

  it('asks paths that are there, on the port that is listened on', () => {
    const probed = [...templates.matchAll(/httpGet: \{ path: (\S+), port: (\w+) \}/g)]
    expect(new Set(probed.map(([, path]) => path))).toEqual(new Set(['/healthz', '/readyz']))
    expect(new Set(probed.map(([, , port]) => port))).toEqual(new Set(['http']))
    expect(templates).toMatch(/name: PORT\s+value: "3000"/)
    expect(templates).toMatch(/name: http\s+containerPort: 3000/)
    for (const path of ['/healthz', '/readyz']) expect(text('src/http/health.ts')).toContain(`'${path}'`)
  })

  it('lets platforms in wherever one of the registry wants to be called, and the balancer does too', () => {
    expect(text(chartFile)).toBe(chartYaml(platforms))
    expect(templates).toContain('range (.Files.Get "files/platforms.yaml" | fromYaml).paths')
    const [gateways] = /use_backend gateways if .*/.exec(text('deploy/balancer/haproxy.cfg'))!
    for (const { paths } of platforms) for (const path of paths) expect(gateways).toContain(path)
  })

  it('gives pods nothing that they do not need', () => {
    const pods = templates.match(/automountServiceAccountToken: false/g)?.length
    expect(pods).toBe(2)
    expect(templates.match(/include "parley\.podSecurity"/g)).toHaveLength(2)
    expect(templates.match(/include "parley\.containerSecurity"/g)).toHaveLength(2)
    for (const line of [
      'runAsNonRoot: true',
      'readOnlyRootFilesystem: true',
      'allowPrivilegeEscalation: false',
      'drop: [ALL]',
    ]) {
      expect(templates).toContain(line)
    }
  })

  it('bars pods from private networks', () => {
    const { private: barred, private6 } = values['networkPolicy'] as { private: string[]; private6: string[] }
    expect(barred).toEqual(expect.arrayContaining(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16']))
    expect(private6).toEqual(expect.arrayContaining(['fc00::/7', 'fe80::/10']))
  })
})
