import { execFileSync } from 'node:child_process'
import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse as parseToml } from 'smol-toml'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { loadConfig } from '../support/config.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { providerVariables, text, variables, yaml } from './support.ts'

const root = resolve(import.meta.dirname, '../..')
const image = text('Dockerfile')
const known = [...variables, ...providerVariables]
const placed = Object.fromEntries(
  image
    .match(/^ENV (.+)$/m)![1]!
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
)
const port = Number(image.match(/^EXPOSE (\d+)$/m)?.[1])
const seconds = z.string().regex(/^\d+s$/)
const platformSecrets = {
  SLACK_BOT_TOKEN: 'xoxb-1',
  SLACK_SIGNING_SECRET: 'a-secret-of-nobody',
  DISCORD_BOT_TOKEN: 'a.b.c',
}

/** What the hosts' own references allow, as far as it is used: a name that is written wrong is found here and not by them. */
const flySchema = z.strictObject({
  app: z.string().regex(/^[a-z0-9-]+$/),
  primary_region: z.string().length(3),
  kill_signal: z.literal('SIGTERM'),
  kill_timeout: z.int().max(300),
  build: z.strictObject({ dockerfile: z.string(), 'build-target': z.string() }),
  env: z.record(z.string(), z.string()),
  mounts: z.strictObject({ source: z.string(), destination: z.string(), initial_size: z.string().regex(/^\d+gb$/) }),
  http_service: z.strictObject({
    internal_port: z.int(),
    force_https: z.literal(true),
    auto_stop_machines: z.enum(['off', 'stop', 'suspend']),
    auto_start_machines: z.boolean(),
    min_machines_running: z.int(),
    http_options: z.strictObject({ idle_timeout: z.int() }),
    checks: z.array(
      z.strictObject({
        method: z.literal('GET'),
        path: z.string(),
        interval: seconds,
        timeout: seconds,
        grace_period: seconds,
      }),
    ),
  }),
  vm: z.array(z.strictObject({ size: z.string(), memory: z.string().regex(/^\d+mb$/) })),
})

const renderSchema = z.strictObject({
  services: z.tuple([
    z.strictObject({
      type: z.literal('web'),
      name: z.string(),
      runtime: z.literal('docker'),
      plan: z.string(),
      region: z.enum(['oregon', 'ohio', 'virginia', 'frankfurt', 'singapore']),
      dockerfilePath: z.string(),
      dockerContext: z.string(),
      healthCheckPath: z.string(),
      autoDeployTrigger: z.enum(['commit', 'checksPass', 'off']),
      disk: z.strictObject({ name: z.string(), mountPath: z.string(), sizeGB: z.int() }),
      envVars: z.array(
        z.union([
          z.strictObject({ key: z.string(), value: z.string() }),
          z.strictObject({ key: z.string(), sync: z.literal(false) }),
          z.strictObject({ key: z.string(), generateValue: z.literal(true) }),
        ]),
      ),
    }),
  ]),
})

const fly = flySchema.parse(parseToml(text('deploy/fly.toml')))
const [render] = renderSchema.parse(yaml('deploy/render.yaml')).services

/** The variables that a file says are secret, in its comments. */
const flySecrets = [...text('deploy/fly.toml').matchAll(/^#.*$/gm)]
  .flatMap(([line]) => line.match(/\b[A-Z]+(?:_[A-Z]+)+\b/g) ?? [])
  .filter((name) => name !== 'PUBLIC_URL')

describe('deploy/fly.toml', () => {
  it('runs the image on its port, with its data on the volume, and is asked whether it is well', () => {
    expect(fly.http_service.internal_port).toBe(port)
    expect(fly.mounts.destination).toBe(placed['PARLEY_DATA'])
    expect(fly.http_service.checks.map(({ path }) => path)).toEqual(['/healthz'])
    expect(existsSync(join(root, 'deploy', fly.build.dockerfile))).toBe(true)
    expect(image).toContain(`\nFROM parley AS ${fly.build['build-target']}\n`)
  })

  it('sets what Parley takes, and names secrets that there are', () => {
    const config = loadConfig({ ...placed, ...fly.env, ...platformSecrets })
    expect(config).toMatchObject({ host: '0.0.0.0', port, playground: false })
    expect(fly.env['PUBLIC_URL']).toBe(`https://${fly.app}.fly.dev`)
    expect(Object.keys(fly.env).filter((name) => !known.includes(name))).toEqual([])
    expect(flySecrets.filter((name) => !known.includes(name))).toEqual([])
    expect(flySecrets).toContain('PARLEY_KEY')
  })

  it('stays awake, is one machine, ends in peace, and waits as long as the longest answer', () => {
    const { llm, shutdownGraceMs } = loadConfig({})
    expect(fly.http_service).toMatchObject({ auto_stop_machines: 'off', min_machines_running: 1 })
    expect(text('deploy/fly.toml')).toContain('fly deploy --config deploy/fly.toml --ha=false')
    expect(fly.kill_timeout * 1000).toBeGreaterThan(shutdownGraceMs + 5000)
    expect(fly.http_service.http_options.idle_timeout * 1000).toBeGreaterThan(llm.timeouts.total!)
  })
})

describe('deploy/render.yaml', () => {
  const fixed = Object.fromEntries(render.envVars.flatMap((each) => ('value' in each ? [[each.key, each.value]] : [])))

  it('runs the image on its port, with its data on the disk, and is asked whether it is well', () => {
    expect(existsSync(join(root, render.dockerContext, render.dockerfilePath))).toBe(true)
    expect(render.disk.mountPath).toBe(fixed['PARLEY_DATA'])
    expect(render.healthCheckPath).toBe('/healthz')
    const made = { PUBLIC_URL: 'https://parley.onrender.com', PARLEY_KEY: Buffer.alloc(32, 1).toString('base64') }
    const config = loadConfig({ ...placed, ...fixed, ...made, ...platformSecrets })
    expect(config).toMatchObject({ host: '0.0.0.0', port, playground: false })
  })

  it('asks for the secrets that the other host is given, and commits none', () => {
    const asked = render.envVars.flatMap((each) => ('value' in each || each.key === 'PUBLIC_URL' ? [] : [each.key]))
    expect(asked.toSorted()).toEqual([...new Set(flySecrets)].toSorted())
    expect(Object.keys(fixed)).toEqual(['HOST', 'PORT', 'PARLEY_DATA', 'PARLEY_PLAYGROUND'])
    expect(render.envVars.filter(({ key }) => !known.includes(key))).toEqual([])
  })
})

describe('the image for hosts whose volumes are root’s', () => {
  const stage = image.split('\nFROM parley AS root-volume\n')[1]!.split('\nFROM ')[0]!
  const list = (name: string) => JSON.parse(stage.match(new RegExp(`^${name} (.+)$`, 'm'))![1]!) as string[]

  it('starts what the image starts, which is the one that is built without asking', () => {
    expect(list('CMD')).toEqual(JSON.parse(image.match(/^CMD (.+)$/m)![1]!))
    expect(image.trim().split('\n').at(-1)).toBe('FROM parley')
  })

  const folder = tempFolder(afterAll)
  const canHandOver = process.getuid?.() === 0 && existsSync('/usr/bin/setpriv')
  it.skipIf(!canHandOver)('gives the folder away, and its own rights with it', () => {
    const [shell, ...rest] = list('ENTRYPOINT').map((part) => part.replaceAll('/data', folder))
    writeFileSync(join(folder, 'of-before'), '')
    const printed = execFileSync(shell!, [...rest, 'sh', '-c', `id -u; grep NoNewPrivs /proc/self/status`], {
      encoding: 'utf8',
    })
    expect(printed).toMatch(/^1000\nNoNewPrivs:\s+1\n$/)
    expect(statSync(folder)).toMatchObject({ uid: 1000, gid: 1000 })
  })
})
