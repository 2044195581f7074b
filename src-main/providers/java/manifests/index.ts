/**
 * Manifests of `ext.java.*`: what a Java server can do beyond the core catalogue.
 *
 * The risk is the minimum for a call; arguments can raise it (`policy/risk/risk-rules.ts`, `policy/console-command/`).
 */
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { manifestLookup } from '../../minecraft/manifest.js'
import { changed, commandText, gameId, playerName, text, whole } from '../../minecraft/schema.js'
import { eventManifests } from './events.js'
import { actionManifest, contextManifest, corner, location, states } from './schema.js'
import { stateManifests } from './states.js'

const wasEnabled = { wasEnabled: { type: 'boolean', description: 'Whether the allowlist was on before.' } }
const everybody = { ...playerName, description: 'Name of the player; everybody when left out.' }

const manifests: readonly CapabilityManifest[] = [
  actionManifest(
    'ext.java.gamemode.set',
    'high',
    {
      name: 'Set the game mode',
      description: 'Sets the game mode of a player.',
      required: ['playerName', 'gameMode'],
      properties: { playerName, gameMode: { enum: ['survival', 'creative', 'adventure', 'spectator'] } },
      returns: changed,
    },
    { rollbackSupported: true },
  ),
  actionManifest(
    'ext.java.item.give',
    'medium',
    {
      name: 'Give an item',
      description: 'Puts items into the inventory of a player.',
      required: ['playerName', 'item'],
      properties: {
        playerName,
        item: gameId('item', 'minecraft:diamond'),
        count: whole(1, 6_400, 'How many.', { default: 1 }),
      },
      returns: { given: { type: 'integer' } },
    },
    { rollbackSupported: true },
  ),
  actionManifest(
    'ext.java.effect.give',
    'medium',
    {
      name: 'Give an effect',
      description: 'Gives a player a status effect for some seconds.',
      required: ['playerName', 'effect'],
      properties: {
        playerName,
        effect: gameId('effect', 'minecraft:speed'),
        seconds: whole(1, 1_000_000, 'How long.', { default: 30 }),
        amplifier: whole(0, 255, 'Strength; 0 is level I.', { default: 0 }),
        replace: {
          type: 'boolean',
          default: false,
          description: 'Replace the same effect where the player has it, also a stronger one.',
        },
      },
      returns: changed,
    },
    { rollbackSupported: true },
  ),
  actionManifest(
    'ext.java.effect.clear',
    'medium',
    {
      name: 'Remove effects',
      description: 'Takes one status effect of a player away, or all of them.',
      required: ['playerName'],
      properties: {
        playerName,
        effect: { ...gameId('effect', 'minecraft:speed'), description: 'Id of the effect; all when left out.' },
      },
      returns: changed,
    },
    { rollbackSupported: true },
  ),
  actionManifest(
    'ext.java.entity.summon',
    'medium',
    {
      name: 'Summon an entity',
      description: 'Summons one entity, such as an animal or a monster.',
      required: ['type', 'location'],
      properties: { type: gameId('entity', 'minecraft:pig'), location: location('number') },
      returns: { summoned: { type: 'boolean' } },
      mayReturn: { entityId: { type: 'string', description: 'UUID of the entity, where it could be found.' } },
    },
    { rollbackSupported: true },
  ),
  actionManifest(
    'ext.java.blocks.fill',
    'high',
    {
      name: 'Fill an area',
      description: 'Fills every block of a box with one kind of block. At most 32,768 blocks.',
      required: ['from', 'to', 'type'],
      properties: {
        from: { ...location('integer'), description: 'One corner, with the world.' },
        to: { ...corner, description: 'The opposite corner.' },
        type: gameId('block', 'minecraft:stone_bricks'),
        states,
      },
      returns: { blocks: { type: 'integer', minimum: 0, description: 'Blocks that changed.' } },
    },
    { rollbackSupported: true },
  ),
  actionManifest('ext.java.title.show', 'low', {
    name: 'Show a title',
    description: 'Shows large text in the middle of the screen of one player or of everybody.',
    required: ['title'],
    properties: { playerName: everybody, title: text(128, 'Plain text.'), subtitle: text(128, 'Plain text, smaller.') },
    returns: { shown: { type: 'boolean' } },
  }),
  actionManifest('ext.java.message.send', 'low', {
    name: 'Send a private message',
    description: 'Shows one player a line of text in chat.',
    required: ['playerName', 'message'],
    properties: { playerName, message: text(256, 'Plain text.') },
    returns: { sent: { type: 'boolean' } },
  }),
  contextManifest('ext.java.allowlist.get', {
    name: 'List the allowlist',
    description: 'Lists the players who may join while the allowlist is on.',
    returns: { players: { type: 'array', items: { type: 'string' } } },
    mayReturn: { enabled: { type: 'boolean', description: 'Whether the allowlist is on, where the server tells.' } },
  }),
  actionManifest(
    'ext.java.allowlist.add',
    'high',
    {
      name: 'Add to the allowlist',
      description: 'Lets a player join while the allowlist is on.',
      required: ['playerName'],
      properties: { playerName },
      returns: changed,
    },
    { rollbackSupported: true },
  ),
  actionManifest(
    'ext.java.allowlist.remove',
    'high',
    {
      name: 'Remove from the allowlist',
      description: 'A player can no longer join while the allowlist is on.',
      required: ['playerName'],
      properties: { playerName },
      returns: changed,
    },
    { rollbackSupported: true },
  ),
  actionManifest(
    'ext.java.allowlist.enable',
    'high',
    {
      name: 'Turn the allowlist on',
      description: 'From now on only players on the allowlist can join.',
      returns: changed,
      mayReturn: wasEnabled,
    },
    { rollbackSupported: true },
  ),
  actionManifest(
    'ext.java.allowlist.disable',
    'critical',
    {
      name: 'Turn the allowlist off',
      description: 'From now on everybody can join.',
      returns: changed,
      mayReturn: wasEnabled,
    },
    { rollbackSupported: true },
  ),
  actionManifest(
    'ext.java.ban.remove',
    'high',
    {
      name: 'Unban a player',
      description: 'A banned player can join again.',
      required: ['playerName'],
      properties: { playerName },
      returns: changed,
    },
    { rollbackSupported: true },
  ),
  actionManifest(
    'ext.java.operator.grant',
    'critical',
    {
      name: 'Make an operator',
      description: 'Gives a player every right on the server.',
      required: ['playerName'],
      properties: { playerName },
      returns: changed,
      mayReturn: { wasOperator: { type: 'boolean', description: 'Whether the player was one before.' } },
    },
    { rollbackSupported: true },
  ),
  actionManifest(
    'ext.java.operator.revoke',
    'critical',
    {
      name: 'Remove an operator',
      description: 'Takes the rights of an operator away.',
      required: ['playerName'],
      properties: { playerName },
      returns: changed,
    },
    { rollbackSupported: true },
  ),
  contextManifest('ext.java.difficulty.get', {
    name: 'Read the difficulty',
    description: 'Reads how hard the game is.',
    returns: { difficulty: { type: 'string' } },
  }),
  actionManifest(
    'ext.java.difficulty.set',
    'medium',
    {
      name: 'Set the difficulty',
      description: 'Sets how hard the game is. On peaceful, all monsters disappear.',
      required: ['difficulty'],
      properties: { difficulty: { enum: ['peaceful', 'easy', 'normal', 'hard'] } },
      returns: changed,
    },
    { rollbackSupported: true },
  ),
  contextManifest('ext.java.worldborder.get', {
    name: 'Read the world border',
    description: 'Reads how wide the world is, in blocks.',
    returns: { width: { type: 'number' } },
  }),
  actionManifest(
    'ext.java.worldborder.set',
    'high',
    {
      name: 'Set the world border',
      description: 'Sets how wide the world is, in blocks. Players outside the border take damage.',
      required: ['width'],
      properties: {
        width: { type: 'number', minimum: 1, maximum: 59_999_968, description: 'Blocks from side to side.' },
      },
      returns: changed,
    },
    { rollbackSupported: true },
  ),
  actionManifest(
    'ext.java.spawnpoint.set',
    'medium',
    {
      name: 'Set a spawn point',
      description: 'Sets where a player respawns.',
      required: ['playerName', 'location'],
      properties: { playerName, location: location('integer') },
      returns: changed,
    },
    { rollbackSupported: true },
  ),
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
      name: 'Run a console command',
      description:
        'Runs one console command and returns its reply as text. Use a typed tool where there is one: its reply is checked and it can often be undone. The risk depends on the command; most commands wait for a person.',
      required: ['command'],
      properties: {
        command: commandText(1_024, 'One command, without a slash, for example "seed".'),
      },
      returns: { reply: { type: 'string' } },
      mayReturn: {
        typedTool: { type: 'string', description: 'Id of the capability that does the same with a checked reply.' },
      },
    },
    { reason: 'The risk depends on the command.', auditLevel: 'full' },
  ),
]

const own: ReadonlyMap<string, CapabilityManifest> = new Map(
  [...manifests, ...stateManifests, ...eventManifests].map((one) => [one.id, one]),
)

/** Ids of `ext.java.*`, in list order. */
export const javaManifestIds: readonly string[] = [...own.keys()]

export const manifestOf = manifestLookup(own)
