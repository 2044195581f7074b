/**
 * Manifests of `ext.java.*`: what a Java server can do beyond the core catalogue.
 *
 * The risk is the minimum for a call; arguments can raise it (`policy/risk/risk-rules.ts`, `policy/console-command/`).
 */
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { manifestLookup } from '../../minecraft/manifest.js'
import {
  commandFields,
  commandRisk,
  effectFields,
  fillFields,
  gameModeFields,
  itemFields,
  messageFields,
  summonFields,
} from '../../minecraft/manifest-fields.js'
import { changed, commandText, gameId, playerName, text } from '../../minecraft/schema.js'
import { buildManifests } from './build.js'
import { eventManifests } from './events.js'
import { actionManifest, contextManifest, corner, location, states, undoableManifest } from './schema.js'
import { stateManifests } from './states.js'

const wasEnabled = { wasEnabled: { type: 'boolean', description: 'Whether the whitelist was on before.' } }
const everybody = { ...playerName, description: 'Name of the player; everybody when left out.' }

const manifests: readonly CapabilityManifest[] = [
  undoableManifest('ext.java.gamemode.set', 'high', gameModeFields),
  undoableManifest('ext.java.item.give', 'medium', itemFields(6_400)),
  undoableManifest(
    'ext.java.effect.give',
    'medium',
    effectFields('minecraft:speed', {
      replace: {
        type: 'boolean',
        default: false,
        description: 'Replace the same effect where the player has it, also a stronger one.',
      },
    }),
  ),
  undoableManifest('ext.java.effect.clear', 'medium', {
    name: 'Remove effects',
    description: 'Takes one status effect of a player away, or all of them.',
    required: ['playerName'],
    properties: {
      playerName,
      effect: { ...gameId('effect', 'minecraft:speed'), description: 'Id of the effect; all when left out.' },
    },
    returns: changed,
  }),
  undoableManifest('ext.java.entity.summon', 'medium', {
    ...summonFields(location('number')),
    mayReturn: { entityId: { type: 'string', description: 'UUID of the entity, where it could be found.' } },
  }),
  undoableManifest('ext.java.blocks.fill', 'high', fillFields({ location: location('integer'), corner, states })),
  actionManifest('ext.java.title.show', 'low', {
    name: 'Show a title',
    description: 'Shows large text in the middle of the screen of one player or of everybody.',
    required: ['title'],
    properties: { playerName: everybody, title: text(128, 'Plain text.'), subtitle: text(128, 'Plain text, smaller.') },
    returns: { shown: { type: 'boolean' } },
  }),
  actionManifest('ext.java.message.send', 'low', messageFields),
  contextManifest('ext.java.allowlist.get', {
    name: 'List the whitelist',
    description: 'Lists the players who may join while the whitelist is on.',
    returns: { players: { type: 'array', items: { type: 'string' } } },
    mayReturn: { enabled: { type: 'boolean', description: 'Whether the whitelist is on, where the server tells.' } },
  }),
  undoableManifest('ext.java.allowlist.add', 'high', {
    name: 'Add to the whitelist',
    description: 'Lets a player join while the whitelist is on.',
    required: ['playerName'],
    properties: { playerName },
    returns: changed,
  }),
  undoableManifest('ext.java.allowlist.remove', 'high', {
    name: 'Remove from the whitelist',
    description: 'A player can no longer join while the whitelist is on.',
    required: ['playerName'],
    properties: { playerName },
    returns: changed,
  }),
  undoableManifest('ext.java.allowlist.enable', 'high', {
    name: 'Turn the whitelist on',
    description: 'From now on only players on the whitelist can join.',
    returns: changed,
    mayReturn: wasEnabled,
  }),
  undoableManifest('ext.java.allowlist.disable', 'critical', {
    name: 'Turn the whitelist off',
    description: 'From now on everybody can join.',
    returns: changed,
    mayReturn: wasEnabled,
  }),
  undoableManifest('ext.java.ban.remove', 'high', {
    name: 'Unban a player',
    description: 'A banned player can join again.',
    required: ['playerName'],
    properties: { playerName },
    returns: changed,
  }),
  undoableManifest('ext.java.operator.grant', 'critical', {
    name: 'Make a player OP',
    description: 'Gives a player every right on the server.',
    required: ['playerName'],
    properties: { playerName },
    returns: changed,
    mayReturn: { wasOperator: { type: 'boolean', description: 'Whether the player was one before.' } },
  }),
  undoableManifest('ext.java.operator.revoke', 'critical', {
    name: 'Remove a player as OP',
    description: 'Takes the rights of OP away from a player.',
    required: ['playerName'],
    properties: { playerName },
    returns: changed,
  }),
  contextManifest('ext.java.difficulty.get', {
    name: 'Read the difficulty',
    description: 'Reads how hard the game is.',
    returns: { difficulty: { type: 'string' } },
  }),
  undoableManifest('ext.java.difficulty.set', 'medium', {
    name: 'Set the difficulty',
    description: 'Sets how hard the game is. On peaceful, all monsters disappear.',
    required: ['difficulty'],
    properties: { difficulty: { enum: ['peaceful', 'easy', 'normal', 'hard'] } },
    returns: changed,
  }),
  contextManifest('ext.java.worldborder.get', {
    name: 'Read the world border',
    description: 'Reads how wide the world is, in blocks.',
    returns: { width: { type: 'number' } },
  }),
  undoableManifest('ext.java.worldborder.set', 'high', {
    name: 'Set the world border',
    description: 'Sets how wide the world is, in blocks. Players outside the border take damage.',
    required: ['width'],
    properties: {
      width: { type: 'number', minimum: 1, maximum: 59_999_968, description: 'Blocks from side to side.' },
    },
    returns: changed,
  }),
  undoableManifest('ext.java.spawnpoint.set', 'medium', {
    name: 'Set a spawn point',
    description: 'Sets where a player respawns.',
    required: ['playerName', 'location'],
    properties: { playerName, location: location('integer') },
    returns: changed,
  }),
  actionManifest('ext.java.world.save', 'low', {
    name: 'Save the world',
    description: 'Writes the world to disk.',
    properties: {
      flush: {
        type: 'boolean',
        default: false,
        description: 'Wait until everything is on disk. The server may pause.',
      },
    },
    returns: { saved: { type: 'boolean' } },
  }),
  actionManifest(
    'ext.java.command.run',
    'high',
    {
      ...commandFields(
        { name: 'Run a console command', description: 'Runs one console command' },
        commandText(1_024, 'One command, without a slash, for example "seed".'),
      ),
      returns: { reply: { type: 'string' } },
      mayReturn: {
        typedTool: { type: 'string', description: 'Id of the capability that does the same with a checked reply.' },
      },
    },
    commandRisk,
  ),
]

const own: ReadonlyMap<string, CapabilityManifest> = new Map(
  [...manifests, ...buildManifests, ...stateManifests, ...eventManifests].map((one) => [one.id, one]),
)

/** Ids of `ext.java.*`, in list order. */
export const javaManifestIds: readonly string[] = [...own.keys()]

export const manifestOf = manifestLookup(own)
