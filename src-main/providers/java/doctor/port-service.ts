/**
 * Port service: what answers at a port that does not speak RCON or the management protocol.
 *
 * Asks in four ways at once, each with a time limit and a bounded reply: it waits for a greeting, asks for a Minecraft
 * status, for a web page, and for TLS. No password is sent.
 */
import type { LookupAddress } from 'node:dns'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Clock } from '../../../gateway/ports.js'
import { lookupIn } from '../../../network/checked-host.js'
import { cleanText } from '../../../policy/untrusted-text.js'
import { pingStatus, type ServerStatusReport } from '../status/status-ping.js'

export type PortService =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'minecraft'; readonly listing: ServerStatusReport }
  | { readonly kind: 'http' }
  | { readonly kind: 'tls' }
  /** `greeting`: its first line, untrusted text, cleaned. */
  | { readonly kind: 'greets'; readonly greeting: string }
  /** Accepts connections and says nothing to anybody. */
  | { readonly kind: 'silent' }

export interface PortTarget {
  readonly host: string
  readonly port: number
  readonly addresses?: readonly LookupAddress[]
}

/** Milliseconds for each way of asking. */
const usualProbeMs = 2_000
/** Milliseconds in which a server that speaks first has spoken. */
const greetingMs = 500
const mostReplyBytes = 1_024

/** Never rejects: what cannot even be dialled is nothing. */
export const identifyService = (target: PortTarget, clock: Clock, probeMs = usualProbeMs): Promise<PortService> =>
  identified(target, clock, probeMs).catch((): PortService => ({ kind: 'nothing' }))

async function identified(target: PortTarget, clock: Clock, probeMs: number): Promise<PortService> {
  const [greeting, listing, page, isTls] = await Promise.all([
    firstBytes(target, clock, greetingMs),
    pingStatus(target, { clock, timeoutMs: probeMs }).catch(() => undefined),
    firstBytes(target, clock, probeMs, 'GET / HTTP/1.0\r\nHost: localhost\r\n\r\n'),
    acceptsTls(target, clock, probeMs),
  ])
  if (listing) return { kind: 'minecraft', listing }
  if (isTls) return { kind: 'tls' }
  if (greeting) return { kind: 'greets', greeting: firstLine(greeting) }
  if (page?.startsWith('HTTP/')) return { kind: 'http' }
  if (page) return { kind: 'greets', greeting: firstLine(page) }
  return greeting === undefined ? { kind: 'nothing' } : { kind: 'silent' }
}

/** As details of a problem; never rejects: `service`, and the version of a game server. */
export async function describeService(target: PortTarget, clock: Clock): Promise<Record<string, unknown>> {
  const service = await identifyService(target, clock)
  if (service.kind === 'minecraft') return { service: 'minecraft', version: service.listing.versionName }
  if (service.kind === 'greets') return { service: 'greets', greeting: service.greeting }
  return { service: service.kind }
}

const firstLine = (text: string): string => cleanText(text.split('\n')[0] ?? '', 80).trim()

/** What the other side sends, up to a limit; undefined when it accepts no connection. */
function firstBytes(
  target: PortTarget,
  clock: Clock,
  milliseconds: number,
  request?: string,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    let received = Buffer.alloc(0)
    let isConnected = false
    const socket = dial(target)
    const end = () => {
      stop()
      socket.destroy()
      resolve(isConnected ? received.toString('latin1') : undefined)
    }
    const stop = clock.after(milliseconds, end)
    socket.on('connect', () => {
      isConnected = true
      if (request !== undefined) socket.write(request)
    })
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk.subarray(0, mostReplyBytes)])
      if (received.length >= mostReplyBytes || received.includes(0x0a)) end()
    })
    socket.on('error', end)
    socket.on('close', end)
  })
}

/** Whether a TLS handshake succeeds. Nothing is sent over it, so any certificate will do. */
function acceptsTls(target: PortTarget, clock: Clock, probeMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const raw = dial(target)
    const { host } = target
    const socket = connectTls({ socket: raw, rejectUnauthorized: false, ...(isIP(host) === 0 && { servername: host }) })
    const end = (isTls: boolean) => {
      stop()
      socket.destroy()
      raw.destroy()
      resolve(isTls)
    }
    const stop = clock.after(probeMs, () => end(false))
    socket.on('secureConnect', () => end(true))
    for (const endless of [socket, raw]) {
      endless.on('error', () => end(false))
      endless.on('close', () => end(false))
    }
  })
}

const dial = ({ host, port, addresses }: PortTarget): Socket =>
  connectTcp({ host, port, ...(addresses && { lookup: lookupIn(addresses) }) })
