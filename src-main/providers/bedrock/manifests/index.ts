/**
 * Manifests of `ext.bedrock.*`: what a Bedrock game can do beyond the core catalogue.
 *
 * The risk is the minimum for a call; arguments can raise it (`policy/risk/risk-rules.ts`, `policy/console-command/`).
 */
import { coreCatalogue } from '@contract/core-catalogue.js'
import type { CapabilityManifest, Risk, RiskLevel } from '@contract/generated/capability-manifest.js'
import { snapshotCatalogue } from '@contract/snapshot-capabilities.js'

const provider = { id: 'bedrock', name: 'Bedrock game', version: '1.0.0' }

type Properties = Readonly<Record<string, object>>

interface ManifestFields {
  readonly name: string
  readonly description: string
  readonly required?: readonly string[]
  readonly properties?: Properties
  readonly returns: Properties
}

const riskReasons: Readonly<Record<RiskLevel, string>> = {
  low: 'Only reads, or tells a player something.',
  medium: 'Changes something small that can be changed back.',
  high: 'Changes the game for players, or gives them power.',
  critical: 'Changes who has power over the server.',
}

function manifest(id: string, type: 'context' | 'action', risk: Risk, described: ManifestFields): CapabilityManifest {
  const { name, description, required = [], properties = {}, returns } = described
  return {
    id,
    version: '1.0.0',
    type,
    name,
    description,
    provider,
    parameters: {
      type: 'object',
      ...(required.length > 0 && { required }),
      properties: { ...properties, ...(type === 'action' && { reason }) },
      additionalProperties: false,
    },
    returns: { type: 'object', required: Object.keys(returns), properties: returns },
    risk: { reason: riskReasons[risk.level], ...risk },
    permissions: [`mcp.${type}.${id}`],
    rateLimit: { requests: type === 'context' ? 60 : 30, period: 'minute' },
  }
}

/** Bedrock does not report enough of the previous state. */
const lasting = { reason: 'Changes the game of a player and can’t be undone by Gatehouse.' }

const reads = (id: string, described: ManifestFields) => manifest(id, 'context', { level: 'low' }, described)
const acts = (id: string, level: RiskLevel, described: ManifestFields, more: Omit<Risk, 'level'> = {}) =>
  manifest(id, 'action', { level, ...more }, described)

const reason = {
  type: 'string',
  maxLength: 256,
  description: 'Why; shown to the person who decides and written into the audit trail.',
}
const playerName = {
  type: 'string',
  minLength: 1,
  maxLength: 64,
  description: 'Name of the player, exactly as the list of players shows it.',
}
const objective = {
  type: 'string',
  minLength: 1,
  maxLength: 64,
  pattern: '^[A-Za-z0-9_.-]+$',
  description: 'Name of the scoreboard objective, for example "coins".',
}
const coordinates = (type: 'integer' | 'number') => ({
  x: { type, minimum: -30_000_000, maximum: 30_000_000, description: 'Blocks, east positive.' },
  y: { type, minimum: -512, maximum: 512, description: 'Blocks, up positive.' },
  z: { type, minimum: -30_000_000, maximum: 30_000_000, description: 'Blocks, south positive.' },
})
const world = {
  type: 'string',
  minLength: 1,
  maxLength: 128,
  description: 'Name of the world: "overworld", "nether" or "the_end".',
}
const location = (type: 'integer' | 'number') => ({
  type: 'object',
  required: ['world', 'x', 'y', 'z'],
  properties: { world, ...coordinates(type) },
  additionalProperties: false,
})
const corner = {
  type: 'object',
  required: ['x', 'y', 'z'],
  properties: coordinates('integer'),
  additionalProperties: false,
}
const gameId = (what: string, example: string) => ({
  type: 'string',
  minLength: 1,
  maxLength: 128,
  pattern: '^[a-z0-9_.-]+(?::[a-z0-9_./-]+)?$',
  description: `Id of the ${what}, for example "${example}".`,
})
const states = {
  type: 'object',
  additionalProperties: { type: ['string', 'number', 'boolean'] },
  maxProperties: 16,
  description: 'Block states of Bedrock, for example {"facing_direction": 2}.',
}
const whole = (minimum: number, maximum: number, description: string, more: object = {}) => ({
  type: 'integer',
  minimum,
  maximum,
  description,
  ...more,
})
const changed = { changed: { type: 'boolean' } }

const manifests: readonly CapabilityManifest[] = [
  reads('ext.bedrock.block.test', {
    name: 'Test a block',
    description: 'Reads whether a block of one kind is at a position.',
    required: ['location', 'type'],
    properties: { location: location('integer'), type: gameId('block', 'minecraft:stone') },
    returns: { matches: { type: 'boolean' } },
  }),
  acts(
    'ext.bedrock.blocks.fill',
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
  acts('ext.bedrock.gamemode.set', 'high', {
    name: 'Set the game mode',
    description: 'Sets the game mode of a player.',
    required: ['playerName', 'gameMode'],
    properties: { playerName, gameMode: { enum: ['survival', 'creative', 'adventure', 'spectator'] } },
    returns: changed,
  }),
  acts(
    'ext.bedrock.item.give',
    'medium',
    {
      name: 'Give an item',
      description: 'Puts items into the inventory of a player.',
      required: ['playerName', 'item'],
      properties: {
        playerName,
        item: gameId('item', 'minecraft:diamond'),
        count: whole(1, 2_304, 'How many.', { default: 1 }),
      },
      returns: { given: { type: 'integer' } },
    },
    lasting,
  ),
  acts(
    'ext.bedrock.effect.give',
    'medium',
    {
      name: 'Give an effect',
      description: 'Gives a player a status effect for some seconds.',
      required: ['playerName', 'effect'],
      properties: {
        playerName,
        effect: gameId('effect', 'speed'),
        seconds: whole(1, 1_000_000, 'How long.', { default: 30 }),
        amplifier: whole(0, 255, 'Strength; 0 is level I.', { default: 0 }),
      },
      returns: changed,
    },
    lasting,
  ),
  acts(
    'ext.bedrock.entity.summon',
    'medium',
    {
      name: 'Summon an entity',
      description: 'Summons one entity, such as an animal or a monster.',
      required: ['type', 'location'],
      properties: { type: gameId('entity', 'minecraft:pig'), location: location('number') },
      returns: { summoned: { type: 'boolean' } },
    },
    lasting,
  ),
  acts('ext.bedrock.message.send', 'low', {
    name: 'Send a private message',
    description: 'Shows one player a line of text in chat.',
    required: ['playerName', 'message'],
    properties: {
      playerName,
      message: { type: 'string', minLength: 1, maxLength: 256, description: 'Plain text.' },
    },
    returns: { sent: { type: 'boolean' } },
  }),
  reads('ext.bedrock.score.get', {
    name: 'Read a score',
    description: 'Reads the score of a player on a scoreboard objective.',
    required: ['playerName', 'objective'],
    properties: { playerName, objective },
    returns: { score: { type: 'integer' } },
  }),
  acts(
    'ext.bedrock.score.set',
    'medium',
    {
      name: 'Set a score',
      description: 'Sets the score of a player on a scoreboard objective.',
      required: ['playerName', 'objective', 'score'],
      properties: {
        playerName,
        objective,
        score: whole(-2_147_483_648, 2_147_483_647, 'The new score.'),
      },
      returns: changed,
    },
    { rollbackSupported: true },
  ),
  acts(
    'ext.bedrock.command.run',
    'high',
    {
      name: 'Run a command',
      description:
        'Runs one command of the game and returns its reply as text. Use a typed tool where there is one: its reply is checked and it can often be undone. The risk depends on the command; most commands wait for a person.',
      required: ['command'],
      properties: {
        command: {
          type: 'string',
          minLength: 1,
          maxLength: 440,
          pattern: '^[^\\u0000-\\u001f\\u007f]+$',
          description: 'One command, without a slash, for example "time query daytime". 440 bytes at most.',
        },
      },
      returns: { succeeded: { type: 'boolean' }, reply: { type: 'string' } },
    },
    { reason: 'The risk depends on the command.', auditLevel: 'full' },
  ),
]

const eventManifest: CapabilityManifest = {
  ...reads('ext.bedrock.script.event', {
    name: 'A script event was sent',
    description:
      'Fires when a script event reaches the game, or the Gatehouse pack for names such as "gatehouse:shop". Any operator, command block or add-on may send one: the text is untrusted.',
    returns: {},
  }),
  type: 'event',
  returns: {
    type: 'object',
    required: ['id', 'message'],
    properties: {
      id: { type: 'string', description: 'For example "gatehouse:shop"; empty when the game reports none.' },
      message: { type: 'string', description: '512 characters at most.' },
      sourceType: { type: 'string' },
      playerName: { type: 'string', description: 'The player who ran the command, if the game reports one.' },
      isCut: { type: 'boolean', description: 'The message was longer.' },
      dropped: { type: 'integer', description: 'Events before this one that came too fast and were dropped.' },
      timestamp: { type: 'string', format: 'date-time' },
    },
  },
  risk: { level: 'low', reason: 'Only receives events.', auditLevel: 'basic' },
  permissions: ['mcp.event.ext.bedrock.script.event'],
  rateLimit: { subscriptions: 10, period: 'connection' },
}

const own: ReadonlyMap<string, CapabilityManifest> = new Map([...manifests, eventManifest].map((one) => [one.id, one]))

/** Ids of the actions and reads of `ext.bedrock.*`, in list order. */
export const bedrockManifestIds: readonly string[] = manifests.map(({ id }) => id)

/** The manifest of an id. @throws Error when it does not exist, which is a bug */
export function manifestOf(id: string): CapabilityManifest {
  const found = own.get(id) ?? coreCatalogue.get(id) ?? snapshotCatalogue.get(id)
  if (!found) throw new Error(`no manifest: ${id}`)
  return found
}
