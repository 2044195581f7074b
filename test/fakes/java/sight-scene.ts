/** Sight scene: a world in region files, a console that is logged, and the build sight over both. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { ResultPicture } from '@contract/result-picture.js'
import type { Painter, PaintOptions, Scene } from '../../../src-main/painter/painter.js'
import { readPlan } from '../../../src-main/policy/build/read-plan.js'
import { BuildSight } from '../../../src-main/providers/java/build/build-sight.js'
import type { JavaAbilities } from '../../../src-main/providers/java/capabilities/java-capability.js'
import { lookCapabilities } from '../../../src-main/providers/java/capabilities/look-capabilities.js'
import { probe } from '../../../src-main/providers/java/dialects/probe.js'
import { openServerFolder } from '../../../src-main/providers/java/folder/server-folder.js'
import type { BuildArea } from '../../../src-main/shared/servers/added-server.js'
import { sha256 } from '../build/plans.js'
import { FakeClock } from '../fake-clock.js'
import { RecordingLog } from '../recording-log.js'
import { ModelConsole } from './console/model-console.js'
import { MemoryWorld } from './console/model-world.js'
import { RegionWorld, type RegionWorldOptions } from './region-world.js'

/** Paints nothing, and keeps what it was given. */
export class ScenePainter implements Painter {
  readonly painted: { readonly scene: Scene; readonly options: PaintOptions }[] = []
  /** Bytes of a picture, by its greatest width. */
  bytesOf = (_width: number): number => 8

  paint(scene: Scene, options: PaintOptions) {
    this.painted.push({ scene, options })
    const { from, size } = scene
    const to = { x: from.x + size.x - 1, y: from.y + size.y - 1, z: from.z + size.z - 1 }
    const projection = { turn: options.turn, from, to, half: 4, rise: 5, left: 0, top: 0 }
    const [width, height] = [options.maxWidth, options.maxHeight]
    return Promise.resolve({ png: new Uint8Array(this.bytesOf(width)), width, height, projection })
  }

  stop(): Promise<void> {
    return Promise.resolve()
  }
}

export const stateIn = ({ from, size, palette, indices }: Scene, x: number, y: number, z: number): string =>
  palette[indices[((y - from.y) * size.z + (z - from.z)) * size.x + (x - from.x)] ?? 0] ?? ''

export async function sightScene(root: string, options: Partial<RegionWorldOptions> = {}, version = '1.20.5') {
  mkdirSync(path.join(root, 'world', 'region'), { recursive: true })
  writeFileSync(path.join(root, 'server.properties'), 'level-name=world\n')
  const blocks = new RegionWorld({
    regions: path.join(root, 'world', 'region'),
    packing: 'none',
    sections: [3, 5],
    chunks: 4,
    ...options,
  })
  const world = new MemoryWorld()
  const model = new ModelConsole({ version, world })
  const commands: string[] = []
  const run = (command: string) => {
    commands.push(command)
    return model.run(command)
  }
  const { dialect, reads } = await probe({ run }, undefined)
  commands.length = 0
  await blocks.save()
  const folder = await openServerFolder(root, { log: new RecordingLog() })
  const painter = new ScenePainter()
  const clock = new FakeClock()
  const areas: BuildArea[] = []
  const sight = new BuildSight({
    painter,
    clock,
    planOf: (given) => Promise.resolve(readPlan(given, { structures: new Map(), structureNames: [], sha256 })),
    areas: () => areas,
    structures: () => [],
  })
  const flush = async () => {
    commands.push('save-all flush')
    await blocks.save()
  }
  const abilities: JavaAbilities = { dialect, reads, files: { folder, flush }, sight }
  const signal = new AbortController().signal
  const pictures: ResultPicture[] = []
  const call = (id: string, given: Record<string, unknown>) => {
    const capability = lookCapabilities.find((one) => one.id === id)
    if (!capability) throw new Error(id)
    return capability.run({ given, signal, onPicture: (picture) => void pictures.push(picture) }, abilities)
  }
  /** Grass at y 63 in all chunks. */
  const ground = () => {
    for (let x = 0; x < 64; x++) for (let z = 0; z < 64; z++) blocks.put(x, 63, z, 'minecraft:grass_block[snowy=false]')
  }
  return { blocks, world, commands, painter, clock, areas, sight, abilities, pictures, signal, call, ground }
}
