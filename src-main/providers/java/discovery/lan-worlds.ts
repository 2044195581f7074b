/**
 * LAN worlds: worlds opened to LAN from the game, which announce themselves by multicast.
 *
 * They have no RCON and no console, so Gatehouse can only list them. Anybody in the network can announce anything:
 * texts are bounded and cleaned, and the number of entries is limited.
 */
import { createSocket, type Socket } from 'node:dgram'
import { networkInterfaces } from 'node:os'
import type { FoundInNetwork } from '@shared/servers/java-server.js'
import { plainName, untrusted } from '../../../policy/text/untrusted-text.js'

export const lanGroup = '224.0.2.60'
export const lanPort = 4_445

/** `[MOTD]text[/MOTD][AD]port[/AD]`; old versions send `address:port`. */
export function readAnnouncement(text: string, host: string): FoundInNetwork | undefined {
  const motd = between(text, '[MOTD]', '[/MOTD]')
  const port = Number(between(text, '[AD]', '[/AD]')?.split(':').at(-1) ?? Number.NaN)
  if (motd === undefined || !Number.isInteger(port) || port < 1 || port > 65_535) return undefined
  const name = plainName(untrusted(withoutColours(motd)))
  return { key: `lan-world ${host}:${port}`, kind: 'lan-world', name: name || host, host, port }
}

/** Formatting codes of the game: a section sign and the character after it. */
export const withoutColours = (text: string): string => text.replaceAll(/\u00a7./gu, '')

function between(text: string, open: string, close: string): string | undefined {
  const from = text.indexOf(open)
  const to = text.indexOf(close, from + open.length)
  return from < 0 || to < 0 ? undefined : text.slice(from + open.length, to)
}

/** Maximum bytes of an announcement. */
const longest = 1_024

/**
 * Listens until stopped.
 *
 * @param port chosen by tests
 * @returns the function that stops it
 */
export function listenForLanWorlds(
  onFound: (found: FoundInNetwork) => void,
  {
    port = lanPort,
    onProblem = () => undefined,
  }: { readonly port?: number; readonly onProblem?: (why: string) => void } = {},
): () => void {
  const socket = createSocket({ type: 'udp4', reuseAddr: true })
  socket.on('error', (error) => {
    onProblem(error.message)
    stop()
  })
  socket.on('message', (bytes, { address }) => {
    if (bytes.length > longest) return
    const found = readAnnouncement(bytes.toString('utf8'), address)
    if (found) onFound(found)
  })
  let isStopped = false
  const stop = () => {
    if (isStopped) return
    isStopped = true
    socket.close()
  }
  socket.bind(port, () => joinEverywhere(socket, onProblem))
  return stop
}

/** Joins on every interface: the game uses only one of them. */
function joinEverywhere(socket: Socket, onProblem: (why: string) => void): void {
  const addresses = Object.values(networkInterfaces())
    .flatMap((ones) => ones ?? [])
    .filter(({ family }) => family === 'IPv4')
  for (const { address } of addresses) {
    try {
      socket.addMembership(lanGroup, address)
    } catch (error) {
      onProblem((error as Error).message)
    }
  }
}
