/**
 * Paired contexts: which context shows the state that an action changes.
 *
 * A table, so that reading the state before an action (docs/protocol.md#undo) needs no code per action.
 */
import type { JsonObject } from '@contract/call.js'
import { canonical } from '@contract/json/canonical-json.js'

export interface PairedContext {
  readonly capabilityId: string
  /** Names of the action's arguments that are also parameters of the context. */
  readonly arguments: readonly string[]
  /** The members of its result that show what the action changes, where the result has others that cost more reads. */
  readonly members?: readonly string[]
}

interface ChangingAction {
  readonly capabilityId: string
  readonly given: JsonObject
}

const pairs: Readonly<Record<string, PairedContext>> = {
  'world.time.set': { capabilityId: 'world.time.get', arguments: ['worldName'], members: ['time'] },
  'world.weather.set': { capabilityId: 'world.weather.get', arguments: ['worldName'] },
  'world.rule.set': { capabilityId: 'world.rule.get', arguments: ['worldName', 'rule'] },
  'world.block.set': { capabilityId: 'world.block.get', arguments: ['location'] },
  'player.economy.balance.adjust': { capabilityId: 'player.economy.balance.get', arguments: ['playerName'] },
  'player.teleport': { capabilityId: 'player.info.get', arguments: ['playerName'], members: ['location'] },
  'ext.java.gamemode.set': { capabilityId: 'player.info.get', arguments: ['playerName'], members: ['gameMode'] },
  'ext.java.difficulty.set': { capabilityId: 'ext.java.difficulty.get', arguments: [] },
  'ext.java.worldborder.set': { capabilityId: 'ext.java.worldborder.get', arguments: [] },
  'ext.java.allowlist.add': { capabilityId: 'ext.java.allowlist.get', arguments: [] },
  'ext.java.allowlist.enable': { capabilityId: 'ext.java.allowlist.get', arguments: [] },
  'ext.java.allowlist.disable': { capabilityId: 'ext.java.allowlist.get', arguments: [] },
  'ext.java.operator.grant': { capabilityId: 'ext.java.operator.list', arguments: [] },
  'ext.java.operator.revoke': { capabilityId: 'ext.java.operator.list', arguments: [] },
  'player.ban': { capabilityId: 'ext.java.ban.list', arguments: [] },
  'ext.java.ban.remove': { capabilityId: 'ext.java.ban.list', arguments: [] },
  'ext.java.spawnpoint.set': { capabilityId: 'ext.java.spawnpoint.get', arguments: ['playerName'] },
  'ext.java.effect.give': { capabilityId: 'ext.java.effect.list', arguments: ['playerName'] },
  'ext.java.effect.clear': { capabilityId: 'ext.java.effect.list', arguments: ['playerName'] },
  'ext.java.item.give': { capabilityId: 'ext.java.item.count', arguments: ['playerName', 'item'] },
  'ext.java.allowlist.remove': { capabilityId: 'ext.java.allowlist.get', arguments: [] },
  'ext.bedrock.score.set': { capabilityId: 'ext.bedrock.score.get', arguments: ['playerName', 'objective'] },
}

export const pairedContextOf = (capabilityId: string): PairedContext | undefined =>
  Object.hasOwn(pairs, capabilityId) ? pairs[capabilityId] : undefined

/** Whether two actions change the same state, as far as their paired contexts show it. */
export function hasSameContext(one: ChangingAction, other: ChangingAction): boolean {
  const [pair, otherPair] = [pairedContextOf(one.capabilityId), pairedContextOf(other.capabilityId)]
  if (!pair || !otherPair) return false
  const stateOf = ({ capabilityId, members = [] }: PairedContext, given: JsonObject) =>
    canonical({ capabilityId, members, arguments: argumentsFor(pair, given) })
  return stateOf(pair, one.given) === stateOf(otherPair, other.given)
}

export const argumentsFor = (pair: PairedContext, given: JsonObject): JsonObject =>
  Object.fromEntries(pair.arguments.filter((name) => name in given).map((name) => [name, given[name]]))
