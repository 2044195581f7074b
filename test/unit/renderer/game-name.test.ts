import { describe, expect, it } from 'vitest'
import { chineseName } from '../../../src-renderer/sentences/names/chinese-name.js'
import { gameName, vanillaIds } from '../../../src-renderer/sentences/names/game-name.js'

describe('the names of game objects', () => {
  it.each([
    ['thing', 'minecraft:diamond_block', 'Block of Diamond', '钻石块'],
    ['thing', 'oak_planks', 'Oak Planks', '橡木木板'],
    ['thing', 'minecraft:polished_blackstone_brick_stairs', 'Polished Blackstone Brick Stairs', '磨制黑石砖楼梯'],
    ['thing', 'minecraft:waxed_exposed_cut_copper_slab', 'Waxed Exposed Cut Copper Slab', '涂蜡的斑驳的切制铜台阶'],
    ['thing', 'minecraft:light_gray_candle_cake', 'Cake with Light Gray Candle', '插上淡灰色蜡烛的蛋糕'],
    ['thing', 'minecraft:zombified_piglin_spawn_egg', 'Zombified Piglin Spawn Egg', '僵尸猪灵刷怪蛋'],
    ['thing', 'minecraft:golden_axe', 'Golden Axe', '金斧'],
    ['thing', 'minecraft:deepslate_lapis_ore', 'Deepslate Lapis Lazuli Ore', '深层青金石矿石'],
    ['entity', 'minecraft:creeper', 'Creeper', '苦力怕'],
    ['effect', 'minecraft:night_vision', 'Night Vision', '夜视'],
    ['enchantment', 'silk_touch', 'Silk Touch', '精准采集'],
    ['biome', 'minecraft:soul_sand_valley', 'Soul Sand Valley', '灵魂沙峡谷'],
    ['rule', 'mobGriefing', 'mob griefing', '生物破坏'],
    ['rule', 'minecraft:mob_griefing', 'mob griefing', '生物破坏'],
  ] as const)('names the %s %s', (kind, id, english, chinese) => {
    expect(gameName(kind, id, 'en')).toBe(english)
    expect(gameName(kind, id, 'zh')).toBe(chinese)
  })

  it.each([
    'evil:diamond_block',
    'minecraft:diamond_block_of_tnt',
    'minecraft:Diamond',
    'minecraft:tnt[unstable=true]',
    '__proto__',
    'constructor',
    '',
    'minecraft:',
  ])('has no friendly name for %j', (id) => expect(gameName('thing', id, 'en')).toBeUndefined())

  it('has a Chinese name for everything in the game', () => {
    for (const kind of ['thing', 'entity', 'effect', 'enchantment', 'biome'] as const) {
      expect(vanillaIds(kind).length).toBeGreaterThan(35)
      expect(vanillaIds(kind).filter((id) => !chineseName(kind, id))).toEqual([])
    }
  })

  it('has a name in both languages for every game rule, and one name for both ids of a rule', () => {
    expect(vanillaIds('rule').length).toBeGreaterThan(100)
    for (const id of vanillaIds('rule')) {
      expect(gameName('rule', id, 'en')).toMatch(/^[\w ]+$/u)
      expect(gameName('rule', id, 'zh')).toMatch(/\p{Script=Han}/u)
    }
    expect(gameName('rule', 'doDaylightCycle', 'zh')).toBe(gameName('rule', 'advance_time', 'zh'))
    expect(gameName('rule', 'shop:mob_griefing', 'en')).toBeUndefined()
  })

  it('gives unique Chinese names, except to crops and hanging variants', () => {
    const byName = new Map<string | undefined, string[]>()
    for (const id of vanillaIds('thing').filter((each) => !/wall_|music_disc|potted/.test(each))) {
      const called = chineseName('thing', id)
      byName.set(called, [...(byName.get(called) ?? []), id])
    }
    const shared = [...byName].filter(([, ids]) => ids.length > 1).map(([, ids]) => ids)
    expect(shared).toEqual(sharedNames)
  })
})

/** A food and its crop. */
const sharedNames = [
  ['beetroot', 'beetroots'],
  ['carrot', 'carrots'],
  ['potato', 'potatoes'],
]
