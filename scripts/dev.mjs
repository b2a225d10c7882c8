// Runs the server and runs it anew when a source has changed.
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
let child
let timer

function start() {
  child = spawn(process.execPath, [join(root, 'bin/parley.mjs'), 'start'], { stdio: 'inherit' })
}

function restart() {
  clearTimeout(timer)
  timer = setTimeout(() => {
    child.once('exit', start)
    child.kill('SIGTERM')
  }, 200)
}

start()
for (const folder of ['src', 'adapters', 'console', 'config']) watch(join(root, folder), { recursive: true }, restart)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal) && process.exit(0))
