/** Remote windows: a window and a pop-up for each gateway on another computer, and their entries in the tray. */
import { hostname, networkInterfaces } from 'node:os'
import { GatewayError } from '@contract/gateway-error.js'
import type { ListedGateway } from '@shared/remote/gateway.js'
import { powerMonitor } from 'electron'
import { hiddenComputer } from '../../compose/stream.js'
import type { SecretStore } from '../../gateway/ports/client-access.js'
import { Emitter } from '../../gateway/ports/emitter.js'
import { dialGateway } from '../../owner/gateways/gateway-dial.js'
import { Gateways, type GatewaysDependencies, type OpenGateway } from '../../owner/gateways/gateways.js'
import { forgetRemoteGateway } from '../../owner/gateways/remote-connections.js'
import type { GatewayAccess } from '../../owner/orders/people.js'
import type { Translate, TrayGateway } from '../presence/tray-menu.js'
import { RemoteWindow, type RemoteWindowDependencies } from './remote-window.js'

/** Milliseconds between two looks at the addresses of this computer. */
const networkCheckMs = 5_000

export class RemoteWindows implements GatewayAccess {
  readonly #gateways: Gateways
  readonly #deps: RemoteWindowDependencies
  readonly #open = new Map<string, { readonly gateway: OpenGateway; readonly window: RemoteWindow }>()
  readonly #onDidChange = new Emitter<void>()
  /** A link or the number of requests of a gateway changed. */
  readonly onDidChange = this.#onDidChange.on
  #translate: Translate
  #addresses = addressesOfThisComputer()
  #cancelCheck = () => {}

  constructor(gateways: Gateways, translate: Translate, deps: RemoteWindowDependencies) {
    this.#gateways = gateways
    this.#translate = translate
    this.#deps = deps
    gateways.onDidAdd((gateway) => {
      const window = new RemoteWindow(gateway, this.#translate, deps)
      this.#open.set(gateway.added.id, { gateway, window })
      const changed = () => this.#onDidChange.emit()
      gateway.link.onDidChange(changed)
      window.state.onDidChange(changed)
      changed()
    })
    gateways.onDidRemove(({ id }) => {
      this.#open.get(id)?.window.destroy()
      this.#open.delete(id)
      this.#onDidChange.emit()
    })
    powerMonitor.on('resume', () => gateways.recheck())
    powerMonitor.on('unlock-screen', () => gateways.recheck())
    for (const event of ['lock-screen', 'suspend'] as const)
      powerMonitor.on(event as 'suspend', () => {
        for (const { window } of this.#open.values()) window.hidePopUp()
      })
  }

  start(): void {
    this.#gateways.start()
    this.#watchNetwork()
  }

  list(): readonly ListedGateway[] {
    return [...this.#open.values()].map(({ gateway, window }) => ({
      ...window.identity,
      address: gateway.added.address,
      waiting: window.waiting,
    }))
  }

  async add(given: Parameters<GatewayAccess['add']>[0]): Promise<ListedGateway> {
    const { added } = await this.#gateways.add(given)
    this.show(added.id)
    const listed = this.list().find(({ id }) => id === added.id)
    if (!listed) throw new Error('The gateway was removed.')
    return listed
  }

  show(id: string): void {
    this.#gateways.find(id)
    this.#open.get(id)?.window.show()
  }

  remove(id: string): void {
    const { pin } = this.#gateways.find(id).added
    this.#gateways.remove(id)
    forgetRemoteGateway(this.#deps.profile, pin)
  }

  reconnect(id: string): void {
    this.#gateways.find(id).link.connect()
  }

  /** Shows the requests of the first gateway that has some. @returns whether there are any */
  showRequests(): boolean {
    const first = [...this.#open.values()].find(({ window }) => window.waiting > 0)
    first?.window.showRequests()
    return first !== undefined
  }

  get trayEntries(): readonly TrayGateway[] {
    return [...this.#open.values()].map(({ window }) => ({
      name: window.identity.name,
      link: window.identity.link,
      waiting: window.waiting,
      isStopped: window.state.panic.on,
      open: () => window.show(),
      showRequests: () => window.showRequests(),
      stopEverything: () => window.stopEverything(),
    }))
  }

  set translate(translate: Translate) {
    this.#translate = translate
    for (const { window } of this.#open.values()) window.translate = translate
  }

  stop(): void {
    this.#cancelCheck()
    this.#gateways.stop()
    for (const { window } of this.#open.values()) window.destroy()
  }

  /** Another network: a link is tried at once. */
  #watchNetwork(): void {
    this.#cancelCheck = this.#deps.clock.after(networkCheckMs, () => {
      const now = addressesOfThisComputer()
      if (now !== this.#addresses) this.#gateways.recheck()
      this.#addresses = now
      this.#watchNetwork()
    })
  }
}

export interface RemoteWindowsOptions extends Omit<RemoteWindowDependencies, 'computer' | 'settings'> {
  readonly settings: RemoteWindowDependencies['settings'] & GatewaysDependencies['settings']
  readonly secrets: SecretStore
  readonly translate: Translate
}

export function openRemoteWindows(options: RemoteWindowsOptions): RemoteWindows {
  const { clock, profile, translate } = options
  const gateways = new Gateways({ ...options, dial: dialGateway(() => clock.now()), computer: hostname() })
  return new RemoteWindows(gateways, translate, { ...options, computer: hiddenComputer(profile) })
}

/** Orders about the list, as soon as there is one. */
export const gatewayAccess = (opened: () => RemoteWindows | undefined): GatewayAccess => {
  const mustBeOpen = (): RemoteWindows => {
    const remote = opened()
    if (!remote) throw new GatewayError('SYSTEM.MAINTENANCE')
    return remote
  }
  return {
    list: () => opened()?.list() ?? [],
    add: async (given) => mustBeOpen().add(given),
    show: (id) => mustBeOpen().show(id),
    remove: (id) => mustBeOpen().remove(id),
    reconnect: (id) => mustBeOpen().reconnect(id),
  }
}

const addressesOfThisComputer = (): string =>
  Object.values(networkInterfaces())
    .flatMap((all = []) => all.map(({ address }) => address))
    .sort()
    .join()
