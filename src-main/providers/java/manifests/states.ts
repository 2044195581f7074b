/**
 * Manifests of `ext.java.*` that read the state changed by other actions, so that those can be undone; and the inverse
 * of giving items.
 */
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { gameId, playerName, whole } from '../../minecraft/schema.js'
import { actionManifest, contextManifest, location } from './schema.js'

const list = (properties: Readonly<Record<string, object>>, required: readonly string[]) => ({
  type: 'array',
  items: { type: 'object', required, properties },
})
const listedName = { type: 'string', maxLength: 64 }
const item = gameId('item', 'minecraft:diamond')

export const stateManifests: readonly CapabilityManifest[] = [
  contextManifest('ext.java.operator.list', {
    name: 'List the OPs',
    description: 'Lists who is OP (operator) on the server.',
    returns: {
      operators: list(
        { playerName: listedName, level: { type: 'integer' }, bypassesPlayerLimit: { type: 'boolean' } },
        ['playerName', 'level'],
      ),
    },
    mayReturn: { defaultLevel: { type: 'integer', description: 'Level that a new OP gets.' } },
  }),
  contextManifest('ext.java.ban.list', {
    name: 'List the bans',
    description: 'Lists which players are banned, and why.',
    returns: {
      bans: list(
        {
          playerName: listedName,
          reason: { type: 'string', maxLength: 256 },
          expires: { type: 'string', maxLength: 64, description: 'Absent where the ban has no end.' },
        },
        ['playerName'],
      ),
    },
  }),
  contextManifest('ext.java.spawnpoint.get', {
    name: 'Read a spawn point',
    description: 'Reads where a player respawns; nothing where the player has no place of their own.',
    required: ['playerName'],
    properties: { playerName },
    returns: {},
    mayReturn: { location: location('integer') },
  }),
  contextManifest('ext.java.effect.list', {
    name: 'List effects',
    description: 'Lists the status effects of a player.',
    required: ['playerName'],
    properties: { playerName },
    returns: {
      effects: list({ effect: { type: 'string' }, seconds: { type: 'integer' }, amplifier: { type: 'integer' } }, [
        'effect',
        'seconds',
        'amplifier',
      ]),
    },
  }),
  contextManifest('ext.java.item.count', {
    name: 'Count items',
    description: 'Counts the items of one kind in the inventory of a player.',
    required: ['playerName', 'item'],
    properties: { playerName, item },
    returns: { count: { type: 'integer', minimum: 0 } },
  }),
  actionManifest(
    'ext.java.item.take',
    'high',
    {
      name: 'Take items',
      description: 'Takes items of one kind out of the inventory of a player, as far as they are there.',
      required: ['playerName', 'item'],
      properties: { playerName, item, count: whole(1, 6_400, 'How many at most.', { default: 1 }) },
      returns: { taken: { type: 'integer', minimum: 0 } },
    },
    { rollbackSupported: true },
  ),
]
