import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type SystemCall, stringsIn } from './strace.ts'

/** What the disk may make of that which it was not told to keep, when the power goes. */
export type Loss = 'all of it' | 'none of it' | { seed: number }

const sector = 512

type Change = { at: number; data: Buffer } | { cutTo: number }

/** A file as whoever reads it sees it, and what of that a loss of power cannot take. */
class File {
  kept: Buffer
  /** In the order in which it was done since the last sync. */
  open: Change[] = []

  constructor(kept: Buffer = Buffer.alloc(0)) {
    this.kept = kept
  }

  /** The first of them: what is done while a sync is under way may be too late for it. */
  sync(first = this.open.length): void {
    this.kept = changed(this.kept, this.open.slice(0, first))
    this.open = this.open.slice(first)
  }
}

function changed(content: Buffer, changes: readonly Change[]): Buffer {
  const ends = changes.map((change) => ('cutTo' in change ? change.cutTo : change.at + change.data.length))
  const room = Buffer.alloc(Math.max(content.length, ...ends))
  content.copy(room)
  let size = content.length
  for (const change of changes) {
    if ('cutTo' in change) {
      room.fill(0, change.cutTo, Math.max(size, change.cutTo))
      size = change.cutTo
    } else {
      change.data.copy(room, change.at)
      size = Math.max(size, change.at + change.data.length)
    }
  }
  return room.subarray(0, size)
}

/**
 * One folder on a disk that keeps nothing but what it was told to: the content of a file by its sync, the names in the folder by
 * the folder's. Built from the calls of a process that really ran, which found there what was kept by then.
 */
export function createDisk(folder: string, kept: ReadonlyMap<string, Buffer>) {
  const files = new Map([...kept].map(([name, content]): [string, File] => [name, new File(content)]))
  let keptNames = new Map(files)
  const open = new Map<number, File | 'folder'>()
  const positions = new Map<number, number>()
  /** How much there was to keep when the sync of a descriptor began that is under way. */
  const begun = new Map<number, number>()

  /** The name in the folder, of a path in it. */
  const nameOf = (path: string) => (dirname(path) === folder ? path.slice(folder.length + 1) : undefined)
  const pathsIn = (args: string) => stringsIn(args).map((bytes) => bytes.toString())

  function opened(args: string, fd: number): void {
    open.delete(fd)
    const [path = ''] = pathsIn(args)
    if (path === folder) open.set(fd, 'folder')
    const name = nameOf(path)
    if (name === undefined) return
    const file = files.get(name) ?? new File()
    if (/O_TRUNC/.test(args)) file.open.push({ cutTo: 0 })
    files.set(name, file)
    open.set(fd, file)
    positions.set(fd, 0)
  }

  function wrote(fd: number, file: File, args: string, at: number | undefined, length: number): void {
    const [data = Buffer.alloc(0)] = stringsIn(args)
    const from = at ?? positions.get(fd)!
    file.open.push({ at: from, data: data.subarray(0, length) })
    if (at === undefined) positions.set(fd, from + length)
  }

  function renamed(args: string, keepsOld: boolean): void {
    const [from, to] = pathsIn(args).map(nameOf)
    const file = from === undefined ? undefined : files.get(from)
    if (!file || to === undefined) return
    files.set(to, file)
    if (!keepsOld) files.delete(from!)
  }

  function begins(name: string, fd: number, file: File | 'folder' | undefined): void {
    if (/^f(?:data)?sync$/.test(name) && file instanceof File) begun.set(fd, file.open.length)
  }

  function ends(fd: number, file: File | 'folder' | undefined): void {
    if (file === 'folder') keptNames = new Map(files)
    else file?.sync(begun.get(fd))
    begun.delete(fd)
  }

  return {
    /** Follows a call that has ended. False: it was about none of these files. */
    follow({ name, args, result }: SystemCall): boolean {
      const fd = Number.parseInt(args, 10)
      const file = open.get(fd)
      if (result === undefined) begins(name, fd, file)
      if (result === undefined || result < 0) return false
      switch (name) {
        case 'openat':
          opened(args, result)
          return true
        case 'close':
          open.delete(fd)
          return true
        case 'rename':
        case 'link':
          renamed(args, name === 'link')
          return true
        case 'unlink':
          for (const one of pathsIn(args).map(nameOf)) if (one !== undefined) files.delete(one)
          return true
        case 'fsync':
        case 'fdatasync':
          ends(fd, file)
          return true
        case 'pwrite64':
        case 'write':
          if (!file || file === 'folder') return false
          wrote(fd, file, args, name === 'write' ? undefined : Number(/(\d+)$/.exec(args)![1]), result)
          return true
        case 'ftruncate':
          if (file && file !== 'folder') file.open.push({ cutTo: Number(/(\d+)$/.exec(args)![1]) })
          return true
        default:
          return false
      }
    },

    /** Writes into another folder what would be there if the power went now. */
    lose(loss: Loss, into: string): void {
      mkdirSync(into, { recursive: true })
      const chance = typeof loss === 'object' ? random(loss.seed) : () => (loss === 'none of it' ? 1 : 0)
      const names = new Set([...keptNames.keys(), ...files.keys()])
      for (const name of names) {
        const file = chance() >= 0.5 ? files.get(name) : keptNames.get(name)
        // SQLite makes it anew: it is memory, not disk.
        if (!file || name.endsWith('-shm')) continue
        const reached = file.open.flatMap((change) => (chance() >= 0.5 ? [torn(change, chance)] : []))
        writeFileSync(join(into, name), changed(file.kept, reached))
      }
    },
  }
}

/** Of what was written perhaps only the first sectors. */
function torn(change: Change, chance: () => number): Change {
  if ('cutTo' in change || chance() >= 0.5) return change
  return { at: change.at, data: change.data.subarray(0, Math.floor((chance() * change.data.length) / sector) * sector) }
}

/** Mulberry32. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
