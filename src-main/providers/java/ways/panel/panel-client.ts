/**
 * Panel client: calls the routes of a panel, within the budget of the account.
 *
 * The key is sent to the panel's own origin only. The node, another host that the panel names, gets signed addresses and
 * tickets, and only after the owner accepted it.
 */
import type { IncomingMessage } from 'node:http'
import type { JsonObject } from '@contract/call.js'
import type { Clock } from '../../../../gateway/ports/runtime.js'
import type { CertificateTrust } from '../../../../network/certificate-check.js'
import type { ResolveHost } from '../../../../network/checked-host.js'
import { type PanelServer, serversIn } from './panel-answers.js'
import type { PanelBudget, PanelBudgets } from './panel-budget.js'
import { PanelUnavailable, refusalOf } from './panel-failure.js'
import { PanelOrigin, type PanelRequest } from './panel-request.js'
import { type PanelRoute, type PanelRouteName, panelRoutes, pathOf } from './panel-routes.js'

export interface PanelAccount {
  /** Of the panel, for example `https://panel.example`; anything after the host is ignored. */
  readonly address: string
  /** The client key of an account. */
  readonly key: string
  /** SHA-256 fingerprint of the panel's certificate, when a person trusted it. */
  readonly certificate?: string
  /** The same of the node. */
  readonly nodeCertificate?: string
}

export interface PanelDeps {
  readonly clock: Clock
  readonly budgets: PanelBudgets
  readonly resolve?: ResolveHost
  /** PEM certificates of the trusted authorities; default: Node's own. */
  readonly authorities?: readonly string[]
}

export interface PanelCall {
  readonly server?: string
  readonly backup?: string
  readonly query?: Readonly<Record<string, string>>
  readonly json?: JsonObject
  readonly bytes?: Buffer
  readonly signal?: AbortSignal
}

const uuidLength = 36

/** Some hosts block requests without a name. */
const userAgent = 'Gatehouse'

export class PanelClient {
  /** As `Origin` of the console. */
  readonly origin: string
  readonly budget: PanelBudget
  readonly #key: string
  readonly #nodeCertificate: string | undefined
  readonly #deps: PanelDeps
  readonly #panel: PanelOrigin
  readonly #url: URL
  readonly #uuids = new Map<string, Promise<string>>()
  /** Milliseconds by which the panel's clock is ahead. */
  #ahead = 0

  /** @throws PanelUnavailable for an address or key that cannot be one */
  constructor({ address, key, certificate, nodeCertificate }: PanelAccount, deps: PanelDeps) {
    if (!URL.canParse(address)) throw new PanelUnavailable('address-refused')
    if (isApplicationKey(key)) throw new PanelUnavailable('application-key')
    if (!/^[\w.|-]{16,256}$/u.test(key)) throw new PanelUnavailable('wrong-key')
    this.#url = new URL(address)
    this.origin = this.#url.origin
    this.budget = deps.budgets.of(this.origin, key)
    this.#key = key
    this.#nodeCertificate = nodeCertificate
    this.#deps = deps
    this.#panel = new PanelOrigin({ ...this.#network(certificate), namedBy: this.#url })
  }

  /** The servers that the account sees. @throws GatewayError */
  async servers(): Promise<readonly PanelServer[]> {
    const servers: PanelServer[] = []
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const found = serversIn(await this.json('listServers', { query: { page: `${page}`, per_page: '100' } }))
      servers.push(...found.servers)
      pages = found.pages
    }
    return servers
  }

  /** The JSON of a response; undefined when there is none (204). @throws GatewayError */
  async json(name: PanelRouteName, call: PanelCall = {}): Promise<unknown> {
    const { response, body } = await this.#call(name, call)
    if (body.length === 0 && response.statusCode === 204) return undefined
    const value = parsed(body)
    if (value === undefined) throw new PanelUnavailable(isPage(response) ? 'not-a-panel' : 'unexpected')
    return value
  }

  /** The bytes of a file. @throws GatewayError */
  async bytes(name: 'readFile', call: PanelCall): Promise<Buffer> {
    const { response, body } = await this.#call(name, call)
    if (isPage(response)) throw new PanelUnavailable('not-a-panel')
    return body
  }

  /** Requests to the node at `url`. @param accepted `host` or `host:port` that the owner accepted @throws GatewayError */
  node(url: URL, accepted: string | undefined): PanelOrigin {
    checkNode(url, accepted)
    return new PanelOrigin({ ...this.#network(this.#nodeCertificate, 'node'), namedBy: this.#url })
  }

  /** Milliseconds since 1970 by the panel's clock, which dates of files are compared with. */
  get now(): number {
    return this.#deps.clock.now().getTime() + this.#ahead
  }

  get namedBy(): URL {
    return this.#url
  }

  get nodeTrust(): CertificateTrust {
    return this.#network(this.#nodeCertificate, 'node').trust
  }

  close(): void {
    this.#panel.close()
  }

  async #call(name: PanelRouteName, call: PanelCall) {
    const route: PanelRoute = panelRoutes[name]
    const { server = '', query = {}, json, bytes, signal } = call
    const ids = { ...call, ...(server !== '' && { server: await this.uuidOf(server) }) }
    const url = new URL(pathOf(route, ids), this.origin)
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
    if (route.budget === 'ticket') await this.budget.ticket(server, signal)
    else await this.budget.request(server, signal)
    const body = json ? Buffer.from(JSON.stringify(json)) : bytes
    const request: PanelRequest = {
      url,
      method: route.method,
      headers: {
        // Without it, a panel answers with pages.
        accept: 'application/json',
        authorization: `Bearer ${this.#key}`,
        'user-agent': userAgent,
        ...(body && { 'content-type': json ? 'application/json' : 'text/plain' }),
      },
      // Without a length a node refuses the request.
      ...(route.method !== 'GET' && { body: body ?? Buffer.alloc(0) }),
      ...(signal && { signal }),
    }
    const { orders } = this.budget
    const end = route.event === undefined ? undefined : orders.begin(ids.server ?? '', route.event, () => this.now)
    const result = await this.#panel.send(request, route.most).finally(end)
    this.#check(result.response, result.body, route)
    return result
  }

  /** Pelican knows servers by their UUID alone, and Pterodactyl trims the paths of files by the short identifier. */
  uuidOf(server: string): Promise<string> {
    if (server.length === uuidLength) return Promise.resolve(server)
    const known = this.#uuids.get(server)
    if (known) return known
    const found = this.servers().then((servers) => {
      const one = servers.find(({ identifier }) => identifier === server)
      if (!one) throw new PanelUnavailable('no-server')
      return one.uuid
    })
    this.#uuids.set(server, found)
    found.catch(() => this.#uuids.delete(server))
    return found
  }

  #check(response: IncomingMessage, body: Buffer, { permission, budget }: PanelRoute): void {
    const { statusCode: status = 500, headers } = response
    const sent = Date.parse(headers.date ?? '')
    if (Number.isFinite(sent)) this.#ahead = sent - this.#deps.clock.now().getTime()
    this.budget.orders.seen(this.now)
    // The route of tickets has a limit of its own.
    if (budget === 'request') this.budget.learn(Number(headers['x-ratelimit-limit']))
    if (status >= 200 && status < 300) return
    const seconds = Number(headers['retry-after'])
    const retryAfterMs = Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : undefined
    if (status === 429) this.budget.pause(retryAfterMs ?? 60_000)
    // A redirect leads to another address than the owner's, or to the sign-in page.
    if (status < 400) throw new PanelUnavailable('not-a-panel', { details: { status } })
    const value = parsed(body)
    if (value === undefined && isPage(response)) throw new PanelUnavailable('not-a-panel', { details: { status } })
    throw refusalOf({
      status,
      body: value,
      ...(permission !== undefined && { permission }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    })
  }

  #network(certificate: string | undefined, of?: 'node') {
    const { resolve, authorities } = this.#deps
    return {
      trust: {
        ...(certificate !== undefined && { certificate }),
        ...(authorities && { authorities }),
        ...(of && { of }),
      },
      ...(resolve && { resolve }),
    }
  }
}

/** @throws PanelUnavailable when the owner has not accepted the node, which it names */
export function checkNode(url: URL, accepted: string | undefined): void {
  if (accepted === url.host || accepted === url.hostname) return
  throw new PanelUnavailable('node-not-accepted', { details: { node: url.host, ...(accepted && { accepted }) } })
}

const isApplicationKey = (key: string): boolean => /^(?:ptla|papp|peli)_/u.test(key)

const isPage = ({ headers }: IncomingMessage): boolean => headers['content-type']?.includes('html') ?? false

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
