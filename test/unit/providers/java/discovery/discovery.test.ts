import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { FoundInNetwork, FoundServers } from '@shared/servers/java-server.js'
import { Bonjour } from 'bonjour-service'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pingForBedrock, pingPacket, readPong } from '../../../../../src-main/providers/java/discovery/bedrock-ping.js'
import {
  agentOf,
  agentService,
  findAgents,
  findServersHere,
  type NetworkSearch,
  ServerDiscovery,
} from '../../../../../src-main/providers/java/discovery/discovery.js'
import {
  foldersInLsof,
  isJavaProgram,
  javaProcesses,
  pidsInPs,
  processesInJson,
} from '../../../../../src-main/providers/java/discovery/java-processes.js'
import { listenForLanWorlds, readAnnouncement } from '../../../../../src-main/providers/java/discovery/lan-worlds.js'
import { FakeClock, settled } from '../../../../fakes/fake-clock.js'
import { RecordingLog } from '../../../../fakes/recording-log.js'
import { folderForEach } from '../../../../fixtures/for-each.js'
import { freePort } from '../../../../fixtures/free-port.mjs'
import { forAll } from '../../../../fixtures/properties.js'

const magic = '00ffff00fefefefefdfdfdfd12345678'

function pongPacket(time: bigint, text: string): Buffer {
  const packet = Buffer.alloc(35)
  packet.writeUInt8(0x1c, 0)
  packet.writeBigInt64BE(time, 1)
  packet.write(magic, 17, 'hex')
  packet.writeUInt16BE(Buffer.byteLength(text), 33)
  return Buffer.concat([packet, Buffer.from(text)])
}
const bedrock = 'MCPE;\u00a7bBuild \u00a7lbattle;712;1.21.20;3;20;123;Second;Creative;1;19132;19133;'

describe('worlds opened to LAN', () => {
  it('are read from what they announce', () =>
    expect(readAnnouncement('[MOTD]Steve - \u00a7aMy world[/MOTD][AD]54321[/AD]', '192.168.1.7')).toEqual({
      key: 'lan-world 192.168.1.7:54321',
      kind: 'lan-world',
      name: 'Steve - My world',
      host: '192.168.1.7',
      port: 54_321,
    }))
  it.each(['', '[MOTD]a[/MOTD]', '[MOTD]a[/MOTD][AD]0[/AD]', '[AD]1[/AD]', '[MOTD]a[/MOTD][AD]x[/AD]'])(
    'are not read from %j',
    (text) => expect(readAnnouncement(text, '10.0.0.1')).toBeUndefined(),
  )
  it('have names that are cleaned and bounded', () => {
    const name = readAnnouncement(`[MOTD]\u0007${'x'.repeat(900)}\u202e[/MOTD][AD]1[/AD]`, '10.0.0.1')?.name ?? ''
    expect(name.length).toBeLessThanOrEqual(70)
    expect(name).toMatch(/^x{60,64}[^\p{Cc}\p{Cf}]*$/u)
  })
  it('are received on the socket, and no more after it is stopped', async () => {
    const probe = createSocket('udp4').bind(0, '127.0.0.1')
    await once(probe, 'listening')
    const { port } = probe.address() as AddressInfo
    probe.close()
    await once(probe, 'close')
    const received: FoundInNetwork[] = []
    const sender = createSocket('udp4')
    const send = () => sender.send('[MOTD]A world[/MOTD][AD]4000[/AD]', port, '127.0.0.1')
    const found = new Promise<void>((resolve) => {
      const stop = listenForLanWorlds(
        (one) => {
          received.push(one)
          stop()
          resolve()
        },
        { port },
      )
    })
    const sending = setInterval(send, 20)
    await found
    clearInterval(sending)
    sender.close()
    await once(sender, 'close')
    expect(received[0]).toMatchObject({ name: 'A world', host: '127.0.0.1', port: 4_000 })
  })
})

describe('Bedrock worlds', () => {
  it('are read from their answer to this ping alone', () => {
    expect(readPong(pongPacket(7n, bedrock), 7n, '192.168.1.9', 19_132)).toEqual({
      key: 'bedrock 192.168.1.9:19132',
      kind: 'bedrock',
      name: 'Build battle',
      host: '192.168.1.9',
      port: 19_132,
    })
    expect(readPong(pongPacket(8n, bedrock), 7n, '192.168.1.9', 19_132)).toBeUndefined()
    expect(readPong(pongPacket(7n, 'HTTP;x'), 7n, '192.168.1.9', 19_132)).toBeUndefined()
  })
  it('fail on no packet, whatever it holds', () =>
    forAll(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      expect(readPong(Buffer.from(bytes), 7n, '10.0.0.1', 1)).toBeUndefined()
    }))
  it('answer a real socket', async () => {
    const server = createSocket('udp4').bind(0, '127.0.0.1')
    await once(server, 'listening')
    server.on('message', (packet, remote) => {
      expect(packet).toHaveLength(pingPacket(0n).length)
      server.send(pongPacket(packet.readBigInt64BE(1), bedrock), remote.port, remote.address)
    })
    const { port } = server.address() as AddressInfo
    const found = await new Promise<FoundInNetwork>((resolve) => {
      const search = pingForBedrock(
        (one) => {
          search.stop()
          resolve(one)
        },
        { targets: ['127.0.0.1'], port },
      )
    })
    server.close()
    await once(server, 'close')
    expect(found).toMatchObject({ kind: 'bedrock', name: 'Build battle', port })
  })
})

describe('agents', () => {
  it('are those that name an address and a port', () => {
    expect(agentOf({ name: 'Survival\u0007', addresses: ['fe80::1', '192.168.1.4'], port: 8_765 })).toEqual({
      key: 'agent 192.168.1.4:8765',
      kind: 'agent',
      name: 'Survival',
      host: '192.168.1.4',
      port: 8_765,
    })
    expect(agentOf({ name: 'x', addresses: [], port: 1 })).toBeUndefined()
    expect(agentOf({ name: 'x', addresses: ['10.0.0.1'], port: 0 })).toBeUndefined()
  })
  it('are found by mDNS as somebody else announces them', async () => {
    // A port of its own, on the loopback interface: nothing leaves this computer.
    const multicast = {
      interface: '127.0.0.1',
      bind: '0.0.0.0',
      ip: '224.0.0.251',
      port: await freePort(),
    }
    const publisher = new Bonjour(multicast as object)
    publisher.publish({
      name: 'Test agent',
      type: agentService,
      port: 8_765,
      host: 'localhost',
      disableIPv6: true,
      probe: false,
    })
    const search = { stop: (): void => undefined }
    const found = await new Promise<FoundInNetwork | undefined>((resolve) => {
      const started = findAgents(resolve, { multicast })
      search.stop = started.stop
      const again = setInterval(started.again, 200)
      setTimeout(() => resolve(undefined), 45_000).unref()
      search.stop = () => {
        clearInterval(again)
        started.stop()
      }
    })
    search.stop()
    await new Promise<void>((resolve) => publisher.unpublishAll(() => publisher.destroy(() => resolve())))
    expect(found).toMatchObject({ kind: 'agent', name: 'Test agent', port: 8_765 })
  })
})

describe('servers on this computer', () => {
  const root = folderForEach()

  it('are Java programs that run where a server.properties is', async () => {
    const server = path.join(root(), 'survival')
    mkdirSync(path.join(server, 'config'), { recursive: true })
    writeFileSync(path.join(server, 'server.properties'), 'server-port=25566\n')
    writeFileSync(path.join(server, 'config', 'paper-global.yml'), '')
    const processes = async () => [
      { pid: 7, folder: server },
      { pid: 8, folder: root() },
      { pid: 9 },
      { pid: 10, folder: server },
    ]
    expect(await findServersHere(new RecordingLog(), processes)).toEqual([
      { key: `7 ${server}`, name: 'survival', software: 'Paper', gamePort: 25_566, folder: server },
    ])
  })

  it.runIf(process.platform === 'linux')('are found in the process list of Linux', async () => {
    for (const { pid, folder } of await javaProcesses()) {
      expect(pid).toBeGreaterThan(0)
      if (folder !== undefined) expect(path.isAbsolute(folder)).toBe(true)
    }
  })

  it.each([
    ['/usr/bin/java', true],
    ['C:\\Program Files\\Java\\bin\\javaw.exe', true],
    ['java', true],
    ['/opt/javascript', false],
    ['', false],
  ])('are started by a program like %j: %s', (program, is) => expect(isJavaProgram(program)).toBe(is))

  it('are read from what macOS says', () => {
    expect(pidsInPs('  812 /usr/bin/java\n 9 /bin/zsh\n 99 /Library/Java Home/bin/java\ngarbage')).toEqual([812, 99])
    expect([...foldersInLsof('p812\nfcwd\nn/Users/me/My server\np99\nfcwd\nn/srv\n')]).toEqual([
      [812, '/Users/me/My server'],
      [99, '/srv'],
    ])
  })
  it('are read from what Windows says', () => {
    const one = { ProcessId: 4, CommandLine: '"C:\\j\\java.exe" -Xmx4G -jar "C:\\My server\\server.jar" nogui' }
    expect(processesInJson(JSON.stringify(one))).toEqual([{ pid: 4, folder: 'C:\\My server' }])
    expect(
      processesInJson(JSON.stringify([one, { ProcessId: 5, CommandLine: 'java -jar server.jar' }, null, { x: 1 }])),
    ).toEqual([{ pid: 4, folder: 'C:\\My server' }, { pid: 5 }])
    expect(processesInJson('not JSON')).toEqual([])
  })
})

describe('the list', () => {
  const world = (port: number): FoundInNetwork => ({
    key: `lan-world 10.0.0.1:${port}`,
    kind: 'lan-world',
    name: 'W',
    host: '10.0.0.1',
    port,
  })

  function scene() {
    const clock = new FakeClock()
    const shown: FoundServers[] = []
    let hear: (found: FoundInNetwork) => void = () => undefined
    let stopped = 0
    let asked = 0
    const search = (onFound: (found: FoundInNetwork) => void): NetworkSearch => {
      hear = onFound
      return { again: () => void asked++, stop: () => void stopped++ }
    }
    const discovery = new ServerDiscovery({
      clock,
      log: new RecordingLog(),
      onChange: (found) => shown.push(found),
      here: async () => [{ key: '1', name: 'survival' }],
      searches: [search],
    })
    return { clock, shown, discovery, hear: (found: FoundInNetwork) => hear(found), counts: () => ({ stopped, asked }) }
  }

  it('says that it searches until it has looked once', async () => {
    const { discovery, shown } = scene()
    expect(discovery.found).toEqual({ searching: true, here: [], network: [] })
    discovery.start()
    await settled()
    expect(shown).toEqual([{ searching: false, here: [{ key: '1', name: 'survival' }], network: [] }])
    discovery.stop()
  })
  it('drops what is not announced again', async () => {
    const { discovery, clock, hear } = scene()
    discovery.start()
    await settled()
    hear(world(1))
    await clock.advance(8_000)
    hear(world(2))
    await clock.advance(6_000)
    expect(discovery.found.network.map(({ port }) => port)).toEqual([2])
    discovery.stop()
  })
  it('says nothing while nothing changes, and asks the network again', async () => {
    const { discovery, clock, shown, hear, counts } = scene()
    discovery.start()
    await settled()
    for (let index = 0; index < 5; index++) {
      hear(world(1))
      await clock.advance(3_000)
    }
    expect(shown).toHaveLength(2)
    expect(counts().asked).toBeGreaterThan(4)
    discovery.stop()
  })
  it('keeps at most a hundred', async () => {
    const { discovery, hear } = scene()
    discovery.start()
    for (let port = 1; port < 300; port++) hear(world(port))
    expect(discovery.found.network).toHaveLength(100)
    discovery.stop()
  })
  it('ends everything when it is stopped', async () => {
    const { discovery, clock, shown, hear, counts } = scene()
    discovery.start()
    await settled()
    discovery.stop()
    hear(world(1))
    await clock.advance(10_000)
    expect([shown.length, clock.waiting, counts().stopped]).toEqual([1, 0, 1])
  })
})
