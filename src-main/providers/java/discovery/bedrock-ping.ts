/** Bedrock ping: finds Bedrock worlds with RakNet's unconnected ping. Responses are untrusted. */
import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import type { FoundInNetwork } from '@shared/servers/java-server.js'
import { plainName, untrusted } from '../../../policy/text/untrusted-text.js'
import { withoutColours } from './lan-worlds.js'

export const bedrockPort = 19_132

const magic = Buffer.from('00ffff00fefefefefdfdfdfd12345678', 'hex')
const [ping, pong] = [0x01, 0x1c] as const
const headSize = 1 + 8 + 8 + magic.length + 2

export function pingPacket(time: bigint): Buffer {
  const packet = Buffer.alloc(9)
  packet.writeUInt8(ping, 0)
  packet.writeBigInt64BE(time, 1)
  return Buffer.concat([packet, magic, randomBytes(8)])
}

/** Undefined for anything but a response to this ping. */
export function readPong(packet: Buffer, time: bigint, host: string, port: number): FoundInNetwork | undefined {
  if (packet.length < headSize || packet.length > 1_500 || packet[0] !== pong) return undefined
  if (packet.readBigInt64BE(1) !== time || !packet.subarray(17, 33).equals(magic)) return undefined
  const length = packet.readUInt16BE(33)
  const text = packet.toString('utf8', headSize, Math.min(headSize + length, packet.length))
  const [edition, motd = ''] = text.split(';', 2)
  if (edition !== 'MCPE' && edition !== 'MCEE') return undefined
  const name = plainName(untrusted(withoutColours(motd)))
  return { key: `bedrock ${host}:${port}`, kind: 'bedrock', name: name || host, host, port }
}

/**
 * Pings until stopped; `again` sends another ping.
 *
 * @param targets addresses, including the broadcast address
 */
export function pingForBedrock(
  onFound: (found: FoundInNetwork) => void,
  {
    targets = ['255.255.255.255', '127.0.0.1'],
    port = bedrockPort,
    onProblem = () => undefined,
  }: { readonly targets?: readonly string[]; readonly port?: number; readonly onProblem?: (why: string) => void } = {},
): { readonly again: () => void; readonly stop: () => void } {
  const socket = createSocket('udp4')
  const time = randomBytes(8).readBigInt64BE()
  let isOpen = false
  let isStopped = false
  const stop = () => {
    if (isStopped) return
    isStopped = true
    socket.close()
  }
  const again = () => {
    if (!isOpen || isStopped) return
    for (const target of targets)
      socket.send(pingPacket(time), port, target, (error) => error && onProblem(error.message))
  }
  socket.on('error', (error) => {
    onProblem(error.message)
    stop()
  })
  socket.on('message', (packet, remote) => {
    const found = readPong(packet, time, remote.address, remote.port)
    if (found) onFound(found)
  })
  socket.bind(0, () => {
    isOpen = true
    socket.setBroadcast(true)
    again()
  })
  return { again, stop }
}
