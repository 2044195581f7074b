/**
 * The blocks of the model game, from public records of what real games answer (docs/bedrock.md#what-was-tested): a fill
 * that changes nothing fails with `fillCount` 0, a place that is not loaded fails without it, and a test of a block
 * says `matches` unless the place is not loaded or its state does not exist.
 *
 * Where no record says what the game does, it does the worst: a structure of a place that is not loaded is saved as air.
 */
import type { CommandResult } from './model-world.js'

export const ok = (statusMessage: string, more: object = {}): CommandResult => ({
  statusCode: 0,
  statusMessage,
  ...more,
})
export const syntaxError = (word: string): CommandResult => ({
  statusCode: -2_147_483_648,
  statusMessage: `语法错误：意外的“${word}”：出现在“>>${word}<<”`,
})
export const refused = (statusMessage: string, more: object = {}): CommandResult => ({
  statusCode: -2_147_352_576,
  statusMessage,
  ...more,
})

type Place = readonly [x: number, y: number, z: number]

interface Area {
  readonly dimension: string
  readonly from: Place
  readonly to: Place
}

/** A block with its states, and with `#` what is in it. */
type Block = string

const maxFill = 32_768
const maxAreas = 10
const javaStates = /"(?:facing|half|type|axis)"=/u

export class ModelBlocks {
  /** `x y z` in the overworld, with the dimension before it in others. What is not there is air. */
  readonly blocks = new Map<string, Block>()
  readonly structures = new Map<string, { readonly cells: ReadonlyMap<string, Block>; readonly isOnDisk: boolean }>()
  readonly areas = new Map<string, Area>()
  readonly unknown = new Set(['copper_toaster'])
  /** Nobody is near: only areas are loaded. */
  isFar = false
  /** Blocks that the game takes away right after they are set. */
  pops: (block: Block) => boolean = () => false

  at(dimension: string, [x, y, z]: Place): Block {
    return this.blocks.get(keyOf(dimension, [x, y, z])) ?? 'air'
  }

  put(dimension: string, place: Place, block: Block): void {
    if (block === 'air' || this.pops(block)) this.blocks.delete(keyOf(dimension, place))
    else this.blocks.set(keyOf(dimension, place), block)
  }

  /** The world was closed and opened again. */
  reopen(): void {
    for (const [name, { isOnDisk }] of this.structures) if (!isOnDisk) this.structures.delete(name)
  }

  run(name: string, given: readonly string[], dimension: string): CommandResult | undefined {
    if (name === 'fill') return this.#fill(given, dimension)
    if (name === 'setblock') return this.#set(given, dimension)
    if (name === 'testforblock') return this.#test(given, dimension)
    if (name === 'structure') return this.#structure(given, dimension)
    if (name === 'tickingarea') return this.#area(given, dimension)
    return undefined
  }

  #isLoaded(dimension: string, [x, y, z]: Place): boolean {
    const isIn = (area: Area) =>
      area.dimension === dimension &&
      chunkOf(area.from[0]) <= chunkOf(x) &&
      chunkOf(x) <= chunkOf(area.to[0]) &&
      chunkOf(area.from[2]) <= chunkOf(z) &&
      chunkOf(z) <= chunkOf(area.to[2])
    return y >= -64 && y <= 319 && (!this.isFar || [...this.areas.values()].some(isIn))
  }

  #fill(given: readonly string[], dimension: string): CommandResult {
    const [from, to] = [placeOf(given), placeOf(given.slice(3))]
    const [block, ...rest] = this.#blockIn(given.slice(6))
    if (typeof block !== 'string') return block
    const only = rest[0] === 'replace' && rest[1] !== undefined ? plain(rest[1]) : undefined
    const all = [...cellsOf(from, to)]
    if (all.length > maxFill) return refused('指定区域中的方块太多')
    if (!all.every((place) => this.#isLoaded(dimension, place))) return refused('无法在世界外放置方块')
    let fillCount = 0
    for (const place of all) {
      const now = this.at(dimension, place)
      if (now === block || (only !== undefined && idOf(now) !== only)) continue
      this.put(dimension, place, block)
      fillCount++
    }
    return (fillCount > 0 ? ok : refused)('已填充方块', { blockName: block, fillCount })
  }

  #set(given: readonly string[], dimension: string): CommandResult {
    const [block] = this.#blockIn(given.slice(3))
    if (typeof block !== 'string') return block
    if (this.at(dimension, placeOf(given)) === block) return refused('无法放置该方块')
    this.put(dimension, placeOf(given), block)
    return ok('方块已放置')
  }

  #test(given: readonly string[], dimension: string): CommandResult {
    const [block] = this.#blockIn(given.slice(3))
    if (typeof block !== 'string') return block
    const place = placeOf(given)
    if (!this.#isLoaded(dimension, place)) return refused('无法测试世界外的方块')
    const now = this.at(dimension, place).split('#')[0] ?? ''
    const matches = now === block || (idOf(now) === block && !block.includes('['))
    return (matches ? ok : refused)(matches ? '成功找到方块' : '方块不符', { matches })
  }

  /** The block that words name, and the words after it. */
  #blockIn([id = '', states = '', ...rest]: readonly string[]): readonly [Block | CommandResult, ...string[]] {
    if (this.unknown.has(plain(id))) return [syntaxError(id)]
    if (!states.startsWith('[')) return [plain(id), states, ...rest]
    if (javaStates.test(states)) return [refused('方块状态无效')]
    return [`${plain(id)}${states}`, ...rest]
  }

  #structure([verb, name = '', ...given]: readonly string[], dimension: string): CommandResult {
    if (verb === 'save') return this.#save(name, given, dimension)
    const kept = this.structures.get(name)
    if (!kept) return refused('结构不存在')
    if (verb === 'delete') {
      this.structures.delete(name)
      return ok('结构已删除')
    }
    const [x, y, z] = placeOf(given)
    for (const [place, block] of kept.cells) {
      const [dx, dy, dz] = placeOf(place.split(' '))
      this.put(dimension, [x + dx, y + dy, z + dz], block)
    }
    return ok('结构已加载')
  }

  #save(name: string, given: readonly string[], dimension: string): CommandResult {
    const [from, to] = [placeOf(given), placeOf(given.slice(3))]
    const cells = new Map<string, Block>()
    for (const place of cellsOf(from, to)) {
      const offset = place.map((value, axis) => value - (from[axis] ?? 0)).join(' ')
      cells.set(offset, this.#isLoaded(dimension, place) ? this.at(dimension, place) : 'air')
    }
    this.structures.set(name, { cells, isOnDisk: given.includes('disk') })
    return ok('结构已保存')
  }

  #area([verb, ...given]: readonly string[], dimension: string): CommandResult {
    const name = given.at(-1) ?? ''
    if (verb === 'remove') return this.areas.delete(name) ? ok('已移除常加载区域') : refused('没有此常加载区域')
    if (this.areas.size >= maxAreas || this.areas.has(name)) return refused('常加载区域太多')
    this.areas.set(name, { dimension, from: placeOf(given), to: placeOf(given.slice(3)) })
    return ok('已添加常加载区域')
  }
}

const keyOf = (dimension: string, [x, y, z]: Place): string =>
  dimension === 'overworld' ? `${x} ${y} ${z}` : `${dimension} ${x} ${y} ${z}`

const placeOf = (words: readonly string[]): Place => [Number(words[0]), Number(words[1]), Number(words[2])]

function* cellsOf([x, y, z]: Place, [toX, toY, toZ]: Place): Generator<Place> {
  for (let atX = x; atX <= toX; atX++)
    for (let atY = y; atY <= toY; atY++) for (let atZ = z; atZ <= toZ; atZ++) yield [atX, atY, atZ]
}

const chunkOf = (value: number): number => Math.floor(value / 16)
const plain = (id: string): string => id.replace('minecraft:', '')
export const idOf = (block: Block): string => block.split(/[[#]/u)[0] ?? ''
