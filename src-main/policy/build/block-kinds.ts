/**
 * Block kinds: what a preview must know of a block: whether it flows, whether it only grows, whether it holds others.
 *
 * Rules over names: blocks of mods count as solid.
 */
import { blockIdOf, isAir } from './block-state.js'

const plants =
  /^(?:(?:short|tall|dry|short_dry|tall_dry|sea)_?grass|grass|seagrass|fern|large_fern|dead_bush|bush|firefly_bush|sugar_cane|bamboo(?:_sapling)?|kelp(?:_plant)?|lily_pad|vine|glow_lichen|leaf_litter|pink_petals|wildflowers|sunflower|lilac|peony|rose_bush|dandelion|poppy|allium|azure_bluet|cornflower|lily_of_the_valley|wither_rose|torchflower|blue_orchid|oxeye_daisy|spore_blossom|snow|cobweb|nether_sprouts|(?:crimson|warped)_roots|hanging_roots|cactus_flower|(?:cave|weeping|twisting)_vines(?:_plant)?|sweet_berry_bush|(?:small|big)_dripleaf(?:_stem)?|pitcher_plant|closed_eyeblossom|open_eyeblossom|[a-z_]{1,40}_(?:tulip|sapling|propagule|mushroom|fungus))$/u

const leavesOrWood = /(?:_leaves|_log|_wood|_stem|_hyphae|_mushroom_block|mushroom_stem|bee_nest|cocoa)$/u

const bare = (state: string): string => blockIdOf(state).replace(/^minecraft:/u, '')

export interface BlockKind {
  readonly id: string
  readonly isAir: boolean
  readonly liquid: 'water' | 'lava' | undefined
  /** Grass, flowers and layers of snow: nobody misses them, and they hold nothing. */
  readonly isPlant: boolean
  /** Neither air, plant nor liquid. */
  readonly isSolid: boolean
  /** A tree: solid, and no ground. */
  readonly isTree: boolean
}

export function blockKindOf(state: string): BlockKind {
  const name = bare(state)
  const empty = state === '' || isAir(state)
  const liquid = liquidOf(name, state)
  const isPlant = plants.test(name.slice(0, 64))
  const isSolid = !empty && !isPlant && name !== 'water' && name !== 'lava' && name !== 'bubble_column'
  return { id: blockIdOf(state), isAir: empty, liquid, isPlant, isSolid, isTree: leavesOrWood.test(name.slice(0, 64)) }
}

const growsInWater = /^(?:seagrass|tall_seagrass|kelp|kelp_plant|bubble_column)$/u

function liquidOf(name: string, state: string): BlockKind['liquid'] {
  if (name === 'lava') return 'lava'
  const isWet = name === 'water' || growsInWater.test(name.slice(0, 32)) || state.includes('waterlogged=true')
  return isWet ? 'water' : undefined
}
