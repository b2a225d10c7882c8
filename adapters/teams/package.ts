import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'

/** In pixels, both ways, as Teams asks for them. */
const SIZES = { 'color.png': 192, 'outline.png': 32 } as const
export type Icon = keyof typeof SIZES

/** The zip that an administrator uploads to Teams: the same bytes for the same files. `icons`: others than ours. */
export async function packageOf(
  files: Readonly<Record<string, string>>,
  icons: Partial<Record<Icon, Uint8Array>> = {},
): Promise<Uint8Array> {
  const names = Object.keys(SIZES) as Icon[]
  const images = await Promise.all(
    names.map(async (name) => [name, icons[name] ?? new Uint8Array(await readFile(ours(name)))] as const),
  )
  // The first day that zip files know.
  const mtime = new Date(1980, 0, 1)
  const texts = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const)
  return zipSync({ ...Object.fromEntries(texts), ...Object.fromEntries(images) }, { mtime })
}

const ours = (name: Icon): string => join(import.meta.dirname, 'icons', name)

/** What is wrong with a picture as that icon; undefined if nothing is. */
export function faultOfIcon(name: Icon, png: Uint8Array): string | undefined {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  const isPng = png.length > 24 && view.getUint32(0) === 0x89504e47
  const [width, height] = isPng ? [view.getUint32(16), view.getUint32(20)] : []
  const size = SIZES[name]
  return width === size && height === size ? undefined : `must be a PNG of ${size} by ${size} pixels`
}
