/**
 * Structure library: the structure files that the owner added, in the profile.
 *
 * A name ends with a hash of the content, so that an approval of arguments that name it covers this content (invariant 3);
 * what is loaded must have this hash, and no block that a plan may not have. An AI names a structure, never a path: the
 * name is checked before it becomes a file name (invariant 5). Number and size are bounded.
 */
import { createHash } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'
import { parseJson } from '@contract/json/json-object.js'
import { canNameFile, fileNameOf } from '@contract/text/file-name.js'
import type { BlockCount } from '@shared/build/build-preview.js'
import { readBlock } from '../../../policy/build/block-state.js'
import { type Position, planLimits, type Structure } from '../../../policy/build/plan.js'
import { cleanLine } from '../../../policy/text/untrusted-text.js'
import { writeAtomically } from '../../../storage/profile.js'
import { countStates, damaged, structureProblem } from './structure-cells.js'
import { readStructure, type StructureKind, structureKinds } from './structure-file.js'

export interface StructureInfo {
  /** As an AI names it, for example `castle-3fa9c2d41b07`. */
  readonly name: string
  /** As the owner chose it. */
  readonly fileName: string
  readonly kind: StructureKind
  readonly size: Position
  /** Blocks that it sets, air included. */
  readonly blocks: number
  /** Blocks that are left out, because only operators can place them. */
  readonly omitted: readonly BlockCount[]
  /** SHA-256 as hex of its size and blocks. */
  readonly hash: string
}

const ending = '.structure'
/** Maximum number of files. */
const maxStructures = 200
/** Characters of the name before its hash. */
const maxWord = 48
/** Digits of the hash in a name. */
const shownDigits = 12
/** Structures that are kept in memory, the most recently used ones. */
const maxLoaded = 4

const deflateAsync = promisify(deflate)
const inflateAsync = promisify(inflate)

/** Bytes of a file that are read to list it: its first line. The rest is compressed: the palette, and the cells. */
const maxHead = 16_384
/** Maximum bytes of a palette. */
const maxPaletteBytes = 4 * 1024 * 1024

export class StructureLibrary {
  readonly #folder: string
  readonly #infos = new Map<string, StructureInfo>()
  readonly #loaded = new Map<string, Structure>()

  /** @param folder in the profile; created when it is needed. Files that are damaged are left alone and not listed */
  constructor(folder: string) {
    this.#folder = folder
    if (!existsSync(folder)) return
    for (const file of readdirSync(folder)) {
      const name = file.endsWith(ending) ? file.slice(0, -ending.length) : ''
      const info = canNameFile(name) ? infoIn(beginningOf(path.join(folder, file)), name) : undefined
      if (info) this.#infos.set(name, info)
    }
  }

  /** By name. */
  list(): readonly StructureInfo[] {
    return [...this.#infos.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
  }

  /**
   * Adds a file; the same content under the same name is added once.
   *
   * @throws GatewayError of `structureProblem` when it is no structure, is too large, or there are too many
   * @throws Error when it cannot be written
   */
  async add(fileName: string, bytes: Buffer): Promise<StructureInfo> {
    const { palette, indices, ...read } = await readStructure(bytes)
    if (!isPalette(palette)) throw damaged()
    const cells = Buffer.from(indices.buffer, indices.byteOffset, indices.byteLength)
    const content = Buffer.concat([lineOf(palette), cells])
    const hash = hashOf(read.size, content)
    const name = `${wordOf(fileName)}-${hash.slice(0, shownDigits)}`
    const known = this.#infos.get(name)
    if (known?.hash === hash) return known
    if (known) {
      throw structureProblem(
        'structure-name-taken',
        `Another structure file is already called ${name}.`,
        'Rename the file, and add it again.',
      )
    }
    if (this.#infos.size >= maxStructures) {
      throw structureProblem(
        'structure-full',
        `There are already ${maxStructures} structure files.`,
        'Remove one that you do not need.',
      )
    }
    const info: StructureInfo = { name, fileName: cleanLine(path.win32.basename(fileName), 128), hash, ...read }
    const body = await deflateAsync(content)
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    writeAtomically(this.#file(name), Buffer.concat([lineOf(info), body]), 0o600)
    this.#loaded.delete(name)
    this.#infos.set(name, info)
    return info
  }

  /** @returns whether it was there. @throws Error when it cannot be removed */
  remove(name: string): boolean {
    if (!this.#infos.has(name)) return false
    rmSync(this.#file(name), { force: true })
    this.#infos.delete(name)
    this.#loaded.delete(name)
    return true
  }

  /** Undefined when there is none, or its file was changed or damaged since. */
  async find(name: string): Promise<Structure | undefined> {
    if (!this.#infos.has(name)) return undefined
    const found = this.#loaded.get(name) ?? (await this.#load(name))
    if (!found) return undefined
    this.#loaded.delete(name)
    this.#loaded.set(name, found)
    for (const [oldest] of this.#loaded) {
      if (this.#loaded.size <= maxLoaded) break
      this.#loaded.delete(oldest)
    }
    return found
  }

  async #load(name: string): Promise<Structure | undefined> {
    const file = this.#file(name)
    const bytes = existsSync(file) ? await readFile(file) : Buffer.alloc(0)
    const info = infoIn(bytes.subarray(0, maxHead), name)
    if (!info) return undefined
    const { size, hash } = info
    const cells = 2 * size.x * size.y * size.z
    const body = await inflateAsync(bytes.subarray(bytes.indexOf(newline) + 1), {
      maxOutputLength: maxPaletteBytes + cells,
    }).catch(() => Buffer.alloc(0))
    const end = body.indexOf(newline)
    const palette = parseJson(body.toString('utf8', 0, Math.max(0, end)))
    if (!isPalette(palette) || body.length !== end + 1 + cells || hashOf(size, body) !== hash) return undefined
    // A copy, because the cells may begin at an odd byte.
    const indices = new Uint16Array(new Uint8Array(body.subarray(end + 1)).buffer)
    const counts = await countStates(indices, palette.length)
    return counts && { size, hash, palette, indices, counts }
  }

  #file(name: string): string {
    return path.join(this.#folder, fileNameOf(name, ending))
  }
}

/** The first part of a name: what letters and digits of a file name an id may have. */
function wordOf(fileName: string): string {
  const base = path.win32.basename(fileName).slice(0, 256).toLowerCase()
  const word = base
    .replace(/\.[a-z]{1,10}$/u, '')
    .replace(/[^a-z0-9]+/gu, '-')
    .slice(0, maxWord)
    .replace(/^-|-$/gu, '')
  return word === '' ? 'structure' : word
}

const newline = 0x0a

const hashOf = ({ x, y, z }: Position, content: Buffer): string =>
  createHash('sha256').update(`${x} ${y} ${z}\n`).update(content).digest('hex')

const lineOf = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value)}\n`)

function beginningOf(file: string): Buffer {
  const handle = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(maxHead)
    return bytes.subarray(0, readSync(handle, bytes, 0, maxHead, 0))
  } finally {
    closeSync(handle)
  }
}

/** Undefined when it is damaged. @param name that it must have */
function infoIn(bytes: Buffer, name: string): StructureInfo | undefined {
  const info = parseJson(bytes.toString('utf8', 0, Math.max(0, bytes.indexOf(newline)))) as StructureInfo | undefined
  return typeof info === 'object' && info !== null && info.name === name && isSound(info) ? info : undefined
}

const isPalette = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((state) => state === '' || isBuildable(state))

/** Whether a plan may have it, written as in plans: it becomes part of a command. */
function isBuildable(state: unknown): boolean {
  try {
    return readBlock(state, undefined) === state
  } catch {
    return false
  }
}

function isSound({ name, kind, size, blocks, hash, fileName, omitted }: StructureInfo): boolean {
  const sides = [size?.x, size?.y, size?.z]
  const isSized = sides.every((side) => Number.isInteger(side) && side >= 1 && side <= planLimits.side)
  const areTexts = typeof fileName === 'string' && typeof hash === 'string' && hash.length === 64
  const isNamed = areTexts && name.endsWith(`-${hash.slice(0, shownDigits)}`)
  return isSized && isNamed && Number.isInteger(blocks) && Array.isArray(omitted) && structureKinds.includes(kind)
}
