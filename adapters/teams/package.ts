import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'

/** 192 and 32 pixels wide, as Teams asks for them. */
const icons = ['color.png', 'outline.png']

/** The zip that an administrator uploads to Teams: the same bytes for the same manifest. */
export async function packageOf(manifest: string): Promise<Uint8Array> {
  const images = await Promise.all(
    icons.map(
      async (name) => [name, new Uint8Array(await readFile(join(import.meta.dirname, 'icons', name)))] as const,
    ),
  )
  // The first day that zip files know.
  const mtime = new Date(1980, 0, 1)
  return zipSync({ 'manifest.json': strToU8(manifest), ...Object.fromEntries(images) }, { mtime })
}
