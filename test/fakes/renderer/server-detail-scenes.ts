/** Server detail scenes: servers with a history, a degraded one, one with a missing token, and five hundred servers. */

import { coreCatalogue } from '@contract/core-catalogue.js'
import { errorCatalogue } from '@contract/error-catalogue.js'
import { noGameApproval } from '@shared/approvals/game-approval.js'
import type { Server } from '@shared/servers/server.js'
import type { ConnectionEvent, ServerTrialResult } from '@shared/servers/server-care.js'
import { evening } from './approval-scenes.js'
import { capabilities, capability, exampleClients, exampleServers } from './example-data.js'
import { backupsView, javaServer } from './fake-backups.js'
import { exampleAreas, exampleStructures } from './fake-builds.js'
import { brokenServices, exampleServices, exampleSources } from './fake-services.js'
import type { FakeShell } from './fake-shell.js'
import { exampleRules, exampleTrail, exampleUndos } from './past-data.js'
import { newServer } from './unaccepted-servers.js'

const problemOf = (code: 'AUTH.TOKEN_INVALID' | 'SYSTEM.SERVICE_UNAVAILABLE' | 'AUTH.CERTIFICATE_UNKNOWN') => {
  const { message, suggestion } = errorCatalogue[code]
  return { code, message, suggestion }
}

const fingerprint = Array.from({ length: 32 }, (_, at) =>
  (at * 7 + 16).toString(16).toUpperCase().padStart(2, '0'),
).join(':')

const moments = (now: number): readonly ConnectionEvent[] => {
  const at = (minutes: number) => new Date(now - minutes * 60_000).toISOString()
  return [
    { at: at(12), kind: 'degraded', strain: 'unwell', tps: 11.3 },
    { at: at(190), kind: 'online' },
    { at: at(194), kind: 'offline', problem: problemOf('SYSTEM.SERVICE_UNAVAILABLE') },
    { at: at(1_600), kind: 'online' },
    { at: at(1_612), kind: 'began' },
    { at: at(3_000), kind: 'degraded', strain: 'silent' },
    { at: at(4_400), kind: 'online' },
    { at: at(4_500), kind: 'offline', problem: problemOf('AUTH.TOKEN_INVALID') },
    { at: at(4_501), kind: 'began' },
    { at: at(9_000), kind: 'online' },
  ]
}

const refusedTrial: ServerTrialResult = {
  ok: false,
  secure: true,
  at: 'secure',
  error: { ...problemOf('AUTH.CERTIFICATE_UNKNOWN'), details: { fingerprint } },
}

const detailServers = (now: number): Server[] => {
  const [first, ...others] = exampleServers()
  if (!first) return []
  const base = { kind: 'agent', capabilities: [], refused: [] } as const
  return [
    {
      ...first,
      name: 'Survival of the North-Western Valley, the old one that Grandfather began in 2012',
      address: 'wss://mc.example.org:8765',
      state: 'degraded',
      strain: 'unwell',
      agent: '1.0.0',
      certificate: fingerprint,
      heartbeat: { at: new Date(now - 4_000).toISOString(), latencyMs: 1_240 },
      health: { ...first.health, tps: 11.3, memoryUsage: 0.94, healthy: false },
    },
    ...others,
    {
      ...base,
      id: 'tokenless',
      name: 'Token lost',
      address: 'ws://192.168.1.40:8765',
      state: 'offline',
      problem: problemOf('AUTH.TOKEN_INVALID'),
    },
  ]
}

const ownActs = [
  'ext.java.message.send',
  'ext.java.ban.remove',
  'ext.java.operator.grant',
  'ext.java.operator.revoke',
  'ext.java.allowlist.add',
  'ext.java.allowlist.remove',
  'ext.java.command.run',
]

/** With all that an owner can do on a Java server. */
const livingServer = (): Server =>
  javaServer('online', {
    capabilities: [
      ...coreCatalogue.values(),
      ...[...ownActs, 'ext.java.build'].map((id) => capability(id, id, 'action', 'high')),
    ],
    maxPlayers: 20,
    accounts: 'checked',
    health: { healthy: true, tps: 20, onlinePlayers: 3 },
  })

const serverPage = (now: number): Partial<FakeShell> => ({
  ...evening(now, []),
  servers: [livingServer()],
  clients: exampleClients(now),
  trail: exampleTrail(now),
  undos: exampleUndos(now),
  backups: { ...backupsView, server: 'running', schedule: { at: '04:00', keep: 7 } },
})

const fiveHundred = (): Server[] =>
  Array.from({ length: 500 }, (_, at): Server => {
    const state = (['online', 'online', 'online', 'degraded', 'offline'] as const)[at % 5] ?? 'online'
    return {
      id: `realm-${at}`,
      name: at === 3 ? `Realm 4 ${'of a very long name '.repeat(12)}` : `Realm ${at + 1}`,
      kind: 'agent',
      address: `ws://10.0.${Math.floor(at / 200)}.${at % 200}:8765`,
      state,
      ...(state === 'degraded' && { strain: 'silent' }),
      ...(state === 'offline' && { problem: problemOf('SYSTEM.SERVICE_UNAVAILABLE') }),
      software: 'Paper 1.21.4',
      maxPlayers: 100,
      health: { tps: 20 - (at % 7), onlinePlayers: at % 90 },
      heartbeat: { at: '2026-11-22T12:00:00Z', latencyMs: 1 + (at % 40) },
      capabilities,
      refused: [],
    }
  })

export const serverDetailScenes: Readonly<Record<string, (now: number) => Partial<FakeShell>>> = {
  care: (now) => ({
    servers: detailServers(now),
    clients: exampleClients(now),
    rules: exampleRules(now),
    moments: Object.fromEntries(detailServers(now).map(({ id }) => [id, moments(now)])),
  }),
  services: () => ({
    servers: [javaServer('online'), { ...newServer(), id: 'service:Files', name: 'Files' }],
    services: exampleServices,
    importSources: exampleSources,
  }),
  'services-broken': () => ({ services: brokenServices }),
  'services-none': () => ({ importSources: exampleSources }),
  'log-understood': () => ({
    servers: [
      javaServer('online', { log: { lines: 48_213, understood: 48_190, eventsPerHour: 312, encoding: 'GBK' } }),
    ],
  }),
  'log-unknown': () => ({
    servers: [
      javaServer('online', {
        software: 'Mohist 1.20.1',
        health: { healthy: true, onlinePlayers: 3 },
        log: {
          ...{ lines: 1_840, understood: 12, eventsPerHour: 0 },
          warning: {
            kind: 'unknown-form',
            minutes: 24,
            samples: [
              '26/11 14:02:07.123 INFO  Steve: has anyone seen my horse',
              '26/11 14:02:11.004 INFO  Steve (/[address 1]) logged in',
              `26/11 14:02:15.870 INFO  ${'a-very-long-word-without-a-space-'.repeat(4)}`,
            ],
          },
        },
      }),
    ],
  }),
  'log-folder': () => ({
    servers: [
      javaServer('online', {
        folderProblem: {
          code: 'BUSINESS.OPERATION_FAILED',
          message: 'The file or folder does not exist.',
          suggestion: 'Check that this is the folder of the server, and that the server was started once.',
        },
      }),
    ],
  }),
  'server-building': (now) => ({
    ...serverPage(now),
    areas: exampleAreas,
    structures: exampleStructures,
    gameApproval: { ...noGameApproval, approver: { server: 'java:127.0.0.1:25575', player: 'Steve', paused: false } },
  }),
  'server-building-empty': serverPage,
  'server-page': serverPage,
  'server-page-offline': () => ({ servers: [{ ...livingServer(), state: 'offline' }] }),
  backups: () => ({ servers: [javaServer('offline')], backups: backupsView }),
  'backups-online': () => ({ servers: [javaServer('online')], backups: { ...backupsView, server: 'running' } }),
  'backups-running': () => ({
    servers: [javaServer('degraded', { strain: 'saving-off' })],
    backups: {
      ...backupsView,
      server: 'running',
      running: {
        kind: 'backup',
        progress: { phase: 'copying', files: 412, filesDone: 140, bytes: 214_000_000, bytesDone: 96_000_000 },
      },
    },
  }),
  'backups-none': () => ({ servers: [javaServer('online')], backups: { ...backupsView, backups: [] } }),
  'care-refused': (now) => ({ servers: detailServers(now), trial: refusedTrial }),
  'five-hundred': () => ({ servers: fiveHundred() }),
}
