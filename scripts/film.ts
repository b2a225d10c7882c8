// Makes docs/images/film.gif, the moving picture of the README, from the real playground: one question to three platforms, and a process
// that is killed while all three answers grow. Nothing in it is drawn but the line above them. `npm run film`, with Chromium.
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCanvas, GifEncoder, type Image, loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import type { BrowserContext, Page } from 'playwright-core'
import { launchBrowser } from '../test/support/chromium.ts'
import { startModelServer } from '../test/support/model-server.ts'
import { type ParleyProcess, startProcess } from '../test/support/parley-process.ts'
import { makeTempFolder } from '../test/support/temp-folder.ts'

/** Of a pane as the browser shows it, without the bar above it, which names the platforms. */
const pane = { width: 430, height: 470, bar: 44 }
const line = 48
const scale = 0.8
const size = { width: Math.round(3 * pane.width * scale), height: Math.round(pane.height * scale) + line }
const frameMs = 200

const question = 'Why do lighthouses blink?'
const answer = [
  'So that a sailor can tell them apart. Each has a *character* of its own:',
  '',
  '- **Fixed**: it never goes out.',
  '- **Flashing**: more dark than light.',
  '- **Occulting**: more light than dark.',
  '',
  'A chart says which is which, such as `Fl(2) 10s`: two flashes, every ten seconds.',
].join('\n')

const panes = [
  { name: 'Slack', path: 'slack', said: question },
  { name: 'Discord', path: 'discord', said: `@Parley ${question}` },
  { name: 'Teams', path: 'teams', said: question },
] as const

interface Frame {
  shots: readonly Image[]
  caption: string
  /** It is not as people see it: the process is away. */
  isAway: boolean
  ms: number
}

async function film(): Promise<Frame[]> {
  const folder = makeTempFolder()
  const models = await startModelServer()
  models.answer('lighthouses', answer, { ttft: 300, tps: 9, chunkSize: 7 })
  const env = { PARLEY_DATA: folder.path, PARLEY_LLM_BASE_URL: models.baseUrl, PARLEY_LLM_MODEL: 'gpt-4o-mini' }
  let parley = await startProcess(env)
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext({ viewport: { width: pane.width, height: pane.height + pane.bar } })
    const pages = await Promise.all(panes.map(async () => context.newPage()))
    await enter(context, pages, parley)
    const frames: Frame[] = []
    const shoot = async (caption: string, { isAway = false, ms = frameMs } = {}) => {
      frames.push({ shots: await Promise.all(pages.map(shotOf)), caption, isAway, ms })
    }
    const shootFor = async (ms: number, caption: string) => {
      for (let left = ms; left > 0; left -= frameMs) {
        await Promise.all([shoot(caption), sleep(frameMs)])
      }
    }

    await shoot('One agent, where people are', { ms: 1400 })
    await Promise.all(pages.map((page, i) => page.getByTestId('composer').fill(panes[i]!.said)))
    await shoot('The same question to each', { ms: 900 })
    await Promise.all(pages.map((page) => page.getByTestId('composer').press('Enter')))
    await shootFor(3200, 'One message that grows while the model writes')

    await parley.kill('SIGKILL')
    await shoot('kill -9, in the middle of all three', { isAway: true, ms: 1800 })
    parley = await startProcess({ ...env, PORT: new URL(parley.url).port })
    await enter(context, pages, parley)
    for (let i = 0; i < 60 && !(await areWhole(pages)); i++)
      await shootFor(frameMs, 'Started again: the same messages go on')
    await sleep(800)
    await shoot('Whole, and once', { ms: 3500 })
    return frames
  } finally {
    await browser.close()
    await parley.kill('SIGTERM')
    await models.stop()
    folder.remove()
  }
}

/** Into the playground, each page to its platform, where what was said is seen. */
async function enter(context: BrowserContext, pages: readonly Page[], parley: ParleyProcess): Promise<void> {
  const door = await context.newPage()
  await door.goto(parley.address)
  await door.close()
  for (const [i, page] of pages.entries()) {
    await page.goto('about:blank')
    await page.goto(`${parley.url}/#/${panes[i]!.path}`)
    await page.getByTestId('composer').waitFor()
  }
  await sleep(1200)
}

async function areWhole(pages: readonly Page[]): Promise<boolean> {
  const texts = await Promise.all(pages.map((page) => page.getByTestId('message').last().innerText()))
  return texts.every((text) => text.includes('every ten seconds'))
}

async function shotOf(page: Page): Promise<Image> {
  const clip = { x: 0, y: pane.bar, width: pane.width, height: pane.height }
  return loadImage(await page.screenshot({ clip, animations: 'disabled', caret: 'hide' }))
}

function draw(context: SKRSContext2D, { shots, caption, isAway }: Frame): void {
  context.fillStyle = '#1d1f3f'
  context.fillRect(0, 0, size.width, line)
  context.fillStyle = isAway ? '#ffb454' : '#ffffff'
  context.font = '600 20px "DejaVu Sans", Arial, sans-serif'
  context.textBaseline = 'middle'
  context.textAlign = 'center'
  context.fillText(caption, size.width / 2, line / 2)
  for (const [i, shot] of shots.entries()) {
    const at = Math.round(i * pane.width * scale)
    context.drawImage(shot, at, line, Math.round(pane.width * scale), size.height - line)
  }
  if (!isAway) return
  context.fillStyle = 'rgb(10 10 30 / 55%)'
  context.fillRect(0, line, size.width, size.height - line)
}

/** Only what changed is kept of each frame after the first: the smallest box around it. */
function encode(frames: readonly Frame[]): Buffer {
  const canvas = createCanvas(size.width, size.height)
  const context = canvas.getContext('2d')
  const encoder = new GifEncoder(size.width, size.height, { repeat: 0, quality: 10 })
  let before: Uint8ClampedArray | undefined
  for (const frame of frames) {
    draw(context, frame)
    const { data } = context.getImageData(0, 0, size.width, size.height)
    const box = before ? changedBox(before, data) : { left: 0, top: 0, width: size.width, height: size.height }
    const { left, top, width, height } = box ?? { left: 0, top: 0, width: 1, height: 1 }
    const part = context.getImageData(left, top, width, height).data
    encoder.addFrame(new Uint8Array(part.buffer), width, height, { delay: frame.ms, left, top })
    before = data
  }
  return encoder.finish()
}

function changedBox(before: Uint8ClampedArray, now: Uint8ClampedArray) {
  let [left, top, right, bottom] = [size.width, size.height, -1, -1]
  const [old, fresh] = [new Uint32Array(before.buffer), new Uint32Array(now.buffer)]
  for (let i = 0; i < fresh.length; i++) {
    if (old[i] === fresh[i]) continue
    const [x, y] = [i % size.width, Math.floor(i / size.width)]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = y
  }
  return right < 0 ? undefined : { left, top, width: right - left + 1, height: bottom - top + 1 }
}

const gif = encode(await film())
const path = join(resolve(import.meta.dirname, '..'), 'docs/images/film.gif')
writeFileSync(path, gif)
console.log(`${path}: ${(gif.length / 2 ** 20).toFixed(2)} MiB`)
