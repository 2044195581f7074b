/**
 * Probe: detects a game's capabilities at each connection. See docs/protocol.md#bedrock-commands.
 *
 * Reads are executed; for actions, `help` shows whether the command exists. If `help` does not work, all commands are
 * assumed to exist.
 */
import type { BedrockLink } from '../link.js'
import type { ScriptApi } from '../script/script-api.js'
import type { BedrockAbilities } from './bedrock-capability.js'
import { bedrockCapabilities } from './index.js'
import { type PlayerList, playersIn } from './player-list.js'

const commands = [
  ...['tp', 'kick', 'gamemode', 'give', 'effect', 'tellraw', 'time', 'weather', 'setblock', 'testforblock', 'fill'],
  ...['summon', 'scoreboard', 'structure', 'testfor', 'tickingarea'],
]

/** Arguments for probing the reads. */
const probeArguments: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'world.time.get': { worldName: 'overworld' },
  'world.weather.get': { worldName: 'overworld' },
  'world.rule.get': { worldName: 'overworld', rule: 'doDaylightCycle' },
}

export interface BedrockProbeResult {
  readonly abilities: BedrockAbilities
  readonly players: PlayerList
}

const probeTimeoutMs = 5_000

/** @throws GatewayError when the connection ends */
export async function probe(link: BedrockLink, scriptApi: ScriptApi, signal: AbortSignal): Promise<BedrockProbeResult> {
  const hasPack = scriptApi.isInstalled(signal)
  const knows = async (command: string): Promise<boolean> =>
    (await link.run(`help ${command}`, { signal, timeoutMs: probeTimeoutMs })).statusCode >= 0
  const players = playersIn(await link.run('list', { signal, timeoutMs: probeTimeoutMs }))
  const unknown = new Set<string>()
  if (await knows('list').catch(() => false)) {
    const known = await Promise.all(commands.map((command) => knows(command).catch(() => true)))
    for (const command of commands.filter((_command, at) => !known[at])) unknown.add(command)
  }
  const reads = new Set<string>(players ? ['player.list'] : [])
  const script = (await hasPack) ? scriptApi : undefined
  const abilities: BedrockAbilities = { link, unknown, reads, script }
  const self = players?.players[0]?.name
  const probed = { ...probeArguments, ...(self !== undefined && { 'player.info.get': { playerName: self } }) }
  for (const [id, given] of Object.entries(probed)) {
    // This capability reads the location only if it is in `reads`.
    if (id === 'player.info.get') reads.add(id)
    const result = await bedrockCapabilities
      .get(id)
      ?.run({ given, signal }, abilities)
      .catch(() => undefined)
    if (result && (id !== 'player.info.get' || 'location' in result)) reads.add(id)
    else reads.delete(id)
  }
  return { abilities, players: players ?? { players: [], online: 0, max: 0, accounts: new Set() } }
}
