import { cut } from '../../src/lib/cut.ts'
import type { Face } from '../../src/model/message.ts'
import { errorOf } from './outcome.ts'
import type { Refusals } from './refusals.ts'
import type { Reply } from './web.ts'

/** Of a name. Slack documents none; this is what it shows of one. */
const NAME = 80

/** What a post says of who it is from; nothing of the app itself. */
export interface FaceArgs {
  username?: string
  icon_url?: string
}

/** Gives the face that a post appears under, and nothing where it is the app's. */
export type FaceOf = () => Promise<Face | undefined>

export const appsOwn: FaceOf = async () => undefined

/** Posts with a face of its own. Where the app may not, or the name is taken, the post is the app's, and stays so for some minutes. */
export async function posted(
  { face, faceless, team }: { face: Face | undefined; faceless: Refusals; team: string },
  post: (args: FaceArgs) => Promise<Reply>,
): Promise<Reply> {
  const what = `${team} ${face?.name}`
  if (!face || faceless.has(what)) return post({})
  const { name, pictureUrl } = face
  const reply = await post({ username: cut(name, NAME), ...(pictureUrl !== undefined && { icon_url: pictureUrl }) })
  if (!isAboutFace(reply)) return reply
  faceless.add(what)
  return post({})
}

function isAboutFace(reply: Reply): boolean {
  const error = errorOf(reply)
  if (error === 'reserved_username') return true
  return 'error' in reply && error === 'missing_scope' && reply.details.some((one) => one.includes('customize'))
}
