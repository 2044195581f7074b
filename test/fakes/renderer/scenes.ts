/** Scenes: the states of the shell that the screens are looked at in. */

import { errorCatalogue } from '@contract/error-catalogue.js'
import type { OpenApproval } from '@shared/approvals/approval.js'
import { defaultSettings } from '@shared/program/settings.js'
import type { Server } from '@shared/servers/server.js'
import type { LiveEntry } from '@shared/trail/live.js'
import { createStreamMask } from '../../../src-main/policy/redaction/stream-mask.js'
import { crowdedServers, richServers } from './capability-data.js'
import { claudeFile, connecting, exampleConnectedClients, exampleFindings } from './connect-data.js'
import {
  askBan,
  askTeleport,
  askTime,
  callEntry,
  callerWithKey,
  capabilities,
  exampleClients,
  exampleConsent,
  exampleEntries,
  exampleServers,
  runningCall,
  runningCallOf,
} from './example-data.js'
import { exampleInputs } from './example-inputs.js'
import {
  bridgeBlock,
  fillSpawn,
  giveKit,
  hostileQuestion,
  keepInventory,
  manyQuestions,
  payAlex,
  raisedQuestion,
  teleportFar,
  teleportInPlace,
  teleportNearby,
  writeFile,
} from './example-questions.js'
import type { FakeShell } from './fake-bridge.js'
import { exampleXiaozhi } from './fake-xiaozhi.js'
import { busyHour, completeTrace, floodOf, networkOf, readingsOf, stepsToQuestion } from './live-data.js'
import { exampleRules, exampleTrail, exampleTrailState, exampleUndos, previewOf } from './past-data.js'
import { serverDetailScenes } from './server-detail-scenes.js'
import { changedServer, coreServer, newServer } from './unaccepted-servers.js'

const evening = (now: number, approvals: readonly OpenApproval[]): Partial<FakeShell> => ({
  servers: exampleServers(),
  approvals,
  calls: [
    ...approvals.map((approval) => ({ ...runningCallOf(approval), steps: stepsToQuestion })),
    { ...runningCall(now), steps: completeTrace.steps.slice(0, -3) },
  ],
  live: exampleEntries(now),
  lastHour: () => busyHour(now),
})

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

const demoWorld = { id: 'demo', name: 'Demo world', kind: 'simulator', address: 'ws://127.0.0.1:50123' } as const

const longAsk = (now: number): OpenApproval =>
  askTeleport(now, {
    id: 'ask-long',
    caller: {
      type: 'model',
      id: 'long',
      name: 'An assistant whose makers gave it a very, very long name \u202e drawkcab',
    },
    server: {
      id: 'long',
      name: 'The Great Old Survival Server of the North-Western Valley',
      software: 'Paper 1.21.4-R0.1',
    },
    arguments: {
      playerName: 'Xx_TheVeryLongNamedPlayer_xX',
      location: { world: 'world_with_a_rather_long_name_of_its_own', x: -12_345.678, y: 319, z: 29_999_984, pitch: 12 },
    },
    reason: 'Alex and Steve have asked me several times to do this. '.repeat(12),
    riskReason: 'Moves a player to a far place, which makes the server load it. '.repeat(6),
  })

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
export const scenes: Readonly<Record<string, (now: number) => Partial<FakeShell>>> = {
  ...serverDetailScenes,
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
  /** A person that makes rendering fail. */
  undrawable: (now) => ({
    ...evening(now, []),
    people: { lan: null as never, people: [], pairing: null },
    approvals: [{ ...askTime(now), caller: null as never }],
    updates: { kind: 'by-hand', version: '0.2.0' },
  }),
  evening: (now) => evening(now, [askTime(now), askTeleport(now)]),
  /** Where no window can be kept out of a recording. */
  linux: (now) => ({
    ...evening(now, [askTime(now)]),
    canHideFromCapture: false,
    updates: { kind: 'impossible', why: 'nowhere' },
  }),
  untrusted: (now) => ({ ...evening(now, []), servers: untrusted() }),
  one: (now) => evening(now, [askTime(now)]),
  three: (now) => evening(now, [askTime(now), askTeleport(now), askBan(now)]),
  teleport: (now) => evening(now, [askTeleport(now)]),
  redacted: (now) => {
    const mask = createStreamMask({ language: 'en', names: ['Alex', 'Steve'] })
    const question = askTeleport(now)
    return { ...evening(now, [mask.value(question)]), unredacted: [question] }
  },
  critical: (now) => evening(now, [askBan(now)]),
  typed: (now) => evening(now, [askBan(now, { mustType: 'Notch_42' })]),
  bridge: (now) => evening(now, [askTime(now, bridgeBlock)]),
  weather: (now) =>
    evening(now, [
      askTime(now, {
        capabilityId: 'world.weather.set',
        capabilityName: 'Set the weather',
        arguments: { worldName: 'world', weather: 'thunder' },
        before: { worldName: 'world', weather: 'clear' },
        riskReason: 'Changes how the world looks for everybody in it.',
      }),
    ]),
  block: (now) =>
    evening(now, [
      askTime(now, {
        capabilityId: 'world.block.set',
        capabilityName: 'Set a block',
        arguments: {
          location: { world: 'world', x: 12, y: 64, z: -7 },
          type: 'minecraft:polished_blackstone_brick_stairs',
        },
        before: { location: { world: 'world', x: 12, y: 64, z: -7 }, type: 'minecraft:air' },
        riskReason: 'Changes what players built.',
      }),
    ]),
  'far-away': (now) => evening(now, [askTeleport(now, teleportFar)]),
  near: (now) => evening(now, [askTeleport(now, teleportNearby)]),
  'same-place': (now) => evening(now, [askTeleport(now, teleportInPlace)]),
  'unread-place': (now) => {
    const { before: _unread, ...question } = askTeleport(now, { undo: { possible: false, why: 'unread' } })
    return evening(now, [question])
  },
  rule: (now) => evening(now, [askTime(now, keepInventory)]),
  balance: (now) => evening(now, [askTime(now, payAlex)]),
  fill: (now) => evening(now, [askTime(now, fillSpawn)]),
  kit: (now) => evening(now, [askTime(now, giveKit)]),
  raised: (now) => evening(now, [askTeleport(now, raisedQuestion)]),
  hostile: (now) => evening(now, [askTime(now, hostileQuestion)]),
  stack: (now) => evening(now, manyQuestions(now)),
  file: (now) => evening(now, [askTime(now, writeFile)]),
  extra: (now) =>
    evening(now, [
      askTime(now, {
        caller: { type: 'model', id: 'sly', name: 'Owner (verified)' },
        arguments: { worldName: 'world', time: 13_000, server: 'all', freeze: true },
      }),
    ]),
  endless: (now) => evening(now, [askTime(now, { arguments: { note: 'x'.repeat(500_000) } })]),
  long: (now) => evening(now, [longAsk(now)]),
  clients: (now) => ({ ...evening(now, [askTime(now, { caller: callerWithKey })]), clients: exampleClients(now) }),
  'asking-paused': (now) => ({
    ...evening(now, []),
    clients: exampleClients(now),
    askingPauses: [
      {
        client: { id: 'client:0a1b2c3d', name: 'Cursor', namedByOwner: true },
        until: new Date(now + 240_000).toISOString(),
        denials: 5,
        minutes: 3,
      },
      {
        client: { id: 'bridge', name: 'claude-ai' },
        until: new Date(now + 60_000).toISOString(),
        denials: 3,
        minutes: 1,
      },
    ],
  }),
  xiaozhi: (now) => ({ ...evening(now, []), clients: exampleClients(now), xiaozhi: exampleXiaozhi(now) }),
  connecting: (now) => ({
    ...evening(now, []),
    clients: exampleClients(now),
    trail: exampleTrail(now),
    connecting: { ...connecting, connectedClients: exampleConnectedClients(now), findings: exampleFindings(now) },
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
  'input-form': (now) => ({ ...evening(now, []), inputs: [exampleInputs(now).form] }),
  'input-url': (now) => ({ ...evening(now, []), inputs: [exampleInputs(now).url] }),
  'input-model': (now) => ({ ...evening(now, []), inputs: [exampleInputs(now).model] }),
  inputs: (now) => ({ ...evening(now, []), inputs: Object.values(exampleInputs(now)) }),
  consent: (now) => ({ ...evening(now, []), clients: exampleClients(now), consents: [exampleConsent(now)] }),
  past: (now) => past(now),
  /** A hundred thousand lines, and a recent call with all its steps. */
  flood: (now) => ({
    ...past(now),
    lastHour: () => busyHour(now),
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
      'servers:accept': {
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
  expired: (now) => ({
    ...evening(now, [askTime(now), askBan(now)]),
    failing: {
      'approvals:decide': {
        ok: false,
        error: {
          code: 'PROTOCOL.INVALID_REQUEST',
          message: 'This request is already closed.',
          suggestion: 'The AI client can ask again.',
        },
      },
    },
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
