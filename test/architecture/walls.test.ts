import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

/** For each wall a file that breaks it, and what it must not import. */
const breaches: [wall: string, file: string, imports: string][] = [
  ['model sees nothing', 'src/model/x.ts', '../store/index.ts'],
  ['lib sees model only', 'src/lib/x.ts', '../store/index.ts'],
  ['ports see model only', 'src/ports/x.ts', '../engine/converse.ts'],
  ['store does not see the engine', 'src/store/x.ts', '../engine/converse.ts'],
  ['engine does not see the store', 'src/engine/x.ts', '../store/index.ts'],
  ['engine does not see turns', 'src/engine/x.ts', '../turns/run.ts'],
  ['engine knows no platform', 'src/engine/x.ts', '../../adapters/slack/index.ts'],
  ['engine knows no HTTP', 'src/engine/x.ts', '../http/server.ts'],
  ['context does not see the engine', 'src/context/x.ts', '../engine/converse.ts'],
  ['context does not see turns', 'src/context/x.ts', '../turns/run.ts'],
  ['turns do not see context', 'src/turns/x.ts', '../context/collect.ts'],
  ['turns do not see the bridge', 'src/turns/x.ts', '../bridge/reply.ts'],
  ['turns do not see drivers', 'src/turns/x.ts', '../drivers/queue-embedded.ts'],
  ['admin does not see the bridge', 'src/admin/x.ts', '../bridge/reply.ts'],
  ['bridge does not see HTTP', 'src/bridge/x.ts', '../http/server.ts'],
  ['bridge imports no SDK', 'src/bridge/x.ts', '@slack/bolt'],
  ['not one that nobody has heard of either', 'src/bridge/x.ts', 'semaphore-sdk'],
  ['nor a part of it', 'src/admin/x.ts', 'semaphore-sdk/flags'],
  ['http does not see drivers', 'src/http/x.ts', '../drivers/queue-embedded.ts'],
  ['cli does not see the app', 'src/cli/x.ts', '../app/index.ts'],
  ['drivers see model and ports only', 'src/drivers/x.ts', '../store/index.ts'],
  ['the simulator sees nothing of ours', 'console/stand-ins/slack/x.ts', '../../../src/lib/errors.ts'],
  ['the simulator imports no SDK', 'console/stand-ins/slack/x.ts', '@slack/bolt'],
  ['the console sees view contracts only', 'console/page/x.ts', '../stand-ins/slack/workspace.ts'],
  ['the client sees nothing', 'src/client/x.ts', '../model/agent.ts'],
  ['the widget sees its contract only', 'console/widget/x.ts', '../../adapters/web/channel.ts'],
  ['the widget has no framework', 'console/widget/x.ts', 'react'],
  ['adapters see ports and model only', 'adapters/slack/x.ts', '../../src/store/index.ts'],
  ['adapters do not see stand-ins', 'adapters/slack/x.ts', '../../console/stand-ins/slack/index.ts'],
  ['adapters do not see each other', 'adapters/slack/x.ts', '../discord/index.ts'],
  ['botbuilder stays in one file', 'adapters/teams/x.ts', 'botbuilder'],
  ['and so do its parts', 'adapters/teams/connector.ts', 'botframework-connector'],
  ['translation is pure', 'adapters/slack/inbound.ts', '@slack/bolt'],
]

describe('the import walls of ARCHITECTURE.md', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-walls-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const root = resolve(import.meta.dirname, '../..')
  cpSync(join(root, 'biome.json'), join(folder, 'biome.json'))
  const lint = (file: string, source: string, rule = 'style/noRestrictedImports'): string => {
    const path = join(folder, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, source)
    const { stdout, stderr } = spawnSync(
      join(root, 'node_modules/.bin/biome'),
      ['lint', '--vcs-enabled=false', `--only=${rule}`, file],
      { cwd: folder, encoding: 'utf8' },
    )
    rmSync(path)
    return stdout + stderr
  }

  it.each(breaches)('%s', (_, file, imports) => {
    expect(lint(file, `import '${imports}'\n`)).toContain('noRestrictedImports')
  })

  it.each([
    [
      'of types',
      "import type { B } from './b.ts'\nexport type A = B\n",
      "import type { A } from './a.ts'\nexport type B = A\n",
    ],
    [
      'of values',
      "import { b } from './b.ts'\nexport const a = b\n",
      "import { a } from './a.ts'\nexport const b = a\n",
    ],
  ])('files do not go round in circles %s', (_, a, b) => {
    mkdirSync(join(folder, 'src/bridge'), { recursive: true })
    writeFileSync(join(folder, 'src/bridge/b.ts'), b)
    expect(lint('src/bridge/a.ts', a, 'suspicious/noImportCycles')).toContain('part of a cycle')
    rmSync(join(folder, 'src/bridge/b.ts'))
  })

  it('lets the allowed ones through', () => {
    expect(lint('src/bridge/x.ts', "import '../turns/run.ts'\nimport '../store/index.ts'\n")).not.toContain(
      'noRestricted',
    )
    expect(lint('adapters/slack/x.ts', "import '../../src/ports/channel.ts'\nimport '@slack/bolt'\n")).not.toContain(
      'noRestricted',
    )
    expect(lint('adapters/teams/botbuilder.ts', "import 'botbuilder'\n")).not.toContain('noRestricted')
    expect(lint('adapters/slack/pane.ts', "import '../../console/stand-ins/slack/index.ts'\n")).not.toContain(
      'noRestricted',
    )
    expect(lint('src/bridge/x.ts', "import 'htmlparser2'\nimport 'node:util'\n")).not.toContain('noRestricted')
    expect(lint('console/page/x.ts', "import '../stand-ins/slack/view.ts'\n")).not.toContain('noRestricted')
    expect(lint('console/widget/x.ts', "import '../../adapters/web/view.ts'\nimport './dom.ts'\n")).not.toContain(
      'noRestricted',
    )
  })
})
