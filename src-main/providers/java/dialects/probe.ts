/**
 * Probe: detects the version, dialect and parsable replies of a server right after connecting.
 *
 * It only reads. A console is accepted when it names a Java server or answers a read as one does. One that belongs to a
 * Bedrock server, or answers nothing, is refused by name: its silence would otherwise pass for success.
 */
import { asGatewayError } from '@contract/gateway-error.js'
import type { SoftwareFacts } from '../folder/server-software.js'
import type { Console, ConsoleOptions } from '../ports.js'
import { literal, ruleName } from './command-arguments.js'
import { bedrockConsole, silentConsole, unknownConsole } from './common-failures.js'
import { type CommandArguments, CommandDialect, type CommandName, type DialectTraits, failureIn } from './dialect.js'
import { gameRuleOf } from './game-rules.js'
import { type GameVersion, gameVersionOf, isInRange } from './game-version.js'
import { onlineIn, type PlayerList, readPlayerList } from './player-list.js'
import { withoutDecoration } from './reply-pattern.js'
import { softwareIn } from './server-software.js'

export interface JavaProbeResult {
  readonly dialect: CommandDialect
  /** Read commands whose replies can be parsed. */
  readonly reads: ReadonlySet<CommandName>
  /** For example `Paper`; undefined when the console does not report it. */
  readonly software?: string
  /** As the server reports it, for example `1.20.4`; undefined when it is only inferred from the available commands. */
  readonly version?: string
  /** Only what the server said and what could be read. */
  readonly players: { readonly online?: number; readonly max?: number }
}

/** A command that a release added, which `help` lists from then on. Oldest first. */
const arrivals: readonly (readonly [command: string, since: string])[] = [
  ['stopsound', '1.9'],
  ['teleport', '1.10'],
  ['locate', '1.11'],
  ['reload', '1.12'],
  ['data', '1.13'],
  ['schedule', '1.14'],
  ['spectate', '1.15'],
  ['attribute', '1.16'],
  ['item', '1.17'],
  ['place', '1.19'],
  ['fillbiome', '1.19.3'],
  ['damage', '1.19.4'],
  ['random', '1.20.2'],
  ['tick', '1.20.3'],
  ['transfer', '1.20.5'],
  ['rotate', '1.21.2'],
  ['test', '1.21.5'],
  ['dialog', '1.21.6'],
  ['fetchprofile', '1.21.9'],
  ['stopwatch', '1.21.11'],
  ['swing', '26.1'],
]

const oldest = '1.8'
/** The first version whose blocks can be read: older ones are refused when they are. */
const oldestRead: GameVersion = [1, 13]
/** Cuberite does not report a version of the game; its commands are those of old releases. */
const versionOfCuberite: GameVersion = [1, 12]
const unknownHelp = 'Unknown command or insufficient permissions'

/**
 * @param known version reported by another source, such as the status ping or the management protocol
 * @throws GatewayError when the server cannot be reached, or what responds is not a console of Minecraft Java
 */
export async function probe(
  console: Console,
  known: string | undefined,
  options: ConsoleOptions = {},
): Promise<JavaProbeResult> {
  const said = softwareIn(await console.run('version', options))
  if (said.kind === 'bedrock') throw bedrockConsole(said.text)
  if (said.kind === 'cuberite') return probeCuberite(console, said.text, options)
  const seen = await listsOf(console, options)
  const version = said.version ?? known
  const release = gameVersionOf(version ?? '') ?? (await releaseByHelp(console, seen.prefix, seen.reply, options))
  const traits: DialectTraits = { version: release, ...seen.traits, prefix: seen.prefix }
  const dialect = new CommandDialect(console, traits)
  const reads = await readable(dialect, options)
  if (seen.list) reads.add('listPlayers')
  const isJava =
    said.kind === 'java' || seen.list?.players.some(({ uuid }) => uuid !== undefined) || isReadAsJava(reads)
  if (!isJava) throw seen.isSilent && !seen.list ? silentConsole() : unknownConsole(seen.reply)
  const online = seen.list?.online ?? onlineIn(seen.reply)
  return {
    dialect,
    reads,
    ...(said.software !== undefined && { software: said.software }),
    ...(version !== undefined && { version }),
    players: {
      ...(online !== undefined && { online }),
      ...(seen.list?.max !== undefined && { max: seen.list.max }),
    },
  }
}

/** Of a server whose console cannot be reached: what its files say. */
export function unprobed({ version, software }: SoftwareFacts = {}): JavaProbeResult {
  const traits = { version: gameVersionOf(version ?? '') ?? oldestRead, prefix: '', manner: 'no-console' } as const
  const console: Console = { run: () => Promise.reject(new Error('There is no console.')) }
  return {
    dialect: new CommandDialect(console, traits),
    reads: new Set(),
    ...(software !== undefined && { software }),
    ...(version !== undefined && { version }),
    players: {},
  }
}

/** A list of players alone proves nothing: other games' servers have one. */
const isReadAsJava = (reads: ReadonlySet<CommandName>): boolean =>
  [...reads].some((name) => name !== 'listPlayers' && name !== 'bukkitTps')

async function probeCuberite(console: Console, software: string, options: ConsoleOptions): Promise<JavaProbeResult> {
  const dialect = new CommandDialect(console, { version: versionOfCuberite, prefix: '', manner: 'cuberite' })
  const list = readPlayerList(await dialect.ask('listPlayers', {}, options))
  const reads = await readable(dialect, options)
  if (list) reads.add('listPlayers')
  return { dialect, reads, software, players: { ...(list && { online: list.online }) } }
}

interface SeenLists {
  readonly prefix: DialectTraits['prefix']
  readonly traits: Pick<DialectTraits, 'list' | 'isSilent'>
  /** The reply that says the most; shown when no list could be read. */
  readonly reply: string
  readonly list?: PlayerList
  /** No list command had a reply. */
  readonly isSilent: boolean
}

/**
 * Finds the list command whose reply can be read. Only Bukkit servers have namespaced commands; there a plugin may have
 * replaced the plain ones.
 */
async function listsOf(console: Console, options: ConsoleOptions): Promise<SeenLists> {
  const namespaced = await console.run('minecraft:list uuids', options)
  const prefix = onlineIn(namespaced) === undefined ? '' : 'minecraft:'
  const isSilent = withoutDecoration(namespaced).trim() === ''
  const traits = isSilent ? ({ isSilent } as const) : {}
  const withIds = prefix === '' ? await console.run('list uuids', options) : namespaced
  const list = readPlayerList(withIds)
  if (list && hasUuids(list)) return { prefix, traits, reply: withIds, list, isSilent: false }
  const names = await console.run(`${prefix}list`, options)
  const named = readPlayerList(names)
  if (named) return { prefix, traits: { ...traits, list: 'listNames' }, reply: names, list: named, isSilent: false }
  const replies = [names, withIds].filter((reply) => withoutDecoration(reply).trim() !== '')
  const reply = replies.find((one) => onlineIn(one) !== undefined) ?? replies[0] ?? ''
  return { prefix, traits, reply, isSilent: replies.length === 0 }
}

/** Also of an empty list: it is the game's. */
const hasUuids = ({ players, max }: PlayerList): boolean =>
  max !== undefined && players.every(({ uuid }) => uuid !== undefined)

/** The last release whose new command exists. A plugin that hides commands makes the result older, never newer. */
async function releaseByHelp(
  console: Console,
  prefix: string,
  list: string,
  options: ConsoleOptions,
): Promise<GameVersion> {
  const isOld = /^There are \d{1,10}\/\d/u.test(withoutDecoration(list))
  const candidates = arrivals.filter(([, since]) => isInRange(gameVersionOf(since) ?? [], { since: '1.13' }) !== isOld)
  let [low, high] = [0, candidates.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const [command = ''] = candidates[middle] ?? []
    const reply = withoutDecoration(await console.run(`${prefix}help ${command}`, options))
    const isThere = !reply.startsWith(unknownHelp) && failureIn(reply) === undefined
    if (isThere) low = middle + 1
    else high = middle
  }
  const [, since] = candidates[low - 1] ?? []
  return gameVersionOf(since ?? (isOld ? oldest : '1.13')) ?? []
}

/** Tries each read command. */
async function readable(dialect: CommandDialect, options: ConsoleOptions): Promise<Set<CommandName>> {
  const rule = ruleName(gameRuleOf('doDaylightCycle', dialect.traits.version).name)
  const probeCommands: readonly (readonly [CommandName, CommandArguments])[] = [
    ['timeOfDay', {}],
    ['gameTime', {}],
    ['isRaining', {}],
    ['isThundering', {}],
    ['gameRule', { rule }],
    ['tickQuery', {}],
    ['bukkitTps', {}],
    ['difficulty', {}],
    ['worldBorder', {}],
    ['allowlist', {}],
    ['objectives', {}],
    ['countEntities', { selector: literal('type=minecraft:player') }],
  ]
  const reads = new Set<CommandName>()
  for (const [name, given] of probeCommands) {
    if (!dialect.has(name)) continue
    if (name === 'bukkitTps' && (reads.has('tickQuery') || dialect.traits.prefix === '')) continue
    try {
      await dialect.run(name, given, options)
      reads.add(name)
    } catch (thrown) {
      const { code } = asGatewayError(thrown)
      if (code.startsWith('SYSTEM.') || code.startsWith('AUTH.')) throw thrown
    }
  }
  return reads
}
