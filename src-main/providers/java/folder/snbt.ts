/**
 * SNBT: encodes NBT values as text for a console command (invariant 5).
 *
 * Uses only forms that every version since 1.13 reads. Values without such a form (control characters, NaN) are
 * rejected.
 */
import { Float32, Int8, Int16, Int32 } from 'nbtify'
import type { NbtCompound, NbtValue } from '../../minecraft/nbt/nbt.js'
import { NbtError } from '../../minecraft/nbt/nbt-bounds.js'

/** @throws NbtError for a value that a command cannot contain */
export function toSnbt(value: NbtValue): string {
  if (value instanceof Int8) return `${value.valueOf()}b`
  if (value instanceof Int16) return `${value.valueOf()}s`
  if (value instanceof Int32) return `${value.valueOf()}`
  if (value instanceof Float32) return `${decimal(value.valueOf())}f`
  if (typeof value === 'number') return `${decimal(value)}d`
  if (typeof value === 'bigint') return `${value}l`
  if (typeof value === 'string') return quoted(value)
  if (value instanceof Int8Array) return `[B;${[...value].map((one) => `${one}b`).join(',')}]`
  if (value instanceof Int32Array) return `[I;${value.join(',')}]`
  if (value instanceof BigInt64Array) return `[L;${[...value].map((one) => `${one}l`).join(',')}]`
  if (Array.isArray(value)) return `[${(value as readonly NbtValue[]).map(toSnbt).join(',')}]`
  const entries = Object.entries(value as NbtCompound).filter(
    (entry): entry is [string, NbtValue] => entry[1] !== undefined,
  )
  return `{${entries.map(([name, one]) => `${nameOf(name)}:${toSnbt(one)}`).join(',')}}`
}

const nameOf = (name: string): string => (/^[A-Za-z0-9_]+$/u.test(name) ? name : quoted(name))

function quoted(text: string): string {
  if (/[\p{Cc}\p{Cs}]/u.test(text)) throw new NbtError('A text has control characters.')
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

/** Without exponents, which old versions read as text. */
function decimal(number: number): string {
  if (!Number.isFinite(number)) throw new NbtError('A number is not finite.')
  if (Object.is(number, -0)) return '-0.0'
  const text = `${number}`
  return text.includes('.') || text.includes('e') ? text : `${text}.0`
}
