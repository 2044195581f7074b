/**
 * Bedrock sight: shows a build before a block changes. The blocks of a Bedrock world cannot be read, so it shows the
 * build alone, and says that the place is not known.
 */
import type { JsonObject } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { ResultPicture } from '@contract/result-picture.js'
import type { BuildFacts, BuildPreview, BuildUnknown, Turn } from '@shared/build/build-preview.js'
import { Slices } from '@shared/turns.js'
import type { ServerLink } from '../../../gateway/ports/provider.js'
import type { Painter, Scene } from '../../../painter/painter.js'
import { blockKindOf } from '../../../policy/build/block-kinds.js'
import { air } from '../../../policy/build/block-state.js'
import type { BuildPlan, Cells, Extent } from '../../../policy/build/plan.js'
import { listed, sizeOf } from '../../../policy/build/plan-effects.js'
import { volumeOf } from '../../../policy/build/plan-volume.js'
import { isTouching } from '../../minecraft/build/body.js'
import type { PlacedPlan } from '../../minecraft/build/build-jobs.js'
import { base64Of, forPeople, modelPicture } from '../../minecraft/build/model-picture.js'
import { croppedBox, sceneOf } from '../../minecraft/build/picture-box.js'
import type { BedrockAbilities, BedrockSight, SeenBedrockBuild } from '../capabilities/bedrock-capability.js'
import { blocksPerSecond, commandsPerSecond } from './bedrock-tile-builder.js'
import { type Body, bodiesIn } from './bodies.js'
import { kindsOf } from './build-steps.js'

export interface BuildSightOfGame {
  readonly painter: Painter
  readonly structures: () => readonly JsonObject[]
}

/** Commands to load, to save and to look who is there, for each tile. */
const othersPerTile = 12
/** Maximum players that are listed. */
const maxPlayers = 64

/** What it needs of the builds of the game. */
export interface SightBuilds {
  planOf(given: JsonObject): Promise<PlacedPlan>
  /** Asks the game for every kind of block, where the place is loaded. @throws GatewayError that names those it does not know */
  checkKinds(blocks: ReadonlySet<string>, dimension: string, at: Extent['min'], signal: AbortSignal): Promise<void>
}

export class BuildSight implements BedrockSight {
  readonly #options: BuildSightOfGame
  readonly #builds: SightBuilds

  constructor(options: BuildSightOfGame, builds: SightBuilds) {
    this.#options = options
    this.#builds = builds
  }

  get structures(): readonly JsonObject[] {
    return this.#options.structures()
  }

  /** What the owner's preview, and a question about a build, need of a game. @param abilities undefined while it is offline */
  linkTo(abilities: () => BedrockAbilities | undefined): Pick<ServerLink, 'previewBuild' | 'checkAction'> {
    return {
      checkAction: async (id, given) => {
        if (id === 'ext.bedrock.build') await this.#builds.planOf(given)
      },
      previewBuild: async (_id, given, turn, signal) => {
        const now = abilities()
        if (!now) throw new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', { message: 'The game is not connected.' })
        return this.preview(given, turn, now, signal)
      },
    }
  }

  async preview(
    given: JsonObject,
    turn: Turn,
    abilities: BedrockAbilities,
    signal: AbortSignal,
  ): Promise<BuildPreview> {
    const { facts, after } = await this.see(given, abilities, signal)
    const { width, height, projection, png } = await this.#options.painter.paint(after, { turn, ...forPeople }, signal)
    return { facts, picture: { width, height, after: base64Of(png), projection } }
  }

  pictureOf(scene: Scene, turn: Turn, signal: AbortSignal): Promise<ResultPicture> {
    return modelPicture(this.#options.painter, { scene, turn, what: 'The finished build' }, signal)
  }

  async see(given: JsonObject, abilities: BedrockAbilities, signal: AbortSignal): Promise<SeenBedrockBuild> {
    const { plan, dimension } = await this.#builds.planOf(given)
    const { blocks, planned, commands } = await kindsOf(plan)
    await this.#builds.checkKinds(blocks, dimension, plan.tiles[0]?.min ?? plan.extent.min, signal)
    const players = await bodiesIn(dimension, plan.extent, abilities, signal).catch(() => {
      signal.throwIfAborted()
      return undefined
    })
    const box = croppedBox(plan.extent)
    const most = planned.reduce((sum, one) => sum + one, 0)
    // Every fill is sent again, to prove that it is there.
    const sent = 2 * commands + othersPerTile * plan.tiles.length
    const seconds = Math.ceil(Math.max(sent / commandsPerSecond, (2 * most) / blocksPerSecond))
    return {
      facts: { ...(await factsOf(plan, players)), commands: sent, seconds },
      after: sceneOf(box, plan.draw(box, emptyCells(box))),
    }
  }
}

const emptyCells = (box: Extent): Cells => ({ palette: [air], indices: new Uint16Array(volumeOf(box)) })

/** Parts that replace only some blocks are counted as if nothing stood there. */
async function factsOf(
  plan: BuildPlan,
  bodies: readonly Body[] | undefined,
): Promise<Omit<BuildFacts, 'commands' | 'seconds'>> {
  const counts = new Map<string, number>()
  const slices = new Slices()
  let blocks = 0
  for (const tile of plan.tiles) {
    await slices.rest()
    const { palette, indices, parts } = plan.draw(tile, emptyCells(tile))
    const own = new Uint32Array(palette.length)
    for (let index = 0; index < parts.length; index++) {
      if (!parts[index]) continue
      blocks++
      const number = indices[index] ?? 0
      own[number] = (own[number] ?? 0) + 1
    }
    for (const [number, state] of palette.entries()) {
      const { id } = blockKindOf(state)
      if (own[number]) counts.set(id, (counts.get(id) ?? 0) + own[number])
    }
  }
  const { hash, name, world, extent } = plan
  const unknown: readonly BuildUnknown[] = ['unreadable', ...(bodies ? [] : (['players'] as const))]
  return {
    hash,
    name,
    world,
    from: extent.min,
    to: extent.max,
    size: sizeOf(extent),
    blocks,
    changes: blocks,
    kinds: listed(counts),
    replaced: [],
    containers: [],
    containerCount: 0,
    players: (bodies ?? [])
      .filter(({ box }) => isTouching(box, extent))
      .slice(0, maxPlayers)
      .map(({ name: who, at }) => ({ name: who, ...at })),
    floating: [],
    water: 0,
    lava: 0,
    unknown,
  }
}
