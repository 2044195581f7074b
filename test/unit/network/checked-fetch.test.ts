import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { checkedAddresses, checkedFetch } from '../../../src-main/network/checked-fetch.js'

const names: Readonly<Record<string, readonly string[]>> = {
  'public.example': ['93.184.216.34'],
  'login.example': ['93.184.216.35', '2001:db8::1'],
  'office.example': ['10.0.0.7'],
  'half.example': ['93.184.216.36', '192.168.1.1'],
  localhost: ['127.0.0.1', '::1'],
}
const resolve = async (host: string) =>
  (names[host] ?? [host]).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
const from = (service: string) => ({ namedBy: new URL(service), resolve })
const check = (url: string, service: string) => checkedAddresses(new URL(url), from(service))

describe('an address from an untrusted source', () => {
  it.each([
    ['https://login.example/a', 'https://public.example/mcp'],
    ['https://login.example/a', 'https://office.example/mcp'],
    ['https://office.example/a', 'https://10.1.1.1/mcp'],
    ['https://office.example/a', 'http://127.0.0.1:1/mcp'],
    ['http://127.0.0.1:9/a', 'http://localhost:1/mcp'],
    ['http://[::1]:9/a', 'http://127.0.0.1:1/mcp'],
  ])('%s may be requested for %s', (url, service) => expect(check(url, service)).resolves.not.toHaveLength(0))

  it.each([
    ['https://office.example/a', 'https://public.example/mcp', 'private network'],
    ['https://half.example/a', 'https://public.example/mcp', 'private network'],
    ['https://127.0.0.1/a', 'https://public.example/mcp', 'private network'],
    ['http://localhost/a', 'https://public.example/mcp', 'private network'],
    ['http://localhost/a', 'https://office.example/mcp', 'private network'],
    ['https://0.0.0.0/a', 'https://public.example/mcp', 'private network'],
    ['https://[::]/a', 'https://public.example/mcp', 'private network'],
    ['https://[::ffff:127.0.0.1]/a', 'https://public.example/mcp', 'private network'],
    ['https://169.254.169.254/a', 'https://public.example/mcp', 'private network'],
    ['http://login.example/a', 'https://public.example/mcp', 'without encryption'],
    ['http://office.example/a', 'https://office.example/mcp', 'without encryption'],
    ['https://user:word@login.example/a', 'https://public.example/mcp', 'password'],
    ['file:///etc/passwd', 'https://public.example/mcp', 'not a web address'],
  ])('%s must not be requested for %s', (url, service, reason) => expect(check(url, service)).rejects.toThrow(reason))

  it('is dialled where it was checked, and is not followed elsewhere', async () => {
    const server = createServer((_request, response) => response.writeHead(302, { location: '/b' }).end('there'))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    const here = new URL(`http://somewhere.example:${port}/`)
    const fetch = checkedFetch({ namedBy: here, resolve: async () => [{ address: '127.0.0.1', family: 4 }] })
    const response = await fetch(here)
    expect([response.status, response.headers.get('location'), await response.text()]).toEqual([302, '/b', 'there'])
    server.close()
  })
})
