import type { StoredFile } from '../records.ts'
import { refuse } from '../refusal.ts'
import type { World } from '../world.ts'
import type { FindWhere } from './activities.ts'
import type { Answer, Handlers } from './handler.ts'

export function fileRoutes(parts: {
  world: World
  find: FindWhere
}): Pick<Handlers, 'GET attachment' | 'GET view' | 'GET download' | 'PUT upload'> {
  const { world, find } = parts

  function stored(id: string): StoredFile {
    const file = world.files.get(id)
    return file ?? refuse(404, 'AttachmentNotFound', 'Attachment not found.')
  }

  function image(id: string): StoredFile {
    const file = stored(id)
    find(file.place)
    if (!isImage(file)) refuse(404, 'AttachmentNotFound', 'Attachment not found.')
    return file
  }

  return {
    'GET attachment'({ params }) {
      const { name, type, base64 } = image(params[0]!)
      const size = Buffer.from(base64, 'base64').length
      return { status: 200, json: { name, type, views: [{ viewId: 'original', size }] } }
    },
    'GET view'({ params }) {
      if (params[1] !== 'original') refuse(404, 'ViewNotFound', 'View not found.')
      return bytesOf(image(params[0]!))
    },
    'PUT upload'({ params, headers, body }) {
      const { base64 } = stored(params[0]!)
      const { length } = body as Buffer
      if (headers.authorization) refuse(401, 'Unauthorized', 'An upload takes no token')
      if (base64) refuse(404, 'ItemNotFound', 'The upload session is over')
      if (headers['content-range'] !== `bytes 0-${length - 1}/${length}`) refuse(400, 'InvalidRange', 'Not that range')
      world.fillFile(params[0]!, (body as Buffer).toString('base64'))
      return { status: 201, json: {} }
    },
    'GET download': ({ params }) => bytesOf(stored(params[0]!)),
  }
}

const bytesOf = ({ type, base64 }: StoredFile): Answer => ({
  status: 200,
  bytes: { type, content: Buffer.from(base64, 'base64') },
})

export const isImage = ({ type }: { type: string }): boolean => /^image\/(png|jpeg|gif|webp|bmp)$/.test(type)
