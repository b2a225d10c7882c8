import { parentPort, workerData } from 'node:worker_threads'
import { parseYaml } from './parse.ts'

parentPort!.postMessage(parseYaml(workerData as string))
