/**
 * Pictures of 64 × 64 × 64 blocks and of the most blocks that one shows, in processor time, with their PNG. No floor: what a
 * picture costs depends on what is in it.
 */
import { paint } from '../../../src-main/painter/paint.js'
import type { Scene } from '../../../src-main/painter/painter.js'
import { alternately, cost, median, printFigures, sized } from '../contract/timing.js'

const kinds = [
  '',
  'grass_block',
  'dirt',
  'stone',
  'water',
  'oak_leaves',
  'oak_log',
  'stone_bricks',
  'oak_fence',
  'glass',
]
const palette = kinds.map((kind) => (kind === '' ? '' : `minecraft:${kind}`))
type Kind = (typeof kinds)[number]

function sceneOf(x: number, y: number, z: number, kindAt: (x: number, y: number, z: number) => Kind): Scene {
  const indices = new Uint16Array(x * y * z)
  for (let at = 0; at < indices.length; at++) {
    indices[at] = kinds.indexOf(kindAt(at % x, Math.floor(at / x / z), Math.floor(at / x) % z))
  }
  return { from: { x: 0, y: 0, z: 0 }, size: { x, y, z }, palette, indices }
}

/** Hills, a lake and trees. */
function landscape(height: number) {
  return (x: number, y: number, z: number): Kind => {
    const ground = Math.round(height + 2 * Math.sin(x / 7) + 2.5 * Math.cos(z / 9) + 3 * Math.sin((x + z) / 13))
    const [fromTreeX, fromTreeZ] = [Math.abs((x % 13) - 6), Math.abs((z % 11) - 5)]
    if (y < ground - 2) return 'stone'
    if (y < ground) return 'dirt'
    if (y === ground) return 'grass_block'
    if (y <= height) return 'water'
    if (fromTreeX + fromTreeZ === 0 && y < ground + 5) return 'oak_log'
    return fromTreeX < 3 && fromTreeZ < 3 && y > ground + 2 && y < ground + 6 ? 'oak_leaves' : ''
  }
}

const scenes = {
  landscape: sceneOf(64, 64, 64, landscape(34)),
  solid: sceneOf(64, 64, 64, () => 'stone'),
  // Every second block, so that no side is hidden.
  open: sceneOf(64, 64, 64, (x, y, z) => ((x + y + z) % 2 === 0 ? 'stone_bricks' : '')),
  // What has most sides.
  fences: sceneOf(64, 64, 64, () => 'oak_fence'),
  // Everything shines through.
  water: sceneOf(64, 64, 64, (x, y, z) => ((x + y + z) % 2 === 0 ? 'water' : 'glass')),
  largest: sceneOf(512, 16, 512, landscape(5)),
}
const paintScene = (scene: Scene) => (round: number) =>
  paint(scene, { turn: ([0, 1, 2, 3] as const)[round % 4] ?? 0, maxWidth: 1_200, maxHeight: 700 }).png

const ways = Object.entries(scenes).map(([name, scene]) => [name, paintScene(scene)] as const)
const times = await alternately(sized({ full: 12, quick: 4, once: 1 }), Object.fromEntries(ways))
printFigures([
  ...Object.entries(times).map(([name, { processor }]) =>
    cost(`${name}: ${name === 'largest' ? '4,194,304' : '262,144'} blocks, processor`, 'ms', median(processor)),
  ),
  cost('PNG of the landscape', 'KB', paintScene(scenes.landscape)(0).length / 1_000),
  cost('PNG of the largest', 'KB', paintScene(scenes.largest)(0).length / 1_000),
])
