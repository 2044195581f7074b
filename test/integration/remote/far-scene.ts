/**
 * Far scene: a headless gateway on one computer, the windows of two people on two others, 80 ms and loss between them, and
 * an AI client beside the gateway. Everything is a real process in a network namespace.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { OpenApproval } from '@shared/approvals/approval.js'
import type { AddedGateway, LinkState } from '@shared/remote/gateway.js'
import type { OrdersOf, Payload } from '../../../src-main/owner/table/table.js'
import { openAuditLog } from '../../../src-main/storage/audit-log.js'
import { ClientStore } from '../../../src-main/storage/client-store.js'
import { StateDatabase } from '../../../src-main/storage/state-database.js'
import { buildProgram, temporaryProfile } from '../../fakes/headless-program.js'
import { FarNetwork } from '../../fakes/network/far-network.js'
import type { CleanUp } from '../../fixtures/clean-up.js'
import { giveOrder } from '../../fixtures/give-order.js'
import type { JsonLinesProcess } from '../../fixtures/json-lines-process.js'
import { headlessProgram } from '../../fixtures/programs.js'

export const people = ['ada', 'ben'] as const
export type PersonName = (typeof people)[number]

interface Answer {
  readonly ok: boolean
  readonly value?: unknown
  readonly error?: { readonly code: string; readonly details?: { readonly gateway?: string } }
}

export interface Paired {
  readonly gateway: AddedGateway
  readonly privateKey: string
}

export class FarWindow {
  readonly process: JsonLinesProcess
  paired: Paired | undefined
  #orders = 0

  constructor(process: JsonLinesProcess) {
    this.process = process
  }

  async pair(address: string, code: string): Promise<void> {
    this.process.send({ pair: { address, code } })
    const line = await this.process.until(({ paired, failed }) => paired !== undefined || failed !== undefined)
    if (!line.paired) throw new Error(`${line.failed}`)
    this.paired = line.paired as Paired
    await this.until('connected')
  }

  /** As the last line about it says. */
  get link(): LinkState['kind'] | undefined {
    return (this.process.lines.filter(({ link }) => link !== undefined).at(-1)?.link as LinkState | undefined)?.kind
  }

  async until(kind: LinkState['kind'], after = 0): Promise<void> {
    await this.process.until(({ link }) => (link as LinkState | undefined)?.kind === kind, { after })
  }

  async order(name: string, payload?: unknown, page: 'window' | 'pop-up' = 'window'): Promise<Answer> {
    this.#orders += 1
    const tag = `order-${this.#orders}`
    this.process.send({ order: { page, name, payload }, tag })
    return (await this.process.until((line) => line.tag === tag, { milliseconds: 90_000 })).result as Answer
  }

  /** The open requests as the window shows them: the last list that it got. */
  get shown(): readonly OpenApproval[] {
    const lists = this.process.lines.filter(({ event }) => event === 'approvals:changed')
    return (lists.at(-1)?.message ?? []) as readonly OpenApproval[]
  }
}

export interface CallAnswer {
  readonly status: number
  readonly answer: { readonly success: boolean; readonly error?: { readonly code: string } }
}

export class FarScene {
  readonly network: FarNetwork
  readonly gateway: JsonLinesProcess
  readonly windows: Readonly<Record<PersonName, FarWindow>>
  readonly profile: string
  readonly address: string
  readonly #caller: JsonLinesProcess
  readonly #windowFile: string
  readonly #cleanUp: CleanUp
  #calls = 0

  private constructor(
    parts: Pick<FarScene, 'network' | 'gateway' | 'windows' | 'profile' | 'address'>,
    caller: JsonLinesProcess,
    windowFile: string,
    cleanUp: CleanUp,
  ) {
    this.#cleanUp = cleanUp
    this.network = parts.network
    this.gateway = parts.gateway
    this.windows = parts.windows
    this.profile = parts.profile
    this.address = parts.address
    this.#caller = caller
    this.#windowFile = windowFile
  }

  static async open(cleanUp: CleanUp): Promise<FarScene> {
    const [window, profile] = await Promise.all([
      buildProgram('test/fakes/network/window-process.ts'),
      temporaryProfile(),
    ])
    cleanUp.add(window, ({ remove }) => remove())
    const computers = ['gateway', ...people, 'outsider']
    const network = await FarNetwork.open({ computers, delayMs: 40, lossPercent: 1, seed: 36 })
    cleanUp.add(network, (open) => open.close())
    const state = StateDatabase.open(profile)
    const { token } = new ClientStore(state).add({ name: 'An AI' }, new Date(), 'command-line')
    state.close()
    writeFileSync(path.join(profile, 'settings.json'), JSON.stringify({ version: 1, criticalQuorum: 2 }), {
      mode: 0o600,
    })
    const start = (computer: string, args: readonly string[]): JsonLinesProcess =>
      cleanUp.add(network.start(computer, args), (one) => one.end('SIGKILL'))
    const gateway = start('gateway', [headlessProgram(), '--profile', profile, '--simulator', '--control', 'stdin'])
    const ready = await gateway.until(({ event }) => event === 'ready')
    await gateway.until(({ event, state: is }) => event === 'server' && is === 'online')
    await mustGive(profile, 'remote:switch', { enabled: true, port: ownersPort })
    const { code } = (await mustGive(profile, 'remote:invite', { name: 'Ada' })) as { code: string }
    const address = `${network.address('gateway')}:${ownersPort}`
    const windows = { ada: new FarWindow(start('ada', [window.file])), ben: new FarWindow(start('ben', [window.file])) }
    await windows.ada.pair(address, code)
    const invited = await windows.ada.order('remote:invite', { name: 'Ben', role: 'owner' })
    if (!invited.ok) throw new Error(JSON.stringify(invited.error))
    await windows.ben.pair(address, (invited.value as { code: string }).code)
    const callerFile = path.join(import.meta.dirname, '../../fakes/network/caller-process.cjs')
    const caller = start('gateway', [callerFile, `${ready.http}`, token])
    return new FarScene({ network, gateway, windows, profile, address }, caller, window.file, cleanUp)
  }

  /** Another window on a computer. @param daysAhead of the clock of that computer */
  window(computer: string, { gateway, privateKey }: Paired, daysAhead = 0): FarWindow {
    const window = new FarWindow(this.network.start(computer, [this.#windowFile, `${daysAhead}`]))
    this.#cleanUp.add(window, ({ process }) => process.end('SIGKILL'))
    window.process.send({ gateway, privateKey })
    return window
  }

  /** The AI calls; resolves with its answer. */
  async call(capability: string, parameters: object): Promise<CallAnswer> {
    this.#calls += 1
    const tag = `call-${this.#calls}`
    this.#caller.send({ tag, capability, parameters })
    return (await this.#caller.until((line) => line.tag === tag, { milliseconds: 120_000 })) as unknown as CallAnswer
  }

  /** A request with these arguments, once a window shows it. */
  async shownTo(name: PersonName, matches: (request: OpenApproval) => boolean): Promise<OpenApproval> {
    const { process, shown } = this.windows[name]
    const now = shown.find(matches)
    if (now) return now
    const line = await process.until(
      ({ event, message }) => event === 'approvals:changed' && (message as OpenApproval[]).some(matches),
    )
    return (line.message as OpenApproval[]).find(matches) as OpenApproval
  }

  /** How often each time was set in the world, as the log of the gateway says. */
  timesRun(): Map<number, number> {
    const trail = openAuditLog(this.profile)
    const runs = new Map<number, number>()
    for (const { metadata, request } of trail.recent(100_000)) {
      const { time } = (request ?? {}) as { time?: number }
      if (metadata?.phase === 'intent' && time !== undefined) runs.set(time, (runs.get(time) ?? 0) + 1)
    }
    trail.close()
    return runs
  }
}

const ownersPort = 8797

/** An order of the command line on the computer of the gateway. @returns its value */
async function mustGive<N extends OrdersOf<'command-line'>>(profile: string, name: N, payload: Payload<N>) {
  const reply = (await giveOrder(profile, name, payload)) as Answer | undefined
  if (!reply?.ok) throw new Error(JSON.stringify(reply))
  return reply.value
}
