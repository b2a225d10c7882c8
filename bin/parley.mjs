#!/usr/bin/env node
// This file must run on any Node, however old, so it imports nothing before it has looked.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 14)) {
  console.error(
    `Parley needs Node 22.14 or newer, and this is ${process.version}.\n` +
      'In a checkout, "npm ci && npm start" brings a Node of its own (without NODE_ENV=production and without --omit=dev).\n' +
      'Otherwise install a current Node from https://nodejs.org and try again.',
  )
  process.exit(1)
}

// What is compiled is kept in the system's temporary folder, so that the next start need not do it again (a sixth less to compute).
const { enableCompileCache } = await import('node:module')
enableCompileCache?.()

const { existsSync } = await import('node:fs')
// A checkout is built when its sources are newer. What was installed has none, and nothing is written into its folder.
if (existsSync(new URL('../src', import.meta.url))) {
  const { ensureBuilt } = await import('../scripts/build.mjs')
  await ensureBuilt()
}
if (!process.argv.includes('--build-only')) {
  const { main } = await import('../dist/server/main.js')
  process.exitCode = await main(process.argv.slice(2))
}
