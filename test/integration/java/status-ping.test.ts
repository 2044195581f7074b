import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { describeService, identifyService } from '../../../src-main/providers/java/doctor/port-service.js'
import { listingOf } from '../../../src-main/providers/java/status/server-listing.js'
import { pingStatus } from '../../../src-main/providers/java/status/status-ping.js'
import { systemClock } from '../../../src-main/storage/system-clock.js'
import { statusPacket, statusServer, type TcpModel, tcpServer } from '../../fakes/java/status-server.js'
import { first } from '../../fixtures/certificates.js'
import { forAll } from '../../fixtures/properties.js'

const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})
const kept = async (starting: Promise<TcpModel>): Promise<TcpModel> => {
  const server = await starting
  endings.push(() => server.stop())
  return server
}

const host = '127.0.0.1'
const ping = (port: number, timeoutMs = 15_000) => pingStatus({ host, port }, { clock: systemClock, timeoutMs })
const paper = {
  version: { name: 'Paper 1.21.4', protocol: 769 },
  players: { online: 2, max: 20, sample: [{ name: 'Steve', id: '0' }] },
  description: { text: 'Hello ', extra: [{ text: '§aworld' }, '!'] },
  favicon: 'data:image/png;base64,iVBORw0KGgo=',
}

describe('the status of a Minecraft server', () => {
  it('names software, version, players, icon and latency', async () => {
    const { port } = await kept(statusServer(paper))
    const report = await ping(port)
    expect(report).toMatchObject({
      software: 'Paper',
      version: '1.21.4',
      protocol: 769,
      players: { online: 2, max: 20 },
      description: 'Hello world!',
      icon: paper.favicon,
      isProxy: false,
    })
    expect(report.latencyMs).toBeGreaterThanOrEqual(0)
    expect(report).not.toHaveProperty('players.sample')
  })

  it('names players, and takes no advertisement or colour code for one', async () => {
    const sample = [{ name: 'Steve' }, { name: '§aBuy ranks!' }, { name: 'Visit our shop' }, { name: 7 }, 'Alex']
    const { port } = await kept(statusServer({ ...paper, players: { online: 2, max: 20, sample } }))
    expect((await ping(port)).sample).toEqual(['Steve'])
  })

  it('counts without a ping', async () => {
    const { port } = await kept(statusServer({ version: { name: '1.21.11', protocol: 774 } }, { answersPing: false }))
    expect(await ping(port)).toMatchObject({ version: '1.21.11', description: '' })
  })

  it.each([
    [{ version: { name: '1.20.4', protocol: 765 } }, { version: '1.20.4' }],
    [{ version: { name: 'CraftBukkit 1.21', protocol: 767 } }, { software: 'CraftBukkit', version: '1.21' }],
    [
      { version: { name: '1.20.1', protocol: 763 }, forgeData: {} },
      { software: 'Forge', version: '1.20.1' },
    ],
    [{ version: { name: 'Velocity 1.7.2-1.21.8', protocol: 772 } }, { isProxy: true }],
    [{ version: { name: 'x'.repeat(1_000) } }, { protocol: -1 }],
    [{ version: {}, players: { online: 'many' }, favicon: 'javascript:alert(1)' }, { players: { online: 0, max: 0 } }],
  ])('is read from %j', (status, expected) => {
    expect(listingOf(JSON.stringify(status))).toMatchObject(expected)
    expect(listingOf(JSON.stringify(status))).not.toHaveProperty('icon')
  })

  it('is clean text of bounded length, for any input', () => {
    const deep = '{"text":"a","extra":['.repeat(2_000) + ']}'.repeat(2_000)
    expect(listingOf(`{"version":{},"description":${deep}}`)?.description.length).toBeLessThanOrEqual(512)
    forAll(fc.jsonValue(), fc.string({ unit: 'binary' }), (description, name) => {
      const listing = listingOf(JSON.stringify({ version: { name }, description }))
      expect(listing?.description.length).toBeLessThanOrEqual(512)
      expect(`${listing?.versionName}`).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    })
  })

  it.each<[string, string, (socket: Socket) => void]>([
    ['not-minecraft', 'another protocol', (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['not-minecraft', 'a length of megabytes', (socket) => socket.write(Buffer.from([0xff, 0xff, 0xff, 0x7f]))],
    ['not-minecraft', 'a length of six bytes', (socket) => socket.write(Buffer.alloc(6, 0xff))],
    ['not-minecraft', 'no JSON', (socket) => socket.write(statusPacket('{'))],
    ['not-minecraft', 'no listing', (socket) => socket.write(statusPacket('[]'))],
    ['closed', 'nothing', (socket) => socket.end()],
    ['no-response', 'no response', () => {}],
  ])('is %s after %s', async (reason, _what, reply) => {
    const { port } = await kept(tcpServer((socket) => void socket.once('data', () => reply(socket))))
    await expect(ping(port, reason === 'no-response' ? 300 : 15_000)).rejects.toMatchObject({ details: { reason } })
  })

  it('arrives whole in single bytes', async () => {
    const { port } = await kept(
      tcpServer((socket) => {
        socket.setNoDelay(true)
        socket.once('data', () => {
          for (const byte of statusPacket(JSON.stringify(paper))) socket.write(Buffer.from([byte]))
        })
      }),
    )
    expect(await ping(port)).toMatchObject({ version: '1.21.4' })
  })

  it('says that nothing listens', async () => {
    const { port, stop } = await statusServer(paper)
    await stop()
    await expect(ping(port)).rejects.toMatchObject({ details: { reason: 'no-connection' } })
  })
})

describe('the program at a port', () => {
  /** Long enough for busy cores; a silent port takes all of it. */
  const at = (port: number, probeMs = 10_000) => identifyService({ host, port }, systemClock, probeMs)

  it('is a game server', async () => {
    const { port } = await kept(statusServer(paper))
    expect(await at(port)).toMatchObject({ kind: 'minecraft', listing: { versionName: 'Paper 1.21.4' } })
    expect(await describeService({ host, port }, systemClock)).toEqual({
      service: 'minecraft',
      version: 'Paper 1.21.4',
    })
  })

  it('is a web server', async () => {
    const web = createHttpServer((_request, response) => response.end('x')).listen(0, host)
    await once(web, 'listening')
    endings.push(() => web.close())
    expect(await at((web.address() as AddressInfo).port)).toEqual({ kind: 'http' })
  })

  it('is a TLS server', async () => {
    const tls = createTlsServer(first)
      .on('tlsClientError', () => {})
      .listen(0, host)
    await once(tls, 'listening')
    endings.push(() => tls.close())
    expect(await at((tls.address() as AddressInfo).port)).toEqual({ kind: 'tls' })
  })

  it('is a program that greets, with its first line cleaned', async () => {
    const { port } = await kept(tcpServer((socket) => void socket.write('SSH-2.0-OpenSSH\u0007\r\nmore')))
    expect(await at(port)).toEqual({ kind: 'greets', greeting: 'SSH-2.0-OpenSSH' })
  })

  it('is a silent port, a flooding one, or a closed one', async () => {
    const silent = await kept(tcpServer(() => {}))
    const flooding = await kept(tcpServer((socket) => void socket.write(Buffer.alloc(5_000_000, 'x'))))
    const gone = await tcpServer(() => {})
    await gone.stop()
    const services = await Promise.all([at(silent.port, 1_000), at(flooding.port), at(gone.port)])
    expect(services).toMatchObject([{ kind: 'silent' }, { kind: 'greets' }, { kind: 'nothing' }])
  })
})
