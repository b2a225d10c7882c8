import { parentPort, workerData } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'

const db = new Sqlite(workerData as string, { fileMustExist: true, readonly: true, timeout: 5000 })
parentPort!.postMessage(db.prepare<[], string>('pragma quick_check(1)').pluck().get())
db.close()
