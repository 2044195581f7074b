/** Capability data: results of tried actions, and previously accepted versions. */

import { coreCatalogue } from '@contract/core-catalogue.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { Attempt, AttemptReport, CapabilityDetails } from '@shared/approvals/attempt.js'
import type { SandboxTrial } from '@shared/approvals/sandbox.js'
import type { Server } from '@shared/servers/server.js'
import { exampleServers } from './example-data.js'
import { changedServer } from './unaccepted-servers.js'

const core = [...coreCatalogue.values()]

const earlier = (id: string): CapabilityManifest[] => {
  const now = coreCatalogue.get(id)
  if (!now) return []
  return [
    { ...now, version: '0.9.0', description: 'An older way to say it.', risk: { level: 'medium' } },
    { ...now, version: '0.8.0', parameters: { type: 'object' }, permissions: [] },
  ]
}

export const pastOf = (id: string): CapabilityDetails => {
  const manifest = coreCatalogue.get(id)
  return {
    ...(manifest?.type !== 'event' && { toolName: id.replaceAll('.', '_') }),
    ...(id === 'player.teleport' && { pairedContext: 'player.info.get', undo: 'undoable' }),
    needs: manifest?.permissions ?? [`mcp.action.${id}`],
    earlier:
      id === 'player.teleport'
        ? [
            {
              serverId: 'survival',
              manifests: earlier(id).map((one, at) => ({ manifest: one, until: `2026-0${8 - at}-02T09:00:00.000Z` })),
            },
          ]
        : [],
  }
}

export const exampleAttempt = ({ capabilityId, arguments: given, dryRun }: Attempt): AttemptReport => ({
  requestId: 'r-attempt',
  milliseconds: 12.4,
  outcome: dryRun
    ? {
        kind: 'foreseen',
        forecast: {
          decision: 'ask',
          approvers: 1,
          risk: { level: 'high', reason: 'Changes the world for everybody in it.' },
          tainted: false,
          arguments: given,
          before: { worldName: 'world', time: 6_000 },
          undoable: true,
        },
      }
    : 'playerName' in given && given.playerName === ''
      ? {
          kind: 'failed',
          error: { code: 'PROTOCOL.SCHEMA_VALIDATION_FAILED', message: 'Argument /playerName: expected more.' },
          problems: [{ path: '/playerName', expected: 'at least 1 characters', given: '""' }],
        }
      : { kind: 'done', data: { ...coreCatalogue.get(capabilityId)?.examples?.[0]?.response } },
})

export const exampleTrial: SandboxTrial = {
  capabilityId: 'player.teleport',
  version: '1.0.0',
  against: 'world',
  decision: { risk: 'medium', people: 1, permissions: ['mcp.action.player.teleport'], readBefore: true },
  outcome: 'done',
  answer: { playerName: 'Steve', location: { world: 'world', x: 0, y: 64, z: 0 } },
  obeys: true,
  problems: [],
  changes: [{ path: ['players', 'Steve', 'location', 'x'], before: 12, after: 0 }],
  happened: [],
}

/** The evening's servers with the whole core catalogue, and one that changed something. */
export const richServers = (): Server[] =>
  [changedServer(), ...exampleServers()].map((server, at) =>
    server.id === 'fresh'
      ? server
      : {
          ...server,
          capabilities: core
            .slice(0, core.length - at * 3)
            .map((one) => (at === 2 && one.id === 'player.teleport' ? { ...one, version: '1.1.0' } : one)),
        },
  )

/** 500 servers with the core catalogue each. */
export const crowdedServers = (): Server[] =>
  Array.from({ length: 500 }, (_, at) => ({
    id: `realm-${at}`,
    name: `Realm ${at + 1} of the very long row of realms`,
    kind: 'agent',
    state: at % 9 === 0 ? 'offline' : 'online',
    capabilities: [
      ...core,
      ...core.slice(0, 3).map((one) => ({ ...one, id: `ext.realm${at}.${one.id}`, name: `${one.name} ${at}` })),
    ],
    refused: [],
  }))
