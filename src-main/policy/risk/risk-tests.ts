/**
 * Risk tests: whether a call's arguments match a rule.
 *
 * Guards invariant 2: an undecidable test returns `unclear`, never no, and `unclear` raises the risk.
 */
import type { JsonObject } from '@contract/call.js'
import type { RiskCondition, RiskTest } from '@contract/risk-rule.js'
import { fitsText } from '../rules/wildcard.js'
import { containsCommand } from '../text/command-words.js'
import { imitationIn } from '../text/imitation.js'
import { linearPattern } from '../text/linear-pattern.js'
import { normalized } from '../text/normalized-text.js'
import { areComposed, isComposed } from '../text/text-components.js'

export type ConditionResult = 'holds' | 'does not hold' | 'unclear'

/** Maximum depth; deeper arguments are unclear. */
const maxDepth = 32

/** Never throws. */
export function evaluateCondition(condition: RiskCondition, given: JsonObject): ConditionResult {
  try {
    const values = valuesAt(given, pathOf(condition))
    if (values.length === 0 && condition.missing === 'raises') return 'unclear'
    const results = values.map((value) => evaluateTest(condition, value))
    if (results.includes('holds')) return 'holds'
    return results.includes('unclear') ? 'unclear' : 'does not hold'
  } catch {
    return 'unclear'
  }
}

/** @throws RangeError when the arguments are nested too deeply */
function valuesAt(given: JsonObject, { names, except }: ArgumentPath): unknown[] {
  return names.reduce<unknown[]>((values, name) => values.flatMap((value) => step(value, name, except)), [given])
}

/** A parsed path of a condition. */
interface ArgumentPath {
  /** For each level the matching members: by name, any (`*`), or all descendants (`**`). */
  readonly names: readonly (readonly string[] | '*' | '**')[]
  readonly except: ReadonlySet<string>
}

/** Cached by the condition, which is immutable. */
const paths = new WeakMap<RiskCondition, ArgumentPath>()

function pathOf(condition: RiskCondition): ArgumentPath {
  const known = paths.get(condition)
  if (known) return known
  const [, ...names] = condition.at.split('/').map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
  const path = {
    names: names.map((name) => (name === '*' || name === '**' ? name : name.split('|'))),
    except: new Set(condition.except),
  }
  paths.set(condition, path)
  return path
}

function step(value: unknown, name: ArgumentPath['names'][number], except: ReadonlySet<string>): unknown[] {
  if (name === '**') return descendantsOf(value, except, 0, [])
  const members = membersOf(value)
  return members.filter(([key]) => !except.has(key) && (name === '*' || name.includes(key))).map(([, member]) => member)
}

/** @param found receives the values and is returned */
function descendantsOf(value: unknown, except: ReadonlySet<string>, depth: number, found: unknown[]): unknown[] {
  if (depth > maxDepth) throw new RangeError('too deep')
  found.push(value)
  if (typeof value !== 'object' || value === null) return found
  const members = value as Readonly<Record<string, unknown>>
  for (const name of Object.keys(members)) if (!except.has(name)) descendantsOf(members[name], except, depth + 1, found)
  return found
}

const membersOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []

const resultOf = (holds: boolean): ConditionResult => (holds ? 'holds' : 'does not hold')

function evaluateTest(test: RiskTest & Pick<RiskCondition, 'missing'>, value: unknown): ConditionResult {
  switch (test.is) {
    case 'given':
      return resultOf(value !== undefined && value !== null)
    case 'equals':
      return resultOf(same(value, test.value))
    case 'in':
      return resultOf(test.values.some((one) => same(value, one)))
    case 'matches':
      return resultOf(isText(value) && fitsText(normalized(`${value}`), normalized(test.pattern)))
    case 'greater-than':
    case 'less-than': {
      const number = numberOf(value)
      if (number === undefined) return typeof value === 'object' ? 'does not hold' : 'unclear'
      return resultOf(test.is === 'greater-than' ? number > test.number : number < test.number)
    }
    case 'count-greater-than':
      return resultOf(membersOf(value).length > test.number)
    case 'volume-greater-than': {
      const volume = volumeOf(value)
      if (volume === undefined) return test.missing === 'raises' ? 'unclear' : 'does not hold'
      // NaN and numbers too large to represent are not smaller.
      return resultOf(!(volume <= test.blocks))
    }
    case 'selector':
      return resultOf(isText(value) && isSelector(normalized(`${value}`)))
    case 'many-names':
      return resultOf(isText(value) && namesMany(normalized(`${value}`)))
    case 'link':
      return resultOf(isText(value) && link.find(normalized(`${value}`)) !== undefined)
    case 'imitation':
      return resultOf(typeof value === 'string' && imitationIn(value) !== undefined)
    case 'composed-text':
      return resultOf(
        typeof value === 'string' ? isComposed(value) : areComposed(membersOf(value).map(([name]) => name)),
      )
    case 'command':
      return resultOf(isText(value) && containsCommand(`${value}`, test.words, test.slash === 'needed'))
    default:
      // A rule of a newer version, or an invalid one.
      return 'unclear'
  }
}

const isText = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number'

function same(value: unknown, wanted: unknown): boolean {
  if (typeof value === 'string' && typeof wanted === 'string') return normalized(value) === normalized(wanted)
  return value === wanted || (isText(value) && isText(wanted) && numberOf(value) === numberOf(wanted))
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isNaN(value) ? undefined : value
  if (typeof value !== 'string' || value.trim() === '') return undefined
  const number = Number(normalized(value))
  return Number.isNaN(number) ? undefined : number
}

const selector = /(?:^|[^a-z0-9_.+-])@[aenprs](?:$|[^a-z0-9_.-])/u
const everybody = new Set([
  '*',
  '**',
  'all',
  'everyone',
  'everybody',
  'all players',
  '所有人',
  '全体',
  '全部',
  '所有玩家',
])

const isSelector = (text: string): boolean => selector.test(text) || everybody.has(text)

const namesMany = (text: string): boolean =>
  /[*?%^[\]|$]/u.test(text) || /\d\.\d+\.\d/u.test(text) || /:[0-9a-f]*:/u.test(text)

const link = linearPattern(
  String.raw`h[tx]{2}ps?\s?:|www\.|discord(?:\.gg|app)|(?:^|[^a-z0-9@])[a-z0-9-]{2,}\s?(?:\.|\(dot\)|\[dot\])\s?(?:com|net|org|gg|ru|cn|io|xyz|tk|me|link|top|info|club|site|online|shop|co|us|de)(?:$|[^a-z0-9-])`,
)

type Position = readonly [x: number, y: number, z: number]

/**
 * The number of blocks in the smallest box around all positions in the arguments.
 *
 * Undefined with fewer than two positions. NaN when a position cannot be evaluated.
 */
function volumeOf(value: unknown): number | undefined {
  const positions = positionsIn(value)
  if (positions.length < 2) return undefined
  return [0, 1, 2]
    .map((axis) => positions.map((position) => position[axis as 0 | 1 | 2]))
    .map((along) => Math.abs(Math.floor(Math.max(...along)) - Math.floor(Math.min(...along))) + 1)
    .reduce((volume, length) => volume * length, 1)
}

function positionsIn(value: unknown): Position[] {
  if (typeof value === 'string') return positionOfText(value)
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value) && value.length === 3 && value.every((one) => typeof one === 'number')) {
    return [value as unknown as Position]
  }
  return [...cornersOf(value as Readonly<Record<string, unknown>>), ...Object.values(value).flatMap(positionsIn)]
}

/** Reads `x, y, z`, and both corners when one object has two: `x1, y1, z1`, `minX, minY, minZ`. */
function cornersOf(object: Readonly<Record<string, unknown>>): Position[] {
  const corners = new Map<string, Partial<Record<'x' | 'y' | 'z', number>>>()
  for (const [name, value] of Object.entries(object)) {
    const axis = /^(?<axis>[xyz])(?<corner>[_-]?\d*)$|^(?<before>[a-z]+?)[_-]?(?<last>[XYZxyz])$/u.exec(name)?.groups
    if (!axis || typeof value === 'object') continue
    const letter = (axis.axis ?? axis.last ?? '').toLowerCase() as 'x' | 'y' | 'z'
    const corner = axis.corner ?? axis.before ?? ''
    corners.set(corner, { ...corners.get(corner), [letter]: Number(value) })
  }
  return [...corners.values()].flatMap(({ x, y, z }) =>
    x === undefined || y === undefined || z === undefined ? [] : [[x, y, z] as const],
  )
}

function positionOfText(text: string): Position[] {
  const numbers = text.trim().split(/\s*,\s*|\s+/u)
  if (numbers.length !== 3 || !numbers.every((one) => /^[~^]?(?:-?\d+(?:\.\d+)?)?$/u.test(one))) return []
  // A relative position can be anywhere.
  const [x = Number.NaN, y = Number.NaN, z = Number.NaN] = numbers.map((one) => (one === '' ? Number.NaN : Number(one)))
  return [[x, y, z]]
}
