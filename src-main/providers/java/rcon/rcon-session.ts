/**
 * RCON session: one logged-in TCP connection that runs one command at a time.
 *
 * Guards invariant 7. Vanilla accepts one packet per read and closes otherwise. So each packet is one write, and except
 * for probes nothing is sent while a reply is outstanding. Unexpected packets are counted, and too many end the
 * session.
 */
import type { LookupAddress } from 'node:dns'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Clock } from '../../../gateway/ports/runtime.js'
import { closedDuringCall, noReplyInTime, replyTooLarge } from '../connection-failure.js'
import { Session } from '../session.js'
import { connectedSocket } from '../socket-connection.js'
import { deniedId, encodePacket, MalformedPacket, type Packet, PacketReader, replyType, requestType } from './packet.js'
import { loginLost, problemOfSocket, RconUnavailable } from './rcon-failure.js'
import { type NextStep, type ProbeBehavior, ReplyCollector, type ReplyLimits } from './reply-collector.js'

export interface RconEndpoint {
  readonly host: string
  readonly port: number
  readonly password: string
  /** Verified addresses of the host; resolved by the system when omitted. */
  readonly addresses?: readonly LookupAddress[]
  /** Opens the connection another way, such as through an SSH tunnel, with time limits of its own. */
  readonly dial?: (signal: AbortSignal) => Promise<Duplex>
}

export interface RconSessionOptions {
  readonly clock: Clock
  readonly connectTimeoutMs?: number
  readonly loginTimeoutMs?: number
  readonly limits?: ReplyLimits
}

const defaults = {
  connectTimeoutMs: 5_000,
  loginTimeoutMs: 5_000,
  limits: { bytes: 1_048_576, packets: 1_024 },
} as const

/** Milliseconds for a response to the first probe. The server responds without its game thread. */
const firstProbeMs = 1_000
/** Maximum unexpected packets in a row. */
const maxUnexpectedPackets = 256

/** Receives the packets and the end of the connection. */
interface Exchange {
  packet(packet: Packet): void
  closed(error: Error): void
}

/** The server closed the connection after the first probe: reconnect without one. */
class ClosedOnProbe extends Error {}

export class RconSession extends Session {
  readonly #socket: Duplex
  readonly #clock: Clock
  readonly #limits: ReplyLimits
  readonly #reader: PacketReader
  #exchange: Exchange | undefined
  #probes: ProbeBehavior = 'answered'
  #firstProbe = 0
  #answersEmpty = false
  #splitsMessages = false
  #previousId = 0
  #lastId = 0
  #unexpectedPackets = 0

  private constructor(socket: Duplex, { clock, limits = defaults.limits }: RconSessionOptions, signal: AbortSignal) {
    super()
    this.#socket = socket
    this.#clock = clock
    this.#limits = limits
    this.#reader = new PacketReader(limits.bytes)
    if (socket instanceof Socket) socket.setNoDelay(true)
    socket.on('data', (chunk) => this.#receive(chunk))
    socket.on('error', (error) => this.end(error))
    socket.on('close', () => this.end(new RconUnavailable('lost')))
    this.endOn(signal)
  }

  /**
   * Connects, logs in and detects how the server handles probes.
   *
   * @param signal ends the session when it aborts
   * @throws RconUnavailable
   */
  static async open(endpoint: RconEndpoint, options: RconSessionOptions, signal: AbortSignal): Promise<RconSession> {
    const session = await RconSession.#login(endpoint, options, signal)
    try {
      session.#probes = await session.#probe()
      return session
    } catch (error) {
      session.close()
      if (!(error instanceof ClosedOnProbe)) throw error
      const reopened = await RconSession.#login(endpoint, options, signal)
      reopened.#probes = 'closes'
      return reopened
    }
  }

  static async #login(endpoint: RconEndpoint, options: RconSessionOptions, signal: AbortSignal): Promise<RconSession> {
    const session = new RconSession(await connected(endpoint, options, signal), options, signal)
    try {
      await session.#logIn(endpoint.password, options.loginTimeoutMs ?? defaults.loginTimeoutMs)
      return session
    } catch (error) {
      session.close()
      throw error
    }
  }

  /** How the server handles a packet of an unknown type. */
  get probes(): ProbeBehavior {
    return this.#probes
  }

  /**
   * Runs one command. The caller waits for its end before running the next.
   *
   * @throws GatewayError; unless the server rejected the command, `details.mayHaveRun` is true
   */
  run(command: string, timeoutMs: number): Promise<string> {
    if (this.#exchange) throw new Error('A command is running already.')
    this.#unexpectedPackets = 0
    const commandId = this.#nextId()
    const probeId = this.#nextId()
    const collector = new ReplyCollector({
      commandId,
      probeId,
      probes: this.#probes,
      answersEmpty: this.#answersEmpty,
      splitsMessages: this.#splitsMessages,
      limits: this.#limits,
    })
    const deadline = this.#clock.elapsed() + timeoutMs
    return new Promise((resolve, reject) => {
      let stopTimer = () => {}
      const settle = (report: () => void, isUsable: boolean) => {
        this.#exchange = undefined
        this.#previousId = commandId
        stopTimer()
        report()
        // After a timeout the server may not have read the packet yet: a second one behind it would be truncated.
        if (!isUsable) this.close()
      }
      /** One timer for both limits, silence and total time, whichever ends first. */
      const wait = (silenceMs = Number.POSITIVE_INFINITY) => {
        const left = deadline - this.#clock.elapsed()
        stopTimer = this.#clock.after(Math.max(0, Math.min(silenceMs, left)), () => {
          if (silenceMs < left) follow(collector.silent())
          else settle(() => reject(noReplyInTime(timeoutMs)), false)
        })
      }
      const follow = (step: NextStep, cause?: Error) => {
        stopTimer()
        if (step.kind === 'wait') {
          wait(step.milliseconds)
          if (step.sendProbe) this.#send(probeId, requestType.probe, '')
        } else if (step.kind === 'done') {
          if (collector.packets > 0 && step.text === '') this.#answersEmpty = true
          settle(() => resolve(step.text), step.isUsable)
        } else {
          const error = {
            denied: loginLost,
            closed: () => closedDuringCall({}, cause),
            'too-large': this.#tooLarge,
          }
          settle(() => reject(error[step.why]()), false)
        }
      }
      this.#exchange = {
        packet: (packet) => {
          const step = collector.take(packet)
          if (step) follow(step)
          else this.#countUnexpected(packet)
        },
        closed: (cause) => follow(collector.closed(), cause),
      }
      this.#send(commandId, requestType.command, command)
      if (this.#exchange) follow(collector.begin())
    })
  }

  readonly #tooLarge = () => replyTooLarge(this.#limits.bytes)

  #logIn(password: string, timeoutMs: number): Promise<void> {
    const id = this.#nextId()
    return this.#request(id, requestType.login, password, timeoutMs, {
      packet: ({ id: replyId, type }) => {
        if (type !== replyType.login) return undefined
        if (replyId === id) return { value: undefined }
        return replyId === deniedId ? { error: new RconUnavailable('wrong-password') } : undefined
      },
      closed: (error) => ({
        error:
          error instanceof MalformedPacket ? notRcon(error) : new RconUnavailable('closed-at-login', { cause: error }),
      }),
      silent: () => ({ error: new RconUnavailable('no-login-reply') }),
    })
  }

  #probe(): Promise<ProbeBehavior> {
    const id = this.#nextId()
    this.#firstProbe = id
    return this.#request<ProbeBehavior>(id, requestType.probe, '', firstProbeMs, {
      packet: ({ id: replyId }) => {
        if (replyId === id) return { value: 'answered' }
        return replyId === deniedId ? { error: new ClosedOnProbe() } : undefined
      },
      closed: (error) => ({ error: error instanceof MalformedPacket ? notRcon(error) : new ClosedOnProbe() }),
      silent: () => ({ value: 'ignored' }),
    })
  }

  /** Sends one packet and waits until `on` finds the outcome in the following packets. */
  #request<T>(
    id: number,
    type: number,
    text: string,
    timeoutMs: number,
    on: {
      packet(packet: Packet): Outcome<T> | undefined
      closed(error: Error): Outcome<T>
      silent(): Outcome<T>
    },
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const settle = (outcome: Outcome<T> | undefined) => {
        if (!outcome) return
        this.#exchange = undefined
        stop()
        if ('error' in outcome) reject(outcome.error)
        else resolve(outcome.value)
      }
      const stop = this.#clock.after(timeoutMs, () => settle(on.silent()))
      this.#exchange = {
        packet: (packet) => {
          const outcome = on.packet(packet)
          if (outcome) settle(outcome)
          else this.#countUnexpected(packet)
        },
        closed: (error) => settle(on.closed(error)),
      }
      this.#send(id, type, text)
    })
  }

  /** One packet per write: the server expects exactly one packet per read. */
  #send(id: number, type: number, text: string): void {
    if (this.endReason) this.#exchange?.closed(this.endReason)
    else this.#socket.write(encodePacket(id, type, text))
  }

  #receive(chunk: Buffer): void {
    if (!this.isOpen) return
    try {
      this.#reader.add(chunk)
      for (let packet = this.#reader.next(); packet && this.isOpen; packet = this.#reader.next()) {
        if (this.#exchange) this.#exchange.packet(packet)
        else this.#countUnexpected(packet)
      }
    } catch (error) {
      if (!(error instanceof MalformedPacket)) throw error
      this.end(error)
    }
  }

  /** An unexpected packet: a late response to the first probe, a late message, or noise. */
  #countUnexpected({ id }: Packet): void {
    if (id === this.#firstProbe && this.#probes === 'ignored') this.#probes = 'answered'
    if (id === this.#previousId) this.#splitsMessages = true
    this.#unexpectedPackets += 1
    if (this.#unexpectedPackets > maxUnexpectedPackets)
      this.end(new MalformedPacket('Too many packets that nobody asked for.'))
  }

  protected override closed(): Error {
    return new RconUnavailable('lost')
  }

  protected override release(error: Error): void {
    this.#socket.destroy()
    const exchange = this.#exchange
    this.#exchange = undefined
    exchange?.closed(error)
  }

  #nextId(): number {
    this.#lastId = (this.#lastId % 0x7fff_fff0) + 1
    return this.#lastId
  }
}

const notRcon = (cause: MalformedPacket) => new RconUnavailable('not-rcon', { cause })

type Outcome<T> = { readonly value: T } | { readonly error: Error }

/** A connected socket. @throws RconUnavailable */
async function connected(endpoint: RconEndpoint, options: RconSessionOptions, signal: AbortSignal): Promise<Duplex> {
  if (endpoint.dial) return endpoint.dial(signal)
  const timeoutMs = options.connectTimeoutMs ?? defaults.connectTimeoutMs
  return connectedSocket(endpoint, { clock: options.clock, timeoutMs, signal }).catch((cause: unknown) => {
    throw new RconUnavailable(problemOfSocket(cause), { cause })
  })
}
