/**
 * The time from a command to its whole reply over RCON, as the program runs it.
 *
 * Floor: a bare client that writes one packet and waits for the number of bytes it knows to come, so it needs no probe.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { encodePacket } from '../../../src-main/providers/java/rcon/packet.js'
import { RconConnection } from '../../../src-main/providers/java/rcon/rcon-connection.js'
import { systemClock } from '../../../src-main/storage/system-clock.js'
import { RecordingLog } from '../../fakes/recording-log.js'
import { JsonLinesProcess } from '../../fixtures/json-lines-process.js'
import { alternately, cost, type Figure, median, printFigures, quantile, sized } from '../contract/timing.js'

const rounds = sized({ full: 40, quick: 5, once: 1 })
const commands = { list: sized({ full: 500, quick: 100, once: 5 }), help: sized({ full: 100, quick: 20, once: 2 }) }
/** Bytes of the whole reply on the wire: text and 14 bytes a packet. */
const replyBytes = { list: 65 + 14, help: 20_000 + 5 * 14 }

const program = new JsonLinesProcess([path.join(import.meta.dirname, 'rcon-server.mjs')])
const { port } = (await program.until(({ event }) => event === 'ready', { milliseconds: 30_000 })) as { port: number }

const connection = new RconConnection(
  { host: '127.0.0.1', port, password: 'secret' },
  { clock: systemClock, log: new RecordingLog() },
)
connection.start()
await new Promise<void>((resolve) => connection.onDidChangeState(({ kind }) => kind === 'online' && resolve()))
const bare = await loggedIn()

const figures: Figure[] = []
for (const command of ['list', 'help'] as const) {
  const count = commands[command]
  const each: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] }
  const timed = async (name: 'ours' | 'bare', run: () => Promise<unknown>) => {
    for (let turn = 0; turn < count; turn += 1) {
      const began = performance.now()
      await run()
      each[name].push(performance.now() - began)
    }
  }
  await alternately(rounds, {
    ours: () => timed('ours', () => connection.run(command)),
    bare: () => timed('bare', () => received(command)),
  })
  const what = command === 'list' ? 'a short reply' : 'a reply of 20,000 characters'
  figures.push(cost(`${what}, median`, 'ms', median(each.ours), median(each.bare)))
  figures.push(cost(`${what}, 95 of 100`, 'ms', quantile(each.ours, 0.95), quantile(each.bare, 0.95)))
}
printFigures(figures)
connection.stop()
bare.destroy()
await program.end()

async function loggedIn(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true)
  await once(socket, 'connect')
  socket.write(encodePacket(1, 3, 'secret'))
  await once(socket, 'data')
  return socket
}

/** One command on the bare client, until all its bytes are there. */
function received(command: 'list' | 'help'): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0
    const take = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes < replyBytes[command]) return
      bare.off('data', take)
      resolve()
    }
    bare.on('data', take)
    bare.write(encodePacket(2, 2, command))
  })
}
