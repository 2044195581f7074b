/**
 * MCSManager client: calls the routes of a panel with the key of an account.
 *
 * A key can delete instances, so a call outside of the list cannot be made (invariant 7). The key goes in a header, to the
 * panel's own origin only. The panel refuses quick calls of an account, so each route keeps its distance in time.
 */
import type { JsonObject } from '@contract/call.js'
import { isObject } from '@contract/json/json-object.js'
import type { Clock } from '../../../../gateway/ports/runtime.js'
import { cleanText } from '../../../../policy/text/untrusted-text.js'
import { PanelOrigin, type PanelOriginOptions } from '../panel/panel-request.js'
import { McsManagerUnavailable, refusalOf } from './mcsmanager-failure.js'

interface McsManagerRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/api`. */
  readonly path: string
  /** Milliseconds between two calls, as the panel has them for an ordinary account. */
  readonly spacingMs: number
  /** It changes something although it is a GET. */
  readonly isOrder?: true
}

/** Eight requests a second for most routes. */
const ordinary = { spacingMs: 130 } as const
/** A GET that changes something. */
const order = { ...ordinary, isOrder: true } as const
const rare = { spacingMs: 3_050 } as const

export const mcsManagerRoutes = {
  account: { method: 'GET', path: '/auth/', ...ordinary },
  channel: { method: 'POST', path: '/protected_instance/stream_channel', ...ordinary },
  start: { method: 'GET', path: '/protected_instance/open', ...order },
  stop: { method: 'GET', path: '/protected_instance/stop', ...order },
  restart: { method: 'GET', path: '/protected_instance/restart', ...order },
  listFiles: { method: 'GET', path: '/files/list', ...ordinary },
  download: { method: 'POST', path: '/files/download', ...rare },
  upload: { method: 'POST', path: '/files/upload', ...ordinary },
  makeFolder: { method: 'POST', path: '/files/mkdir', ...rare },
  move: { method: 'PUT', path: '/files/move', ...rare },
  remove: { method: 'DELETE', path: '/files', ...rare },
} as const satisfies Readonly<Record<string, McsManagerRoute>>

export type McsManagerRouteName = keyof typeof mcsManagerRoutes

export interface McsManagerAddress {
  /** Of the panel, for example `https://panel.example:23333`. */
  readonly address: string
  readonly key: string
  readonly daemon: string
  readonly instance: string
  /** `host:port` of the daemon, when the owner accepted it. */
  readonly node?: string
  /** SHA-256 fingerprint of the panel's certificate, when a person trusted it. */
  readonly certificate?: string
  /** The same of the daemon. */
  readonly nodeCertificate?: string
}

export interface McsManagerDeps extends Pick<PanelOriginOptions, 'resolve'> {
  readonly clock: Clock
  /** PEM certificates of the trusted authorities; default: Node's own. */
  readonly authorities?: readonly string[]
}

export interface McsManagerCall {
  readonly query?: Readonly<Record<string, string>>
  readonly json?: JsonObject
  readonly signal?: AbortSignal
}

/** JSON takes many times its length while it is read; files do not come this way. */
const maxAnswer = 1024 * 1024

export class McsManagerClient {
  readonly url: URL
  readonly #address: McsManagerAddress
  readonly #deps: McsManagerDeps
  readonly #panel: PanelOrigin
  readonly #notBefore = new Map<McsManagerRouteName, number>()

  /** @throws McsManagerUnavailable for an address or key that cannot be one */
  constructor(address: McsManagerAddress, deps: McsManagerDeps) {
    if (!URL.canParse(address.address)) throw new McsManagerUnavailable('not-mcsmanager')
    if (!/^[A-Za-z0-9]{8,128}$/u.test(address.key)) throw new McsManagerUnavailable('no-access')
    this.url = new URL(address.address)
    this.#address = address
    this.#deps = deps
    this.#panel = new PanelOrigin({ ...this.#network(address.certificate), namedBy: this.url })
  }

  /** The data of the answer. @throws GatewayError */
  async call(name: McsManagerRouteName, { query = {}, json, signal }: McsManagerCall = {}): Promise<unknown> {
    const { method, path, isOrder }: McsManagerRoute = mcsManagerRoutes[name]
    const url = new URL(`/api${path}`, this.url.origin)
    const { daemon, instance, key } = this.#address
    const all = { uuid: instance, daemonId: daemon, ...query }
    for (const [item, value] of Object.entries(all)) url.searchParams.set(item, value)
    await this.#turn(name)
    const { response, body } = await this.#panel.send(
      {
        url,
        method,
        headers: {
          'x-request-api-key': key,
          'x-requested-with': 'XMLHttpRequest',
          'content-type': 'application/json; charset=utf-8',
        },
        ...(isOrder && { mayRepeat: false }),
        ...(method !== 'GET' && { body: Buffer.from(JSON.stringify(json ?? {})) }),
        ...(signal && { signal }),
      },
      maxAnswer,
    )
    const answer = parsed(body)
    if (!isObject(answer) || typeof answer.status !== 'number') throw new McsManagerUnavailable('not-mcsmanager')
    const { statusCode = 500 } = response
    if (statusCode === 200 && answer.status === 200) return answer.data
    throw refusalOf(answer.status, typeof answer.data === 'string' ? cleanText(answer.data, 300) : '')
  }

  /** Requests to the daemon, another host than the panel. @throws McsManagerUnavailable when the owner did not accept it */
  node(url: URL): PanelOrigin {
    this.checkNode(url)
    return new PanelOrigin({ ...this.#network(), trust: this.nodeTrust, namedBy: this.url })
  }

  /** @throws McsManagerUnavailable, with the daemon's name, when the owner did not accept it */
  checkNode(url: URL): void {
    const { node } = this.#address
    if (node === url.host) return
    throw new McsManagerUnavailable('node-not-accepted', {
      details: { node: url.host, ...(node !== undefined && { accepted: node }) },
    })
  }

  get nodeTrust() {
    return { ...this.#network(this.#address.nodeCertificate).trust, of: 'node' as const }
  }

  close(): void {
    this.#panel.close()
  }

  async #turn(name: McsManagerRouteName): Promise<void> {
    const now = this.#deps.clock.elapsed()
    const at = Math.max(now, this.#notBefore.get(name) ?? 0)
    this.#notBefore.set(name, at + mcsManagerRoutes[name].spacingMs)
    if (at > now) await new Promise<void>((resolve) => this.#deps.clock.after(at - now, resolve))
  }

  #network(certificate?: string) {
    const { resolve, authorities } = this.#deps
    return {
      trust: { ...(certificate !== undefined && { certificate }), ...(authorities && { authorities }) },
      ...(resolve && { resolve }),
    }
  }
}

/**
 * The daemon's address as the panel names it: `host:port`, perhaps with a protocol. Without one it is reached as the panel
 * is.
 */
export function nodeUrlOf(panel: URL, addr: unknown, path = ''): URL {
  const text = typeof addr === 'string' && addr.length <= 300 ? addr.trim() : ''
  const [, scheme, rest = text] = /^(wss?|https?):\/\/(.*)$/u.exec(text) ?? []
  const isSecure = scheme === undefined ? panel.protocol === 'https:' : scheme === 'wss' || scheme === 'https'
  const address = `${isSecure ? 'https' : 'http'}://${rest}`
  if (rest === '' || !URL.canParse(address)) throw new McsManagerUnavailable('not-mcsmanager')
  const url = new URL(address)
  url.pathname = `${url.pathname.replace(/\/$/u, '')}${path}`
  return url
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
