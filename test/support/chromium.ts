import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** The Chromium of this machine, or the one that CHROMIUM names; undefined where there is none. */
export const browserPath: string | undefined = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path !== undefined && existsSync(path))

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Of whoever runs only where there is a `browserPath`. */
export const launchBrowser = (): Promise<Browser> => chromium.launch({ executablePath: browserPath!, args: flags })
