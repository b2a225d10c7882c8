import { describe, expect, it } from 'vitest'
import { allowed, isAllowEntry, isNetwork, isPublic, isUsualPort } from '../../../src/drivers/webhooks/addresses.ts'

describe('an address is public', () => {
  it.each(['1.1.1.1', '93.184.216.34', '172.32.0.1', '192.169.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'])(
    '%s is',
    (address) => expect(isPublic(address)).toBe(true),
  )

  it.each([
    ['this machine', '127.0.0.1'],
    ['this machine', '127.255.0.3'],
    ['any address', '0.0.0.0'],
    ['private', '10.1.2.3'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['shared by carriers', '100.64.0.1'],
    ['metadata of a cloud', '169.254.169.254'],
    ['metadata of a cloud', '100.100.100.200'],
    ['metadata of a cloud', '192.0.0.192'],
    ['metadata of a cloud', '168.63.129.16'],
    ['documentation', '192.0.2.1'],
    ['documentation', '203.0.113.9'],
    ['benchmarks', '198.19.0.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['this machine', '::1'],
    ['any address', '::'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%lo'],
    ['public with a zone', '2606:4700::1111%lo'],
    ['unique local', 'fd00::1'],
    ['metadata of a cloud', 'fd00:ec2::254'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['mapped', '::ffff:127.0.0.1'],
    ['mapped, in hex', '::ffff:7f00:1'],
    ['mapped, written out', '0:0:0:0:0:ffff:10.0.0.1'],
    ['IPv4-compatible', '::127.0.0.1'],
    ['translated', '64:ff9b::127.0.0.1'],
    ['translated', '64:ff9b::a00:1'],
    ['translated, in a network of its own', '64:ff9b:1::a00:1'],
    ['6to4', '2002:7f00:1::'],
    ['Teredo', '2001:0:4136:e378::'],
    ['documentation', '2001:db8::1'],
    ['documentation', '3fff::1'],
    ['protocols', '2001:100::1'],
    ['nobody’s', '4000::1'],
    ['mapped, of any address', '::ffff:1'],
    ['mapped, in hex of a private one', '::ffff:c0a8:101'],
    ['a name', 'example.com'],
    ['nothing', ''],
  ])('%s is not: %s', (_, address) => expect(isPublic(address)).toBe(false))

  it('if the address it is mapped from or translated to is', () => {
    expect(isPublic('::ffff:1.1.1.1')).toBe(true)
    expect(isPublic('64:ff9b::1.1.1.1')).toBe(true)
  })
})

describe('what an operator allows', () => {
  it('holds for names, addresses and networks, however they are written', () => {
    const allow = allowed(['Hooks.Example.com', '10.0.0.5', '192.168.0.0/16', 'fd00::/8'])
    expect(allow.host('hooks.example.COM.')).toBe(true)
    expect(allow.host('example.com')).toBe(false)
    for (const address of ['10.0.0.5', '192.168.3.4', '::ffff:192.168.3.4', 'fd12::1']) {
      expect(allow.address(address), address).toBe(true)
    }
    for (const address of ['10.0.0.6', '192.169.0.1', '::1']) expect(allow.address(address), address).toBe(false)
  })

  it.each(['10.0.0.0/8', '127.0.0.1', '::1', 'fd00::/8', 'localhost', 'my_service', 'hooks.internal.'])(
    'may be %s',
    (entry) => expect(isAllowEntry(entry)).toBe(true),
  )

  it.each([
    '10.0.0.0/33',
    '10.0.0/8',
    '::1/129',
    'http://localhost',
    'a b',
    '*.example.com',
    '',
    '300.1.1.1',
    'a/8',
    '1.2.3.4.5',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    '10.0.0.0/-1',
    'fe80::1%lo',
    '-a',
    'a-',
    'a..b',
    '.a',
  ])('may not be %j', (entry) => expect(isAllowEntry(entry)).toBe(false))
})

it('an address and a network are told from a name', () => {
  for (const entry of ['10.0.0.0/8', '10.0.0.0/0', '127.0.0.1', '::1', 'fd00::/8', '::/128'])
    expect(isNetwork(entry)).toBe(true)
  for (const entry of ['localhost', 'hooks.internal', '10.0.0.0/33', '::/129']) expect(isNetwork(entry)).toBe(false)
})

it('a port is one that HTTP is spoken at', () => {
  for (const port of [80, 443, 1024, 3000, 8080, 8443, 65_535]) expect(isUsualPort(port), `${port}`).toBe(true)
  const others = [0, 21, 22, 25, 81, 442, 444, 1023, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061]
  for (const port of [...others, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080])
    expect(isUsualPort(port), `${port}`).toBe(false)
})
