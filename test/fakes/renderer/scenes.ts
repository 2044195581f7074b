/** Scenes: the states of the shell that the screens are looked at in. */

import type { OpenApproval } from '../../../src-main/contract/approval.js'
import { errorCatalogue } from '../../../src-main/contract/error-catalogue.js'
import type { Server } from '../../../src-main/contract/server.js'
import { createStreamMask } from '../../../src-main/policy/stream-mask.js'
import {
  askBan,
  askTeleport,
  askTime,
  capabilities,
  exampleClients,
  exampleConsent,
  exampleEntries,
  exampleServers,
  flightOf,
  keyed,
  runningCall,
} from './example-data.js'
import type { FakeShell } from './fake-bridge.js'
import { exampleRules, exampleTrail, exampleTrailState, exampleUndos, previewOf } from './past-data.js'
import { changedServer, newServer } from './unaccepted-servers.js'

const evening = (now: number, approvals: readonly OpenApproval[]): Partial<FakeShell> => ({
  servers: exampleServers(),
  approvals,
  calls: [...approvals.map(flightOf), runningCall(now)],
  live: exampleEntries(now),
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

const longAsk = (now: number): OpenApproval =>
  askTeleport(now, {
    id: 'ask-long',
    caller: {
      type: 'model',
      id: 'long',
      name: 'An assistant whose makers gave it a name that goes on and on \u202e drawkcab',
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
const strangers = (): Server[] => {
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
  evening: (now) => evening(now, [askTime(now), askTeleport(now)]),
  strangers: (now) => ({ ...evening(now, []), servers: strangers() }),
  one: (now) => evening(now, [askTime(now)]),
  three: (now) => evening(now, [askTime(now), askTeleport(now), askBan(now)]),
  teleport: (now) => evening(now, [askTeleport(now)]),
  covered: (now) => {
    const mask = createStreamMask({ language: 'en', names: ['Alex', 'Steve'] })
    const question = askTeleport(now)
    return { ...evening(now, [mask.value(question)]), uncovered: [question] }
  },
  critical: (now) => evening(now, [askBan(now)]),
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
  extra: (now) =>
    evening(now, [
      askTime(now, {
        caller: { type: 'model', id: 'sly', name: 'Owner (verified)' },
        arguments: { worldName: 'world', time: 13_000, server: 'all', freeze: true },
      }),
    ]),
  endless: (now) => evening(now, [askTime(now, { arguments: { note: 'x'.repeat(500_000) } })]),
  long: (now) => evening(now, [longAsk(now)]),
  clients: (now) => ({ ...evening(now, [askTime(now, { caller: keyed })]), clients: exampleClients(now) }),
  consent: (now) => ({ ...evening(now, []), clients: exampleClients(now), consents: [exampleConsent(now)] }),
  past: (now) => past(now),
  broken: (now) => ({
    ...past(now),
    rulesDamaged: true,
    trailState: {
      ...exampleTrailState(now),
      broken: { sequence: 1_204, what: 'changed' },
      unwritable: { since: new Date(now - 90_000).toISOString(), reason: 'database or disk is full', lost: 3 },
    },
  }),
  quiet: (now) => evening(now, []),
  many: (now) => ({ ...evening(now, [askTime(now)]), servers: manyServers() }),
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
  first: () => ({ servers: [newServer()] }),
  empty: () => ({}),
  expired: (now) => ({
    ...evening(now, [askTime(now), askBan(now)]),
    failing: {
      'approvals:decide': {
        ok: false,
        error: {
          code: 'PROTOCOL.INVALID_REQUEST',
          message: 'This question is closed: it was answered, has expired or was withdrawn.',
          suggestion: 'Nothing needs to be done. The AI client can ask again.',
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
          suggestion: 'Compare it with the one the other side expects, and enter it again.',
        },
      },
    },
  }),
}
