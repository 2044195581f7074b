/**
 * Block colours: rules over names, so that blocks of mods and of later versions have likely colours too. Facts stand where
 * no rule can know; a name that says nothing has a stable colour of its own.
 */
import { type Colour, colourOf, colourOfName, mixed } from './colour.js'
import { coppers, dyes, materials, ores, woods } from './colour-facts.js'
import { glowing, wholeNames } from './whole-names.js'

export interface BlockColours {
  readonly top: Colour
  readonly side: Colour
  /** How much it hides, from 0 to 1. */
  readonly opacity: number
  readonly glows: boolean
}

export function coloursOf(name: string): BlockColours {
  const plain = plainNameOf(name)
  const found = wholeOf(plain) ?? dyedOf(plain) ?? copperOf(plain) ?? oreOf(plain) ?? woodOf(plain) ?? materialOf(plain)
  const { top, side } = found ?? of(colourOfName(plain))
  return { top, side, opacity: opacityOf(name), glows: glowing.has(plain) }
}

const colourOfDye = (name: string): Colour => colourOf(dyes[name] as number)

interface Found {
  readonly top: Colour
  readonly side: Colour
}

const of = (top: Colour, side = top): Found => ({ top, side })
const [white, black] = [colourOf(0xffffff), colourOf(0)]

/** Without what does not change the colour. */
function plainNameOf(name: string): string {
  let plain = name
  for (const prefix of ['waxed_', 'infested_', 'potted_', 'attached_', 'suspicious_', 'calibrated_']) {
    if (plain.startsWith(prefix)) plain = plain.slice(prefix.length)
  }
  return plain.replace('wall_', '')
}

function wholeOf(name: string): Found | undefined {
  const fact = own(wholeNames, name) ?? own(wholeNames, name.endsWith('_plant') ? name.slice(0, -6) : name)
  if (fact === undefined) return undefined
  return typeof fact === 'number' ? of(colourOf(fact)) : of(colourOf(fact[0]), colourOf(fact[1]))
}

const dyeNames = Object.keys(dyes).sort((a, b) => b.length - a.length)

function dyedOf(name: string): Found | undefined {
  const dye = dyeNames.find((dye) => name.startsWith(`${dye}_`))
  if (!dye) return undefined
  const rest = name.slice(dye.length + 1)
  const colour = colourOfDye(dye)
  // The colour is part of some names: red sandstone is not sandstone that was dyed.
  if (longestMaterial(wordsOf(name))?.start === 0) return undefined
  if (rest === 'terracotta') return of(mixed(colour, colourOf(materials.terracotta as number), 0.58))
  if (rest === 'concrete') return of(mixed(colour, black, 0.1))
  if (rest === 'concrete_powder') return of(mixed(colour, white, 0.12))
  if (rest === 'candle_cake') return wholeOf('candle_cake')
  const under = longestMaterial(wordsOf(rest))
  const isDyedThrough = !under || ['wool', 'concrete', 'glass', 'terracotta'].includes(under.phrase)
  return of(isDyedThrough ? colour : mixed(colour, colourOf(under.colour), 0.5))
}

function copperOf(name: string): Found | undefined {
  const words = wordsOf(name)
  const isCopper = words.includes('copper') && !words.includes('raw') && !words.includes('ore')
  if (!isCopper && !name.endsWith('lightning_rod')) return undefined
  const age = Object.keys(coppers).find((age) => words.includes(age)) ?? 'new'
  const colour = colourOf(coppers[age] as number)
  return of(words.includes('cut') || words.includes('chiseled') ? mixed(colour, black, 0.06) : colour)
}

function oreOf(name: string): Found | undefined {
  if (!name.endsWith('_ore')) return undefined
  const words = wordsOf(name)
  const ore = Object.keys(ores).find((ore) => words.includes(ore))
  const around = words.includes('deepslate')
    ? materials.deepslate
    : words.includes('nether')
      ? materials.netherrack
      : words.includes('end')
        ? materials.end_stone
        : materials.stone
  const inside = ore ? colourOf(ores[ore] as number) : colourOfName(name)
  return of(mixed(colourOf(around as number), inside, 0.45))
}

const woodNames = Object.keys(woods).sort((a, b) => b.length - a.length)
const partsOfTrees = ['log', 'wood', 'stem', 'hyphae', 'leaves', 'sapling', 'propagule', 'planks', 'bush'] as const

function woodOf(name: string): Found | undefined {
  const wood = woodNames.find((wood) => `_${name}_`.includes(`_${wood}_`))
  const words = wordsOf(name)
  const part = partsOfTrees.find((part) => words.includes(part))
  if (!wood && (part === undefined || part === 'stem')) return undefined
  const { planks, bark, leaves } = woods[wood ?? 'oak'] as (typeof woods)[string]
  // A tree of a mod: like oak, with a touch of its own.
  const own = wood ? 0 : 0.35
  const touched = (colour: number) => mixed(colourOf(colour), colourOfName(name), own)
  if (part === 'leaves' || part === 'sapling' || part === 'propagule' || part === 'bush' || words.includes('wart'))
    return of(touched(leaves))
  const wooden = touched(planks)
  if (words.includes('stripped')) return of(mixed(wooden, white, 0.06), mixed(wooden, black, 0.04))
  if (part === 'wood' || part === 'hyphae') return of(touched(bark))
  const isTrunk = part === 'log' || part === 'stem' || name === 'bamboo_block'
  return isTrunk ? of(mixed(wooden, touched(bark), 0.15), touched(bark)) : of(wooden)
}

/** What words beside the material change: how much of which colour is mixed in. */
const changes: Readonly<Record<string, readonly [Colour, number]>> = {
  mossy: [colourOf(0x5d7c34), 0.32],
  polished: [white, 0.06],
  smooth: [white, 0.05],
  cut: [white, 0.04],
  cobbled: [white, 0.06],
  cracked: [black, 0.07],
  chiseled: [black, 0.04],
  tile: [black, 0.1],
  brick: [black, 0.05],
  gilded: [colourOf(0xf4cf3e), 0.25],
  dead: [colourOf(0x857d79), 0.9],
}

function materialOf(name: string): Found | undefined {
  const words = wordsOf(name)
  const material = longestMaterial(words)
  if (!material) return undefined
  const beside = words.filter((_, at) => at < material.start || at >= material.start + material.words)
  const changed = beside.reduce((colour, word) => {
    const change = own(changes, word)
    return change ? mixed(colour, ...change) : colour
  }, colourOf(material.colour))
  return of(changed)
}

const mostWords = 3

function longestMaterial(words: readonly string[]) {
  for (let length = Math.min(mostWords, words.length); length > 0; length--) {
    for (let start = 0; start + length <= words.length; start++) {
      const phrase = words.slice(start, start + length).join('_')
      const colour = own(materials, phrase)
      if (colour !== undefined) return { phrase, start, words: length, colour }
    }
  }
  return undefined
}

const wordsOf = (name: string): string[] =>
  name.split('_').map((word) => (word === 'bricks' || word === 'tiles' ? word.slice(0, -1) : word))

function opacityOf(name: string): number {
  if (name === 'tinted_glass') return 0.75
  if (name.endsWith('glass') || name.endsWith('glass_pane')) return name.includes('stained') ? 0.55 : 0.42
  if (name === 'nether_portal') return 0.7
  return name === 'water' || name === 'flowing_water' || name === 'bubble_column' ? 0.74 : 1
}

/** Names come from outside: `constructor` is none of ours. */
const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined
