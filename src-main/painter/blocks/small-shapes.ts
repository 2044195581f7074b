/** Small shapes: blocks that have one shape whatever their state, by the end of their name. In sixteenths. */
import type { Corners } from './box.js'

type NamedShape = readonly [names: string, ...boxes: Corners[]]

const shapes: readonly NamedShape[] = [
  ['carpet sculk_vein', [0, 0, 0, 16, 1, 16]],
  ['petals lily_pad waterlily pressure_plate', [1, 0, 1, 15, 1, 15]],
  ['wildflowers leaf_litter frogspawn', [2, 0, 2, 14, 1, 14]],
  ['redstone_wire', [5, 0, 5, 11, 1, 11]],
  ['repeater comparator', [0, 0, 0, 16, 2, 16]],
  ['dirt_path grass_path farmland', [0, 0, 0, 16, 15, 16]],
  ['cactus decorated_pot', [1, 0, 1, 15, 16, 15]],
  ['cake', [1, 0, 1, 15, 8, 15]],
  ['enchanting_table', [0, 0, 0, 16, 12, 16]],
  ['daylight_detector', [0, 0, 0, 16, 6, 16]],
  ['stonecutter', [0, 0, 0, 16, 9, 16]],
  ['sculk_sensor sculk_shrieker', [0, 0, 0, 16, 8, 16]],
  ['end_portal_frame', [0, 0, 0, 16, 13, 16]],
  ['end_portal', [0, 11, 0, 16, 12, 16]],
  ['grindstone', [2, 4, 4, 14, 16, 12]],
  ['dragon_egg', [2, 0, 2, 14, 16, 14]],
  ['conduit', [5, 5, 5, 11, 11, 11]],
  ['heavy_core', [4, 0, 4, 12, 8, 12]],
  ['bell', [5, 4, 5, 11, 13, 11]],
  ['turtle_egg', [4, 0, 5, 8, 6, 9], [9, 0, 9, 12, 4, 12]],
  ['sniffer_egg', [1, 0, 2, 15, 16, 14]],
  ['dried_ghast', [3, 0, 3, 13, 10, 13]],
  ['golem_statue pitcher_plant', [4, 0, 4, 12, 14, 12]],
  ['sea_pickle', [6, 0, 6, 10, 6, 10]],
  ['flower_pot', [5, 0, 5, 11, 6, 11]],
  ['brewing_stand', [2, 0, 2, 14, 2, 14], [7, 2, 7, 9, 14, 9]],
  ['hopper', [4, 4, 4, 12, 10, 12], [0, 10, 0, 16, 16, 16]],
  ['lectern', [0, 0, 0, 16, 2, 16], [4, 2, 4, 12, 12, 12], [1, 12, 1, 15, 15, 15]],
  [
    'scaffolding',
    [0, 0, 0, 2, 14, 2],
    [14, 0, 0, 16, 14, 2],
    [0, 0, 14, 2, 14, 16],
    [14, 0, 14, 16, 14, 16],
    [0, 14, 0, 16, 16, 16],
  ],
  ['fire', [3, 0, 3, 13, 6, 13], [5, 6, 5, 11, 12, 11]],
  ['sugar_cane', [3, 0, 4, 5, 16, 6], [10, 0, 3, 12, 16, 5], [6, 0, 10, 8, 16, 12]],
  ['bamboo', [6, 0, 6, 9, 16, 9]],
  ['chorus_plant hanging_moss', [4, 0, 4, 12, 16, 12]],
  ['chorus_flower', [2, 0, 2, 14, 14, 14]],
  ['pointed_dripstone vines vines_plant', [5, 0, 5, 11, 16, 11]],
  ['hanging_roots', [5, 6, 5, 11, 16, 11]],
  ['spore_blossom', [2, 12, 2, 14, 16, 14]],
  ['big_dripleaf', [7, 0, 7, 9, 12, 9], [0, 12, 0, 16, 15, 16]],
  ['dripleaf_stem', [7, 0, 7, 9, 16, 9]],
  ['small_dripleaf', [3, 4, 3, 13, 12, 13]],
  ['cocoa', [5, 4, 5, 11, 12, 11]],
  ['cobweb', [2, 2, 2, 14, 14, 14]],
  ['azalea', [7, 0, 7, 9, 8, 9], [0, 8, 0, 16, 16, 16]],
  ['bush', [2, 0, 2, 14, 12, 14]],
  ['creaking_heart', [0, 0, 0, 16, 16, 16]],
  ['amethyst_cluster', [4, 0, 5, 7, 9, 8], [8, 0, 8, 12, 12, 12]],
  ['amethyst_bud', [6, 0, 6, 10, 5, 10]],
]

/** By the end of a name. The longest ending that a name has counts. */
export const smallShapes: Readonly<Record<string, readonly Corners[]>> = Object.fromEntries(
  shapes.flatMap(([names, ...boxes]) => names.split(' ').map((name) => [name, boxes])),
)

/** Blades of grass, and of what grows like it. */
export const blades: readonly Corners[] = [
  [2, 0, 3, 4, 8, 5],
  [10, 0, 2, 12, 6, 4],
  [6, 0, 7, 8, 10, 9],
  [12, 0, 10, 14, 8, 12],
  [3, 0, 12, 5, 7, 14],
]

export const grassLike: ReadonlySet<string> = new Set(
  `grass short_grass tall_grass fern large_fern short_dry_grass tall_dry_grass dead_bush deadbush crimson_roots
  warped_roots nether_sprouts seagrass tall_seagrass kelp kelp_plant bush firefly_bush`.split(/\s+/),
)

export const crops: ReadonlySet<string> = new Set(
  'wheat carrots potatoes beetroots beetroot nether_wart torchflower_crop pitcher_crop pumpkin_stem melon_stem'.split(
    ' ',
  ),
)

export const flowers: ReadonlySet<string> = new Set(
  `dandelion golden_dandelion torchflower poppy blue_orchid allium azure_bluet red_tulip orange_tulip white_tulip
  pink_tulip oxeye_daisy cornflower wither_rose lily_of_the_valley sunflower lilac rose_bush peony cactus_flower
  open_eyeblossom closed_eyeblossom`.split(/\s+/),
)

/** Nothing of them is seen in the game. */
export const invisible: ReadonlySet<string> = new Set(
  ` air cave_air void_air barrier light light_block structure_void moving_piston tripwire end_gateway`.split(' '),
)
