/**
 * Telemetry: sends traces, metrics and the log to the collector that the owner chose, while it is switched on.
 *
 * Guards that it is off until then, also where the environment names a collector, and that no call waits for it.
 * Guards invariant 8: a header belongs to one address, and is sent to no other.
 */
import type { AuditEvent } from '@contract/generated/audit-event.js'
import {
  checkEndpoint,
  headerOf,
  localCollector,
  type TelemetrySettings,
  type TelemetryState,
} from '@shared/program/telemetry.js'
import type { SecretStore } from '../gateway/ports/client-access.js'
import { Emitter, type Subscribe } from '../gateway/ports/emitter.js'
import type { Clock, Log } from '../gateway/ports/runtime.js'
import type { EndedTrace } from '../gateway/ports/traces.js'
import { Delivery } from './delivery.js'
import type { Exporting, ExportingOptions } from './exporting.js'
import type { Gauges } from './measurements.js'

/** Milliseconds in which changes of counts are reported as one. */
const reportMs = 1_000

/** Name of a header in the credential store: one for each address. */
const headerName = (endpoint: string): string => `telemetry:header:${endpoint}`

export interface TelemetryDependencies {
  readonly settings: {
    get(): { readonly telemetry: TelemetrySettings }
    onDidChange(listener: () => void): () => void
  }
  readonly secrets: SecretStore
  /** `OTEL_EXPORTER_OTLP_ENDPOINT` and `OTEL_EXPORTER_OTLP_HEADERS`: for a switched-on telemetry without an address. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly calls: Subscribe<EndedTrace>
  readonly events: Subscribe<AuditEvent>
  readonly gauges: Gauges
  readonly gatewayId: string
  readonly hostName: string
  /** Of stream-safe mode; returns the value itself while it is off. */
  readonly mask: <T>(value: T) => T
  readonly clock: Clock
  readonly log: Log
  /** Loads the SDK. */
  readonly load: () => Promise<{ openExporting(options: ExportingOptions): Exporting }>
}

interface Target {
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
}

/** Undefined while it is off. */
type ChosenTarget = Target | 'bad-address' | undefined

export class Telemetry {
  readonly #deps: TelemetryDependencies
  #target: ChosenTarget
  #delivery = new Delivery()
  #exporting: Exporting | undefined
  #switching: Promise<void> = Promise.resolve()
  #isReportPlanned = false
  #hasWarned = false
  #isStopped = false
  readonly #ending: (() => void)[] = []
  readonly #onDidChange = new Emitter<TelemetryState>()
  readonly onDidChange = this.#onDidChange.on

  constructor(deps: TelemetryDependencies) {
    this.#deps = deps
  }

  start(): void {
    const { settings, calls, events } = this.#deps
    this.#ending.push(
      settings.onDidChange(() => this.#apply()),
      calls((call) => this.#exporting?.call(call)),
      events((event) => this.#exporting?.event(event)),
    )
    this.#apply()
  }

  get state(): TelemetryState {
    const { telemetry } = this.#deps.settings.get()
    if (!telemetry.enabled || this.#target === undefined) return { kind: 'off' }
    if (this.#target === 'bad-address')
      return { kind: 'on', endpoint: telemetry.endpoint, hasHeader: false, sent: 0, dropped: 0, problem: 'address' }
    const { endpoint, headers } = this.#target
    return { kind: 'on', endpoint, hasHeader: Object.keys(headers).length > 0, ...this.#delivery.counts }
  }

  /**
   * Keeps the header for the address in use; an empty one removes it.
   *
   * @returns whether it is stored in the credential store; undefined when it is no header
   */
  keepHeader(header: string): boolean | undefined {
    const { secrets } = this.#deps
    const target = this.#target
    if (target === undefined || target === 'bad-address') return undefined
    const name = headerName(target.endpoint)
    if (header !== '' && !headerOf(header)) return undefined
    const isKept = header === '' || secrets.set(name, header)
    if (header === '') secrets.delete(name)
    this.#apply()
    return isKept
  }

  /** Sends what waits. */
  async flush(): Promise<void> {
    await this.#switching
    await this.#exporting?.flush()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    for (const end of this.#ending) end()
    this.#switch(undefined)
    await this.#switching
  }

  #apply(): void {
    if (this.#isStopped) return
    const target = this.#targetOf(this.#deps.settings.get().telemetry)
    if (JSON.stringify(target) === JSON.stringify(this.#target)) return
    this.#target = target
    this.#switch(target === 'bad-address' ? undefined : target)
    this.#onDidChange.emit(this.state)
  }

  #targetOf({ enabled, endpoint }: TelemetrySettings): ChosenTarget {
    if (!enabled) return undefined
    const { environment, secrets } = this.#deps
    const named = endpoint !== '' ? endpoint : environment.OTEL_EXPORTER_OTLP_ENDPOINT || localCollector
    const checked = checkEndpoint(named)
    if (!checked.ok) return 'bad-address'
    const own = headerOf(secrets.get(headerName(checked.endpoint)) ?? '')
    if (own) return { endpoint: checked.endpoint, headers: { [own[0]]: own[1] } }
    const isOfEnvironment = endpoint === '' && environment.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined
    return {
      endpoint: checked.endpoint,
      headers: isOfEnvironment ? headersIn(environment.OTEL_EXPORTER_OTLP_HEADERS ?? '') : {},
    }
  }

  /** One after the other: the last batches of one collector are not sent to the next. */
  #switch(target: Target | undefined): void {
    const before = this.#exporting
    this.#exporting = undefined
    this.#switching = this.#switching.then(async () => {
      await before?.stop()
      if (target && target === this.#target && !this.#isStopped) await this.#open(target)
    })
  }

  async #open(target: Target): Promise<void> {
    const { load, gauges, gatewayId, hostName, mask, clock, log } = this.#deps
    try {
      const { openExporting } = await load()
      if (target !== this.#target || this.#isStopped) return
      const delivery = new Delivery()
      this.#delivery = delivery
      this.#hasWarned = false
      delivery.onDidChange(() => this.#planReport())
      this.#exporting = openExporting({ ...target, gauges, gatewayId, hostName, mask, clock, delivery })
      log.info('Telemetry is sent to {endpoint}', { endpoint: target.endpoint })
    } catch (error) {
      log.error('telemetry could not be started', { error: `${error}` })
    }
  }

  #planReport(): void {
    if (this.#isReportPlanned) return
    this.#isReportPlanned = true
    this.#deps.clock.after(reportMs, () => {
      this.#isReportPlanned = false
      if (this.#isStopped) return
      const { dropped, problem = 'none' } = this.#delivery.counts
      if (dropped > 0 && !this.#hasWarned) {
        this.#hasWarned = true
        this.#deps.log.warn('telemetry was dropped: the collector does not take it', { dropped, problem })
      }
      this.#onDidChange.emit(this.state)
    })
  }
}

/** `name=value,name=value`, each percent-encoded, as the standard says. What is no header is left out. */
function headersIn(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(',').map((pair) => {
    const at = pair.indexOf('=')
    return at < 0 ? undefined : headerOf(`${pair.slice(0, at).trim()}: ${decoded(pair.slice(at + 1).trim())}`)
  })
  return Object.fromEntries(pairs.filter((pair) => pair !== undefined))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
