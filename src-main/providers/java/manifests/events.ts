/**
 * Manifests of the events of `ext.java.*`: what a Java server reports beyond the core catalogue. All strings are
 * untrusted.
 */
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { eventManifest } from './schema.js'

const player = { playerName: { type: 'string', maxLength: 64 }, playerUuid: { type: 'string', maxLength: 64 } }

const ofPlayers = {
  filter: {
    type: 'object',
    properties: {
      playerNames: {
        type: 'array',
        maxItems: 100,
        items: { type: 'string' },
        description: 'Only these players; all when empty.',
      },
    },
    additionalProperties: false,
  },
}

export const eventManifests: readonly CapabilityManifest[] = [
  eventManifest('ext.java.player.advancement', {
    name: 'A player made an advancement',
    description: 'Fires when a player makes an advancement, completes a challenge or reaches a goal.',
    parameters: ofPlayers,
    required: ['playerName', 'title'],
    returns: { ...player, title: { type: 'string', maxLength: 200 } },
  }),
  eventManifest('ext.java.player.command', {
    name: 'A player used a command',
    description:
      'Fires when a player uses a command: its first word, or the reply the server showed to its operators. What stands behind the first word is never kept.',
    parameters: ofPlayers,
    required: ['playerName'],
    returns: {
      ...player,
      command: { type: 'string', maxLength: 64, description: 'First word of the command.' },
      reply: { type: 'string', maxLength: 512, description: 'What the server showed to players who are OP.' },
    },
  }),
  eventManifest('ext.java.server.started', {
    name: 'The server started',
    description: 'Fires when the server has started and players can join.',
  }),
  eventManifest('ext.java.server.stopping', {
    name: 'The server is stopping',
    description: 'Fires when the server begins to stop.',
  }),
  eventManifest('ext.java.server.behind', {
    name: 'The server fell behind',
    description: 'Fires when the server skips time because its ticks take too long.',
    required: ['milliseconds', 'ticks'],
    returns: {
      milliseconds: { type: 'integer', minimum: 0, description: 'How far it is behind.' },
      ticks: { type: 'integer', minimum: 0, description: 'The same in ticks.' },
    },
  }),
]
