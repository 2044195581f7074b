/**
 * Manifests of `ext.bedrock.*`: what a Bedrock game can do beyond the core catalogue.
 *
 * The risk is the minimum for a call; arguments can raise it (`policy/risk/risk-rules.ts`, `policy/console-command/`).
 */
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { buildFields, buildPreviewFields, structuresFields } from '../../minecraft/build/build-fields.js'
import { manifestBuilder, manifestLookup } from '../../minecraft/manifest.js'
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
import { blockStates, changed, commandText, gameId, placeSchemas, playerName, whole } from '../../minecraft/schema.js'

const { actionManifest, contextManifest, eventManifest, undoableManifest } = manifestBuilder({
  id: 'bedrock',
  name: 'Bedrock game',
})

const objective = {
  type: 'string',
  minLength: 1,
  maxLength: 64,
  pattern: '^[A-Za-z0-9_.-]+$',
  description: 'Name of the scoreboard objective, for example "coins".',
}
const { location, corner } = placeSchemas({
  lowest: -512,
  highest: 512,
  example: ': "overworld", "nether" or "the_end"',
})
const states = blockStates(16, 'Block states of Bedrock, for example {"facing_direction": 2}.')

const manifests: readonly CapabilityManifest[] = [
  contextManifest('ext.bedrock.block.test', {
    name: 'Test a block',
    description: 'Reads whether a block of one kind is at a position.',
    required: ['location', 'type'],
    properties: { location: location('integer'), type: gameId('block', 'minecraft:stone') },
    returns: { matches: { type: 'boolean' } },
  }),
  contextManifest(
    'ext.bedrock.build.preview',
    buildPreviewFields(
      'ext.bedrock.build',
      'Shows a picture of the finished build, its numbers, and blocks that the game does not know. What stands at the place cannot be read: ask players, or test single blocks.',
    ),
  ),
  undoableManifest(
    'ext.bedrock.build',
    'high',
    buildFields(
      'ext.bedrock.build.preview',
      ' Block names and states are those of Bedrock; stairs, slabs, logs and ladders may have the states of Java.',
    ),
  ),
  contextManifest('ext.bedrock.structures', structuresFields),
  undoableManifest('ext.bedrock.blocks.fill', 'high', fillFields({ location: location('integer'), corner, states })),
  actionManifest('ext.bedrock.gamemode.set', 'high', gameModeFields),
  actionManifest('ext.bedrock.item.give', 'medium', itemFields(2_304)),
  actionManifest('ext.bedrock.effect.give', 'medium', effectFields('speed')),
  actionManifest('ext.bedrock.entity.summon', 'medium', summonFields(location('number'))),
  actionManifest('ext.bedrock.message.send', 'low', messageFields),
  contextManifest('ext.bedrock.score.get', {
    name: 'Read a score',
    description: 'Reads the score of a player on a scoreboard objective.',
    required: ['playerName', 'objective'],
    properties: { playerName, objective },
    returns: { score: { type: 'integer' } },
  }),
  undoableManifest('ext.bedrock.score.set', 'medium', {
    name: 'Set a score',
    description: 'Sets the score of a player on a scoreboard objective.',
    required: ['playerName', 'objective', 'score'],
    properties: {
      playerName,
      objective,
      score: whole(-2_147_483_648, 2_147_483_647, 'The new score.'),
    },
    returns: changed,
  }),
  actionManifest(
    'ext.bedrock.command.run',
    'high',
    {
      ...commandFields(
        { name: 'Run a command', description: 'Runs one command of the game' },
        commandText(440, 'One command, without a slash, for example "time query daytime". 440 bytes at most.'),
      ),
      returns: { succeeded: { type: 'boolean' }, reply: { type: 'string' } },
    },
    commandRisk,
  ),
]

const scriptEvent = eventManifest('ext.bedrock.script.event', {
  name: 'A script event was sent',
  description:
    'Fires when a script event reaches the game, or the Gatehouse pack for names such as "gatehouse:shop". Any operator, command block or add-on may send one: the text is untrusted.',
  required: ['id', 'message'],
  returns: {
    id: { type: 'string', description: 'For example "gatehouse:shop"; empty when the game reports none.' },
    message: { type: 'string', description: '512 characters at most.' },
    sourceType: { type: 'string' },
    playerName: { type: 'string', description: 'The player who ran the command, if the game reports one.' },
    isCut: { type: 'boolean', description: 'The message was longer.' },
    dropped: { type: 'integer', description: 'Events before this one that came too fast and were dropped.' },
  },
})

/** Ids of the actions and reads of `ext.bedrock.*`, in list order. */
export const bedrockManifestIds: readonly string[] = manifests.map(({ id }) => id)

export const manifestOf = manifestLookup(new Map([...manifests, scriptEvent].map((one) => [one.id, one])))
