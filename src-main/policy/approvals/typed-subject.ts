/**
 * Typed subject: the text that names the target of a critical action: the player, otherwise the object, otherwise the
 * server.
 *
 * Guards invariant 2: a sole approver reads and types the target, never an id. A name that cannot be typed as shown is
 * not used: an invisible character would make it another name.
 */

import type { JsonObject, ServerReference } from '@contract/call.js'
import { isObject } from '@contract/json/json-object.js'

export interface CriticalSubject {
  readonly capabilityId: string
  readonly arguments: JsonObject
  readonly server: Pick<ServerReference, 'id' | 'name'>
}

/** Core capability → the parameters that can name its subject; the first typable one counts. */
const subjectParameters: Readonly<Record<string, readonly string[]>> = {
  'chat.broadcast': [],
  'entity.remove': ['worldName'],
  'player.teleport': ['playerName'],
  'player.kick': ['playerName'],
  'player.ban': ['playerName'],
  'player.mute': ['playerName'],
  'player.economy.balance.adjust': ['playerName'],
  'system.backup': ['name'],
  // A backup has only an id, so the person types the name of the server.
  'system.restore': [],
  'system.reload': ['pluginName'],
  'world.time.set': ['worldName'],
  'world.weather.set': ['worldName'],
  'world.rule.set': ['rule'],
  'world.block.set': ['location.world'],
}

/** The same for actions outside the catalogue. */
const usualParameters = ['playerName', 'player', 'player.name', 'username', 'target', 'target.name', 'name']

const maxCharacters = 64

/** Letters, marks, digits, punctuation and symbols, with single spaces between them. */
const typable = /^[\p{L}\p{M}\p{N}\p{P}\p{S}]+(?: [\p{L}\p{M}\p{N}\p{P}\p{S}]+)*$/u
/** Characters of these classes that are invisible. */
const unseen = /\p{Default_Ignorable_Code_Point}|\u2800/u
/** An id instead of a name, which a person cannot recognize. */
const uuid = /^[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}$/iu

export function subjectOf({ capabilityId, arguments: given, server }: CriticalSubject): string {
  const parameters = Object.hasOwn(subjectParameters, capabilityId) ? subjectParameters[capabilityId] : usualParameters
  const named = (parameters ?? []).map((parameter) => typableName(valueAt(given, parameter)))
  return named.find((name) => name !== undefined) ?? typableName(server.name) ?? typableName(server.id) ?? capabilityId
}

function valueAt(given: JsonObject, parameter: string): unknown {
  return parameter
    .split('.')
    .reduce<unknown>((value, part) => (isObject(value) && Object.hasOwn(value, part) ? value[part] : undefined), given)
}

function typableName(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > maxCharacters || uuid.test(value)) return undefined
  const name = value.normalize('NFC')
  return typable.test(name) && !unseen.test(name) ? name : undefined
}
