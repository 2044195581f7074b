/** Panel scene: a model panel and its node on this computer, and what a test needs to reach them. */
import type { Clock } from '../../../../src-main/gateway/ports/runtime.js'
import { PanelBudgets } from '../../../../src-main/providers/java/ways/panel/panel-budget.js'
import type { PanelTarget, PanelWayDeps } from '../../../../src-main/providers/java/ways/panel/panel-way.js'
import { RecordingLog } from '../../recording-log.js'
import { ModelNode } from './model-node.js'
import { type ModelKey, ModelPanel } from './model-panel.js'

export const sceneUuid = '11111111-2222-4333-8444-555555555555'

export interface PanelSceneOptions {
  readonly clock: Clock
  readonly kind?: 'pterodactyl' | 'pelican'
  readonly permissions?: ModelKey['permissions']
  readonly run?: (command: string) => Promise<readonly string[]> | readonly string[]
  readonly identity?: { readonly key: string; readonly cert: string }
}

export class PanelScene {
  readonly node: ModelNode
  readonly panel: ModelPanel
  readonly key: string
  readonly log = new RecordingLog()
  readonly deps: PanelWayDeps

  private constructor(
    node: ModelNode,
    panel: ModelPanel,
    { clock, kind = 'pterodactyl', permissions = ['*'] }: PanelSceneOptions,
  ) {
    this.node = node
    this.panel = panel
    this.key = `${kind === 'pelican' ? 'pacc' : 'ptlc'}_${'k'.repeat(43)}`
    panel.keys.set(this.key, { permissions })
    this.deps = { clock, log: this.log, budgets: new PanelBudgets(clock), chance: () => 0 }
  }

  static async start(options: PanelSceneOptions): Promise<PanelScene> {
    const { clock, kind = 'pterodactyl', run = () => [], identity } = options
    const common = { clock, kind, uuid: sceneUuid, ...(identity && { identity }) }
    const node = await ModelNode.start({ ...common, run })
    const panel = await ModelPanel.start({ ...common, node })
    return new PanelScene(node, panel, options)
  }

  get address(): PanelTarget {
    return { address: this.panel.origin, key: this.key, server: sceneUuid, node: this.node.host }
  }

  async close(): Promise<void> {
    await this.panel.close()
    await this.node.close()
  }
}
