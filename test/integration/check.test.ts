/** `gatehouse check` against agents that keep the contract, and against agents that break it in one way each. */

import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type CheckResult, checkAgent } from '../../agents/kit/check/check-agent.js'
import type { CheckId } from '../../agents/kit/check/expectations.js'
import type { CheckOutcome } from '../../agents/kit/check/findings.js'
import { serveSimulator } from '../../agents/kit/simulator/simulator.js'
import { runCommandLine } from '../../src-main/cli/command-line.js'
import { systemClock } from '../../src-main/storage/system-clock.js'
import { inProcessThread } from '../fakes/admission.js'
import { FakeClock } from '../fakes/fake-clock.js'
import { acceptsAnyToken } from '../fixtures/broken-agents/accepts-any-token.js'
import { acceptsEveryVersion } from '../fixtures/broken-agents/accepts-every-version.js'
import { acceptsUnknownCapabilities } from '../fixtures/broken-agents/accepts-unknown-capabilities.js'
import { acceptsUnknownPlayers } from '../fixtures/broken-agents/accepts-unknown-players.js'
import { checksNoArguments } from '../fixtures/broken-agents/checks-no-arguments.js'
import { checksOnlyTypes } from '../fixtures/broken-agents/checks-only-types.js'
import { type ContractAgent, contractAgent, token } from '../fixtures/broken-agents/contract-agent.js'
import { crashesOnInvalidFrames } from '../fixtures/broken-agents/crashes-on-invalid-frames.js'
import { disconnectsOtherGateways } from '../fixtures/broken-agents/disconnects-other-gateways.js'
import { hasAnInvalidExample } from '../fixtures/broken-agents/has-an-invalid-example.js'
import { ignoresHeartbeats } from '../fixtures/broken-agents/ignores-heartbeats.js'
import { ignoresMalformedRequests } from '../fixtures/broken-agents/ignores-malformed-requests.js'
import { omitsAgentInfo } from '../fixtures/broken-agents/omits-agent-info.js'
import { omitsTheSessionId } from '../fixtures/broken-agents/omits-the-session-id.js'
import { respondsTooLate } from '../fixtures/broken-agents/responds-too-late.js'
import { respondsTwice } from '../fixtures/broken-agents/responds-twice.js'
import { respondsWithAWrongId } from '../fixtures/broken-agents/responds-with-a-wrong-id.js'
import { returnsInvalidData } from '../fixtures/broken-agents/returns-invalid-data.js'
import { reusesFrameIds } from '../fixtures/broken-agents/reuses-frame-ids.js'
import { sendsEndlessEvents } from '../fixtures/broken-agents/sends-endless-events.js'
import { sendsEventsBeforeRegistration } from '../fixtures/broken-agents/sends-events-before-registration.js'
import { sendsIncompleteFrames } from '../fixtures/broken-agents/sends-incomplete-frames.js'
import { sendsUndeclaredEvents } from '../fixtures/broken-agents/sends-undeclared-events.js'
import { servesUnregisteredClients } from '../fixtures/broken-agents/serves-unregistered-clients.js'
import { speaksAnIncompatibleVersion } from '../fixtures/broken-agents/speaks-an-incompatible-version.js'
import { stopsResponding } from '../fixtures/broken-agents/stops-responding.js'
import { swapsConcurrentResponses } from '../fixtures/broken-agents/swaps-concurrent-responses.js'
import { usesAReservedNamespace } from '../fixtures/broken-agents/uses-a-reserved-namespace.js'
import { usesUnknownErrorCodes } from '../fixtures/broken-agents/uses-unknown-error-codes.js'
import { cleanUpForEach } from '../fixtures/for-each.js'
import { dist, root, startWorld } from '../fixtures/programs.js'
import { startReadmeAgent } from '../fixtures/readme-agent.js'
import { terminal } from '../fixtures/terminal.js'

const cleanUp = cleanUpForEach()

/** Milliseconds. Used only for agents that never respond. */
const patient = 45_000
const impatient = 1_500

const check = (address: string, { secret = token, actions = false, timeoutMs = patient, listenMs = 0 } = {}) =>
  checkAgent({
    address,
    token: secret,
    actions,
    timeoutMs,
    settleMs: 50,
    listenMs,
    clock: systemClock,
    schemas: inProcessThread(),
  })

const idsOf = (verdict: CheckOutcome, { findings }: CheckResult): CheckId[] =>
  findings.filter((finding) => finding.verdict === verdict).map(({ id }) => id)

const sayingOf = (id: CheckId, { findings }: CheckResult): string =>
  findings.find((finding) => finding.id === id)?.seen.join('\n') ?? ''

/** Why a check of a good agent did not pass, for the test report. */
const complaints = ({ findings }: CheckResult) =>
  findings.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(({ id, seen }) => [id, ...seen])

// verifies: agents-tools, agents-check
describe('gatehouse check passes', () => {
  it('the simulator, every action of it included', async () => {
    const clock = new FakeClock(Date.now())
    const simulator = await serveSimulator({ port: 0, token: 'demo', clock })
    cleanUp.add(simulator, (open) => open.close())
    const result = await check(simulator.address, { secret: 'demo', actions: true })
    expect(complaints(result)).toEqual([])
    expect(idsOf('skip', result)).toEqual([])
    expect(result).toMatchObject({ conforms: true, agent: { name: 'Demo world' } })
  })

  it('the first agent of the SDK, and receives its events', async () => {
    const agent = await startReadmeAgent(cleanUp)
    const result = await check(agent.address, { secret: agent.token, listenMs: 5_000 })
    expect(complaints(result)).toEqual([])
    expect(idsOf('skip', result)).toEqual(['unknown-player', 'unknown-world', 'actions'])
    expect(result.conforms).toBe(true)
  })

  it('the independent agent of a real Minecraft server', async () => {
    const world = await startWorld(cleanUp)
    const result = await check(world.agent, { secret: world.token })
    expect(complaints(result)).toEqual([])
    expect(result.conforms).toBe(true)
  })

  it('the small agent that the broken ones are based on', async () => {
    const agent = cleanUp.add(await contractAgent(), (open) => open.close())
    const result = await check(agent.address)
    expect(complaints(result)).toEqual([])
    expect(idsOf('skip', result)).toEqual(['actions', 'events'])
  })
})

interface Broken {
  readonly agent: () => Promise<ContractAgent>
  /** Every check that must fail, and what it must say. */
  readonly fails: Partial<Record<CheckId, RegExp>>
  /** Checks that warn because of it. */
  readonly warns?: readonly CheckId[]
  readonly timeoutMs?: number
}

/** File of `broken-agents/` → what is found. */
const broken: Readonly<Record<string, Broken>> = {
  'responds-with-a-wrong-id': {
    agent: respondsWithAWrongId,
    fails: { request: /no response .* a frame of type response arrived with the correlationId "request-1"/u },
    timeoutMs: impatient,
  },
  'responds-twice': {
    agent: respondsTwice,
    fails: { 'one-answer': /\d+ of \d+ answered requests got more than one response/u },
  },
  'returns-invalid-data': {
    agent: returnsInvalidData,
    fails: { returns: /world\.tps\.get returned "twenty" at "\/tps"; its manifest requires: number/u },
  },
  'checks-no-arguments': {
    agent: checksNoArguments,
    fails: {
      'missing-argument': /world\.time\.get 1\.0\.0 without worldName: expected .*; it succeeded/u,
      'wrong-type': /world\.time\.get 1\.0\.0 with worldName \[\]: expected .*; it succeeded/u,
      'forbidden-value': /ext\.shopkeeper\.price\.get 1\.0\.0 .*: expected .*; it succeeded/u,
    },
  },
  'checks-only-types': {
    agent: checksOnlyTypes,
    fails: {
      'forbidden-value': /ext\.shopkeeper\.price\.get 1\.0\.0 with a value at "\/name" that its maxLength forbids/u,
    },
  },
  'crashes-on-invalid-frames': {
    agent: crashesOnInvalidFrames,
    fails: { 'not-json': /afterwards could not connect/u },
  },
  'stops-responding': {
    agent: stopsResponding,
    fails: { contexts: /world\.time\.get .*: no response within 1000 ms/u },
    timeoutMs: 1_000,
  },
  'sends-endless-events': {
    agent: sendsEndlessEvents,
    fails: { frames: /sent too much data/u, heartbeat: /the connection ended/u },
  },
  'has-an-invalid-example': {
    agent: hasAnInvalidExample,
    fails: { capabilities: /ext\.shopkeeper\.price\.get: \/examples\/0\/parameters\/name: it does not fit/u },
  },
  'omits-the-session-id': { agent: omitsTheSessionId, fails: { session: /there is no sessionId/u } },
  'ignores-heartbeats': {
    agent: ignoresHeartbeats,
    fails: { heartbeat: /no response within 1500 ms/u },
    timeoutMs: impatient,
  },
  'speaks-an-incompatible-version': { agent: speaksAnIncompatibleVersion, fails: { 'agent-version': /has 2\.1\.0/u } },
  'responds-too-late': {
    agent: respondsTooLate,
    fails: { request: /no response within 1500 ms/u },
    timeoutMs: impatient,
  },
  'accepts-unknown-players': {
    agent: acceptsUnknownPlayers,
    fails: {
      'unknown-player': /player\.info\.get .*"Nobody0Here".*: expected BUSINESS\.PLAYER_NOT_FOUND .*succeeded/u,
    },
  },
  'accepts-unknown-capabilities': {
    agent: acceptsUnknownCapabilities,
    fails: { 'unknown-capability': /ext\.gatehouse\.check\.nothing: expected .*; it succeeded/u },
  },
  'disconnects-other-gateways': {
    agent: disconnectsOtherGateways,
    fails: { 'second-connection': /the first connection: the connection ended/u },
  },
  'uses-unknown-error-codes': {
    agent: usesUnknownErrorCodes,
    fails: { 'error-codes': /BUSINESS\.SHOP_IS_CLOSED is not in the catalogue/u },
    warns: ['contexts'],
  },
  'swaps-concurrent-responses': {
    agent: swapsConcurrentResponses,
    fails: { 'two-at-once': /each got the response of the other/u },
  },
  'ignores-malformed-requests': {
    agent: ignoresMalformedRequests,
    fails: { 'malformed-request': /without capabilityId: .*; no response within 1500 ms/u },
    timeoutMs: impatient,
  },
  'reuses-frame-ids': { agent: reusesFrameIds, fails: { 'frame-ids': /several frames have the id "frame"/u } },
  'omits-agent-info': { agent: omitsAgentInfo, fails: { registration: /\/agentInfo: expected a value/u } },
  'sends-incomplete-frames': { agent: sendsIncompleteFrames, fails: { frames: /\/timestamp: expected a value/u } },
  'serves-unregistered-clients': {
    agent: servesUnregisteredClients,
    fails: { 'unregistered-request': /expected AUTH\.UNAUTHORIZED/u },
  },
  'accepts-every-version': {
    agent: acceptsEveryVersion,
    fails: { 'version-mismatch': /2\.0\.0 .*: expected PROTOCOL\.VERSION_MISMATCH; it succeeded/u },
  },
  'uses-a-reserved-namespace': {
    agent: usesAReservedNamespace,
    fails: {
      capabilities: /internal\.secret\.get: its namespace is reserved.*\n.*ext\.shopkeeper\.stock\.get: .*catalogue/u,
    },
  },
  'accepts-any-token': { agent: acceptsAnyToken, fails: { 'wrong-token': /it was accepted/u } },
  'sends-events-before-registration': {
    agent: sendsEventsBeforeRegistration,
    fails: { 'silence-before-registration': /event was sent before/u },
  },
  'sends-undeclared-events': {
    agent: sendsUndeclaredEvents,
    fails: { events: /player\.death was not declared/u },
  },
}

// verifies: agents-tools, agents-check
describe('gatehouse check fails', () => {
  it('every broken agent', () => {
    const files = readdirSync(path.join(root, 'test/fixtures/broken-agents')).filter(
      (file) => file.endsWith('.ts') && file !== 'contract-agent.ts',
    )
    expect(files.sort()).toEqual(
      Object.keys(broken)
        .sort()
        .map((name) => `${name}.ts`),
    )
  })

  it.each(Object.entries(broken))(
    'an agent that %s, for that reason only',
    async (_name, { agent, fails, warns = [], ...time }) => {
      const { address } = cleanUp.add(await agent(), (open) => open.close())
      const result = await check(address, time)
      expect(idsOf('fail', result).sort()).toEqual(Object.keys(fails).sort())
      expect(idsOf('warn', result)).toEqual(warns)
      for (const [id, said] of Object.entries(fails)) expect(sayingOf(id as CheckId, result)).toMatch(said)
      expect(result.conforms).toBe(false)
    },
  )
})

describe('gatehouse check, as a command', () => {
  it('prints the fault and the remedy, and exits with 1', async () => {
    const { address } = cleanUp.add(await omitsTheSessionId(), (open) => open.close())
    const screen = terminal()
    expect(await runCommandLine(['check', address, '--token', token], screen)).toBe(1)
    const said = screen.said.join('\n')
    expect(said).toMatch(/^ws:\S+: Small agent 1\.0\.0\n/u)
    expect(said).toMatch(
      /\n 4 ✗ session: .* \(8\.2\) agents-register-ack\n {5}there is no sessionId\n {5}→ Create a new sessionId/u,
    )
    expect(said).toMatch(/\d+ passed, 1 failed, 0 warnings, 2 skipped\nThe agent does not follow the contract\.$/u)
  })

  it('gives advice that fits the result', async () => {
    const { address } = cleanUp.add(
      await contractAgent({
        heartbeat: ({ id }, say) =>
          say('heartbeat_ack', { correlationId: id, status: { healthy: true, memoryUsage: 50 } }),
      }),
      (open) => open.close(),
    )
    const heartbeat = (await check(address)).findings.find(({ id }) => id === 'heartbeat')
    expect(heartbeat).toMatchObject({
      verdict: 'fail',
      advice: expect.stringContaining('Correct the named value'),
    })
    expect(heartbeat?.seen.join()).toContain('memoryUsage')
  })

  it('does not pass the responses of contexts that sent none', async () => {
    const { address } = cleanUp.add(
      await contractAgent({
        answer: async ({ capabilityId }, usual) => {
          const answer = await usual()
          return answer.success
            ? { success: false, error: { code: 'BUSINESS.OPERATION_FAILED', message: `No ${capabilityId}.` } }
            : answer
        },
      }),
      (open) => open.close(),
    )
    const result = await check(address)
    expect(idsOf('warn', result)).toEqual(['contexts'])
    expect(sayingOf('contexts', result)).toContain('ext.shopkeeper.price.get never returned data')
    expect(idsOf('skip', result)).toContain('returns')
  })

  it('with --json prints one value only', async () => {
    const { address } = cleanUp.add(await contractAgent(), (open) => open.close())
    const screen = terminal()
    expect(await runCommandLine(['check', address, '--token', token, '--json'], screen)).toBe(0)
    expect(screen.said).toHaveLength(1)
    expect(JSON.parse(screen.said[0] ?? '')).toMatchObject({
      conforms: true,
      agent: { name: 'Small agent' },
      summary: { fail: 0, warn: 0, skip: 2 },
      checks: expect.arrayContaining([
        expect.objectContaining({ id: 'wrong-token', section: '8.2', anchor: 'agents-register', verdict: 'pass' }),
      ]),
    })
  })

  it('shows what an agent calls itself, and never obeys it', async () => {
    const agent = await contractAgent({
      acknowledge: (acknowledgement) => ({
        ...acknowledgement,
        agentInfo: { id: 'x', name: 'Red\u001b[31m\nagent', version: '1.0.0' },
      }),
    })
    cleanUp.add(agent, (open) => open.close())
    const screen = terminal()
    expect(await runCommandLine(['check', agent.address, '--token', token], screen)).toBe(0)
    expect(screen.said[0]).toMatch(/: Red\\u\{1b\}\[31m\\u\{a\}agent 1\.0\.0$/u)
    expect(screen.said.join('')).not.toContain('\u001b')
  })

  it('exits by itself after its output', async () => {
    const simulator = await serveSimulator({ port: 0, token: 'demo' })
    cleanUp.add(simulator, (open) => open.close())
    const program = path.join(dist, 'cli.cjs')
    const gatehouse = cleanUp.program([program, 'check', simulator.address, '--token', 'demo', '--json'])
    const ended = once(gatehouse.child, 'exit')
    expect(await gatehouse.until(() => true)).toMatchObject({ conforms: true, summary: { fail: 0 } })
    expect(await ended).toEqual([0, null])
    expect(gatehouse.lines).toHaveLength(1)
  })

  it('with a wrong token prints a short error about the token, and exits with 1', async () => {
    const { address } = cleanUp.add(await contractAgent(), (open) => open.close())
    const screen = terminal()
    expect(await runCommandLine(['check', address, '--token', 'not the right one'], screen)).toBe(1)
    const said = screen.said.join('\n')
    expect(said).toContain('the agent refused your --token: AUTH.TOKEN_INVALID')
    expect(said).toContain('→ Use the token that the agent was started with.')
    expect(said).toMatch(/– \d+ checks skipped: the agent refused the connection/u)
    expect(screen.said.length).toBeLessThan(10)
  })

  it('without a server prints an error, and exits with 2', async () => {
    const agent = await contractAgent()
    await agent.close()
    const screen = terminal()
    expect(await runCommandLine(['check', agent.address, '--token', token], screen)).toBe(2)
    expect(screen.complained.join()).toMatch(/could not connect: .*ECONNREFUSED/u)
    expect(screen.said).toEqual([])
  })
})
