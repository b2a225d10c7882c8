import { parentPort, workerData } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'
import { checkpoint } from './checkpoints.ts'

const db = new Sqlite(workerData as string, { fileMustExist: true, timeout: 5000 })
db.pragma('synchronous = FULL')
// What it copies is not read again.
db.pragma('cache_size = 16')

parentPort!.on('message', (asked: 'copy' | 'end') => {
  if (asked === 'copy') return parentPort!.postMessage(checkpoint(db, 'PASSIVE'))
  db.close()
  parentPort!.close()
})
