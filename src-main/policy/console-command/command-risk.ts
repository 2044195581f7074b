/**
 * Command risk: the risk of a console command, including the commands that it would run.
 *
 * Guards invariant 2: a command that is unknown, or cannot be parsed reliably, is at least high. Nested commands count
 * (`execute ... run`, `return run`, `function`); nesting never lowers the risk.
 */
import type { JsonObject } from '@contract/call.js'
import type { RiskLevel } from '@contract/generated/capability-manifest.js'
import type { RaisedBy } from '@contract/risk-rule.js'
import { destroys, runsCommands } from '../risk/dangerous-things.js'
import { higherRisk, knownLevel } from '../risk/risk.js'
import { raisedByRules } from '../risk/risk-raising.js'
import { riskRules } from '../risk/risk-rules.js'
import { type CommandPlace, placesIn } from './command-place.js'
import { commandToSend, plainWordsOf, rootOf, wordsOf } from './command-tokenizer.js'
import { executeParts, hidingRules, type KnownCommand, knownCommands, knownNamespaces } from './known-commands.js'
import { namesNoThing, speaksAsRunner, typedCallOf } from './typed-call.js'

/** Reasons that only commands have; the others are those of the risk rules. The window translates each (`raised.rule.ID`). */
export const commandReasons = {
  'command-changes': 'The command changes something in the game.',
  'command-changes-much': 'The command changes the world or players permanently.',
  'command-unknown': 'Gatehouse does not know this command. A plugin may run it.',
  'command-many': 'The command affects everything a selector such as @e matches.',
  'command-takes-from-many': 'The command takes something from everyone a selector such as @e matches.',
  'command-runs-commands': 'The command gives or places something that runs commands.',
  'command-hides': 'The command changes whether the server logs commands.',
  'command-rules': 'The command changes permissions, or stops or weakens the server.',
  'command-large': 'The command changes more than 32,768 blocks.',
  'command-speaks': 'The command speaks in the name of a player or a mob.',
} as const
export type CommandReason = keyof typeof commandReasons

const sentences: ReadonlyMap<string, string> = new Map([
  ...Object.entries(commandReasons),
  ...riskRules.map(({ id, because }): [string, string] => [id, because]),
])

export interface CommandRisk {
  readonly level: RiskLevel
  /** A reason of a command or the id of a risk rule. Absent for a command that only reads. */
  readonly reason?: string
  /** The typed action equivalent to the innermost command. */
  readonly typed?: string
}

const harmless: CommandRisk = { level: 'low' }
const unknown: CommandRisk = { level: 'high', reason: 'command-unknown' }
/** Maximum number of blocks that one command may change. */
const maxBlocks = 32_768

const selector = /@[aenprs](?:\[|$)|^\*$/iu

export interface CommandTraits {
  /** Whether selectors of the server's version support `limit=1`. Before 1.13 the game ignores it. */
  readonly hasLimit?: boolean
}

/** Never throws. @param command one line, as written by a model */
export function riskOfCommand(command: string, { hasLimit = false }: CommandTraits = {}): CommandRisk {
  const text = commandToSend(command)
  const risks = [
    new NestedCommands(wordsOf(text), hasLimit).at(0),
    new NestedCommands(plainWordsOf(text), hasLimit).at(0),
    riskOfThings(text),
  ]
  return worstOf(risks)
}

/** Kind of server → the capability that runs any console command. */
export const commandCapabilities: ReadonlyMap<string, string> = new Map([
  ['java', 'ext.java.command.run'],
  ['bedrock', 'ext.bedrock.command.run'],
])

/** Whether a capability runs any console command. */
export const runsAnyCommand = (capabilityId: string): boolean =>
  [...commandCapabilities.values()].includes(capabilityId)

/** Risk rules for unparsed commands, which a parsed command does not need. */
export const readByParsing: ReadonlySet<string> = new Set([
  'everybody',
  'everybody-removed',
  'any-command',
  'ruling-command',
  'everybody-command',
])

/** The command that a call would run; undefined for any other call, or when another kind of server uses the id. */
export function consoleCommandOf(serverKind: string, capabilityId: string, given: JsonObject): string | undefined {
  if (commandCapabilities.get(serverKind) !== capabilityId) return undefined
  return typeof given.command === 'string' ? given.command : undefined
}

/** The reasons that raise the risk of a call that runs a command. */
export function raisedByCommand(command: string, traits: CommandTraits = {}): RaisedBy[] {
  const { level, reason } = riskOfCommand(command, traits)
  return reason === undefined ? [] : [{ rule: reason, level, because: sentences.get(reason) ?? '' }]
}

const worstOf = (risks: readonly CommandRisk[]): CommandRisk =>
  risks.reduce((worst, one) => {
    const isWorse = higherRisk(one.level, worst.level) !== knownLevel(worst.level)
    const typed = worst.typed ?? one.typed
    return { ...(isWorse ? one : worst), ...(typed !== undefined && { typed }) }
  })

const atLeast = (one: CommandRisk, level: RiskLevel, reason: string): CommandRisk =>
  higherRisk(one.level, level) === knownLevel(one.level) ? one : { ...one, level, reason }

/** The risk by dangerous blocks or items anywhere in the command. */
function riskOfThings(text: string): CommandRisk {
  const [first = ''] = plainWordsOf(text)
  const { name } = rootOf(first)
  const known = knownOf(first)
  // Reading and chat output are harmless.
  if (known?.level === 'low' && name !== 'return') return harmless
  const hasCommand = commandData.has(name) && plainWordsOf(text).some((word) => word.toLowerCase() === 'command')
  if (hasCommand || runsCommands.test(unescaped(text)) || text.includes('\\N{')) {
    return { level: 'critical', reason: 'command-runs-commands' }
  }
  if (!namesNoThing(name) && destroys.test(unescaped(text))) return { level: 'high', reason: 'destroyer' }
  // The game decodes escapes inside quotes, which this parser does not.
  return text.includes('\\') ? { level: 'high', reason: 'command-unknown' } : harmless
}

/** Commands that write the data of a block, including the command of a command block. */
const commandData: ReadonlySet<string> = new Set(['data', 'blockdata', 'entitydata', 'item'])

/** Decodes escapes like the game does inside quotes. */
const unescaped = (text: string): string =>
  text.replace(
    /\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|U([0-9a-fA-F]{8}))/gu,
    (written, ...digits: (string | undefined)[]) => {
      const code = Number.parseInt(digits.slice(0, 3).find((one) => one !== undefined) ?? '', 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : written
    },
  )

function knownOf(word: string): KnownCommand | undefined {
  const { name, namespace } = rootOf(word)
  if (namespace !== undefined && !knownNamespaces.has(namespace)) return undefined
  return Object.hasOwn(knownCommands, name) ? knownCommands[name] : undefined
}

/** The risk of the command that starts at each word. Each is computed once, so the time is linear despite nesting. */
class NestedCommands {
  readonly #words: readonly string[]
  readonly #small: readonly string[]
  readonly #hasLimit: boolean
  readonly #known = new Map<number, CommandRisk>()
  readonly #places: readonly CommandPlace[]

  constructor(words: readonly string[], hasLimit: boolean) {
    this.#words = words
    this.#hasLimit = hasLimit
    this.#small = words.map((word) => word.toLowerCase())
    this.#places = placesIn(this.#small)
  }

  at(start: number): CommandRisk {
    const before = this.#known.get(start)
    if (before) return before
    const risk = this.#riskAt(start)
    this.#known.set(start, risk)
    return risk
  }

  #riskAt(start: number): CommandRisk {
    const first = this.#words[start] ?? ''
    const known = knownOf(first)
    const { name } = rootOf(first)
    if (first === '' || !known) return ofUnknown(name)
    if (name === 'execute') return this.#riskOfExecute(start + 1)
    if (name === 'return') return this.#small[start + 1] === 'run' ? this.at(start + 2) : harmless
    const risk = riskOfKnown(name, known, this.#small.slice(start + 1), this.#hasLimit)
    if (risk.level === 'low') return risk
    return raisedByArguments(risk, name, { words: this.#words.slice(start + 1), place: this.#places[start] })
  }

  /**
   * A command may follow each `run`. Without `run`, only conditions are harmless; the older form has a player, a
   * position and then the command. Any word that names a dangerous command is treated as one.
   */
  #riskOfExecute(start: number): CommandRisk {
    const small = this.#small.slice(start)
    const isOlderForm = !executeParts.has(small[0] ?? '') && small[0] !== 'run'
    const hasRun = small.includes('run')
    const condition = small.some((word) => word === 'if' || word === 'unless')
    let risk: CommandRisk = hasRun || isOlderForm || condition ? harmless : unknown
    for (let at = start; at < this.#words.length; at += 1) {
      const word = this.#small[at]
      if (word === 'run') risk = worstOf([risk, this.at(at + 1)])
      else if (word === 'store' || word === 'summon') risk = worstOf([risk, changing])
      if (at > start && speaksAsRunner(rootOf(word ?? '').name)) risk = atLeast(risk, 'high', 'command-speaks')
      const isSuspect = at > start && (knownOf(this.#words[at] ?? '')?.level ?? 'low') !== 'low'
      if (isSuspect) risk = worstOf([risk, this.at(at)])
    }
    // Up to 1.12 the first word is a player, whose name may equal a part of the newer form.
    const isNamed = small.slice(1, 4).length === 3 && small.slice(1, 4).every((word) => coordinate.test(word))
    const inner = small[4] === 'detect' ? 10 : 4
    if (isOlderForm || (isNamed && !executeParts.has(small[inner] ?? 'run') && small[inner] !== 'run')) {
      risk = worstOf([risk, this.at(start + inner)])
    }
    return risk.level !== 'low' && aimsAtMany(small, this.#hasLimit) ? atLeast(risk, 'high', 'command-many') : risk
  }
}

/** The risk of a command of a plugin. With the name of a dangerous command it is dangerous, whatever its namespace is. */
const ofUnknown = (name: string): CommandRisk =>
  Object.hasOwn(knownCommands, name) && knownCommands[name]?.level === 'critical'
    ? { level: 'critical', reason: 'command-rules' }
    : unknown

/** Whether a selector finds at most one entity: `@s`, or `limit=1` among its options and not in a quoted value. */
function findsOne(word: string, hasLimit: boolean): boolean {
  if (/^@s(?:\[|$)/iu.test(word)) return true
  if (!hasLimit) return false
  let depth = 0
  let quote = ''
  let option = ''
  const options: string[] = []
  for (let at = word.indexOf('[') + 1; at > 0 && at < word.length; at += 1) {
    const letter = word[at] ?? ''
    if (quote !== '') {
      if (letter === '\\') at += 1
      else if (letter === quote) quote = ''
    } else if (letter === '"' || letter === "'") quote = letter
    else if (letter === '[' || letter === '{') depth += 1
    else if ((letter === ']' || letter === '}') && depth > 0) depth -= 1
    else if (depth === 0 && (letter === ',' || letter === ']')) {
      options.push(option.trim().toLowerCase())
      option = ''
      continue
    }
    option += letter
  }
  return options.includes('limit=1')
}

const changing: CommandRisk = { level: 'high', reason: 'command-changes-much' }

const aimsAtMany = (words: readonly string[], hasLimit: boolean): boolean =>
  words.some((word) => selector.test(word) && !findsOne(word, hasLimit))

/** @param small arguments in lower case */
function riskOfKnown(name: string, known: KnownCommand, small: readonly string[], hasLimit: boolean): CommandRisk {
  const typed = known.typed !== undefined && { typed: known.typed }
  if (name === 'banlist' && small[0] === 'ips') return { level: 'high', reason: 'command-unknown', ...typed }
  if (onlyReads(name, known, small)) return { level: 'low', ...typed }
  if (known.level === 'low') return { level: 'low', ...typed }
  const risk: CommandRisk = { level: known.level, reason: reasonOf(known.level), ...typed }
  if (known.critical?.includes(small[0] ?? '')) return { ...risk, level: 'critical', reason: 'command-rules' }
  if (name === 'gamerule' && hidingRules.has(small[0] ?? '')) {
    return { ...risk, level: 'critical', reason: 'command-hides' }
  }
  if (isLarge(name, small)) return { ...risk, level: 'critical', reason: 'command-large' }
  const isMany = aimsAtMany(small, hasLimit)
  if (known.takes && isMany) return atLeast(risk, 'critical', 'command-takes-from-many')
  return known.aims && isMany ? atLeast(risk, 'high', 'command-many') : risk
}

/** What the arguments do, assessed as those of the typed action that does the same. */
function raisedByArguments(
  risk: CommandRisk,
  name: string,
  { words, place }: { readonly words: readonly string[]; readonly place: CommandPlace | undefined },
): CommandRisk {
  const call = typedCallOf(name, words.map(unescaped), place)
  if (!call) return risk
  const raised = raisedByRules(
    { capabilityId: call.capabilityId, type: 'action', arguments: call.arguments },
    riskRules,
  )
  return raised.reduce((worst, { level, rule }) => atLeast(worst, level, rule), risk)
}

/** The words after `attribute TARGET NAME` that only read; elsewhere `get` may be the name of a modifier. */
const attributeReads: readonly (readonly string[])[] = [['get'], ['base', 'get'], ['modifier', 'value', 'get']]

const reasonOf = (level: RiskLevel): CommandReason =>
  level === 'critical' ? 'command-rules' : level === 'high' ? 'command-changes-much' : 'command-changes'

function onlyReads(name: string, { reads = [], readsUpTo }: KnownCommand, given: readonly string[]): boolean {
  if (readsUpTo !== undefined && given.length <= readsUpTo) return true
  // `tag X list` and `attribute X NAME get` name their target first.
  if (name === 'tag' && given[1] === 'list' && given.length === 2) return true
  if (name === 'attribute' && attributeReads.some((words) => words.every((word, at) => given[at + 2] === word))) {
    return true
  }
  return reads.some((words) =>
    words.length === 0 ? given.length === 0 : words.every((word, at) => given[at] === word),
  )
}

/** Whether a box is larger than the limit of the game; unknown when only one corner is relative. */
function isLarge(name: string, given: readonly string[]): boolean {
  if (!['fill', 'clone', 'fillbiome'].includes(name)) return false
  // With `clone from DIMENSION` the corners follow the dimension.
  const corners = name === 'clone' && given[0] === 'from' ? given.slice(2, 8) : given.slice(0, 6)
  if (corners.length < 6) return false
  const lengths = [0, 1, 2].map((axis) => distance(corners[axis] ?? '', corners[axis + 3] ?? ''))
  return lengths.reduce((volume, length) => volume * (Math.abs(length) + 1), 1) > maxBlocks
}

const coordinate = /^([~^]?)([-+]?\d{0,10}(?:\.\d{0,20})?)$/u

/** The distance of two coordinates, both absolute or both relative; otherwise NaN. */
function distance(from: string, to: string): number {
  const [one, other] = [coordinate.exec(from), coordinate.exec(to)]
  return one && other && one[1] === other[1] ? Number(other[2]) - Number(one[2]) : Number.NaN
}
