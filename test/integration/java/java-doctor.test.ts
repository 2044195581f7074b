import { afterEach, describe, expect, it } from 'vitest'
import { type DoctorTarget, diagnoseJavaServer } from '../../../src-main/providers/java/doctor/java-doctor.js'
import { systemClock } from '../../../src-main/storage/system-clock.js'
import { ManagementServer } from '../../fakes/java/management-server.js'
import { RconScene } from '../../fakes/java/rcon-scene.js'
import { statusServer, tcpServer } from '../../fakes/java/status-server.js'
import { first } from '../../fixtures/certificates.js'

const scene = new RconScene()
const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
  await scene.end()
})

async function kept<Server extends { stop(): Promise<void> }>(starting: Promise<Server>): Promise<Server> {
  const server = await starting
  endings.push(() => server.stop())
  return server
}

/** A port where nothing listens. */
async function closedPort(): Promise<number> {
  const { port, stop } = await tcpServer(() => {})
  await stop()
  return port
}

const kindsFor = async (target: Partial<DoctorTarget> & { port: number }) => {
  const whole = { host: '127.0.0.1', password: 'secret', gamePort: await closedPort(), ...target }
  const findings = await diagnoseJavaServer(whole, {
    clock: systemClock,
    log: scene.log,
    listTimeoutMs: 2_000,
    probeMs: 10_000,
  })
  return findings.map(({ kind }) => kind)
}

const listing = { version: { name: 'Paper 1.21.4', protocol: 769 } }

describe('the doctor, against real sockets', () => {
  it('reports no problem with a working server', async () => {
    const server = await scene.server({ run: () => ['There are 0 of a max of 20 players online: '] })
    expect(await kindsFor({ port: server.port })).toEqual([])
    expect(new Set(server.commands)).toEqual(new Set(['list']))
  })

  it('finds a wrong password, a missing one, and a server that does not reply', async () => {
    const server = await scene.server({ run: () => new Promise(() => {}) })
    expect(await kindsFor({ port: server.port, password: 'wrong' })).toEqual(['password-wrong'])
    expect(await kindsFor({ port: server.port, password: undefined })).toEqual(['password-missing'])
    expect(await kindsFor({ port: server.port })).toEqual(['console-hangs'])
  })

  it('distinguishes RCON that is off from a server that does not run', async () => {
    const game = await kept(statusServer(listing))
    const port = await closedPort()
    expect(await kindsFor({ port, gamePort: game.port })).toEqual(['rcon-off'])
    expect(await kindsFor({ port })).toEqual(['server-not-running'])
  })

  it('distinguishes the game port from other programs', async () => {
    const game = await kept(statusServer(listing))
    const ssh = await kept(tcpServer((socket) => void socket.write('SSH-2.0-OpenSSH_9.6\r\n')))
    expect(await kindsFor({ port: game.port })).toEqual(['game-port'])
    expect(await kindsFor({ port: ssh.port })).toEqual(['other-program'])
  })

  it('finds a wrong management secret, an untrusted certificate, and the wrong scheme', async () => {
    const rcon = await scene.server({ run: () => ['There are 0'] })
    const plain = await kept(ManagementServer.start({ secret: 'a' }))
    const secure = await kept(ManagementServer.start({ secret: 'a', identity: first }))
    const kindsAt = (url: string, secret = 'a') => kindsFor({ port: rcon.port, management: { url, secret } })
    expect(await kindsAt(plain.url)).toEqual([])
    expect(await kindsAt(plain.url, 'b')).toEqual(['management-secret-wrong'])
    expect(await kindsAt(secure.url)).toEqual(['certificate-unknown'])
    expect(await kindsAt(plain.url.replace('ws:', 'wss:'))).toEqual(['management-without-tls'])
    expect(await kindsAt(secure.url.replace('wss:', 'ws:'))).toEqual(['management-needs-tls'])
    expect(await kindsAt(`ws://127.0.0.1:${await closedPort()}`)).toEqual(['management-off'])
  })
})
