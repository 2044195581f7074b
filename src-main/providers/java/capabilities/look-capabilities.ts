/**
 * Look capabilities: pictures of a place and of a build before it is there. They change nothing: `save-all flush`, reads
 * of the console, and files.
 */
import type { JsonObject } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { Turn } from '@shared/build/build-preview.js'
import { blockKindOf } from '../../../policy/build/block-kinds.js'
import { listed, sizeOf } from '../../../policy/build/plan-effects.js'
import { sceneOf } from '../../minecraft/build/picture-box.js'
import { heightOf, readPlace } from '../build/build-place.js'
import { isInRange } from '../dialects/game-version.js'
import { type BlockPosition, type BlockVolume, type Box, boxOf } from '../folder/block-volume.js'
import { dimensionOf } from '../worlds.js'
import {
  type FolderReading,
  type JavaAbilities,
  type JavaCapability,
  missingFiles,
  type Sight,
} from './java-capability.js'

/** Blocks along one side of an area. */
const mostSide = 256
/** Blocks of an area. */
const mostBlocks = 4_194_304
const maxKinds = 24
/** Heights along one side. */
const maxHeights = 16
const usualRadius = 16

/** @throws GatewayError that says what to give instead */
function areaOf({ center, radius = usualRadius, from, to }: JsonObject): Box {
  const problem = (message: string, suggestion: string) =>
    new GatewayError('PROTOCOL.SCHEMA_VALIDATION_FAILED', { message, suggestion })
  if (center === undefined && (from === undefined || to === undefined)) {
    throw problem('The area is missing.', 'Give center and radius, or from and to.')
  }
  const [middle, most] = [center as BlockPosition, Number(radius)]
  const beside = (sign: number) => ({
    x: middle.x + sign * most,
    y: middle.y + sign * most,
    z: middle.z + sign * most,
  })
  const box = center === undefined ? boxOf(from as BlockPosition, to as BlockPosition) : boxOf(beside(-1), beside(1))
  const { x, y, z } = sizeOf(box)
  if (x > mostSide || y > mostSide || z > mostSide || x * y * z > mostBlocks) {
    throw problem(
      `The area is ${x} × ${y} × ${z} blocks. At most ${mostSide} along each side and ${mostBlocks} in all are possible.`,
      'Choose a smaller area.',
    )
  }
  return box
}

const isTurn = (value: unknown): value is Turn => value === 0 || value === 1 || value === 2 || value === 3
const turnOf = ({ turn }: JsonObject): Turn => (isTurn(turn) ? turn : 0)

/** The part of an area that is inside of its world. @throws GatewayError when none is */
function within(box: Box, dimension: string, { dialect }: JavaAbilities): Box {
  const height = heightOf(dimension, dialect.traits.version)
  if (!height) return box
  const [low, high] = [Math.max(box.min.y, height.min), Math.min(box.max.y, height.max)]
  if (low <= high) return { min: { ...box.min, y: low }, max: { ...box.max, y: high } }
  throw new GatewayError('BUSINESS.INVALID_LOCATION', {
    message: `This world has blocks from y ${height.min} to y ${height.max}.`,
    suggestion: 'Choose another y.',
  })
}

function numbersOf({ box, palette, indices }: BlockVolume): JsonObject {
  const kinds = palette.map(blockKindOf)
  const counts = new Uint32Array(palette.length)
  for (const index of indices) counts[index] = (counts[index] ?? 0) + 1
  const byId = new Map<string, number>()
  for (const [number, { id, isAir }] of kinds.entries()) {
    const count = counts[number] ?? 0
    if (!isAir && count > 0) byId.set(id, (byId.get(id) ?? 0) + count)
  }
  const isGround = kinds.map(({ isAir, isPlant, isTree }) => !isAir && !isPlant && !isTree)
  const size = sizeOf(box)
  const step = Math.ceil(Math.max(size.x, size.z) / maxHeights)
  const heightAt = (x: number, z: number): number | null => {
    for (let y = size.y - 1; y >= 0; y--)
      if (isGround[indices[(y * size.z + z) * size.x + x] ?? 0]) return box.min.y + y
    return null
  }
  const rows: (number | null)[][] = []
  for (let z = 0; z < size.z; z += step) {
    const row: (number | null)[] = []
    for (let x = 0; x < size.x; x += step) row.push(heightAt(x, z))
    rows.push(row)
  }
  const blocks = [...byId.values()].reduce((sum, count) => sum + count, 0)
  return { blocks, kinds: listed(byId, maxKinds), groundStep: step, groundY: rows }
}

type Run = (
  call: Parameters<JavaCapability['run']>[0],
  sight: Sight,
  abilities: JavaAbilities & { readonly files: FolderReading },
) => Promise<JsonObject>

const seeing = (id: string, run: Run): JavaCapability => ({
  id,
  missingFeature(abilities) {
    if (!abilities.files) return missingFiles(abilities)
    return isInRange(abilities.dialect.traits.version, { since: '1.13' }) ? undefined : { kind: 'version' }
  },
  run(call, abilities) {
    const { sight, files } = abilities
    if (!sight || !files) throw new GatewayError('PROTOCOL.CAPABILITY_NOT_FOUND', { details: { capabilityId: id } })
    return run(call, sight, { ...abilities, files })
  },
})

export const lookCapabilities: readonly JavaCapability[] = [
  seeing('ext.java.area.look', async ({ given, signal, onPicture }, sight, abilities) => {
    const dimension = dimensionOf(given.world)
    const box = within(areaOf(given), dimension, abilities)
    await abilities.files.flush(signal)
    const { volume, unknown } = await readPlace(abilities.files, dimension, box, box, signal)
    onPicture?.(await sight.pictureOf(sceneOf(box, volume), turnOf(given), 'The area', signal))
    return { from: box.min, to: box.max, size: sizeOf(box), ...numbersOf(volume), unknown }
  }),

  seeing('ext.java.structures', (_call, sight) => Promise.resolve({ structures: sight.structures })),

  seeing('ext.java.build.preview', async ({ given, signal, onPicture }, sight, abilities) => {
    const { facts, after } = await sight.see(given, abilities, signal)
    onPicture?.(await sight.pictureOf(after, turnOf(given), 'The finished build in its place', signal))
    return { ...facts }
  }),
]
