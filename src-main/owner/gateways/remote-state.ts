/** Remote state: the open requests of a gateway on another computer, and what a stream must not show of it. */
import type { OpenApproval } from '@shared/approvals/approval.js'
import type { OpenInputRequest } from '@shared/approvals/input-request.js'
import type { PanicState } from '@shared/approvals/panic.js'
import type { Settings } from '@shared/program/settings.js'
import type { LiveEntry } from '@shared/trail/live.js'
import { SeenPlayers } from '../../gateway/feeds/seen-players.js'
import { Emitter } from '../../gateway/ports/emitter.js'
import type { ClosedApproval } from '../table/shapes.js'
import type { PageOrder, Returned } from '../table/table.js'
import type { GatewayLink } from './gateway-link.js'
import { isTheirs } from './remote-orders.js'

type HiddenSettings = Pick<Settings, 'servers' | 'gameApprover'>

export class RemoteState {
  readonly #link: Pick<GatewayLink, 'order' | 'identity' | 'onEvent' | 'onDidChange'>
  readonly players = new SeenPlayers()
  #approvals: readonly OpenApproval[] = []
  #inputs: readonly OpenInputRequest[] = []
  #panic: PanicState = { on: false }
  #settings: HiddenSettings = { servers: [], gameApprover: null }
  #isConnected = false
  readonly #onDidChange = new Emitter<void>()
  readonly #onDidClose = new Emitter<ClosedApproval>()
  /** The requests or the stop changed. */
  readonly onDidChange = this.#onDidChange.on
  /** A request was closed. */
  readonly onDidClose = this.#onDidClose.on

  constructor(link: Pick<GatewayLink, 'order' | 'identity' | 'onEvent' | 'onDidChange'>) {
    this.#link = link
    link.onEvent(({ name, message }) => this.#take(name, message))
    link.onDidChange(() => this.#followLink())
  }

  /** Requests that this person may answer. */
  get approvals(): readonly OpenApproval[] {
    const { person } = this.#link.identity
    return this.#approvals.filter((one) => isTheirs(one, person))
  }

  get inputs(): readonly OpenInputRequest[] {
    return this.#link.identity.person.role === 'owner' ? this.#inputs : []
  }

  get panic(): PanicState {
    return this.#panic
  }

  /** Settings whose names and addresses a stream must not show. */
  get hidden(): HiddenSettings {
    return this.#settings
  }

  /** A page orders something: what the gateway returned is noted before the page gets it. */
  readonly noteResult = (name: PageOrder, result: unknown): void => {
    if (name === 'settings:get' || name === 'settings:change') this.#noteSettings(result as Settings)
    if (name === 'live:page') this.#noteEntries(result)
    if (name === 'approvals:list') this.#noteApprovals(result as readonly OpenApproval[])
    if (name === 'players:online') this.#noteListed(result as Returned<typeof name>)
  }

  #take(name: string, message: unknown): void {
    switch (name) {
      case 'approvals:changed':
        this.#noteApprovals(message as readonly OpenApproval[])
        this.#approvals = message as readonly OpenApproval[]
        return this.#onDidChange.emit()
      case 'approvals:closed':
        return this.#onDidClose.emit(message as ClosedApproval)
      case 'inputs:changed':
        this.#inputs = message as readonly OpenInputRequest[]
        return this.#onDidChange.emit()
      case 'panic:changed':
        this.#panic = message as PanicState
        return this.#onDidChange.emit()
      case 'settings:changed':
        return this.#noteSettings((message as { readonly settings: Settings }).settings)
      case 'live:arrived':
        return this.#noteEntries(message)
      default:
    }
  }

  /** Without a connection nothing can be answered. */
  #followLink(): void {
    const isConnected = this.#link.identity.link.kind === 'connected'
    if (isConnected === this.#isConnected) return
    this.#isConnected = isConnected
    if (isConnected) return void this.#read()
    this.#approvals = []
    this.#inputs = []
    this.#onDidChange.emit()
  }

  async #read(): Promise<void> {
    const read = async <T>(name: PageOrder, payload?: unknown): Promise<T | undefined> => {
      const result = await this.#link.order({ page: 'window', name, payload })
      if (!result.ok) return undefined
      this.noteResult(name, result.value)
      return result.value as T
    }
    const [, , approvals, inputs, panic] = await Promise.all([
      read('settings:get'),
      read('live:page', {}),
      read<readonly OpenApproval[]>('approvals:list'),
      read<readonly OpenInputRequest[]>('inputs:list'),
      read<PanicState>('panic:state'),
    ])
    if (!this.#isConnected) return
    this.#approvals = approvals ?? this.#approvals
    this.#inputs = inputs ?? this.#inputs
    this.#panic = panic ?? this.#panic
    this.#onDidChange.emit()
  }

  #noteSettings({ servers, gameApprover }: HiddenSettings): void {
    this.#settings = { servers, gameApprover }
  }

  #noteApprovals(approvals: readonly OpenApproval[]): void {
    for (const { arguments: given } of approvals) this.players.noteNamed(given)
  }

  #noteEntries(page: unknown): void {
    const { entries } = page as { readonly entries: string }
    for (const entry of JSON.parse(entries) as readonly LiveEntry[]) this.players.note(entry)
  }

  #noteListed(players: Returned<'players:online'>): void {
    this.players.noteListed(players.map(({ player }) => player))
  }
}
