import { parentPort, workerData } from 'node:worker_threads'
import { train } from './train.ts'

const learned = train(workerData as string[][])
const { vocabulary, centroids, regression } = learned
const { idf } = vocabulary
const { starts, groups, weights } = centroids
const numbers = [idf, starts, groups, weights, ...(regression ? [regression.rows, regression.weights] : [])]
parentPort!.postMessage(
  learned,
  numbers.map(({ buffer }) => buffer as ArrayBuffer),
)
