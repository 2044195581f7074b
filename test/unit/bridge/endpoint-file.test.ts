import { defaultProfile, parseEndpoint } from '@contract/local/endpoint-file.js'
import { describe, expect, it } from 'vitest'

const good = { endpoint: 'http://127.0.0.1:4711', token: 'key', pid: 42 }
const parse = (change: object) => parseEndpoint(JSON.stringify({ ...good, ...change }))

// verifies: http-endpoint
describe('the endpoint file', () => {
  it('names a loopback endpoint, a token and a process', () => {
    expect(parse({})).toEqual(good)
    expect(parse({ endpoint: 'http://127.0.0.1:4711/' })).toEqual(good)
    expect(parse({ endpoint: 'http://[::1]:4711' })?.endpoint).toBe('http://[::1]:4711')
  })

  it.each([
    'http://192.168.0.7:4711',
    'http://example.org:4711',
    'http://localhost:4711',
    'http://127.0.0.1.example.org:4711',
    'http://user@127.0.0.1:4711',
    'https://127.0.0.1:4711',
    'file:///etc/passwd',
    'http://127.0.0.1:4711/other',
    '',
    7,
  ])('never sends the token to %s', (endpoint) => expect(parse({ endpoint })).toBeUndefined())

  it.each(['', 'two words', 'line\nend', null, 7])('rejects a token that does not fit a header: %j', (token) =>
    expect(parse({ token })).toBeUndefined(),
  )

  it.each([0, -1, 1.5, '42', null])('rejects an invalid process id: %j', (pid) =>
    expect(parse({ pid })).toBeUndefined(),
  )

  it.each(['', '{', 'null', '[]', '"text"'])('is invalid with the content %j', (text) =>
    expect(parseEndpoint(text)).toBeUndefined(),
  )
})

describe('the default profile', () => {
  it('is in the usual folder of each system', () => {
    expect(defaultProfile('linux', {}, '/home/ada')).toBe('/home/ada/.config/Gatehouse')
    expect(defaultProfile('linux', { XDG_CONFIG_HOME: '/conf/' }, '/home/ada')).toBe('/conf/Gatehouse')
    expect(defaultProfile('darwin', {}, '/Users/ada')).toBe('/Users/ada/Library/Application Support/Gatehouse')
    expect(defaultProfile('win32', { APPDATA: 'D:\\Roaming' }, 'C:\\Users\\ada')).toBe('D:\\Roaming\\Gatehouse')
    expect(defaultProfile('win32', {}, 'C:\\Users\\ada')).toBe('C:\\Users\\ada\\AppData\\Roaming\\Gatehouse')
  })

  it('ignores a relative XDG folder, as the XDG specification demands', () =>
    expect(defaultProfile('linux', { XDG_CONFIG_HOME: 'conf' }, '/home/ada')).toBe('/home/ada/.config/Gatehouse'))
})
