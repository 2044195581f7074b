/**
 * Edit commands: encodes an undo step as console commands, each short enough for RCON. Pure.
 *
 * The encoder of that sink (invariant 5): block states are validated when they are read; data is written as SNBT.
 */
import { Buffer } from 'node:buffer'
import type { NbtCompound, NbtValue } from '../../minecraft/nbt/nbt.js'
import type { BlockPosition } from '../folder/block-volume.js'
import { toSnbt } from '../folder/snbt.js'
import { isDimensionId } from '../folder/world-layout.js'
import type { UndoStep } from './undo-plan.js'

export interface EditCommandOptions {
  /** `minecraft:` on servers whose plugins replace commands; else empty. */
  readonly prefix: '' | 'minecraft:'
  readonly dimension: string
  /** Data version of the world: `data modify` exists since 1.14. */
  readonly dataVersion: number
  /** Maximum bytes of one command. */
  readonly maxBytes: number
}

/** Body of an RCON packet that vanilla reads in one piece. */
export const maxCommandBytes = 1_446

/** Data version of 18w43a. */
const modifiesSince = 1_901

/** The block cannot be restored by commands of this length. */
export class CommandTooLong extends Error {}

/** @throws CommandTooLong @throws NbtError where data cannot be written as text */
export function commandsOf(step: UndoStep, form: EditCommandOptions): readonly string[] {
  if (step.kind === 'fill') {
    const { min, max } = step.box
    return [fitting(form, `fill ${place(min)} ${place(max)} ${step.state}`)]
  }
  if (step.kind === 'data') {
    const removed = step.remove.map((name) => fitting(form, `data remove block ${place(step.at)} ${nodeOf(name)}`))
    return [...removed, ...dataCommands(step.at, step.set, form)]
  }
  const bare = `setblock ${place(step.at)} ${step.state}`
  if (!step.data || Object.keys(step.data).length === 0) return [fitting(form, bare)]
  const whole = inDimension(form, `${bare}${toSnbt(step.data)}`)
  if (fits(form, whole)) return [whole]
  return [fitting(form, bare), ...dataCommands(step.at, step.data, form)]
}

function dataCommands(at: BlockPosition, data: NbtCompound, form: EditCommandOptions): readonly string[] {
  if (form.dataVersion < modifiesSince) {
    return entriesOf(data).map(([name, value]) =>
      fitting(form, `data merge block ${place(at)} ${toSnbt({ [name]: value })}`),
    )
  }
  return entriesOf(data).flatMap(([name, value]) => [...assigned(at, nodeOf(name), value, form)])
}

/** Sets a value at a path: as a whole when it fits, otherwise in parts. */
function* assigned(at: BlockPosition, path: string, value: NbtValue, form: EditCommandOptions): Generator<string> {
  const modify = (verb: string, text: string) =>
    inDimension(form, `data modify block ${place(at)} ${path} ${verb} value ${text}`)
  const whole = modify('set', toSnbt(value))
  if (fits(form, whole)) return yield whole
  if (Array.isArray(value)) {
    yield fitted(form, modify('set', '[]'))
    for (const [index, one] of (value as readonly NbtValue[]).entries()) {
      const appended = modify('append', toSnbt(one))
      if (fits(form, appended)) yield appended
      else {
        if (!isCompound(one)) throw new CommandTooLong()
        yield fitted(form, modify('append', '{}'))
        for (const [name, inner] of entriesOf(one))
          yield* assigned(at, `${path}[${index}].${nodeOf(name)}`, inner, form)
      }
    }
    return
  }
  if (!isCompound(value)) throw new CommandTooLong()
  yield fitted(form, modify('set', '{}'))
  for (const [name, inner] of entriesOf(value)) yield* assigned(at, `${path}.${nodeOf(name)}`, inner, form)
}

const isCompound = (value: NbtValue): value is NbtCompound =>
  typeof value === 'object' && !Array.isArray(value) && !(value instanceof Number) && !ArrayBuffer.isView(value)

const entriesOf = (data: NbtCompound): readonly [string, NbtValue][] =>
  Object.entries(data).filter((entry): entry is [string, NbtValue] => entry[1] !== undefined)

const place = ({ x, y, z }: BlockPosition): string => `${x} ${y} ${z}`

/** One segment of a path. */
const nodeOf = (name: string): string => (/^[A-Za-z0-9_]+$/u.test(name) ? name : toSnbt(name))

export const inDimension = ({ prefix, dimension }: EditCommandOptions, command: string): string => {
  if (!isDimensionId(dimension)) throw new RangeError('This is not a dimension.')
  // No `execute` in the overworld, where the console is: 1.13 cannot name it in another way.
  const isHere = dimension === 'minecraft:overworld'
  return isHere ? `${prefix}${command}` : `${prefix}execute in ${dimension} run ${prefix}${command}`
}

const fits = ({ maxBytes }: EditCommandOptions, command: string): boolean => Buffer.byteLength(command) <= maxBytes

const fitting = (form: EditCommandOptions, command: string): string => fitted(form, inDimension(form, command))

function fitted(form: EditCommandOptions, command: string): string {
  if (!fits(form, command)) throw new CommandTooLong()
  return command
}
