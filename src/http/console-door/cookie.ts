import type { FastifyReply, FastifyRequest } from 'fastify'

/** A cookie that no script reads, of the host that `url` names: `secure` is its name where that is https, `plain` begins it elsewhere. */
export function createCookie({ url }: { url: string | undefined }, name: { secure: string; plain: string }) {
  const isSecure = url?.startsWith('https:') ?? false
  /** Cookies are of a host with all its ports, on each of which another Parley may run. */
  const nameOf = (request: FastifyRequest) => (isSecure ? name.secure : `${name.plain}-${request.socket.localPort}`)

  return {
    /** For as long as that; 0 takes it away. Beside others that the same answer sets. */
    set(request: FastifyRequest, reply: FastifyReply, value: string, ms: number): void {
      // Lax: links from elsewhere, as from a chat, open the page of whoever is signed in already.
      const flags = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}; Max-Age=${Math.floor(ms / 1000)}`
      reply.header('set-cookie', `${nameOf(request)}=${value}; ${flags}`)
    },
    of(request: FastifyRequest): string | undefined {
      const begin = `${nameOf(request)}=`
      const cookies = request.headers.cookie?.split(/;\s*/) ?? []
      return cookies.find((cookie) => cookie.startsWith(begin))?.slice(begin.length)
    },
  }
}
