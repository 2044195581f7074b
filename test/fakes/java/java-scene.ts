/** Java scene: a Java server over the model console, as the gateway sees it. */
import type { RemoteWay } from '@shared/servers/server.js'
import { Cancellation } from '../../../src-main/gateway/ports/cancellation.js'
import type { ProviderEvent, ProviderRequest, ServerLink } from '../../../src-main/gateway/ports/provider.js'
import { JavaServer, type JavaServerDependencies } from '../../../src-main/providers/java/java-server.js'
import { manifestOf } from '../../../src-main/providers/java/manifests/index.js'
import { CapabilityValidator } from '../../../src-main/validation/capability-validator.js'
import { FakeClock } from '../fake-clock.js'
import { RecordingLog } from '../recording-log.js'
import { ModelConnection } from './console/model-connection.js'
import { ModelConsole, type Software } from './console/model-console.js'
import { MemoryWorld } from './console/model-world.js'

const validator = new CapabilityValidator()

export class JavaScene {
  readonly world = new MemoryWorld()
  readonly clock = new FakeClock()
  readonly log = new RecordingLog()
  readonly console: ModelConsole
  readonly connection: ModelConnection
  readonly server: JavaServer
  readonly events: ProviderEvent[] = []
  #link: ServerLink | undefined
  readonly #waiting = new Set<() => void>()

  constructor(
    version: string,
    software: Software = 'vanilla',
    more: (parts: JavaServerDependencies) => JavaServerDependencies = (parts) => parts,
    way?: RemoteWay,
  ) {
    this.world.join('Steve')
    this.console = new ModelConsole({ version, world: this.world, software })
    this.connection = new ModelConnection(this.console)
    this.server = new JavaServer(
      { id: 'java:localhost:25575', name: 'Survival', address: 'rcon://localhost:25575', ...(way && { way }) },
      more({ clock: this.clock, log: this.log, way: { console: this.connection, stop: async () => {} } }),
      {
        present: (link) => {
          this.#link = link
          for (const look of [...this.#waiting]) look()
        },
        withdraw: () => {},
        event: (_id, event) => void this.events.push(event),
      },
    )
  }

  get link(): ServerLink {
    if (!this.#link) throw new Error('not presented')
    return this.#link
  }

  get shown() {
    return this.link.server
  }

  /** Starts it, and waits until it is in this state. */
  async start(state: 'online' | 'offline' = 'online'): Promise<this> {
    this.server.start()
    await this.until(() => this.shown.state === state)
    return this
  }

  until(condition: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!condition()) return
        this.#waiting.delete(look)
        resolve()
      }
      this.#waiting.add(look)
      look()
    })
  }

  offers(id: string): boolean {
    return this.shown.capabilities.some((one) => one.id === id)
  }

  async whisper(player: string, ...lines: readonly string[]): Promise<void> {
    await this.#link?.whisper?.(player, lines, new AbortController().signal)
  }

  /** Calls it as the gateway does: arguments are checked first, and so is what comes back. */
  async call(
    capabilityId: string,
    given: Readonly<Record<string, unknown>> = {},
    more: Partial<Pick<ProviderRequest, 'byOwner' | 'requestId' | 'snapshotFor'>> = {},
  ) {
    if (!this.#link) throw new Error('not presented')
    const manifest = manifestOf(capabilityId)
    const checked = validator.checkArguments(manifest, given)
    if (!checked.ok) throw new Error(`${capabilityId}: ${JSON.stringify(checked.problems)}`)
    const request = { requestId: '1', capabilityId, version: manifest.version, caller: 'test', traceId: 't' }
    const { data } = await this.#link.invoke({ ...request, ...more, arguments: checked.value }, new Cancellation())
    const returned = validator.checkReturns(manifest, data)
    if (!returned.ok) throw new Error(`${capabilityId} returns ${JSON.stringify(returned.problems)}`)
    return data
  }
}
