/**
 * Saved boxes: which blocks before a build are kept as structures in which world, and the worlds that were marked.
 *
 * The structures are on the disk of the game, in the world itself: they outlive the program and the world's closing. The
 * oldest builds are deleted from the game.
 */
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Log } from '../../../gateway/ports/runtime.js'
import type { Extent } from '../../../policy/build/plan.js'
import { writePrivateFile } from '../../../storage/profile.js'

/** Made when the list is read: most starts read none, and do not load Zod. */
function createSchema() {
  const position = z.object({ x: z.number(), y: z.number(), z: z.number() })
  const savedGroup = z.object({
    id: z.string(),
    /** Where it is; see `game-world.ts`. */
    world: z.string(),
    dimension: z.string(),
    boxes: z.array(z.object({ min: position, max: position })),
    /** Numbers of the boxes that are saved, and of those that an undo restores. */
    saved: z.array(z.number()),
    touched: z.array(z.number()),
  })
  return z.object({
    worlds: z.array(z.string()),
    groups: z.array(savedGroup),
    /** Where an area is kept loaded: one in each world. */
    held: z.array(z.object({ world: z.string(), dimension: z.string() })),
  })
}

type Stored = z.infer<ReturnType<typeof createSchema>>
export type SavedGroup = Readonly<Stored['groups'][number]>

const maxGroups = 20
const maxWorlds = 64
const prefix = 'gatehouse:build-'

export class SavedBoxes {
  readonly #file: string
  #now: Stored = { worlds: [], groups: [], held: [] }

  /** @param folder in the profile; created when missing */
  constructor(folder: string, log: Log) {
    this.#file = path.join(folder, 'saved-boxes.json')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (!existsSync(this.#file)) return
    try {
      this.#now = createSchema().parse(JSON.parse(readFileSync(this.#file, 'utf8')))
    } catch (error) {
      log.error('the list of saved blocks is damaged: builds before now cannot be undone', { error: `${error}` })
    }
  }

  /** Worlds that were marked, the newest first. */
  get worlds(): readonly string[] {
    return this.#now.worlds.toReversed()
  }

  /** The dimension in which an area of the world is kept loaded. */
  heldIn(world: string): string | undefined {
    return this.#now.held.find((one) => one.world === world)?.dimension
  }

  find(id: string): SavedGroup | undefined {
    return this.#now.groups.find((group) => group.id === id)
  }

  /** @throws Error when it cannot be written */
  addWorld(world: string): void {
    this.#write({ ...this.#now, worlds: [...this.#now.worlds, world].slice(-maxWorlds) })
  }

  /** @throws Error when it cannot be written */
  hold(world: string, dimension: string | undefined): void {
    if (dimension === this.heldIn(world)) return
    const others = this.#now.held.filter((one) => one.world !== world)
    this.#write({ ...this.#now, held: dimension === undefined ? others : [...others, { world, dimension }] })
  }

  /**
   * Nothing is saved yet.
   *
   * @returns the id of the group, and the groups that were dropped for it
   * @throws Error when it cannot be written
   */
  plan(place: Pick<SavedGroup, 'world' | 'dimension'>, boxes: readonly Extent[], isUsed: (id: string) => boolean) {
    const id = `${prefix}${randomUUID().slice(0, 8)}`
    const { groups } = this.#now
    const free = groups.filter((group) => !isUsed(group.id))
    const dropped = free.slice(0, Math.max(0, groups.length + 1 - maxGroups))
    const kept = groups.filter((group) => !dropped.includes(group))
    this.#write({ ...this.#now, groups: [...kept, { id, ...place, boxes: [...boxes], saved: [], touched: [] }] })
    return { id, dropped }
  }

  /** @throws Error when it cannot be written */
  mark(id: string, as: 'saved' | 'touched', box: number): void {
    const group = this.find(id)
    if (!group || group[as].includes(box)) return
    const changed = { ...group, [as]: [...group[as], box] }
    this.#write({ ...this.#now, groups: this.#now.groups.map((one) => (one.id === id ? changed : one)) })
  }

  #write(next: Stored): void {
    writePrivateFile(this.#file, JSON.stringify(next))
    this.#now = next
  }
}

/** As a command writes it. */
export const structureName = (groupId: string, box: number): string => `"${groupId}_${box}"`
