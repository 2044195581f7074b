/**
 * Snapshot store: compressed block volumes in the profile, written atomically: the state before an action and after it.
 *
 * A marker next to a snapshot means that its undo started and is not verified. It survives a crash, so a partial undo
 * is always recorded, with the blocks it keeps. The oldest snapshots are dropped by number and size; a group counts as
 * one, and is dropped as a whole.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'
import { canNameFile, type FileEnding, fileNameOf } from '@contract/text/file-name.js'
import { write } from 'nbtify'
import { writeAtomically } from '../../../storage/profile.js'
import {
  compoundAt,
  compoundsAt,
  type NbtCompound,
  type NbtLimits,
  numberAt,
  readNbt,
} from '../../minecraft/nbt/nbt.js'
import { BlockVolume, type Box, checkBox, maxBlocks, volumeOf } from '../folder/block-volume.js'

export interface StoredSnapshot {
  readonly id: string
  readonly dimension: string
  /** ISO 8601. */
  readonly takenAt: string
  readonly volume: BlockVolume
}

/** The snapshots of one action that is larger than a snapshot: one for each of its boxes. */
export interface SnapshotGroup {
  readonly id: string
  /** Of the server whose blocks they are: they are put back nowhere else. */
  readonly address: string
  readonly dimension: string
  /** From bottom to top. */
  readonly boxes: readonly Box[]
  /** Numbers of the boxes that the action has begun to change: the others are as the players left them. */
  readonly touched: readonly number[]
  /** Numbers of the parts of the build that were undone alone. */
  readonly without?: readonly number[]
  /** The part of a build that is undone, or stands again, when this is restored. */
  readonly turns?: { readonly group: string; readonly part: number }
}

/** Id of the snapshot of one box of a group. */
export const memberOf = (group: string, number: number): string => `${group}-t${number}`

const member = /^(.{1,48})-t\d{1,4}$/u
const familyOf = (id: string): string => member.exec(id)?.[1] ?? id

export interface SnapshotLimits {
  readonly maxSnapshots: number
  readonly maxBytes: number
}

export const defaultLimits: SnapshotLimits = { maxSnapshots: 500, maxBytes: 256 * 1024 * 1024 }

const deflateAsync = promisify(deflate)
const inflateAsync = promisify(inflate)

interface Header {
  readonly dimension: string
  readonly takenAt: string
  readonly box: Box
  readonly palette: readonly string[]
  readonly dataVersion: number
  /** Bytes of the block entities, which follow the header. */
  readonly entityBytes: number
}

interface UndoMarker {
  /** ISO 8601. */
  readonly at: string
  /** Base64 of a byte for each block, 1 for those that are kept; empty when the undo restores everything. */
  readonly kept: string
}

export class SnapshotStore {
  readonly #folder: string
  readonly #limits: SnapshotLimits
  #isNeeded: (id: string) => boolean = () => false

  /** @param folder for the snapshots of one server; created when missing */
  constructor(folder: string, limits: SnapshotLimits = defaultLimits) {
    this.#folder = folder
    this.#limits = limits
  }

  /**
   * @param isMember of a group: older snapshots are dropped when the group is whole
   * @param restored a snapshot that is about to be restored
   * @returns bytes on disk @throws Error when it cannot be written
   */
  async write(snapshot: StoredSnapshot, isMember = false, restored?: string): Promise<number> {
    const bytes = await packed(snapshot)
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    writeAtomically(this.#file(snapshot.id), bytes, 0o600)
    if (!isMember) this.prune(snapshot.id, restored)
    return bytes.length
  }

  /** On disk when it returns. @throws Error when it cannot be written */
  writeGroup({ id, ...group }: SnapshotGroup): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    writeAtomically(this.#group(id), Buffer.from(JSON.stringify(group)), 0o600)
  }

  /** Undefined when it does not exist. @throws Error when it is damaged */
  readGroup(id: string): SnapshotGroup | undefined {
    if (!canNameFile(id) || !existsSync(this.#group(id))) return undefined
    const group = JSON.parse(readFileSync(this.#group(id), 'utf8')) as SnapshotGroup
    for (const box of group.boxes) checkBox(box)
    return { ...group, id }
  }

  has(id: string): boolean {
    return canNameFile(id) && existsSync(this.#file(id))
  }

  /** Saves the state after the action. @throws Error when it cannot be written */
  async writeAfter(snapshot: StoredSnapshot): Promise<void> {
    if (!existsSync(this.#file(snapshot.id))) return
    writeAtomically(this.#after(snapshot.id), await packed(snapshot), 0o600)
  }

  /** The state after the action; undefined when it was not saved. @throws Error when it is damaged */
  async readAfter(id: string): Promise<BlockVolume | undefined> {
    if (!canNameFile(id) || !existsSync(this.#after(id))) return undefined
    return (await unpacked(id, readFileSync(this.#after(id)))).volume
  }

  /** Undefined when it does not exist. @throws Error when it is damaged */
  async read(id: string): Promise<StoredSnapshot | undefined> {
    if (!canNameFile(id) || !existsSync(this.#file(id))) return undefined
    return unpacked(id, readFileSync(this.#file(id)))
  }

  /** Records that the undo of this snapshot starts, and which blocks it keeps; on disk when it returns. */
  markBegun(id: string, at: Date, kept: Uint8Array = new Uint8Array()): void {
    const marker: UndoMarker = { at: at.toISOString(), kept: Buffer.from(kept).toString('base64') }
    writeAtomically(this.#marker(id), Buffer.from(JSON.stringify(marker)), 0o600)
  }

  /** Whether the undo of this snapshot started and was not verified. */
  isBegun(id: string): boolean {
    return canNameFile(id) && existsSync(this.#marker(id))
  }

  /** What the started undo keeps; empty when it restores everything, undefined when its marker is damaged. */
  readKeptBlocks(id: string): Uint8Array | undefined {
    try {
      const { kept } = JSON.parse(readFileSync(this.#marker(id), 'utf8')) as Partial<UndoMarker>
      return typeof kept === 'string' ? Buffer.from(kept, 'base64') : undefined
    } catch {
      return undefined
    }
  }

  /** Records that the undo is verified. */
  markDone(id: string): void {
    rmSync(this.#marker(id), { force: true })
  }

  /** Snapshots whose undo started and was not verified, with the time. */
  unfinished(): readonly { readonly id: string; readonly at: string }[] {
    return this.#ids('.undoing').map((id) => {
      const name = fileNameOf(id, '.undoing')
      return { id, at: statSync(path.join(this.#folder, name)).mtime.toISOString() }
    })
  }

  remove(id: string): void {
    if (!canNameFile(id)) return
    rmSync(this.#file(id), { force: true })
    rmSync(this.#after(id), { force: true })
    rmSync(this.#group(id), { force: true })
    this.markDone(id)
  }

  /** From now on, what is needed is never dropped. @param isNeeded a snapshot or a group */
  protect(isNeeded: (id: string) => boolean): void {
    this.#isNeeded = isNeeded
  }

  /** Drops the oldest by number and size. @param always kept, whatever their size and age; snapshots or groups */
  prune(...always: readonly (string | undefined)[]): void {
    const begun = new Set(this.unfinished().map(({ id }) => familyOf(id)))
    const families = [...this.#families()].sort(([, a], [, b]) => b.modified - a.modified)
    let [kept, bytes] = [0, 0]
    for (const [family, { ids, size }] of families) {
      kept++
      bytes += size
      const isTooMuch = kept > this.#limits.maxSnapshots || bytes > this.#limits.maxBytes
      const isKept = always.includes(family) || begun.has(family) || this.#isNeeded(family)
      if (isTooMuch && !isKept) for (const id of ids) this.remove(id)
    }
  }

  #families() {
    const families = new Map<string, { ids: string[]; size: number; modified: number }>()
    for (const ending of ['.blocks', '.group', '.after'] as const) {
      for (const id of this.#ids(ending)) {
        const { size, modified } = statOf(path.join(this.#folder, fileNameOf(id, ending)))
        const family = families.get(familyOf(id)) ?? { ids: [], size: 0, modified: 0 }
        families.set(familyOf(id), family)
        if (ending !== '.after') family.ids.push(id)
        family.size += size
        if (ending !== '.after') family.modified = Math.max(family.modified, modified)
      }
    }
    return families
  }

  /** Files with this extension; other files are ignored. */
  #ids(ending: FileEnding): readonly string[] {
    if (!existsSync(this.#folder)) return []
    return readdirSync(this.#folder)
      .filter((name) => name.endsWith(ending))
      .map((name) => path.basename(name, ending))
      .filter(canNameFile)
  }

  readonly #file = (id: string): string => path.join(this.#folder, fileNameOf(id, '.blocks'))
  readonly #group = (id: string): string => path.join(this.#folder, fileNameOf(id, '.group'))
  readonly #after = (id: string): string => path.join(this.#folder, fileNameOf(id, '.after'))
  readonly #marker = (id: string): string => path.join(this.#folder, fileNameOf(id, '.undoing'))
}

function statOf(file: string): { readonly size: number; readonly modified: number } {
  const found = statSync(file)
  return { size: found.size, modified: found.mtimeMs }
}

function entityOf(stored: NbtCompound) {
  const [x, y, z] = [numberAt(stored, 'x'), numberAt(stored, 'y'), numberAt(stored, 'z')]
  return { x: x ?? 0, y: y ?? 0, z: z ?? 0, data: compoundAt(stored, 'data') }
}

async function packed({ dimension, takenAt, volume }: StoredSnapshot): Promise<Buffer> {
  const root = { entities: volume.blockEntities.map(({ x, y, z, data }) => ({ x, y, z, data })) }
  const options = { rootName: '', endian: 'big', compression: null, bedrockLevel: false } as const
  const entities = Buffer.from(await write(root, options))
  const { box, palette, dataVersion, indices } = volume
  const header: Header = { dimension, takenAt, box, palette, dataVersion, entityBytes: entities.length }
  const head = Buffer.from(JSON.stringify(header))
  const size = Buffer.alloc(4)
  size.writeUInt32LE(head.length)
  const cells = Buffer.from(indices.buffer, indices.byteOffset, indices.byteLength)
  return deflateAsync(Buffer.concat([size, head, entities, cells]), { level: 1 })
}

/** Maximum size of the block entities: those of several chunks. */
const limits: NbtLimits = { maxBytes: 64 * 1024 * 1024, maxValues: 2_000_000 }

/** @throws Error when it is damaged */
async function unpacked(id: string, file: Buffer): Promise<StoredSnapshot> {
  const bytes = await inflateAsync(file, { maxOutputLength: 2 * limits.maxBytes })
  const headEnd = 4 + bytes.readUInt32LE(0)
  const header = JSON.parse(bytes.toString('utf8', 4, headEnd)) as Header
  checkBox(header.box)
  const cellsAt = headEnd + header.entityBytes
  const count = volumeOf(header.box)
  if (count > maxBlocks || bytes.length !== cellsAt + count * 2) throw new Error('The snapshot is damaged.')
  const indices = Uint16Array.from({ length: count }, (_, index) => bytes.readUInt16LE(cellsAt + index * 2))
  const entities = await readNbt(bytes.subarray(headEnd, cellsAt), limits, { plan: { entities: 'each' } })
  const { box, palette, dataVersion, dimension, takenAt } = header
  const blockEntities = compoundsAt(entities, 'entities').map(entityOf)
  return { id, dimension, takenAt, volume: new BlockVolume({ box, palette, dataVersion, indices, blockEntities }) }
}
