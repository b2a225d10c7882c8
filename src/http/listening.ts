import { AppError } from '../lib/errors.ts'

/** What is to be changed where a server could not listen; of an error that is something else, that error. */
export function cannotListen(
  error: NodeJS.ErrnoException,
  { host, port }: { host: string; port: number },
  settings = { host: 'HOST', port: 'PORT' },
): unknown {
  const say = {
    EADDRINUSE: `Something else is using port ${port} of ${host}. Stop it, or set ${settings.port} to another one.`,
    EACCES: `Port ${port} may not be used by this user. Set ${settings.port} to one above 1023.`,
    EADDRNOTAVAIL: `${host} is not an address of this machine. Set ${settings.host} to one that is.`,
    ENOTFOUND: `${host} is not an address of this machine. Set ${settings.host} to one that is.`,
  }[error.code ?? '']
  const code = error.code === 'EADDRINUSE' ? 'port_in_use' : 'cannot_listen'
  return say === undefined ? error : new AppError(code, say, { cause: error })
}
