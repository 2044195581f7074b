/** Approval scenes: requests, consents and inputs that wait for a person. */

import type { OpenApproval } from '@shared/approvals/approval.js'
import { noVotes } from '@shared/streaming/votes.js'
import { createStreamMask } from '../../../src-main/policy/redaction/stream-mask.js'
import {
  askBan,
  askTeleport,
  askTime,
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
  markedQuestion,
  payAlex,
  raisedQuestion,
  teleportFar,
  teleportInPlace,
  teleportNearby,
  writeFile,
} from './example-questions.js'
import { askBuild, hardFacts } from './fake-builds.js'
import type { FakeShell } from './fake-shell.js'
import { completeTrace, stepsToQuestion } from './live-data.js'

/** A usual evening with the given requests. */
export const evening = (now: number, approvals: readonly OpenApproval[]): Partial<FakeShell> => ({
  servers: exampleServers(),
  approvals,
  calls: [
    ...approvals.map((approval) => ({ ...runningCallOf(approval), steps: stepsToQuestion })),
    { ...runningCall(now), steps: completeTrace.steps.slice(0, -3) },
  ],
  live: exampleEntries(now),
  absence: {
    since: new Date(now - 41 * 60_000).toISOString(),
    done: 14,
    failed: 0,
    denied: 1,
    expired: 0,
    undoable: 2,
  },
  moments: {
    creative: [
      { at: new Date(now - 4 * 60_000).toISOString(), kind: 'degraded', strain: 'unwell', tps: 12.4 },
      { at: new Date(now - 90 * 60_000).toISOString(), kind: 'online' },
    ],
    skyblock: [
      { at: new Date(now - 83 * 60_000).toISOString(), kind: 'offline' },
      { at: new Date(now - 900 * 60_000).toISOString(), kind: 'online' },
    ],
  },
})

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

const noPreview = {
  ok: false,
  error: {
    code: 'SYSTEM.TIMEOUT',
    message: 'The folder of the server did not answer in time.',
    suggestion: 'Check the connection of the server.',
  },
} as const

const badPlan = {
  ok: false,
  error: {
    code: 'PROTOCOL.SCHEMA_VALIDATION_FAILED',
    message: 'Part 1 (roof) is above y 319.',
    suggestion: 'Change its `from` or the `origin`.',
  },
} as const

/** @param now milliseconds since the epoch. */
export const approvalScenes: Readonly<Record<string, (now: number) => Partial<FakeShell>>> = {
  evening: (now) => evening(now, [askTime(now), askTeleport(now)]),
  one: (now) => evening(now, [askTime(now)]),
  vote: (now) => ({ ...evening(now, [askTime(now)]), votes: { ...noVotes, enabled: true, isOnline: true } }),
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
  build: (now) => evening(now, [askBuild(now)]),
  'build-hard': (now) => ({ ...evening(now, [askBuild(now)]), buildFacts: hardFacts }),
  'build-unseen': (now) => ({
    ...evening(now, [askBuild(now)]),
    failing: { 'builds:preview': noPreview, 'builds:images': noPreview },
  }),
  'build-refused': (now) => ({
    ...evening(now, [askBuild(now)]),
    failing: { 'builds:preview': badPlan, 'builds:images': badPlan },
  }),
  kit: (now) => evening(now, [askTime(now, giveKit)]),
  marked: (now) => evening(now, [askTeleport(now, markedQuestion)]),
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
  'input-form': (now) => ({ ...evening(now, []), inputs: [exampleInputs(now).form] }),
  'input-url': (now) => ({ ...evening(now, []), inputs: [exampleInputs(now).url] }),
  'input-model': (now) => ({ ...evening(now, []), inputs: [exampleInputs(now).model] }),
  inputs: (now) => ({ ...evening(now, []), inputs: Object.values(exampleInputs(now)) }),
  consent: (now) => ({ ...evening(now, []), clients: exampleClients(now), consents: [exampleConsent(now)] }),
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
}
