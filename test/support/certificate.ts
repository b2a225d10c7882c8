import { generateKeyPairSync, sign } from 'node:crypto'

/** A certificate of this machine that signed itself, and its key, both as PEM. Ends after so many days. */
export function selfSigned(days: number, now = Date.now()): { certificate: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  // sha256WithRSAEncryption
  const algorithm = der(0x30, Buffer.from('06092a864886f70d01010b0500', 'hex'))
  // CN=parley.example.com
  const attribute = der(0x30, Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from('parley.example.com')))
  const name = der(0x30, der(0x31, attribute))
  const validity = der(0x30, time(now - 86_400_000), time(now + days * 86_400_000))
  const serial = der(0x02, Buffer.from([1]))
  const third = der(0xa0, der(0x02, Buffer.from([2])))
  // subjectAltName: localhost
  const names = der(0x04, der(0x30, der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1]))))
  const extensions = der(0xa3, der(0x30, der(0x30, Buffer.from('0603551d11', 'hex'), names)))
  const spki = publicKey.export({ format: 'der', type: 'spki' })
  const told = der(0x30, third, serial, algorithm, name, validity, name, spki, extensions)
  const signature = der(0x03, Buffer.from([0]), sign('RSA-SHA256', told, privateKey))
  const whole = der(0x30, told, algorithm, signature)
  const lines = whole.toString('base64').replace(/.{64}/g, '$&\n').trim()
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  }
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...head]), content])
}

const time = (ms: number): Buffer => {
  const digits = new Date(ms).toISOString().replace(/\D/g, '').slice(2, 14)
  return der(0x17, Buffer.from(`${digits}Z`))
}
