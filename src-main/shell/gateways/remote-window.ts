/**
 * Remote window: the window and the pop-up of one gateway on another computer, and how this computer shows its requests.
 *
 * Guards invariant 6: its pages order from this gateway only. Closing the pop-up, or locking the screen, hides it and
 * denies nothing: another owner may be reading the request, which is denied when its time ends.
 */

import type { OpenApproval } from '@shared/approvals/approval.js'
import type { Settings } from '@shared/program/settings.js'
import type { GatewayIdentity } from '@shared/remote/gateway.js'
import { mixSettings } from '@shared/remote/own-settings.js'
import type { AppLanguage } from '@shared/text/language.js'
import { StreamSafe } from '../../gateway/feeds/stream-safe.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { type IpcDoor, type PageOrders, type Pages, senderTo } from '../../owner/doors/electron.js'
import { PageMask } from '../../owner/doors/page-mask.js'
import type { OpenGateway } from '../../owner/gateways/gateways.js'
import type { OrderRemotely } from '../../owner/gateways/remote-connections.js'
import { isTheirs, remoteOrders } from '../../owner/gateways/remote-orders.js'
import { RemoteState } from '../../owner/gateways/remote-state.js'
import type { NavigationTarget } from '../../owner/table/shapes.js'
import { isEvent, type PageEvent, type Returned, receives, receivesRemotely } from '../../owner/table/table.js'
import { AttentionService } from '../presence/attention-service.js'
import { createElectronNotices } from '../presence/electron-notices.js'
import { Notices } from '../presence/notices.js'
import { fullScreenOfThisComputer } from '../presence/presence.js'
import { createRedactText } from '../presence/redact-text.js'
import type { Translate } from '../presence/tray-menu.js'
import { connectElsewhere } from '../system/open-connections.js'
import type { MainWindow } from '../windows/main-window.js'
import { reloadCovered } from '../windows/stream-switch.js'
import type { Theme } from '../windows/theme.js'
import { createMainWindow, createPopUp } from '../windows/windows.js'

export interface RemoteWindowDependencies {
  /** Folder of the built programs. */
  readonly dist: string
  readonly profile: string
  readonly door: IpcDoor
  /** The orders of the pages of this computer's own gateway. */
  readonly own: PageOrders
  readonly settings: { get(): Settings; onDidChange(listener: (settings: Settings) => void): () => void }
  readonly language: () => AppLanguage
  readonly computer: { readonly homes: readonly string[]; readonly user: string }
  readonly theme: () => Theme
  readonly openAddress: (href: string) => Promise<void>
  readonly clock: Clock
  readonly log: Log
}

/** Milliseconds for which the pop-up says who answered. */
const answeredMs = 3_000

export class RemoteWindow {
  readonly #gateway: OpenGateway
  readonly #deps: RemoteWindowDependencies
  readonly state: RemoteState
  readonly #stream: StreamSafe
  readonly #popUp
  readonly #notices: Notices
  readonly #attention: AttentionService
  /** Undefined while it is closed. */
  #window: MainWindow | undefined
  #shown: ReadonlySet<string> = new Set()
  #cancelHiding = () => {}
  readonly #ends: (() => void)[] = []

  constructor(gateway: OpenGateway, translate: Translate, deps: RemoteWindowDependencies) {
    const { link } = gateway
    const { clock, log, settings } = deps
    this.#gateway = gateway
    this.#deps = deps
    this.state = new RemoteState(link)
    this.#stream = this.#createStream()
    this.#popUp = createPopUp(deps, () => {})
    const self = this
    const pages: Pages = {
      window: {
        get contents() {
          return self.#window?.contents
        },
      },
      'pop-up': this.#popUp,
    }
    const redactor = new PageMask(this.#stream)
    const closed = { contents: undefined }
    const send = senderTo({ pages, redactor })
    const sendToWindow = senderTo({ pages: { ...pages, 'pop-up': closed }, redactor })
    const sendToPopUp = senderTo({ pages: { ...pages, window: closed }, redactor })
    this.#popUp.send = send
    const orders: PageOrders = remoteOrders({
      link,
      own: deps.own,
      screen: this.#popUp,
      ownSettings: () => settings.get(),
      openAddress: deps.openAddress,
      onResult: this.state.noteResult,
      connect: connectOrdersOf(
        gateway,
        orderAs(() => orders),
        deps,
      ),
    })
    this.#notices = this.#createNotices(translate)
    this.#attention = new AttentionService({
      clock,
      settings: () => settings.get(),
      fullScreen: fullScreenOfThisComputer(clock),
      play: (sound) => send('sound:play', { sound, volume: settings.get().sounds.volume }),
      notify: () => this.#popUp.isUp || this.#notices.questions(this.state.approvals, this.state.inputs.length),
      ended: () => this.#notices.questionsEnded(),
    })
    this.#ends.push(
      deps.door.add({ pages, redactor, orders }),
      link.onDidChange(() => send('gateway:changed', link.identity)),
      link.onEvent(({ name, message }) => {
        if (!isEvent(name) || !isForPages(name, link.identity)) return
        if (name === 'settings:changed') {
          const { settings: theirs } = message as { readonly settings: Settings }
          return send(name, { settings: mixSettings(theirs, settings.get()), language: deps.language() })
        }
        if (name !== 'approvals:changed') return send(name, message as never)
        sendToWindow(name, message as readonly OpenApproval[])
        sendToPopUp(
          name,
          (message as readonly OpenApproval[]).filter((one) => isTheirs(one, link.identity.person)),
        )
      }),
      this.state.onDidChange(() => this.#followRequests()),
      this.state.onDidClose(({ by }) => {
        const isByOther = by.some((name) => name !== link.identity.person.name)
        if (isByOther && this.#popUp.isUp) this.#hideLater()
      }),
      settings.onDidChange(() => void this.#followSettings()),
      this.#stream.onDidSwitch(() => {
        this.#popUp.unread()
        for (const page of ['window', 'pop-up'] as const) void reloadCovered(pages[page].contents, clock)
      }),
    )
    this.#setPopUp()
    log.debug('a gateway elsewhere is followed', { gateway: gateway.added.name })
  }

  get identity(): GatewayIdentity {
    return this.#gateway.link.identity
  }

  /** Number of requests that this person may answer. */
  get waiting(): number {
    return this.state.approvals.length + this.state.inputs.length
  }

  set translate(translate: Translate) {
    this.#notices.translate = translate
  }

  show(place?: NavigationTarget): void {
    const window = this.#window ?? this.#open()
    if (place) window.go(place)
    else window.show()
  }

  /** Shows the waiting requests because a person asked for it; the window when there are none. */
  showRequests(id?: string): void {
    if (this.waiting > 0) this.#popUp.show(id)
    else this.show({ screen: 'approvals' })
  }

  /** Nobody is at this computer. */
  hidePopUp(): void {
    this.#popUp.hide()
  }

  stopEverything(): void {
    void this.#gateway.link.order({ page: 'window', name: 'panic:on', payload: undefined }).then((result) => {
      if (!result.ok) this.show()
    })
  }

  destroy(): void {
    for (const end of this.#ends) end()
    this.#cancelHiding()
    this.#notices.questionsEnded()
    this.#window?.destroy()
    this.#popUp.destroy()
  }

  #open(): MainWindow {
    const { name } = this.#gateway.added
    const window = createMainWindow(this.#deps, this.#deps.theme(), `${this.#stream.text(name)} · Gatehouse`)
    window.send = this.#popUp.send
    window.onClose = () => {
      this.#window = undefined
      window.destroy()
    }
    this.#window = window
    return window
  }

  #followRequests(): void {
    const open = [
      ...this.state.approvals.map(({ id, risk }) => ({ id, critical: risk === 'critical' })),
      ...this.state.inputs.map(({ id }) => ({ id, critical: false })),
    ]
    const ids = new Set(open.map(({ id }) => id))
    for (const id of this.#shown) if (!ids.has(id)) this.#attention.remove(id)
    const raise = () => {
      this.#cancelHiding()
      this.#popUp.appear()
    }
    for (const { id, critical } of open) if (!this.#shown.has(id)) void this.#attention.add({ id, critical, raise })
    const had = this.#shown.size > 0
    this.#shown = ids
    if (had && ids.size === 0) this.#hideLater()
  }

  /** So that the person sees who answered. */
  #hideLater(): void {
    this.#cancelHiding()
    this.#cancelHiding = this.#deps.clock.after(answeredMs, () => {
      if (this.waiting === 0) this.#popUp.hide()
    })
  }

  #followSettings(): void {
    this.#setPopUp()
    const { link } = this.#gateway
    void link.order({ page: 'window', name: 'settings:get', payload: undefined }).then((result) => {
      const own = this.#deps.settings.get()
      const settings = result.ok ? mixSettings(result.value as Settings, own) : own
      this.#popUp.send('settings:changed', { settings, language: this.#deps.language() })
    })
  }

  #setPopUp(): void {
    const { hideFromCapture, popUp } = this.#deps.settings.get()
    this.#popUp.hiddenFromCapture = hideFromCapture || this.#stream.on
    this.#popUp.overFullScreen = popUp === 'always'
  }

  #createNotices(translate: Translate): Notices {
    const { clock, log, settings } = this.#deps
    const view = createElectronNotices(log)
    const redactText = createRedactText((text) => this.#stream.text(text))
    return new Notices(
      {
        // Which gateway it is about.
        view: {
          show: (notice) =>
            view.show({ ...notice, title: `${redactText(this.#gateway.added.name, 32)} · ${notice.title}` }),
        },
        clock,
        redactText,
        capabilityName: (id) => this.state.approvals.find(({ capabilityId }) => capabilityId === id)?.capabilityName,
        choice: () => settings.get().notifications,
        stopsReading: () => false,
        isQuiet: () => this.#attention.isQuiet,
        isLookedAt: () => this.#window?.isLookedAt ?? false,
        go: (place) => this.show(place),
        showQuestion: (id) => this.showRequests(id),
        showQuestions: () => this.showRequests(),
        deny: (id) =>
          void this.#gateway.link.order({
            page: 'pop-up',
            name: 'approvals:decide',
            payload: { id, decision: 'deny' },
          }),
      },
      translate,
    )
  }

  /** The mask of this computer, with the servers and players of the gateway. */
  #createStream(): StreamSafe {
    const { settings, computer, language } = this.#deps
    let known: { readonly of: readonly unknown[]; readonly mixed: Settings } | undefined
    return new StreamSafe({
      settings: {
        get: () => {
          const of = [settings.get(), this.state.hidden]
          if (!known || known.of.some((one, at) => one !== of[at]))
            known = { of, mixed: { ...settings.get(), ...this.state.hidden } }
          return known.mixed
        },
        change: () => false,
        onDidChange: (listener) => settings.onDidChange(() => listener()),
      },
      computer,
      language,
      players: this.state.players,
    })
  }
}

const orderAs =
  (orders: () => PageOrders): OrderRemotely =>
  async (name, payload) =>
    (await orders()[name](payload, 'window')) as Returned<typeof name>

/** Without them the window of the gateway connects no AI client. */
function connectOrdersOf({ added }: OpenGateway, order: OrderRemotely, deps: RemoteWindowDependencies) {
  try {
    return connectElsewhere(added, order, deps)
  } catch (error) {
    deps.log.warn('AI clients cannot be connected to this gateway', { gateway: added.name, error: `${error}` })
    return {}
  }
}

/** Whether the gateway may send this event to the pages of this person. */
function isForPages(name: string, { person }: GatewayIdentity): boolean {
  const isOfPage = receives('window', name) || receives('pop-up', name)
  return isOfPage && receivesRemotely(name as PageEvent, person.role)
}
