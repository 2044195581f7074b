/**
 * Structure file: reads a file of unknown origin as blocks.
 *
 * Enforces invariants 5 and 7: the compressed and the plain size, the number of values, the depth, the sides, the palette
 * and every index are bounded. Its content decides what it is, not its name.
 */
import type { GatewayError } from '@contract/gateway-error.js'
import { compoundAt, hasCompound, type NbtCompound, type NbtLimits, readNbtFile } from '../nbt/nbt.js'
import { NbtError, NbtTooLarge } from '../nbt/nbt-bounds.js'
import { type FinishedCells, type StructureCells, structureProblem } from './structure-cells.js'
import { readLitematic, readSponge, structurePlan, TemplateBlocks } from './structure-formats.js'

export const structureKinds = ['schem', 'litematic', 'nbt'] as const
export type StructureKind = (typeof structureKinds)[number]

export interface ReadStructure extends FinishedCells {
  readonly kind: StructureKind
  readonly size: StructureCells['size']
}

/** Maximum bytes of a file. */
export const maxStructureBytes = 16 * 1024 * 1024
const limits: NbtLimits = { maxBytes: 64 * 1024 * 1024, maxValues: 4_000_000 }

/** @throws GatewayError */
export async function readStructure(bytes: Buffer): Promise<ReadStructure> {
  if (bytes.length > maxStructureBytes) throw fileTooLarge()
  const template = new TemplateBlocks()
  const keeps = (list: string, element: NbtCompound) => list !== 'blocks' || template.take(element)
  let root: NbtCompound
  try {
    root = await readNbtFile(bytes, { plan: structurePlan, keeps }, limits)
  } catch (error) {
    if (error instanceof NbtTooLarge) throw fileTooLarge(error)
    if (error instanceof NbtError) throw unknownFormat(error)
    throw error
  }
  const { kind, read } = formatOf(root, template)
  const cells = await read()
  return { kind, size: cells.size, ...(await cells.finish()) }
}

interface Format {
  readonly kind: StructureKind
  readonly read: () => Promise<StructureCells>
}

function formatOf(root: NbtCompound, template: TemplateBlocks): Format {
  if (hasCompound(root, 'Regions')) return { kind: 'litematic', read: () => readLitematic(root) }
  const inner = compoundAt(root, 'Schematic')
  if (inner.Version !== undefined) return { kind: 'schem', read: () => readSponge(inner) }
  if (root.Version !== undefined && root.BlockData !== undefined) {
    return { kind: 'schem', read: () => readSponge(root) }
  }
  if (root.size !== undefined && (root.palette ?? root.palettes) !== undefined) {
    return { kind: 'nbt', read: () => template.read(root) }
  }
  if (root.Materials !== undefined || inner.Materials !== undefined) throw numbered()
  throw unknownFormat()
}

const fileTooLarge = (cause?: unknown): GatewayError =>
  structureProblem(
    'structure-too-large',
    'This structure file is too large.',
    `Choose a file of at most ${maxStructureBytes / 1024 / 1024} MB, or save a smaller part of it.`,
    cause,
  )

const unknownFormat = (cause?: unknown): GatewayError =>
  structureProblem(
    'structure-unknown',
    'This is not a structure file that Gatehouse reads.',
    'Use a .schem, .litematic or .nbt file of Minecraft Java Edition.',
    cause,
  )

const numbered = (): GatewayError =>
  structureProblem(
    'structure-numbered',
    'This file is in the format of Minecraft up to 1.12, where blocks are numbers.',
    'Load it with WorldEdit on a newer version and save it as .schem.',
  )
