import { parentPort, workerData } from 'node:worker_threads'
import type { Diagram } from '../../ports/drawings.ts'
import { draw } from './draw.ts'
import { openFont } from './font.ts'

const { diagram, most } = workerData as { diagram: Diagram; most: number }
parentPort!.postMessage(draw(diagram, openFont(), most))
