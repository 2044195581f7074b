/**
 * Model of obs-websocket 5, after `src/websocketserver/` and `src/eventhandler/` of obsproject/obs-websocket (commit
 * 032c993): the handshake, close codes 4002 to 4012, and which clients get which event.
 */
import { createHash, randomBytes } from 'node:crypto'
import { type Data, isObject, ObsStudio, status } from './obs-studio.js'

/** The server's end of a connection. */
export interface ObsClient {
  send(text: string): void
  close(code: number, reason: string): void
}

/** `EventSubscription::Outputs`, and `All`, when `Identify` says nothing. */
const outputs = 1 << 6
const everything = 4_095

/** `WebSocketCloseCode`. */
export const closeCodes = {
  messageDecodeError: 4_002,
  missingDataField: 4_003,
  invalidDataFieldType: 4_004,
  unknownOpCode: 4_006,
  notIdentified: 4_007,
  alreadyIdentified: 4_008,
  authenticationFailed: 4_009,
  unsupportedRpcVersion: 4_010,
  sessionInvalidated: 4_011,
} as const

class Closing extends Error {
  readonly code: number

  constructor(name: keyof typeof closeCodes, reason: string) {
    super(reason)
    this.code = closeCodes[name]
  }
}

interface Session {
  readonly challenge: string
  isIdentified: boolean
  events: number
}

export type OutputState =
  | 'STARTING'
  | 'STARTED'
  | 'STOPPING'
  | 'STOPPED'
  | 'RECONNECTING'
  | 'RECONNECTED'
  | 'PAUSED'
  | 'RESUMED'

/** `GetOutputStateActive`: not while it starts, is paused or reconnects. */
const active: ReadonlySet<OutputState> = new Set(['STARTED', 'RESUMED', 'RECONNECTED'])

export class ObsModel {
  readonly studio = new ObsStudio()
  /** No authentication without one. */
  password: string | undefined
  rpcVersion = 1
  readonly #salt = randomBytes(32).toString('base64')
  readonly #sessions = new Map<ObsClient, Session>()
  /** Connections so far, and those that were identified. */
  accepted = 0
  identified = 0
  /** Close codes that were sent. */
  readonly closed: number[] = []

  constructor(password?: string) {
    this.password = password
    this.studio.onReplaySaved = () => this.#broadcast('ReplayBufferSaved', { savedReplayPath: '/home/me/replay.mkv' })
  }

  accept(client: ObsClient): void {
    this.accepted += 1
    const challenge = randomBytes(32).toString('base64')
    this.#sessions.set(client, { challenge, isIdentified: false, events: everything })
    send(client, 0, {
      obsStudioVersion: this.studio.version,
      obsWebSocketVersion: '5.6.3',
      rpcVersion: this.rpcVersion,
      ...(this.password !== undefined && { authentication: { challenge, salt: this.#salt } }),
    })
  }

  gone(client: ObsClient): void {
    this.#sessions.delete(client)
  }

  receive(client: ObsClient, text: string): void {
    const session = this.#sessions.get(client)
    if (!session) return
    try {
      this.#take(client, session, text)
    } catch (closing) {
      if (!(closing instanceof Closing)) throw closing
      this.#close(client, closing.code, closing.message)
    }
  }

  /** The button *Kick*. */
  kick(): void {
    for (const client of [...this.#sessions.keys()])
      this.#close(client, closeCodes.sessionInvalidated, 'Your session has been invalidated.')
  }

  /** OBS was closed, or its WebSocket server was switched off. */
  quit(): void {
    for (const client of [...this.#sessions.keys()]) this.#close(client, 1_001, 'Server stopping.')
  }

  streamBecame(...states: OutputState[]): void {
    for (const state of states) {
      this.studio.stream = state === 'STOPPED' ? 'off' : state === 'RECONNECTING' ? 'reconnecting' : 'on'
      this.#output('StreamStateChanged', state, {})
    }
  }

  recordingBecame(...states: OutputState[]): void {
    for (const state of states) {
      this.studio.recording = state === 'STOPPED' ? 'off' : state === 'PAUSED' ? 'paused' : 'on'
      this.#output('RecordStateChanged', state, { outputPath: state === 'STARTED' ? '/home/me/video.mp4' : null })
    }
  }

  replayBecame(...states: OutputState[]): void {
    for (const state of states) {
      this.studio.replay = state === 'STOPPED' ? 'stopped' : 'running'
      this.#output('ReplayBufferStateChanged', state, {})
    }
  }

  #output(name: string, state: OutputState, more: Data): void {
    this.#broadcast(name, { outputActive: active.has(state), outputState: `OBS_WEBSOCKET_OUTPUT_${state}`, ...more })
  }

  /** No event leaves an OBS that is not ready. */
  #broadcast(eventType: string, eventData: Data): void {
    if (!this.studio.isReady) return
    for (const [client, { isIdentified, events }] of this.#sessions)
      if (isIdentified && (events & outputs) !== 0) send(client, 5, { eventType, eventIntent: outputs, eventData })
  }

  #close(client: ObsClient, code: number, reason: string): void {
    this.closed.push(code)
    this.#sessions.delete(client)
    client.close(code, reason)
  }

  #take(client: ObsClient, session: Session, text: string): void {
    const message = parsed(text)
    if (!isObject(message)) throw new Closing('messageDecodeError', 'You sent a non-object payload.')
    if (!session.isIdentified && 'request-type' in message)
      throw new Closing('unsupportedRpcVersion', 'You appear to use the pre-5.0.0 plugin protocol.')
    const { op, d } = message
    if (typeof op !== 'number') throw new Closing('unknownOpCode', 'Your `op` is not a number.')
    if (d === undefined || d === null) throw new Closing('missingDataField', 'Your payload is missing data (`d`).')
    if (!isObject(d)) throw new Closing('invalidDataFieldType', "Your payload's data (`d`) is not an object.")
    if (!session.isIdentified && op !== 1) throw new Closing('notIdentified', 'You are not identified.')
    if (op === 1) this.#identify(client, session, d)
    else if (op === 3) this.#identified(client, session, d)
    else if (op === 6) this.#request(client, d)
    else throw new Closing('unknownOpCode', `Unknown OpCode: ${op}`)
  }

  #identify(client: ObsClient, session: Session, data: Data): void {
    if (session.isIdentified) throw new Closing('alreadyIdentified', 'You are already Identified.')
    if (this.password !== undefined) {
      const secret = hashOf(`${this.password}${this.#salt}`)
      if (data.authentication !== hashOf(`${secret}${session.challenge}`))
        throw new Closing('authenticationFailed', 'Authentication failed.')
    }
    if (data.rpcVersion === undefined) throw new Closing('missingDataField', 'There is no `rpcVersion`.')
    if (!isUnsigned(data.rpcVersion)) throw new Closing('invalidDataFieldType', '`rpcVersion` is no unsigned number.')
    if (data.rpcVersion !== this.rpcVersion)
      throw new Closing('unsupportedRpcVersion', 'Your requested RPC version is not supported by this server.')
    this.identified += 1
    this.#identified(client, session, data)
  }

  #identified(client: ObsClient, session: Session, { eventSubscriptions }: Data): void {
    if (eventSubscriptions !== undefined) {
      if (!isUnsigned(eventSubscriptions))
        throw new Closing('invalidDataFieldType', 'Your `eventSubscriptions` is not an unsigned number.')
      session.events = eventSubscriptions
    }
    session.isIdentified = true
    send(client, 2, { negotiatedRpcVersion: this.rpcVersion })
  }

  #request(client: ObsClient, data: Data): void {
    const { requestId, requestType } = data
    if (requestId === undefined) throw new Closing('missingDataField', 'Your payload data is missing a `requestId`.')
    if (requestType === undefined) throw new Closing('missingDataField', 'There is no `requestType`.')
    if (typeof requestType !== 'string') throw new Closing('invalidDataFieldType', '`requestType` is not a string.')
    const { code, comment, data: responseData } = this.studio.ask(requestType, data.requestData)
    const requestStatus = { result: code === status.success, code, ...(comment && { comment }) }
    send(client, 7, { requestType, requestId, requestStatus, ...(responseData && { responseData }) })
  }
}

const isUnsigned = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64')

const send = (client: ObsClient, op: number, d: Data): void => client.send(JSON.stringify({ op, d }))

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Closing('messageDecodeError', 'Unable to decode Json')
  }
}
