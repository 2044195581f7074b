/**
 * NBT: files and chunks of a world as plain values. Limits are checked before parsing; every getter accepts any shape.
 */
import { type Float32, type Int8, type Int16, type Int32, read } from 'nbtify'
import { inflate } from './inflate.js'
import { NbtError, type NbtPlan, NbtTooLarge, NbtWalk } from './nbt-bounds.js'

export type NbtValue =
  | Int8
  | Int16
  | Int32
  | Float32
  /** A double. */
  | number
  /** A long. */
  | bigint
  | string
  | Int8Array
  | Int32Array
  | BigInt64Array
  | readonly NbtValue[]
  | NbtCompound

export interface NbtCompound {
  readonly [name: string]: NbtValue | undefined
}

export interface NbtLimits {
  /** After decompression. */
  readonly maxBytes: number
  readonly maxValues: number
}

/** A player, `level.dat`, saved data. */
export const fileLimits: NbtLimits = { maxBytes: 16 * 1024 * 1024, maxValues: 500_000 }

export interface NbtSelection {
  /** Reads everything at once when omitted: for small documents. */
  readonly plan?: NbtPlan
  /** Whether an element of a list that is read one by one is kept; all when omitted. */
  readonly keeps?: (list: string, element: NbtCompound) => boolean
}

const options = { rootName: true, endian: 'big', compression: null, bedrockLevel: false, strict: true } as const

async function readDocument(document: Uint8Array): Promise<NbtCompound> {
  try {
    return (await read(document, options)).data as unknown as NbtCompound
  } catch (error) {
    throw new NbtError("It can't be read.", { cause: error })
  }
}

/** @throws NbtError */
export async function readNbt(
  bytes: Uint8Array,
  { maxBytes, maxValues }: NbtLimits,
  { plan = 'whole', keeps = () => true }: NbtSelection = {},
): Promise<NbtCompound> {
  if (bytes.byteLength > maxBytes) throw new NbtTooLarge('It is too large.')
  const walk = new NbtWalk<NbtValue>(bytes, { maxValues, read: readDocument, keeps })
  return (await walk.root(plan)) as NbtCompound
}

/** A file of a world: gzip, zlib or plain. @throws NbtError */
export async function readNbtFile(bytes: Buffer, wanted: NbtSelection = {}, limits = fileLimits): Promise<NbtCompound> {
  const way = bytes[0] === 0x1f && bytes[1] === 0x8b ? 'gzip' : bytes[0] === 0x78 ? 'zlib' : 'none'
  return readNbt(await inflate(bytes, way, limits.maxBytes), limits, wanted)
}

const isObject = (value: NbtValue | undefined): value is NbtCompound =>
  typeof value === 'object' && !Array.isArray(value) && !(value instanceof Number) && !ArrayBuffer.isView(value)

/** Empty when absent. */
export const compoundAt = (from: NbtCompound, name: string): NbtCompound => {
  const value = from[name]
  return isObject(value) ? value : {}
}

export const hasCompound = (from: NbtCompound, name: string): boolean => isObject(from[name])

/** Empty when absent. */
export const compoundsAt = (from: NbtCompound, name: string): readonly NbtCompound[] => {
  const value = from[name]
  return Array.isArray(value) ? (value as readonly NbtValue[]).filter(isObject) : []
}

/** Any number; longs beyond 2^53 lose precision. */
export const numberOf = (value: NbtValue | undefined): number | undefined => {
  if (value instanceof Number) return value.valueOf()
  if (typeof value === 'bigint') return Number(value)
  return typeof value === 'number' ? value : undefined
}

export const numberAt = (from: NbtCompound, name: string): number | undefined => numberOf(from[name])

export const stringAt = (from: NbtCompound, name: string): string | undefined => {
  const value = from[name]
  return typeof value === 'string' ? value : undefined
}

/** Vanilla stores booleans as bytes. */
export const booleanAt = (from: NbtCompound, name: string): boolean | undefined => {
  const value = numberAt(from, name)
  return value === undefined ? undefined : value !== 0
}

/** Numbers of a list or an array. */
export const numbersAt = (from: NbtCompound, name: string): readonly number[] => {
  const value = from[name]
  if (value instanceof Int32Array || value instanceof Int8Array) return [...value]
  if (!Array.isArray(value)) return []
  return (value as readonly NbtValue[]).map(numberOf).filter((one) => one !== undefined)
}

export const longsAt = (from: NbtCompound, name: string): BigInt64Array | undefined => {
  const value = from[name]
  return value instanceof BigInt64Array ? value : undefined
}
