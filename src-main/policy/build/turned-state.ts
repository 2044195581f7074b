/**
 * Turned state: the states of a block that is mirrored or rotated with its part, as Minecraft's own structures do.
 *
 * A mirror image of a left door is a right door; stairs that face east then face west.
 */
import { blockIdOf, type StatePairs, statesOf, stateText } from './block-state.js'

export type Axis = 'x' | 'y' | 'z'

type Exchange = Readonly<Record<string, string>>

const both = (one: string, other: string): Exchange => ({ [one]: other, [other]: one })

const sides: Readonly<Record<Axis, Exchange>> = {
  x: both('east', 'west'),
  z: both('north', 'south'),
  y: both('up', 'down'),
}

const quarter: Exchange = { north: 'east', east: 'south', south: 'west', west: 'north' }

const upsideDown: Exchange = { ...both('top', 'bottom'), ...both('upper', 'lower'), ...both('floor', 'ceiling') }

/** States whose values consist of directions, or of left and right. */
const directed: ReadonlySet<string> = new Set([
  ...['facing', 'shape', 'orientation', 'hinge', 'type', 'side_chain', 'half', 'face', 'attachment'],
  'vertical_direction',
])

/** Rails name north and south first. */
const first = ['north', 'south']

/** The mirror image of a state along an axis. */
export function mirrored(state: string, axis: Axis): string {
  const isUpright = axis === 'y'
  const words = { ...sides[axis], ...(isUpright ? upsideDown : both('left', 'right')) }
  return changed(state, words, (rotation) => {
    if (isUpright) return rotation
    return ((axis === 'x' ? 16 : 24) - rotation) % 16
  })
}

/** A state after quarter turns, clockwise seen from above. */
export function rotated(state: string, turns: number): string {
  let text = state
  for (let turn = 0; turn < turns; turn++) text = changed(text, quarter, (rotation) => (rotation + 4) % 16, true)
  return text
}

function changed(state: string, words: Exchange, turn: (rotation: number) => number, swapsAxes = false): string {
  const pairs = statesOf(state)
  if (pairs.length === 0) return state
  const id = blockIdOf(state)
  const names = new Set(pairs.map(([name]) => name))
  const swapsUp = names.has('up') && names.has('down')
  return stateText(
    id,
    pairs.map(([name, value]): StatePairs[number] => {
      // Fences, panes and vines have a state for each side. `up` without `down` is the post of a wall.
      const side = Object.hasOwn(words, name) ? words[name] : undefined
      if (side !== undefined && (swapsUp || (name !== 'up' && name !== 'down'))) return [side, value]
      if (name === 'rotation' && /^(?:1[0-5]|[0-9])$/u.test(value)) return [name, String(turn(Number(value)))]
      if (name === 'axis' && swapsAxes) return [name, value === 'x' ? 'z' : value === 'z' ? 'x' : value]
      if (name === 'hanging' && 'up' in words && id.endsWith('lantern')) return [name, String(value !== 'true')]
      return directed.has(name) ? [name, translated(value, words)] : [name, value]
    }),
  )
}

function translated(value: string, words: Exchange): string {
  const parts = value.split('_').map((word) => (Object.hasOwn(words, word) ? (words[word] ?? word) : word))
  const [one = '', other = ''] = parts
  // `east_north` is called `north_east`, and `south_north` is `north_south`.
  const isTurned = parts.length === 2 && isSide(one) && isSide(other) && rank(other) < rank(one)
  return isTurned ? `${other}_${one}` : parts.join('_')
}

const isSide = (word: string): boolean => Object.hasOwn(quarter, word)

/** Corners of rails name north or south first, straight ones `north_south` and `east_west`. */
const rank = (word: string): number => {
  const at = first.indexOf(word)
  return at >= 0 ? at : word === 'east' ? 2 : 3
}
