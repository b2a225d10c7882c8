import { describe, expect, it } from 'vitest'
import { loadConfig } from '../support/config.ts'
import { text, yaml } from './support.ts'

interface Service {
  image: string
  profiles?: string[]
  environment?: Record<string, string>
  command?: string[]
  depends_on?: Record<string, { condition: string }> | string[]
  deploy?: { replicas: number | string }
  networks?: string[] | Record<string, object>
  ports?: string[]
  read_only?: boolean
  stop_grace_period?: string
  healthcheck?: object
}
const { services, networks, volumes } = yaml('compose.yaml') as {
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean; ipam?: object } | null>
  volumes: object
}
const balancer = text('deploy/balancer/haproxy.cfg')
const roles = ['gateway', 'worker', 'http']

describe('compose.yaml', () => {
  it('starts one process with SQLite, and everything else with the profile alone', () => {
    const always = Object.keys(services).filter((name) => services[name]?.profiles === undefined)
    expect(always).toEqual(['app'])
    expect(services['app']?.environment).not.toHaveProperty('DATABASE_URL')
    expect(Object.values(services).flatMap(({ profiles = [] }) => profiles)).toEqual(Array(7).fill('scale'))
    expect(Object.keys(volumes)).toEqual(['data', 'postgres', 'redis'])
  })

  it('gives each role its service, in an environment that Parley takes', () => {
    for (const role of roles) {
      const { environment = {}, deploy } = services[role]!
      expect(deploy).toEqual({ replicas: 2 })
      const filled = Object.fromEntries(
        Object.entries(environment).map(([name, value]) => [
          name,
          value.replace(/\$\{\w+:-([^}]*)\}/, (_, usual) => usual || 'secret'),
        ]),
      )
      const config = loadConfig({ ...filled, PARLEY_KEY: Buffer.alloc(32).toString('base64') })
      expect([...config.roles]).toEqual([role])
      expect(config).toMatchObject({ host: '0.0.0.0', port: 3000, playground: false })
      expect(config.http.trustProxies).toEqual(['172.30.83.2'])
    }
  })

  it('begins with the tables, and with a Redis that forgets nothing', () => {
    for (const role of roles) {
      expect(services[role]?.depends_on).toMatchObject({ migrate: { condition: 'service_completed_successfully' } })
    }
    expect(services['migrate']?.command?.at(-1)).toContain('exec node bin/parley.mjs db migrate')
    expect(services['redis']?.command?.join(' ')).toMatch(/--appendonly yes .*everysec .*--maxmemory-policy noeviction/)
    for (const name of ['postgres', 'redis']) expect(services[name]?.healthcheck).toBeDefined()
  })

  it('lets nobody but Parley reach PostgreSQL and Redis', () => {
    expect(networks['inside']).toEqual({ internal: true })
    for (const name of ['postgres', 'redis']) expect(services[name]).toMatchObject({ networks: ['inside'] })
    expect(Object.keys(services).filter((name) => services[name]?.ports)).toEqual(['app', 'balancer'])
    expect(services['app']?.ports?.[0]).toMatch(/^127\.0\.0\.1:/)
  })

  it('has the processes know callers by the addresses that the balancer says, and nobody else', () => {
    const net = '${PUBLIC_NET:-172.30.83}'
    expect(networks['public']?.ipam).toEqual({ config: [{ subnet: `${net}.0/24`, ip_range: `${net}.128/25` }] })
    const address = `${net}.2`
    expect(services['balancer']?.networks).toEqual({ public: { ipv4_address: address } })
    for (const role of roles) expect(services[role]?.environment).toMatchObject({ TRUST_PROXIES: address })
    expect(services['app']?.environment).not.toHaveProperty('TRUST_PROXIES')
    expect(balancer).toMatch(/^ {4}option forwardfor$/m)
  })

  it('gives the processes longer to stop than they take', () => {
    const { shutdownGraceMs } = loadConfig({})
    for (const name of ['app', ...roles]) {
      expect(Number.parseInt(services[name]?.stop_grace_period ?? '', 10) * 1000).toBeGreaterThan(
        shutdownGraceMs + 5000,
      )
    }
  })

  it('writes to nothing but volumes, and pins what it runs', () => {
    for (const name of ['app', 'migrate', 'balancer', 'redis', ...roles]) expect(services[name]?.read_only).toBe(true)
    for (const { image } of Object.values(services)) expect(image).toMatch(/:\d/)
    expect(text('Dockerfile').match(/^FROM \S+/gm)).toEqual([
      ...Array(2).fill('FROM ${NODE_IMAGE}'),
      ...Array(2).fill('FROM parley'),
    ])
    expect(text('Dockerfile')).toContain('ARG NODE_IMAGE=node:24-slim\n')
    // What an image is made of goes with it.
    expect(text('Dockerfile')).toContain('RUN npm run build && npm run docs && npm run sbom\n')
    expect(text('.dockerignore').split('\n')).not.toContain('docs')
    expect(services['app']?.image).toBe(`parley:${JSON.parse(text('package.json')).version}`)
  })
})

describe('the balancer', () => {
  it('sends what platforms call to gateways, and the rest to the API', () => {
    expect(balancer).toContain('use_backend gateways if { path_beg /slack/ } or { path_beg /web/ } or')
    expect(balancer).toMatch(/^ {4}default_backend api$/m)
    expect(balancer).toMatch(/server-template gateway \d+ gateway:3000/)
    expect(balancer).toMatch(/server-template http \d+ http:3000/)
    const port = balancer.match(/^ {4}bind :(\d+)$/m)?.[1]
    expect(services['balancer']?.ports).toEqual([`\${HTTP_PORT:-80}:${port}`])
  })

  it('shows nobody the metrics, and waits as long as the longest answer', () => {
    expect(balancer).toContain('http-request return status 404 if { path /metrics }')
    const patience = Number(balancer.match(/timeout server (\d+)s/)?.[1])
    expect(patience * 1000).toBeGreaterThan(loadConfig({}).llm.timeouts.total!)
  })
})

describe('the image', () => {
  it('holds no secrets and runs as nobody special', () => {
    const ignored = text('.dockerignore').split('\n')
    for (const entry of ['.env', '*.env', 'data', '.git']) expect(ignored).toContain(entry)
    expect(text('Dockerfile')).toMatch(/^USER 1000:1000$/m)
  })
})
