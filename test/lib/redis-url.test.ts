import { describe, expect, it } from 'vitest'
import { parseRedisUrl } from '../../src/lib/redis-url.ts'

describe('a Redis URL', () => {
  it('names one server, whose URL is left as it is', () => {
    const url = 'rediss://:s3cret,s3cret@redis.example.com/2?family=6'
    expect(parseRedisUrl(url)).toEqual({ kind: 'server', url, named: 'redis.example.com:6379' })
  })

  it('names Sentinels and their master, who have passwords of their own', () => {
    const url =
      'rediss+sentinel://ann:p%40ss%2Fword@one.example.com,[::1]:26380/my.master/3?sentinel_username=ben&sentinel_password=a+b%26c'
    expect(parseRedisUrl(url)).toEqual({
      kind: 'sentinel',
      hosts: [
        { host: 'one.example.com', port: 26_379 },
        { host: '::1', port: 26_380 },
      ],
      tls: true,
      login: { username: 'ann', password: 'p@ss/word' },
      master: 'my.master',
      database: 3,
      sentinelLogin: { username: 'ben', password: 'a+b&c' },
      named: 'my.master of the Sentinels one.example.com:26379, ::1:26380',
    })
    expect(parseRedisUrl('redis+sentinel://one/mymaster')).toMatchObject({ tls: false, login: {}, database: 0 })
  })

  it.each(['', '/', '/0'])('names servers of a Cluster, with %j behind them', (rest) => {
    expect(parseRedisUrl(`REDIS+cluster://:s3:cret@10.0.0.1:7000,10.0.0.2${rest}`)).toEqual({
      kind: 'cluster',
      hosts: [
        { host: '10.0.0.1', port: 7000 },
        { host: '10.0.0.2', port: 6379 },
      ],
      tls: false,
      login: { password: 's3:cret' },
      named: 'the Cluster of 10.0.0.1:7000, 10.0.0.2:6379',
    })
  })

  it.each([
    ['localhost:6379', /must be a Redis URL/],
    ['redis://', /must be a Redis URL/],
    ['redis-sentinel://one/s3cret', /must be a Redis URL/],
    ['redis://s3cret:s3cret:s3cret', /must be a Redis URL/],
    ['redis://:s3cret@one:26379,two:26379', /names several hosts: let it begin with redis\+sentinel/],
    ['redis+sentinel://:s3cret@one,two', /must name the master behind the hosts/],
    ['redis+sentinel://one/s3cret/two', /must name the master behind the hosts/],
    ['redis+sentinel://one/mymaster?sentinel_pasword=s3cret', /parameter that is not known/],
    ['redis+sentinel://one/mymaster?db=1', /parameter that is not known/],
    ['redis+cluster://one/1', /one database and knows no parameters/],
    ['redis+cluster://one?s3cret=1', /one database and knows no parameters/],
    ['redis+cluster://one,,two', /must name hosts with commas/],
    ['redis+cluster://one:70000', /must name hosts with commas/],
    ['redis+cluster://:s3#cret@one', /are written %2F/],
    ['redis+cluster://:s3/cret@one', /are written %2F/],
    ['redis+cluster://:s3%cret@one', /are written %2F/],
    ['redis+sentinel://one/mymaster#s3cret', /are written %2F/],
  ])('%s is told what is wrong with it, and nothing of it', (url, why) => {
    expect(() => parseRedisUrl(url)).toThrow(why)
    expect(() => parseRedisUrl(url)).not.toThrow(/s3|cret/)
  })
})
