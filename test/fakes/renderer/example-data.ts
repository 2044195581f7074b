/** Example data: a realistic evening on three servers, for screenshots and tests. */

import type { Caller, CallInFlight, ServerReference } from '@contract/call.js'
import type { CapabilityManifest, RiskLevel } from '@contract/generated/capability-manifest.js'
import { durations, type OfferedScopes, type OpenApproval } from '@shared/approvals/approval.js'
import { type Client, normalRights } from '@shared/clients/client.js'
import type { OpenConsent } from '@shared/clients/consent.js'
import type { Server } from '@shared/servers/server.js'
import type { CallEntry, GameEntry, LiveEntry } from '@shared/trail/live.js'

export const claude: Caller = { type: 'model', id: 'claude', name: 'Claude Desktop', sessionId: 's-1' }
export const cursor: Caller = { type: 'model', id: 'cursor', name: 'Cursor', sessionId: 's-2' }
export const gameChat: Caller = { type: 'user', id: 'chat', name: 'In-game chat' }

/** A caller with a key of its own. */
export const callerWithKey: Caller = {
  type: 'model',
  id: 'client:0a1b2c3d',
  name: 'Claude Code',
  namedByOwner: true,
  says: 'claude-code 2.1 by Owner (verified)',
}

const backups = [{ permission: 'mcp.action.system.backup', effect: 'allow' }] as const

/** @param now milliseconds since the epoch. */
export const exampleClients = (now: number): Client[] => {
  const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString()
  const client = { ...normalRights, callsPerMinute: 600, createdAt: ago(9_000) }
  return [
    { ...client, id: 'client:0a1b2c3d', name: 'Claude Code', lastUsedAt: ago(2) },
    {
      ...client,
      id: 'client:11223344',
      name: 'Grafana',
      role: 'viewer',
      callsPerMinute: 60,
      lastUsedAt: ago(200),
    },
    { ...client, id: 'client:55667788', name: 'Backup script', role: 'none', permissions: backups },
    { ...client, id: 'client:99aabbcc', name: 'Inspector', cameBy: 'oauth', lastUsedAt: ago(45) },
  ]
}

export const exampleConsent = (now: number): OpenConsent => ({
  id: 'consent-1',
  claimedName: 'Claude Code (verified)\u202e',
  returnsTo: 'localhost:33418',
  code: 'K7Q-F2M',
  askedAt: new Date(now - 20_000).toISOString(),
  expiresAt: new Date(now + 100_000).toISOString(),
})

export const survival: ServerReference = { id: 'survival', name: 'Survival', software: 'Paper 1.21.4' }
export const creative: ServerReference = { id: 'creative', name: 'Creative', software: 'vanilla 1.21.11' }

export const capability = (
  id: string,
  name: string,
  type: CapabilityManifest['type'],
  level: RiskLevel,
): CapabilityManifest => ({
  id,
  name,
  type,
  version: '1.0.0',
  description: name,
  provider: { id: 'agent', name: 'Agent' },
  risk: { level },
})

export const capabilities: readonly CapabilityManifest[] = [
  capability('world.time.get', 'Read the time', 'context', 'low'),
  capability('world.time.set', 'Set the time', 'action', 'high'),
  capability('player.list', 'List players', 'context', 'low'),
  capability('player.info.get', 'Look up a player', 'context', 'low'),
  capability('player.teleport', 'Teleport a player', 'action', 'medium'),
  capability('chat.broadcast', 'Tell everybody', 'action', 'medium'),
  capability('player.economy.balance.adjust', 'Adjust a balance', 'action', 'high'),
  capability('player.ban', 'Ban a player', 'action', 'critical'),
]

export const exampleServers = (): Server[] => [
  {
    ...survival,
    kind: 'agent',
    address: 'ws://192.168.1.20:8765',
    state: 'online',
    software: 'Paper 1.21.4',
    maxPlayers: 20,
    health: { healthy: true, tps: 19.8, onlinePlayers: 6, memoryUsage: 0.4 },
    capabilities,
    refused: [{ id: 'player.economy.hack', reason: 'Its description asks the model to ignore earlier instructions.' }],
  },
  {
    ...creative,
    kind: 'agent',
    address: 'ws://192.168.1.21:8765',
    state: 'degraded',
    software: 'vanilla 1.21.11',
    maxPlayers: 50,
    health: { healthy: false, tps: 12.4, onlinePlayers: 2 },
    problem: {
      code: 'SYSTEM.TIMEOUT',
      message: 'The last two heartbeats did not arrive.',
      suggestion: 'Calls still go through. If it stays like this, look at the load of the server.',
    },
    capabilities: capabilities.slice(0, 6),
    refused: [],
  },
  {
    id: 'skyblock',
    name: 'Skyblock',
    kind: 'agent',
    address: 'wss://skyblock.example.org:8765',
    state: 'offline',
    problem: {
      code: 'SYSTEM.SERVICE_UNAVAILABLE',
      message: 'Cannot reach the Minecraft server.',
      suggestion: 'Check that the server and its agent are running, then try again.',
    },
    capabilities: [],
    refused: [],
  },
]

const before = (now: number, seconds: number): string => new Date(now - seconds * 1_000).toISOString()

/** @param now milliseconds since the epoch. */
const anyScope: OfferedScopes = {
  durations,
  coverages: [
    { id: 'exactly' },
    {
      id: 'narrow',
      facts: [
        { kind: 'same', at: [], given: { worldName: 'world' } },
        { kind: 'free', at: [], parameter: 'time' },
        { kind: 'free', at: [], parameter: 'reason' },
      ],
    },
    { id: 'any' },
  ],
}
const onceOnly: OfferedScopes = { durations: ['once'], coverages: [{ id: 'exactly' }] }

export const askTime = (now: number, part: Partial<OpenApproval> = {}): OpenApproval => ({
  id: 'ask-time',
  requestId: 'r-time',
  capabilityId: 'world.time.set',
  capabilityVersion: '1.0.0',
  capabilityName: 'Set the time',
  server: survival,
  caller: claude,
  arguments: { worldName: 'world', time: 13_000 },
  reason: 'The players asked for a moonlit building contest.',
  risk: 'high',
  riskReason: 'Changes the world for everybody in it.',
  before: { worldName: 'world', time: 6_000, fullTime: 1_230_000, day: 51, phase: 'day' },
  needed: 1,
  agreed: [],
  offered: { approve: anyScope, deny: anyScope },
  group: 'claude world.time.set',
  alike: 'survival world.time.set',
  undo: { possible: true, how: 'inverse' },
  askedAt: before(now, 7),
  expiresAt: before(now, -38),
  ...part,
})

export const askTeleport = (now: number, part: Partial<OpenApproval> = {}): OpenApproval =>
  askTime(now, {
    id: 'ask-teleport',
    group: 'cursor player.teleport',
    requestId: 'r-teleport',
    capabilityId: 'player.teleport',
    capabilityName: 'Teleport a player',
    caller: cursor,
    server: creative,
    arguments: { playerName: 'Alex', location: { world: 'world', x: 0, y: 64, z: 0, yaw: 0, pitch: 0 } },
    before: { playerName: 'Alex', location: { world: 'world_nether', x: 100.25, y: 70, z: -50.5 } },
    reason: 'Alex asked in chat to be brought to spawn.',
    risk: 'medium',
    riskReason: 'Moves a player.',
    askedAt: before(now, 5),
    expiresAt: before(now, -40),
    ...part,
  })

export const askBan = (now: number, part: Partial<OpenApproval> = {}): OpenApproval => {
  const { before: _read, ...question } = askTime(now)
  return {
    ...question,
    id: 'ask-ban',
    group: 'cursor player.ban',
    requestId: 'r-ban',
    capabilityId: 'player.ban',
    capabilityName: 'Ban a player',
    undo: { possible: false, why: 'not-offered' },
    caller: cursor,
    server: creative,
    arguments: { playerName: 'Notch_42', reason: 'Broke 214 blocks of the spawn wall in 3 minutes.' },
    reason: 'Broke 214 blocks of the spawn wall in 3 minutes.',
    risk: 'critical',
    riskReason: 'Keeps a player out of the server.',
    offered: { approve: onceOnly, deny: anyScope },
    askedAt: before(now, 3),
    expiresAt: before(now, -42),
    ...part,
  }
}

export const runningCallOf = (question: OpenApproval): CallInFlight => ({
  requestId: question.requestId,
  capabilityId: question.capabilityId,
  caller: question.caller,
  arguments: question.arguments,
  server: question.server,
  risk: question.risk,
  approvalId: question.id,
  stage: 'waiting-for-person',
  startedAt: question.askedAt,
})

export const runningCall = (now: number): CallInFlight => ({
  requestId: 'r-list',
  capabilityId: 'player.list',
  caller: gameChat,
  arguments: {},
  server: survival,
  risk: 'low',
  stage: 'running',
  startedAt: before(now, 0.2),
})

let count = 0
const nextId = (): string => `entry-${++count}`

export const gameEntry = (at: string, eventId: string, data: GameEntry['data'], server = survival): GameEntry => ({
  id: nextId(),
  at,
  kind: 'game',
  server,
  eventId,
  data,
})

export const callEntry = (at: string, part: Partial<CallEntry>): CallEntry => ({
  id: nextId(),
  at,
  kind: 'call',
  requestId: nextId(),
  capabilityId: 'world.time.get',
  caller: claude,
  server: survival,
  arguments: { worldName: 'world' },
  risk: 'low',
  result: 'done',
  milliseconds: 3,
  ...part,
})

const longChat =
  'i was digging down at the old mine near the river and found a whole stronghold with two libraries, does anybody want to come with me tomorrow evening? bring torches and food please'

/** The last hour; its end has every entry. */
export const exampleEntries = (now: number): LiveEntry[] => {
  const at = (seconds: number) => before(now, seconds)
  const earlier = Array.from({ length: 60 }, (_, index): LiveEntry => {
    const seconds = 3_500 - index * 56 + ((index * 37) % 29)
    if (index % 9 === 4) return callEntry(at(seconds), {})
    if (index % 21 === 15)
      return callEntry(at(seconds), { capabilityId: 'player.ban', result: 'denied', risk: 'critical' })
    return gameEntry(at(seconds), 'player.chat', { playerName: index % 2 ? 'Mia' : 'Steve', message: 'nice build' })
  })
  return [
    ...earlier,
    gameEntry(at(70), 'player.join', { playerName: 'Alex' }),
    gameEntry(at(65), 'player.chat', { playerName: 'Alex', message: 'can we have night for the contest?' }),
    callEntry(at(63), {}),
    gameEntry(at(52), 'player.chat', { playerName: 'Steve', message: longChat }),
    callEntry(at(48), { capabilityId: 'player.list', caller: gameChat, arguments: {}, milliseconds: 9 }),
    callEntry(at(44), {
      capabilityId: 'player.teleport',
      risk: 'medium',
      arguments: { playerName: 'Alex', location: { world: 'world', x: 0, y: 64, z: 0 } },
      milliseconds: 15,
    }),
    gameEntry(at(40), 'player.death', { playerName: 'Herobrine_7', cause: 'fell from a high place' }),
    gameEntry(at(39), 'world.block.placed', {
      playerName: 'Mia',
      type: 'minecraft:polished_blackstone_bricks',
      location: { world: 'world', x: 112, y: 71, z: -48 },
    }),
    gameEntry(at(37), 'world.tick.health', { tps: 12.4, tickMilliseconds: 80, healthy: false }, creative),
    gameEntry(at(35), 'player.leave', { playerName: 'Herobrine_7' }, creative),
    callEntry(at(31), {
      capabilityId: 'player.economy.balance.adjust',
      caller: cursor,
      server: creative,
      risk: 'high',
      arguments: { playerName: 'Alex', amount: 64 },
      result: 'denied',
      milliseconds: 9_120,
    }),
    { id: nextId(), at: at(28), kind: 'server', server: { id: 'skyblock', name: 'Skyblock' }, state: 'offline' },
    callEntry(at(22), {
      capabilityId: 'player.info.get',
      caller: cursor,
      arguments: { playerName: 'Notch_42' },
      result: 'failed',
      error: {
        code: 'BUSINESS.PLAYER_OFFLINE',
        message: 'Notch_42 is not online.',
        suggestion: 'Try again when the player is online.',
      },
    }),
    callEntry(at(16), {
      capabilityId: 'chat.broadcast',
      risk: 'medium',
      arguments: { message: 'The building contest begins at the old mill.' },
      milliseconds: 6,
    }),
    gameEntry(at(12), 'player.chat', { playerName: 'Mia', message: 'gg' }),
    {
      id: nextId(),
      at: at(7),
      kind: 'asked',
      approvalId: 'ask-time',
      requestId: 'r-time',
      capabilityId: 'world.time.set',
      caller: claude,
      server: survival,
      arguments: { worldName: 'world', time: 13_000 },
      risk: 'high',
    },
  ]
}
