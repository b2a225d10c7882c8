import { spawn } from 'node:child_process'
import { endWithParent } from '../../support/end-with-parent.ts'

const child = endWithParent(spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' }))
console.log(child.pid)
