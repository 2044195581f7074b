/**
 * Gateways: the gateways on other computers that this desktop program is a window of.
 *
 * Guards invariant 8: the settings name the gateway, its pin and the person; the key of this computer is in the
 * credential store only.
 */
import { GatewayError } from '@contract/gateway-error.js'
import { type AddedGateway, gatewayLimits } from '@shared/remote/gateway.js'
import type { SecretStore } from '../../gateway/ports/client-access.js'
import { Emitter } from '../../gateway/ports/emitter.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { deviceSecretOf } from './device-key.js'
import type { DialGateway } from './gateway-dial.js'
import { GatewayLink } from './gateway-link.js'
import { type NewGateway, pairGateway } from './pairing.js'

export interface GatewaysDependencies {
  readonly settings: {
    get(): { readonly gateways: readonly AddedGateway[] }
    change(change: { readonly gateways: readonly AddedGateway[] }): boolean
  }
  readonly secrets: SecretStore
  readonly dial: DialGateway
  /** What this computer calls itself. */
  readonly computer: string
  readonly clock: Clock
  readonly log: Log
}

export interface OpenGateway {
  readonly added: AddedGateway
  readonly link: GatewayLink
}

export class Gateways {
  readonly #deps: GatewaysDependencies
  readonly #open = new Map<string, OpenGateway>()
  readonly #onDidAdd = new Emitter<OpenGateway>()
  readonly #onDidRemove = new Emitter<AddedGateway>()
  readonly onDidAdd = this.#onDidAdd.on
  readonly onDidRemove = this.#onDidRemove.on

  constructor(deps: GatewaysDependencies) {
    this.#deps = deps
  }

  /** Connects to all. */
  start(): void {
    for (const added of this.#deps.settings.get().gateways) this.#begin(added)
  }

  all(): readonly OpenGateway[] {
    return [...this.#open.values()]
  }

  /** @throws GatewayError */
  find(id: string): OpenGateway {
    const open = this.#open.get(id)
    if (!open) throw new GatewayError('PROTOCOL.SERVER_NOT_FOUND')
    return open
  }

  /** A gateway that cannot be used any more is added again under the same id. @throws GatewayError */
  async add(given: NewGateway): Promise<OpenGateway> {
    const { settings, secrets, dial, clock, computer } = this.#deps
    if (settings.get().gateways.length >= gatewayLimits.gateways) throw new GatewayError('SYSTEM.RATE_LIMITED')
    const isInUse = (id: string) => this.#open.get(id)?.link.identity.link.kind === 'connected'
    const { gateway, privateKey } = await pairGateway(given, { dial, clock, computer, isInUse })
    const others = settings.get().gateways.filter(({ id }) => id !== gateway.id)
    const before = this.#open.get(gateway.id)
    secrets.set(deviceSecretOf(gateway.id), privateKey)
    if (!settings.change({ gateways: [...others, gateway] })) {
      secrets.delete(deviceSecretOf(gateway.id))
      throw new GatewayError('SYSTEM.SETTINGS_UNWRITABLE')
    }
    if (before) this.#end(before)
    return this.#begin(gateway)
  }

  /** Forgets the key of this computer. @throws GatewayError */
  remove(id: string): void {
    const { settings, secrets } = this.#deps
    const open = this.find(id)
    if (!settings.change({ gateways: settings.get().gateways.filter((gateway) => gateway.id !== id) }))
      throw new GatewayError('SYSTEM.SETTINGS_UNWRITABLE')
    secrets.delete(deviceSecretOf(id))
    this.#end(open)
  }

  /** The network is another one, or the computer was asleep. */
  recheck(): void {
    for (const { link } of this.#open.values()) link.recheck()
  }

  stop(): void {
    for (const { link } of this.#open.values()) link.end()
  }

  #begin(added: AddedGateway): OpenGateway {
    const { dial, secrets, clock, log } = this.#deps
    const link = new GatewayLink(added, { dial, key: () => secrets.get(deviceSecretOf(added.id)), clock, log })
    const open = { added, link }
    this.#open.set(added.id, open)
    this.#onDidAdd.emit(open)
    link.connect()
    return open
  }

  #end({ added, link }: OpenGateway): void {
    link.end()
    this.#open.delete(added.id)
    this.#onDidRemove.emit(added)
  }
}
