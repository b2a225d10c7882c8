// Loaded into a program that is not ours before it begins: it is heard on this machine only, reaches nobody beyond it, and ends
// with whoever started it.
import net from 'node:net'

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/
/** Nothing listens there: it is as if there were no network. */
const NOWHERE = { host: '127.0.0.1', port: 1 }

const { connect } = net.Socket.prototype
net.Socket.prototype.connect = function (...args) {
  const isNormal = Array.isArray(args[0])
  const [first, second, ...rest] = isNormal ? args[0] : args
  const options =
    typeof first === 'object' ? first : { port: first, host: typeof second === 'string' ? second : undefined }
  if (options.host === undefined || LOOPBACK.test(options.host)) return connect.apply(this, args)
  const connected = [second, ...rest].find((argument) => typeof argument === 'function')
  return connect.call(this, { ...options, ...NOWHERE }, connected)
}

const { listen } = net.Server.prototype
net.Server.prototype.listen = function (port, ...rest) {
  return typeof rest[0] === 'string' ? listen.call(this, port, ...rest) : listen.call(this, port, '127.0.0.1', ...rest)
}

process.stdin.on('end', () => process.exit()).resume()
