/**
 * Probe: detects the version, dialect and parsable replies of a server right after connecting.
 *
 * It only reads. A server whose player list cannot be parsed is not accepted as a Minecraft console.
 */
import { asGatewayError, GatewayError } from '@contract/gateway-error.js'
import type { Console, ConsoleOptions } from '../console.js'
import { literal, ruleName } from './command-arguments.js'
import { type CommandArguments, CommandDialect, type CommandName, failureIn, readReply } from './dialect.js'
import { gameRuleOf } from './game-rules.js'
import { type GameVersion, gameVersionOf, isInRange } from './game-version.js'
import { replyPattern, withoutDecoration } from './reply-pattern.js'

export interface JavaProbeResult {
  readonly dialect: CommandDialect
  /** Read commands whose replies can be parsed. */
  readonly reads: ReadonlySet<CommandName>
  /** For example `Paper`; undefined when the console does not report it. */
  readonly software?: string
  /** As the server reports it, for example `1.20.4`; undefined when it is only inferred from the available commands. */
  readonly version?: string
  readonly players: { readonly online: number; readonly max: number }
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
const bukkitVersion = replyPattern('{checking}This server is running {software} version {build}(MC: {version}){more}')
const vanillaVersion = replyPattern('Server version info:{gap}id = {id}name = {name}data = {more}')
const unknownHelp = 'Unknown command or insufficient permissions'

/**
 * @param known version reported by another source, such as the status ping or the management protocol
 * @throws GatewayError when the server cannot be reached, or what responds is not a Minecraft console
 */
export async function probe(
  console: Console,
  known: string | undefined,
  options: ConsoleOptions = {},
): Promise<JavaProbeResult> {
  const prefix = await prefixOf(console, options)
  const list = await console.run(`${prefix}list uuids`, options)
  const { fields } = readPlayers(list)
  const said = await saidVersion(console, options)
  const version = said.version ?? known
  const release = gameVersionOf(version ?? '') ?? (await releaseByHelp(console, prefix, list, options))
  const dialect = new CommandDialect(console, { version: release, prefix })
  const reads = await readable(dialect, options)
  return {
    dialect,
    reads,
    ...(said.software !== undefined && { software: said.software }),
    ...(version !== undefined && { version }),
    players: { online: Number(fields.online), max: Number(fields.max) },
  }
}

function readPlayers(reply: string) {
  try {
    return readReply('listPlayers', reply)
  } catch (thrown) {
    throw new GatewayError('PROTOCOL.INVALID_RESPONSE', {
      message: 'This console does not list players the way Minecraft Java does.',
      suggestion: 'Check that the address belongs to a Java server, and that no plugin replaces the command list.',
      details: asGatewayError(thrown).details ?? {},
      hasProviderText: true,
    })
  }
}

/** Only Bukkit servers have namespaced commands; there a plugin may have replaced the plain ones. */
async function prefixOf(console: Console, options: ConsoleOptions): Promise<'' | 'minecraft:'> {
  try {
    readReply('listPlayers', await console.run('minecraft:list uuids', options))
    return 'minecraft:'
  } catch (thrown) {
    const { code } = asGatewayError(thrown)
    if (code === 'BUSINESS.OPERATION_FAILED' || code === 'PROTOCOL.INVALID_RESPONSE') return ''
    throw thrown
  }
}

async function saidVersion(
  console: Console,
  options: ConsoleOptions,
): Promise<{ software?: string; version?: string }> {
  const reply = withoutDecoration(await console.run('version', options))
  const bukkit = bukkitVersion.match(reply)
  if (bukkit) return { software: bukkit.software ?? '', version: bukkit.version ?? '' }
  const vanilla = vanillaVersion.match(reply)
  return vanilla ? { version: (vanilla.name ?? '').trim() } : {}
}

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
async function readable(dialect: CommandDialect, options: ConsoleOptions): Promise<ReadonlySet<CommandName>> {
  const rule = ruleName(gameRuleOf('doDaylightCycle', dialect.traits.version).name)
  const probeCommands: readonly (readonly [CommandName, CommandArguments])[] = [
    ['listPlayers', {}],
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
