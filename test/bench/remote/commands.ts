/**
 * The time from a command to its whole reply: RCON through a tunnel of SSH, and the console of a panel.
 *
 * Floor: a bare `ssh2` client that waits for the number of bytes it knows to come, and a bare WebSocket client that waits
 * for the line it knows to come. Neither proves that the reply is whole, or whose it is.
 */
import { once } from 'node:events'
import { type RawData, WebSocket } from 'ws'
import { encodePacket } from '../../../src-main/providers/java/rcon/packet.js'
import { panelWayOf } from '../../../src-main/providers/java/ways/panel/panel-way.js'
import { untilState } from '../../fakes/java/rcon-scene.js'
import { RconServer } from '../../fakes/java/rcon-server.js'
import type { CableOptions } from '../../fakes/java/ssh/cable.js'
import { alternately, cost, type Figure, median, printFigures, sized } from '../contract/timing.js'
import { bareClient, bareTunnel, link, scene, startPanel, startSshd } from './far-server.js'

const reply = 'There are 3 of a max of 20 players online: Steve, Alex, Herobrine'
const properties = (port: number) => `enable-rcon=true\nrcon.port=${port}\nrcon.password=secret\n`

/** One command on each, in turns. */
async function inTurns(
  name: string,
  rounds: number,
  ways: { readonly ours: () => Promise<unknown>; readonly floor: () => Promise<unknown> },
): Promise<Figure> {
  const { ours, floor } = await alternately(rounds, ways)
  return cost(name, 'ms', median(ours.elapsed), median(floor.elapsed))
}

async function overSsh(where: string, options: CableOptions, rounds: number): Promise<Figure[]> {
  const sshd = await startSshd()
  if (!sshd) return []
  const rcon = await RconServer.start({ run: () => [reply], password: 'secret' })
  scene.onEnd(() => rcon.stop())
  const cable = await scene.cable(sshd.port, options)
  const { console: ours } = scene.trusted(sshd, scene.folder({ 'server.properties': properties(rcon.port) }), cable)
  if (!ours) throw new Error('There is no console.')
  ours.start()
  await untilState(ours, 'online')
  const bare = await bareTunnel(await bareClient(sshd, cable), rcon.port)
  bare.write(encodePacket(1, 3, 'secret'))
  await once(bare, 'data')
  const floor = () =>
    new Promise<void>((resolve) => {
      let bytes = 0
      const take = (piece: Buffer) => {
        bytes += piece.length
        if (bytes < reply.length + 14) return
        bare.off('data', take)
        resolve()
      }
      bare.on('data', take)
      bare.write(encodePacket(2, 2, 'list'))
    })
  return [await inTurns(`a command through SSH, ${where}`, rounds, { ours: () => ours.run('list'), floor })]
}

async function overPanel(where: string, options: CableOptions, rounds: number): Promise<Figure[]> {
  const host = await startPanel(options, (command) =>
    command.startsWith('data get storage ')
      ? [`Storage ${command.slice('data get storage '.length)} has the following contents: {}`]
      : [reply],
  )
  const way = panelWayOf(host.address, host.deps)
  scene.onEnd(() => way.stop())
  const ours = way.console
  if (!ours) throw new Error('There is no console.')
  ours.start()
  await untilState(ours, 'online')
  const bare = await barePanelConsole(host)
  const floor = () =>
    new Promise<void>((resolve) => {
      const take = (data: RawData) => {
        if (!`${data}`.includes(reply)) return
        bare.off('message', take)
        resolve()
      }
      bare.on('message', take)
      bare.send(JSON.stringify({ event: 'send command', args: ['list'] }))
    })
  return [await inTurns(`a command through a panel, ${where}`, rounds, { ours: () => ours.run('list'), floor })]
}

async function barePanelConsole({ panel, key, address }: Awaited<ReturnType<typeof startPanel>>): Promise<WebSocket> {
  const response = await fetch(`${panel.origin}/api/client/servers/${address.server}/websocket`, {
    headers: { authorization: `Bearer ${key}`, accept: 'application/json' },
  })
  const { data } = (await response.json()) as { data: { token: string; socket: string } }
  const socket = new WebSocket(data.socket, { origin: panel.origin })
  await once(socket, 'open')
  scene.onEnd(() => socket.terminate())
  socket.send(JSON.stringify({ event: 'auth', args: [data.token] }))
  await once(socket, 'message')
  return socket
}

/** Fewer than a panel takes without a pause. */
const commands = sized({ full: 16, quick: 8, once: 1 })
const near = sized({ full: 400, quick: 60, once: 2 })
printFigures([
  ...(await overSsh('on this computer', {}, near)),
  ...(await overSsh('50 ms away', link, commands)),
  ...(await overPanel('on this computer', {}, commands)),
  ...(await overPanel('50 ms away', link, commands)),
])
await scene.end()
process.exit(0)
