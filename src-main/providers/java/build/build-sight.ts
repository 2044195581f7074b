/**
 * Build sight: shows a build in its real place before a block changes, and what stands at a place. It only reads.
 *
 * Facts and pictures are of one read of the world. The world is saved first, so that they are of now.
 */
import type { JsonObject } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { ResultPicture } from '@contract/result-picture.js'
import type { BuildFacts, BuildPreview, BuildUnknown, Turn } from '@shared/build/build-preview.js'
import { Slices } from '@shared/turns.js'
import type { ServerLink } from '../../../gateway/ports/provider.js'
import type { Clock } from '../../../gateway/ports/runtime.js'
import type { Painter, Scene } from '../../../painter/painter.js'
import { isAir } from '../../../policy/build/block-state.js'
import { groundHeight } from '../../../policy/build/ground-height.js'
import type { BuildPlan, Drawn } from '../../../policy/build/plan.js'
import { PlanEffects, sizeOf } from '../../../policy/build/plan-effects.js'
import { type BuildArea, requireInArea } from '../../minecraft/build/build-areas.js'
import { base64Of, forPeople, modelPicture } from '../../minecraft/build/model-picture.js'
import { isInside, pictureBox, sceneOf, type WorldHeight } from '../../minecraft/build/picture-box.js'
import type { StructureInfo } from '../../minecraft/build/structures.js'
import type { FolderReading, JavaAbilities, SeenBuild, Sight } from '../capabilities/java-capability.js'
import type { BlockVolume, Box } from '../folder/block-volume.js'
import { dimensionOf } from '../worlds.js'
import { heightOf, readPlace, requireHeight, withNeighbours } from './build-place.js'
import { CommandEstimate, limitedSeconds } from './command-estimate.js'
import { entitiesInside, type PlayerInside, playersInside } from './inside.js'
import { LostContainers } from './lost-containers.js'
import { comparer } from './tile-target.js'

export interface BuildSightOptions {
  readonly painter: Painter
  readonly clock: Pick<Clock, 'elapsed'>
  /** @throws GatewayError that names the part that is wrong */
  readonly planOf: (given: JsonObject) => Promise<BuildPlan>
  /** Where AI may build; everywhere when empty. */
  readonly areas: () => readonly BuildArea[]
  readonly structures: () => readonly StructureInfo[]
}

/** Milliseconds for which turning a picture shows the same read of the world. */
const keptMs = 60_000
/** A tile is saved and read again, and a server takes so many commands a second. */
const secondsPerTile = 1
const commandsPerSecond = 200
const blocksPerSecond = 80_000
const maxPlayers = 64

export class BuildSight implements Sight {
  readonly #options: BuildSightOptions
  #kept: { readonly seen: SeenBuild; readonly turn: Turn; readonly at: number } | undefined

  constructor(options: BuildSightOptions) {
    this.#options = options
  }

  get structures(): readonly JsonObject[] {
    return this.#options.structures().map(({ name, kind, size, blocks }) => ({ name, kind, size, blocks }))
  }

  /** What the owner's preview, and a question about a build, need of a server. @param abilities undefined while the server is offline */
  linkTo(abilities: () => JavaAbilities | undefined): Pick<ServerLink, 'previewBuild' | 'checkAction'> {
    return {
      checkAction: async (id, given) => {
        if (id === 'ext.java.build') await this.#planHere(given, abilities())
      },
      previewBuild: async (_id, given, turn, signal) => {
        const now = abilities()
        if (!now) throw new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', { message: 'The server is offline.' })
        return this.preview(given, turn, now, signal)
      },
    }
  }

  async preview(given: JsonObject, turn: Turn, abilities: JavaAbilities, signal: AbortSignal): Promise<BuildPreview> {
    const seen = await this.#turned(given, turn, abilities, signal)
    const options = { turn, ...forPeople }
    const before = await this.#options.painter.paint(seen.before, options, signal)
    const after = await this.#options.painter.paint(seen.after, options, signal)
    const { width, height, projection } = after
    const picture = { width, height, before: base64Of(before.png), after: base64Of(after.png), projection }
    const { from: min, to: max } = seen.facts
    return { facts: seen.facts, picture, ground: groundHeight(seen.before, { min, max }) }
  }

  pictureOf(scene: Scene, turn: Turn, what: string, signal: AbortSignal): Promise<ResultPicture> {
    return modelPicture(this.#options.painter, { scene, turn, what }, signal)
  }

  async see(given: JsonObject, abilities: JavaAbilities, signal: AbortSignal): Promise<SeenBuild> {
    const { files: reading } = abilities
    if (!reading) throw new GatewayError('PROTOCOL.CAPABILITY_NOT_FOUND')
    const { plan, dimension } = await this.#planHere(given, abilities)
    const height = heightOf(dimension, abilities.dialect.traits.version)
    await reading.flush(signal)
    const survey = new Survey(plan)
    const inside = await peopleAndMobs(dimension, plan, abilities, signal)
    const box = pictureBox(plan.extent, height)
    const place = await readPlace(reading, dimension, box, plan.extent, signal)
    const drawn = plan.draw(box, place.volume)
    if (isInside(plan.extent, box)) {
      await survey.add({ box, volume: place.volume, drawn, tiles: plan.tiles, players: inside.players ?? [] })
    } else await surveyByTiles(survey, { plan, dimension, reading, height, players: inside.players ?? [], signal })
    const unknown = new Set<BuildUnknown>([...place.unknown, ...survey.unknown])
    if (!inside.players) unknown.add('players')
    if (!inside.entities) unknown.add('entities')
    if (!isInside(plan.extent, box)) unknown.add('picture')
    return {
      facts: { ...factsOf(plan, survey, inside.entities, [...unknown]), seconds: secondsOf(plan, survey, abilities) },
      before: sceneOf(box, place.volume),
      after: sceneOf(box, drawn),
    }
  }

  /** @throws GatewayError when it is wrong, or outside the areas or the height of the world */
  async #planHere(given: JsonObject, abilities: JavaAbilities | undefined) {
    const plan = await this.#options.planOf(given)
    const dimension = dimensionOf(plan.world)
    requireInArea(plan.extent, dimension, this.#options.areas(), dimensionOf)
    if (abilities) await requireHeight(plan, dimension, abilities)
    return { plan, dimension }
  }

  /** Turning the picture of the same plan does not read the world again. */
  async #turned(given: JsonObject, turn: Turn, abilities: JavaAbilities, signal: AbortSignal): Promise<SeenBuild> {
    const { clock, planOf } = this.#options
    const kept = this.#kept
    const isRecent = kept && kept.turn !== turn && clock.elapsed() - kept.at <= keptMs
    if (isRecent && kept.seen.facts.hash === (await planOf(given)).hash) {
      this.#kept = { ...kept, turn }
      return kept.seen
    }
    const seen = await this.see(given, abilities, signal)
    this.#kept = { seen, turn, at: clock.elapsed() }
    return seen
  }
}

/** Undefined where the server does not say it. */
async function peopleAndMobs(
  dimension: string,
  { extent }: BuildPlan,
  abilities: JavaAbilities,
  signal: AbortSignal,
): Promise<{ readonly players: readonly PlayerInside[] | undefined; readonly entities: BuildFacts['entities'] }> {
  const players = await playersInside(dimension, extent, abilities, signal).catch(() => {
    signal.throwIfAborted()
    return undefined
  })
  return { players, entities: await entitiesInside(dimension, extent, abilities, signal) }
}

interface SurveyedBox {
  readonly box: Box
  readonly volume: BlockVolume
  readonly drawn: Drawn
  /** What is counted, as far as it is in the box. */
  readonly tiles: readonly Box[]
  readonly players: readonly PlayerInside[]
}

/** Everything that is counted of a plan in its place. */
class Survey {
  readonly effects: PlanEffects
  readonly containers = new LostContainers()
  readonly commands = new CommandEstimate()
  readonly inTheWay = new Map<string, PlayerInside>()
  readonly unknown = new Set<BuildUnknown>()

  constructor(plan: BuildPlan) {
    this.effects = new PlanEffects(plan)
  }

  async add({ box, volume, drawn, tiles, players }: SurveyedBox): Promise<void> {
    const isDone = comparer(volume.palette, drawn.palette, false)
    const [flows, isChanged] = [new Uint8Array(drawn.parts.length), new Uint8Array(drawn.parts.length)]
    const slices = new Slices()
    const onChange = (index: number): void => {
      isChanged[index] = 1
    }
    for (const tile of tiles) {
      await slices.rest()
      const counted = { min: highest(tile.min, box.min), max: lowest(tile.max, box.max) }
      const changes = this.effects.changes
      this.effects.add({ box, counted, before: volume, drawn, isAsPlanned: isDone, flows, onChange })
      await this.commands.add(counted, this.effects.changes - changes, volume, drawn)
    }
    this.containers.add(volume, isChanged)
    for (const player of players) {
      const isBuried = cellsOf(player.body, box).some((at) => {
        const index = volume.indexOf(at)
        return isChanged[index] === 1 && !isAir(drawn.palette[drawn.indices[index] ?? 0] ?? '')
      })
      if (isBuried) this.inTheWay.set(player.name, player)
    }
  }
}

/** A plan that is spread too far for one box. */
async function surveyByTiles(
  survey: Survey,
  given: {
    readonly plan: BuildPlan
    readonly dimension: string
    readonly reading: FolderReading
    readonly height: WorldHeight | undefined
    readonly players: readonly PlayerInside[]
    readonly signal: AbortSignal
  },
): Promise<void> {
  const { plan, dimension, reading, height, players, signal } = given
  for (const tile of plan.tiles) {
    const counted = { min: highest(tile.min, plan.extent.min), max: lowest(tile.max, plan.extent.max) }
    const box = withNeighbours(counted, height)
    const { volume, unknown } = await readPlace(reading, dimension, box, counted, signal)
    for (const one of unknown) survey.unknown.add(one)
    await survey.add({ box, volume, drawn: plan.draw(box, volume), tiles: [counted], players })
  }
}

function factsOf(
  plan: BuildPlan,
  { effects, containers, commands, inTheWay }: Survey,
  entities: BuildFacts['entities'],
  unknown: readonly BuildUnknown[],
): Omit<BuildFacts, 'seconds'> {
  const { hash, name, world, extent } = plan
  return {
    hash,
    name,
    world,
    from: extent.min,
    to: extent.max,
    size: sizeOf(extent),
    blocks: effects.blocks,
    changes: effects.changes,
    kinds: effects.kinds,
    replaced: effects.replaced,
    containers: containers.listed,
    containerCount: containers.count,
    players: [...inTheWay.values()].slice(0, maxPlayers).map((one) => ({ name: one.name, ...one.at })),
    ...(entities && { entities }),
    floating: effects.floating,
    water: effects.water,
    lava: effects.lava,
    commands: commands.total,
    unknown,
  }
}

/** As fast as the server, and as the host of a panel, takes it. */
function secondsOf({ tiles }: BuildPlan, { effects, commands }: Survey, { commandLimit }: JavaAbilities): number {
  if (effects.changes === 0) return 0
  const working = Math.max(
    effects.changes / blocksPerSecond,
    commands.total / commandsPerSecond,
    commandLimit ? limitedSeconds(commands.total, tiles.length, commandLimit()) : 0,
  )
  return Math.ceil(tiles.length * secondsPerTile + working)
}

type Position = Box['min']

const highest = (one: Position, other: Position): Position => ({
  x: Math.max(one.x, other.x),
  y: Math.max(one.y, other.y),
  z: Math.max(one.z, other.z),
})

const lowest = (one: Position, other: Position): Position => ({
  x: Math.min(one.x, other.x),
  y: Math.min(one.y, other.y),
  z: Math.min(one.z, other.z),
})

/** The few blocks of a body that are in the box. */
function cellsOf(body: Box, box: Box): readonly Position[] {
  const [min, max] = [highest(body.min, box.min), lowest(body.max, box.max)]
  const cells: Position[] = []
  for (let y = min.y; y <= max.y; y++)
    for (let z = min.z; z <= max.z; z++) for (let x = min.x; x <= max.x; x++) cells.push({ x, y, z })
  return cells
}
