/**
 * Port service: identifies what responds at a port that does not speak RCON or the management protocol.
 *
 * Runs four probes at once, each with a timeout and a bounded reply: waiting for a greeting, a Minecraft status
 * request, an HTTP request and a TLS handshake. No password is sent.
 */
import type { LookupAddress } from 'node:dns'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Clock } from '../../../gateway/ports/runtime.js'
import { lookupIn } from '../../../network/checked-host.js'
import { cleanText } from '../../../policy/text/untrusted-text.js'
import { pingStatus, type ServerStatusReport } from '../status/status-ping.js'

export type PortService =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'minecraft'; readonly listing: ServerStatusReport }
  | { readonly kind: 'http' }
  | { readonly kind: 'tls' }
  /** `greeting`: its first line, untrusted text, cleaned. */
  | { readonly kind: 'greets'; readonly greeting: string }
  /** Accepts connections but sends nothing. */
  | { readonly kind: 'silent' }

export interface PortTarget {
  readonly host: string
  readonly port: number
  readonly addresses?: readonly LookupAddress[]
}

/** Timeout in milliseconds for each probe. */
const usualProbeMs = 2_000
/** Milliseconds within which a server that speaks first has sent its greeting. */
const greetingMs = 500
const maxReplyBytes = 1_024

/** Never rejects: an unreachable port gives no service. */
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

/** The result as details of a problem: `service`, and the version of a game server. Never rejects. */
export async function describeService(target: PortTarget, clock: Clock): Promise<Record<string, unknown>> {
  const service = await identifyService(target, clock)
  if (service.kind === 'minecraft') return { service: 'minecraft', version: service.listing.versionName }
  if (service.kind === 'greets') return { service: 'greets', greeting: service.greeting }
  return { service: service.kind }
}

const firstLine = (text: string): string => cleanText(text.split('\n')[0] ?? '', 80).trim()

/** What the server sends, up to a limit; undefined when it accepts no connection. */
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
      received = Buffer.concat([received, chunk.subarray(0, maxReplyBytes)])
      if (received.length >= maxReplyBytes || received.includes(0x0a)) end()
    })
    socket.on('error', end)
    socket.on('close', end)
  })
}

/** Whether a TLS handshake succeeds. Nothing is sent over it, so any certificate is accepted. */
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
