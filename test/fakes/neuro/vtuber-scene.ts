/** VTuber scene: the real gateway and world, a fake clock, and the model of an AI VTuber over a real socket. */
import type { NeuroSettings } from '@shared/features/neuro.js'
import { createToolCaller } from '../../../src-main/consumers/mcp/tool-caller.js'
import { ownToolNames } from '../../../src-main/consumers/mcp/tool-name.js'
import { Neuro } from '../../../src-main/consumers/neuro/neuro.js'
import { until } from '../../fixtures/until.js'
import { settled } from '../fake-clock.js'
import { McpScene } from '../mcp-scene.js'
import { VtuberModel, type VtuberOptions } from './vtuber-model.js'

export class VtuberScene {
  readonly world: McpScene
  readonly ai: VtuberModel
  readonly neuro: Neuro
  settings: NeuroSettings
  readonly #closeFace: () => void

  private constructor(world: McpScene, ai: VtuberModel) {
    this.world = world
    this.ai = ai
    const { gateway, clock, log, clients } = world
    const { client } = clients.add({ name: 'Neuro' })
    this.settings = { id: client.id, address: ai.address, enabled: true, events: true }
    const face = createToolCaller(gateway, clock, log)
    this.#closeFace = face.close
    this.neuro = new Neuro({
      ...{ gateway, clock, log, face },
      chance: () => 0,
      language: () => 'en',
      isOwnTool: (name) => ownToolNames.has(name),
      settings: () => this.settings,
      authenticatedClientOf: (id) => clients.authenticatedClientOf(id),
    })
    face.onDidChange(() => this.neuro.apply())
    gateway.approvals.attach()
  }

  static async open(options: VtuberOptions = {}): Promise<VtuberScene> {
    const scene = new VtuberScene(await McpScene.open(), await VtuberModel.open(options))
    scene.neuro.apply()
    await scene.ai.when(() => scene.ai.actions.size > 0)
    return scene
  }

  set(over: Partial<NeuroSettings>): void {
    this.settings = { ...this.settings, ...over }
    this.neuro.apply()
  }

  /** The owner decides on what is open, and the AI receives it. */
  async decide(decision: 'approve' | 'deny'): Promise<string> {
    const [open] = this.world.gateway.approvals.open()
    if (!open) throw new Error('nothing waits')
    const before = this.ai.contexts.length
    this.world.gateway.approvals.decide(open.id, decision, 'ada')
    await until(async () => {
      await settled()
      return this.ai.contexts.length > before
    })
    return this.ai.contexts.at(-1)?.message ?? ''
  }

  /** What was collected is sent. */
  async pass(milliseconds: number): Promise<void> {
    await this.world.clock.advance(milliseconds)
  }

  /** Runs that reached the world. */
  runs(capabilityId: string): number {
    return this.world.audit.events.filter(
      (event) => event.metadata?.phase === 'intent' && JSON.stringify(event).includes(`"${capabilityId}"`),
    ).length
  }

  async close(): Promise<void> {
    await this.neuro.stop()
    this.#closeFace()
    await this.ai.close()
    await this.world.close()
  }
}
