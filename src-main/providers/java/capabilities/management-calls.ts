/**
 * Management calls: the capabilities that the management protocol (1.21.9 and later) also supports. It is preferred
 * over the console where the server offers the methods, because its replies are structured.
 *
 * The console is used only when nothing was changed: an action with an unknown outcome is never repeated. The server
 * silently skips unknown names, so every change of a list is verified in the returned list.
 */
import type { JsonObject } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import { cleanText } from '../../../policy/text/untrusted-text.js'
import type { CapabilityCall } from '../../minecraft/capability.js'
import { integer, messageText, oneOf, playerName, ruleValue } from '../dialects/command-arguments.js'
import { gameRuleOf } from '../dialects/game-rules.js'
import type { PlayerList } from '../dialects/player-list.js'
import type { ManagementConnection } from '../management/management-connection.js'
import type { ManagedGameRule, ManagedPlayer } from '../management/management-replies.js'
import { dimensionOf } from '../worlds.js'
import { difficulties, lineText, ruleValueOf, senderOf } from './caller-values.js'
import type { JavaAbilities, JavaCapability } from './java-capability.js'
import { banEntry, maxListed, operatorEntry, usualLevel } from './people-lists.js'

export interface ManagementCall {
  /** Required methods, without `minecraft:`. */
  readonly needs: readonly string[]
  run(call: CapabilityCall, management: ManagementConnection, abilities: JavaAbilities): Promise<JsonObject>
}

/** Nothing was changed, so the console can run it instead. */
export class FallBackToConsole extends Error {}

/** A read, so a failure changed nothing. @throws FallBackToConsole */
const reading = <Value>(value: Promise<Value>): Promise<Value> =>
  value.catch((cause: unknown) => {
    throw new FallBackToConsole('the management protocol could not read', { cause })
  })

const sameName = (one: string | undefined, other: string): boolean => one?.toLowerCase() === other.toLowerCase()
const has = (players: readonly ManagedPlayer[], name: string): boolean =>
  players.some((player) => sameName(player.name, name))
const holds = (entries: readonly { readonly player: ManagedPlayer }[], name: string): boolean =>
  has(
    entries.map(({ player }) => player),
    name,
  )

const unknownPlayer = () => new GatewayError('BUSINESS.PLAYER_NOT_FOUND')

/** Changes a player list and verifies the result. `isIn`: whether the player must be in the list afterwards. */
async function changeList<List>(
  isIn: boolean,
  list: { read(): Promise<List>; change(): Promise<List>; holds(list: List): boolean },
): Promise<JsonObject> {
  if (list.holds(await reading(list.read())) === isIn) return { changed: false }
  if (list.holds(await list.change()) !== isIn) throw unknownPlayer()
  return { changed: true }
}

/** The server took the call and did not do it. */
const notDone = (message: string) => new GatewayError('BUSINESS.OPERATION_FAILED', { message })

/** Every entry needs a name: a list without some of its players is not the list. @throws FallBackToConsole */
function named<Entry>(entries: readonly Entry[], nameOf: (entry: Entry) => string | undefined): readonly Entry[] {
  if (entries.every((entry) => nameOf(entry) !== undefined)) return entries
  throw new FallBackToConsole('the list is incomplete', { cause: incomplete() })
}

const incomplete = () =>
  new GatewayError('PROTOCOL.INVALID_RESPONSE', {
    message: 'The server lists players without their names.',
    suggestion: 'Read the list on the server.',
    details: { reason: 'incomplete-list' },
  })

/** A setting that is on or off. */
const switching = (wanted: boolean): ManagementCall => ({
  needs: ['serversettings/use_allowlist', 'serversettings/use_allowlist/set'],
  async run({ signal }, management) {
    const before = await reading(management.setting('use_allowlist', { signal }))
    if (before === wanted) return { changed: false, wasEnabled: wanted }
    const after = await management.setSetting('use_allowlist', wanted, { signal })
    if (after !== wanted) throw notDone('The server did not switch the whitelist.')
    return { changed: true, ...(typeof before === 'boolean' && { wasEnabled: before }) }
  },
})

const listing = (wanted: boolean): ManagementCall => ({
  needs: ['allowlist', wanted ? 'allowlist/add' : 'allowlist/remove'],
  run({ given, signal }, management) {
    const name = playerName(given.playerName)
    return changeList(wanted, {
      read: () => management.allowlist({ signal }),
      change: () => management.changeAllowlist(wanted ? 'add' : 'remove', [{ name }], { signal }),
      holds: (players) => has(players, name),
    })
  },
})

const powering = (wanted: boolean): ManagementCall => ({
  needs: ['operators', wanted ? 'operators/add' : 'operators/remove'],
  async run({ given, signal }, management) {
    const name = playerName(given.playerName)
    const { changed } = await changeList(wanted, {
      read: () => management.operators({ signal }),
      change: () =>
        wanted
          ? management.addOperators([{ player: { name } }], { signal })
          : management.removeOperators([{ name }], { signal }),
      holds: (operators) => holds(operators, name),
    })
    return { changed, ...(wanted && { wasOperator: !changed }) }
  },
})

/** The server's name of the rule. @throws FallBackToConsole when the server does not list it */
async function ruleOf(name: string, management: ManagementConnection, signal: AbortSignal): Promise<ManagedGameRule> {
  const rules = await reading(management.gameRules({ signal }))
  const found = rules.find(({ key }) => key.replace(/^minecraft:/u, '') === name)
  if (!found) throw new FallBackToConsole('the management protocol does not list the rule')
  return found
}

/** Timeout in milliseconds for saving a large world. */
const saveTimeoutMs = 120_000

const calls: Readonly<Record<string, ManagementCall>> = {
  'player.list': {
    needs: ['players', 'serversettings/max_players'],
    async run({ signal }, management) {
      const [online, max] = await reading(
        Promise.all([management.players({ signal }), management.setting('max_players', { signal })]),
      )
      const players = named(online, ({ name }) => name).map(({ id, name = '' }) => ({
        name,
        ...(id !== undefined && { uuid: id }),
      }))
      const list: PlayerList = { players, online: players.length, ...(typeof max === 'number' && { max }) }
      return { ...list }
    },
  },
  'player.kick': {
    needs: ['players/kick'],
    async run({ given, signal }, management) {
      const name = playerName(given.playerName)
      const reason = messageText(given.reason ?? '')
      const kicked = await management.kick([{ name }], reason === '' ? undefined : reason, { signal })
      if (!has(kicked, name)) throw new GatewayError('BUSINESS.PLAYER_OFFLINE')
      return { success: true, playerName: name }
    },
  },
  'player.ban': {
    needs: ['bans', 'bans/add'],
    async run({ given, signal }, management, { now }) {
      const name = playerName(given.playerName)
      const reason = messageText(given.reason)
      const minutes =
        given.durationMinutes === undefined ? undefined : Number(integer(given.durationMinutes, 1, 5_256_000))
      const from = now?.().getTime()
      if (minutes !== undefined && from === undefined) throw new FallBackToConsole('the time is not known')
      const until =
        minutes === undefined || from === undefined ? undefined : new Date(from + minutes * 60_000).toISOString()
      if (until === undefined && holds(await reading(management.bans({ signal })), name)) {
        return { success: false, playerName: name }
      }
      const ban = { player: { name }, reason, ...(until !== undefined && { expires: until }) }
      if (!holds(await management.ban([ban], { signal }), name)) throw unknownPlayer()
      return { success: true, playerName: name, ...(until !== undefined && { until }) }
    },
  },
  'ext.java.ban.remove': {
    needs: ['bans', 'bans/remove'],
    run({ given, signal }, management) {
      const name = playerName(given.playerName)
      return changeList(false, {
        read: () => management.bans({ signal }),
        change: () => management.pardon([{ name }], { signal }),
        holds: (bans) => holds(bans, name),
      })
    },
  },
  'ext.java.ban.list': {
    needs: ['bans'],
    async run({ signal }, management) {
      const bans = await reading(management.bans({ signal }))
      const listed = named(bans, ({ player }) => player.name).slice(0, maxListed)
      return { bans: listed.flatMap(({ player, ...ban }) => banEntry(player.name, ban)) }
    },
  },
  'ext.java.operator.list': {
    needs: ['operators'],
    async run({ signal }, management) {
      const knowsLevel = management.offers('serversettings/operator_user_permission_level')
      const [operators, level] = await reading(
        Promise.all([
          management.operators({ signal }),
          knowsLevel ? management.setting('operator_user_permission_level', { signal }) : undefined,
        ]),
      )
      return {
        operators: named(operators, ({ player }) => player.name)
          .slice(0, maxListed)
          .flatMap(({ player, permissionLevel = usualLevel, bypassesPlayerLimit = false }) =>
            operatorEntry(player.name, { level: permissionLevel, bypassesPlayerLimit }),
          ),
        ...(typeof level === 'number' && { defaultLevel: level }),
      }
    },
  },
  'ext.java.operator.grant': powering(true),
  'ext.java.operator.revoke': powering(false),
  'ext.java.allowlist.get': {
    needs: ['allowlist'],
    async run({ signal }, management) {
      const knowsEnabled = management.offers('serversettings/use_allowlist')
      const [players, enabled] = await reading(
        Promise.all([
          management.allowlist({ signal }),
          knowsEnabled ? management.setting('use_allowlist', { signal }) : undefined,
        ]),
      )
      return {
        players: named(players, ({ name }) => name).map(({ name = '' }) => cleanText(name, 64)),
        ...(typeof enabled === 'boolean' && { enabled }),
      }
    },
  },
  'ext.java.allowlist.add': listing(true),
  'ext.java.allowlist.remove': listing(false),
  'ext.java.allowlist.enable': switching(true),
  'ext.java.allowlist.disable': switching(false),
  'ext.java.world.save': {
    needs: ['server/save'],
    async run({ given, signal }, management) {
      const isSaved = await management.save(given.flush === true, { signal, timeoutMs: saveTimeoutMs })
      if (!isSaved) throw notDone('The server did not save.')
      return { saved: true }
    },
  },
  'world.rule.get': {
    needs: ['gamerules'],
    async run({ given, signal }, management, { dialect }) {
      dimensionOf(given.worldName)
      const meant = gameRuleOf(String(given.rule), dialect.traits.version)
      const { value } = await ruleOf(meant.name, management, signal)
      return { worldName: given.worldName, rule: given.rule, value: ruleValueOf(meant.decode(String(value))) }
    },
  },
  'world.rule.set': {
    needs: ['gamerules', 'gamerules/update'],
    async run({ given, signal }, management, { dialect }) {
      dimensionOf(given.worldName)
      const meant = gameRuleOf(String(given.rule), dialect.traits.version)
      const wanted = ruleValueOf(ruleValue(meant.encode(String(ruleValue(given.value)))))
      const before = await ruleOf(meant.name, management, signal)
      const { value } = await management.setGameRule(before.key, wanted, { signal })
      return {
        worldName: given.worldName,
        rule: given.rule,
        previousValue: ruleValueOf(meant.decode(String(before.value))),
        value: ruleValueOf(meant.decode(String(value))),
      }
    },
  },
  'ext.java.difficulty.get': {
    needs: ['serversettings/difficulty'],
    async run({ signal }, management) {
      return { difficulty: await difficultyOf(management, signal) }
    },
  },
  'ext.java.difficulty.set': {
    needs: ['serversettings/difficulty', 'serversettings/difficulty/set'],
    async run({ given, signal }, management) {
      const wanted = oneOf(given.difficulty, difficulties)
      if ((await difficultyOf(management, signal)) === wanted) return { changed: false }
      const after = await management.setSetting('difficulty', wanted, { signal })
      if (String(after).toLowerCase() !== wanted) throw notDone('The server did not change the difficulty.')
      return { changed: true }
    },
  },
  'chat.broadcast': {
    needs: ['server/system_message'],
    async run(call, management) {
      const text = `${senderOf(call)}${lineText(call.given.message)}`
      if (!(await management.systemMessage(text, { signal: call.signal })))
        throw notDone('The server did not send the message.')
      return {}
    },
  },
}

export const managementCalls: ReadonlyMap<string, ManagementCall> = new Map(Object.entries(calls))

async function difficultyOf(management: ManagementConnection, signal: AbortSignal): Promise<string> {
  const value = await reading(management.setting('difficulty', { signal }))
  const difficulty = String(value).toLowerCase()
  if (!(difficulties as readonly string[]).includes(difficulty))
    throw new FallBackToConsole('the difficulty is not known')
  return difficulty
}

const isOpen = ({ needs }: ManagementCall, { management }: JavaAbilities): boolean =>
  management !== undefined && needs.every((method) => management.offers(method))

/** Whether a management call failed before the server could have changed anything. */
function changedNothing(thrown: unknown): boolean {
  if (thrown instanceof FallBackToConsole) return true
  if (!(thrown instanceof GatewayError) || thrown.details?.mayHaveRun === true) return false
  return thrown.code.startsWith('SYSTEM.') || thrown.code.startsWith('AUTH.') || thrown.code.startsWith('PROTOCOL.')
}

/** Why the management protocol could not do it, as an error for the caller. */
const causeOf = (thrown: unknown): unknown =>
  thrown instanceof FallBackToConsole
    ? (thrown.cause ?? notDone(`The call was not possible: ${thrown.message}.`))
    : thrown

/** The capability over the management protocol where available, otherwise over the console. */
export function preferManagement(byConsole: JavaCapability): JavaCapability {
  const way = managementCalls.get(byConsole.id)
  if (!way) return byConsole
  return {
    id: byConsole.id,
    missingFeature: (abilities) => (isOpen(way, abilities) ? undefined : byConsole.missingFeature(abilities)),
    async run(call, abilities) {
      const { management } = abilities
      if (!management || !isOpen(way, abilities)) return byConsole.run(call, abilities)
      try {
        return await way.run(call, management, abilities)
      } catch (thrown) {
        const cannotFallBack = call.signal.aborted || byConsole.missingFeature(abilities) !== undefined
        if (cannotFallBack || !changedNothing(thrown)) throw causeOf(thrown)
        return byConsole.run(call, abilities)
      }
    },
  }
}
