/** Scenes: the states of the shell that the screens are looked at in. */

import { errorCatalogue } from '@contract/error-catalogue.js'
import type { ListedPerson } from '@shared/clients/person.js'
import { defaultSettings } from '@shared/program/settings.js'
import type { Server } from '@shared/servers/server.js'
import type { LiveEntry } from '@shared/trail/live.js'
import type { UndoEntry, UndoPreview } from '@shared/trail/undo.js'
import { approvalScenes, evening } from './approval-scenes.js'
import { crowdedServers, richServers } from './capability-data.js'
import { claudeFile, connecting, exampleConnectedClients, exampleFindings, exampleKeyless } from './connect-data.js'
import {
  askTime,
  callEntry,
  callerWithKey,
  capabilities,
  exampleClients,
  exampleEntries,
  exampleServers,
} from './example-data.js'
import { exampleAudience } from './fake-audience.js'
import { askBuild, exampleBuilds } from './fake-builds.js'
import { exampleNeuro } from './fake-neuro.js'
import type { FakeShell } from './fake-shell.js'
import { exampleXiaozhi } from './fake-xiaozhi.js'
import { completeTrace, floodOf, networkOf, readingsOf } from './live-data.js'
import { exampleRules, exampleTrail, exampleTrailState, exampleUndos, previewOf } from './past-data.js'
import { serverDetailScenes } from './server-detail-scenes.js'
import { changedServer, coreServer, newServer } from './unaccepted-servers.js'

/** The call of the trail's story. */
const wayOne = (now: number): LiveEntry =>
  callEntry(new Date(now - 3_000).toISOString(), {
    requestId: 'request-1',
    capabilityId: 'world.time.set',
    arguments: { worldName: 'world', time: 13_000 },
    risk: 'high',
    milliseconds: 6_250,
  })

const past = (now: number): Partial<FakeShell> => ({
  ...evening(now, []),
  clients: exampleClients(now),
  rules: exampleRules(now),
  trail: exampleTrail(now),
  trailState: exampleTrailState(now),
  undos: exampleUndos(now),
  preview: previewOf(exampleUndos(now)[0]),
})

const building = (now: number): Partial<FakeShell> => {
  const [undo] = exampleUndos(now)
  const builds = exampleBuilds(now)
  const { capabilityId, arguments: plan } = askBuild(now)
  const { before: _before, after: _after, ...bare } = undo as UndoEntry
  const undos = builds.map(
    ({ id }, at): UndoEntry => ({
      ...{ ...bare, capabilityId, arguments: plan, requestId: id, sequence: at + 1, state: 'done' },
      undo: { how: 'snapshot', capabilityId: 'mcp.snapshot.restore', arguments: { snapshotId: id }, keepsLater: true },
    }),
  )
  const [entry] = undos
  const preview: UndoPreview | undefined = entry && { entry, world: 'unknown', differences: [], hash: 'b'.repeat(64) }
  return { ...evening(now, [askTime(now)]), builds, undos, ...(preview && { preview }) }
}

const demoWorld = { id: 'demo', name: 'Demo world', kind: 'simulator', address: 'ws://127.0.0.1:50123' } as const

const manyServers = (): Server[] =>
  Array.from({ length: 240 }, (_, index): Server => {
    const states = ['online', 'online', 'online', 'degraded', 'connecting', 'offline'] as const
    return {
      id: `server-${index}`,
      name: `Realm ${index + 1}`,
      kind: 'agent',
      address: `ws://10.0.${Math.floor(index / 200)}.${index % 200}:8765`,
      state: states[index % states.length] ?? 'online',
      software: 'Paper 1.21.4',
      maxPlayers: 100,
      health: { tps: 20 - (index % 7), onlinePlayers: index % 90 },
      capabilities,
      refused: [],
    }
  })

const hex = (byte: string): string => Array.from({ length: 32 }, () => byte).join(':')

/** Servers whose connection needs a person. */
const untrusted = (): Server[] => {
  const base = { kind: 'agent', state: 'offline', capabilities: [], refused: [] } as const
  return [
    {
      ...base,
      id: 'new',
      name: 'New certificate',
      address: 'wss://10.0.0.2:8765',
      problem: {
        code: 'AUTH.CERTIFICATE_UNKNOWN',
        message: errorCatalogue['AUTH.CERTIFICATE_UNKNOWN'].message,
        details: { fingerprint: hex('A1') },
      },
    },
    {
      ...base,
      id: 'changed',
      name: 'Changed certificate',
      address: 'wss://10.0.0.3:8765',
      problem: {
        code: 'AUTH.CERTIFICATE_CHANGED',
        message: errorCatalogue['AUTH.CERTIFICATE_CHANGED'].message,
        details: { fingerprint: hex('B2'), trusted: hex('A1') },
      },
    },
    {
      ...base,
      id: 'gone',
      name: 'Long gone',
      address: 'ws://10.0.0.4:8765',
      problem: {
        code: 'SYSTEM.SERVICE_UNAVAILABLE',
        message: errorCatalogue['SYSTEM.SERVICE_UNAVAILABLE'].message,
        details: { tried: 10, everyMinutes: 5 },
      },
    },
    {
      ...base,
      id: 'newer',
      name: 'Newer agent',
      address: 'ws://10.0.0.5:8765',
      problem: {
        code: 'PROTOCOL.VERSION_MISMATCH',
        message: errorCatalogue['PROTOCOL.VERSION_MISMATCH'].message,
        details: { gateway: '1.0.0', agent: '2.0.0' },
      },
    },
    { ...base, id: 'older', name: 'Older agent', address: 'ws://10.0.0.6:8765', state: 'online', contract: 'degraded' },
  ]
}

/** @param now milliseconds since the epoch. */
/** Everybody on a gateway, with every kind of way. */
const staff: readonly ListedPerson[] = [
  {
    id: 'desktop',
    name: 'desktop',
    role: 'owner',
    addedAt: '2026-01-19T20:00:00.000Z',
    present: ['phone'],
    ways: [
      {
        kind: 'phone',
        id: 'phone:0a1b2c3d',
        addedAt: '2026-01-19T20:00:00.000Z',
        lastSeenAt: '2026-01-19T20:31:00.000Z',
      },
      {
        kind: 'game',
        id: 'game:survival:Mia',
        addedAt: '2026-01-19T20:00:00.000Z',
        server: 'survival',
        player: 'Mia',
      },
    ],
  },
  {
    id: 'person:1a2b3c4d',
    name: 'Jonas',
    role: 'moderator',
    addedAt: '2026-01-19T20:01:00.000Z',
    present: [],
    servers: ['survival'],
    ways: [
      { kind: 'computer', id: 'computer:1a2b3c4d', name: 'Jonas’ laptop', addedAt: '2026-01-19T20:01:00.000Z' },
      {
        kind: 'discord',
        id: 'discord:80351110224678912',
        addedAt: '2026-01-19T20:02:00.000Z',
        user: '80351110224678912',
        name: 'jonas.builds',
      },
    ],
  },
  {
    id: 'person:2a2b3c4d',
    name: 'Li Wei',
    role: 'viewer',
    addedAt: '2026-01-19T20:03:00.000Z',
    present: [],
    ways: [],
  },
]

export const scenes: Readonly<Record<string, (now: number) => Partial<FakeShell>>> = {
  builds: building,
  'builds-one': (now) => ({ ...building(now), builds: exampleBuilds(now).slice(0, 1) }),
  ...serverDetailScenes,
  ...approvalScenes,
  /** Safe mode: no server is connected until a person connects them. */
  safeMode: () => ({ crash: { safeMode: true, last: null } }),
  /** The program crashed repeatedly; a newer version is available. */
  crash: (now) => ({
    ...evening(now, []),
    crash: {
      safeMode: true,
      last: {
        at: new Date(now - 90_000).toISOString(),
        version: '0.1.0',
        why: 'bug',
        message: 'TypeError',
        log: '/home/somebody/.config/gatehouse/gatehouse.log',
      },
    },
    updates: { kind: 'ready', version: '0.2.0', waitsFor: 'questions' },
  }),
  /** Networks of every kind, of which the owner chose one that is there and one that is not. */
  networks: (now) => ({
    ...evening(now, []),
    people: {
      lan: { kind: 'on', origins: ['https://192.168.77.1:8799'], fingerprint: hex('C3') },
      networks: [
        {
          interface: 'wlan0',
          network: '192.168.77.0/24',
          isChosen: true,
          present: { kind: 'wifi', address: '192.168.77.1' },
        },
        {
          interface: 'enp0s31f6',
          network: '10.0.0.0/24',
          isChosen: false,
          present: { kind: 'wired', address: '10.0.0.5' },
        },
        {
          interface: 'ZeroTier One [93afae5963c10da3]',
          network: '10.147.17.0/24',
          isChosen: false,
          present: { kind: 'vpn', address: '10.147.17.1' },
        },
        { interface: 'wlan0', network: '192.168.1.0/24', isChosen: true },
      ],
      people: staff,
      pairing: null,
    },
  }),
  /** A person that makes rendering fail. */
  undrawable: (now) => ({
    ...evening(now, []),
    people: { lan: null as never, networks: [], people: [], pairing: null },
    approvals: [{ ...askTime(now), caller: null as never }],
    updates: { kind: 'by-hand', version: '0.2.0' },
  }),
  /** Where no window can be kept out of a recording. */
  linux: (now) => ({
    ...evening(now, [askTime(now)]),
    canHideFromCapture: false,
    updates: { kind: 'impossible', why: 'nowhere' },
  }),
  untrusted: (now) => ({ ...evening(now, []), servers: untrusted() }),
  clients: (now) => ({ ...evening(now, [askTime(now, { caller: callerWithKey })]), clients: exampleClients(now) }),
  xiaozhi: (now) => ({ ...evening(now, []), clients: exampleClients(now), xiaozhi: exampleXiaozhi(now) }),
  /** A chat that is read, a sign-in that waits, and suggestions. */
  viewers: (now) => ({
    ...evening(now, []),
    settings: {
      ...defaultSettings,
      audience: {
        streamerBot: { enabled: true, address: 'ws://127.0.0.1:8080/' },
        twitch: { enabled: true, clientId: 'a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5' },
        bots: ['NovaAI'],
        suggestions: { enabled: true, word: '!ai' },
      },
    },
    audience: exampleAudience(now),
  }),
  neuro: (now) => ({ ...evening(now, []), clients: exampleClients(now), neuro: exampleNeuro(now) }),
  connecting: (now) => ({
    ...evening(now, []),
    clients: exampleClients(now),
    trail: exampleTrail(now),
    connecting: { ...connecting, connectedClients: exampleConnectedClients(now), findings: exampleFindings(now) },
    keyless: exampleKeyless(now),
  }),
  'connecting-running': (now) => ({
    ...evening(now, []),
    portTaken: 8723,
    settings: { ...defaultSettings, httpPort: 8723 },
    connecting: {
      ...connecting,
      running: { kind: 'yes' },
      claude: {
        path: claudeFile,
        kind: 'usual',
        claudeIsThere: false,
        state: { kind: 'elsewhere', command: '/opt/old/gatehouse' },
      },
    },
  }),
  /** A configuration that was written before the program was moved. */
  'connecting-moved': (now) => ({
    ...evening(now, []),
    connecting: {
      ...connecting,
      claude: {
        path: claudeFile,
        kind: 'usual',
        claudeIsThere: true,
        state: { kind: 'elsewhere', command: '/opt/old/gatehouse' },
        written: { at: new Date(now - 600_000).toISOString() },
      },
    },
  }),
  'connecting-broken': (now) => ({
    ...evening(now, []),
    connecting: {
      ...connecting,
      claude: {
        ...connecting.claude,
        state: { kind: 'refused', problem: { kind: 'broken', line: 12, column: 5 } },
      },
    },
  }),
  past: (now) => past(now),
  /** A hundred thousand lines, and a recent call with all its steps. */
  flood: (now) => ({
    ...past(now),
    live: [...floodOf(100_000, now), wayOne(now)],
    ways: { 'request-1': completeTrace },
  }),
  /** A line of the chat that two clients were notified of. */
  read: (now) => {
    const live = exampleEntries(now)
    return { ...evening(now, []), live, readings: readingsOf('night for the contest', live) }
  },
  network: (now) => ({ ...evening(now, []), servers: networkOf(500) }),
  broken: (now) => ({
    ...past(now),
    rulesDamaged: true,
    trailState: {
      ...exampleTrailState(now),
      broken: { sequence: 1_204, what: 'changed' },
      unwritable: {
        since: new Date(now - 90_000).toISOString(),
        reason: 'database or disk is full',
        why: 'disk',
        lost: 3,
      },
    },
  }),
  quiet: (now) => evening(now, []),
  many: (now) => ({ ...evening(now, [askTime(now)]), servers: manyServers() }),
  'unaccepted-core': (now) => ({ ...evening(now, []), servers: [coreServer(), ...exampleServers()] }),
  unaccepted: (now) => ({ ...evening(now, []), servers: [newServer(), ...exampleServers()] }),
  changed: (now) => ({ ...evening(now, []), servers: [changedServer(), ...exampleServers()] }),
  'changed-meanwhile': (now) => ({
    ...evening(now, []),
    servers: [newServer()],
    failing: {
      'servers:choose': {
        ok: false,
        error: { code: 'RISK.MANIFEST_CHANGED', message: 'What the server offers changed.' },
      },
    },
  }),
  rich: (now) => ({ ...evening(now, []), servers: richServers() }),
  crowd: (now) => ({ ...evening(now, []), servers: crowdedServers() }),
  first: () => ({ servers: [newServer()] }),
  refusals: (now) => ({
    ...evening(now, [askTime(now)]),
    live: [
      ...exampleEntries(now),
      callEntry(new Date(now - 9_000).toISOString(), {
        capabilityId: 'world.time.set',
        arguments: { worldName: 'world', time: 1_000 },
        caller: { type: 'user', id: 'desktop', name: 'desktop' },
        risk: 'high',
      }),
      callEntry(new Date(now - 8_000).toISOString(), {
        capabilityId: 'world.time.set',
        arguments: { worldName: 'world', time: 13_000 },
        risk: 'high',
        milliseconds: 24_018,
        answeredAfterMs: 24_000,
      }),
      callEntry(new Date(now - 7_000).toISOString(), {
        capabilityId: 'world.time.set',
        arguments: { worldName: 'world', time: 13_000 },
        risk: 'high',
        result: 'denied',
        refused: { why: 'stopped' },
      }),
      callEntry(new Date(now - 6_000).toISOString(), {
        capabilityId: 'player.ban',
        arguments: { playerName: 'Mia' },
        risk: 'critical',
        result: 'failed',
        denied: true,
        refused: { why: 'too-few', needed: 2, present: 1 },
        error: {
          code: 'RISK.OPERATION_BLOCKED',
          message: 'This needs approval from 2 people, but only 1 can be asked.',
          suggestion: 'Ask the owner: AI may be stopped, or the action not accepted.',
        },
      }),
    ],
  }),
  empty: () => ({}),
  newcomer: () => ({ firstRun: true }),
  begun: (now) => ({
    ...evening(now, [askTime(now)]),
    firstRun: true,
    servers: exampleServers()
      .slice(0, 1)
      .map((server) => ({ ...server, ...demoWorld })),
  }),
  refusing: () => ({
    failing: {
      'servers:add': {
        ok: false,
        error: {
          code: 'AUTH.TOKEN_INVALID',
          message: 'The token is wrong.',
          suggestion: 'Compare it with the token of the server and enter it again.',
        },
      },
    },
  }),
}
