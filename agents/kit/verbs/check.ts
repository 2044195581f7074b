/** `gatehouse check`: whether an agent conforms to the contract. See docs/protocol.md#agents-tools. */
import { dialledAddress } from '@contract/server-address.js'
import { expectNames, readOptions } from '../../../src-main/cli/arguments.js'
import { givenCertificate } from '../../../src-main/cli/certificate.js'
import { givenToken, tokenOptions, tokenVariable } from '../../../src-main/cli/servers/token.js'
import { jsonLine } from '../../../src-main/cli/text.js'
import {
  type CliCommand,
  type CliEnvironment,
  type ExitCode,
  exitCodes,
  UsageError,
} from '../../../src-main/cli/verb.js'
import { systemClock } from '../../../src-main/storage/system-clock.js'
import { Unreachable } from '../check/agent-under-check.js'
import { type CheckOptions, checkAgent } from '../check/check-agent.js'
import { countFindings, report } from '../check/report.js'

/** Milliseconds. */
const timeoutLimits = { usual: 5_000, least: 50, most: 120_000, settle: 250, listen: 3_600_000 }

const help = [
  'Usage: gatehouse check AGENT_URL [--token-file FILE] [--fingerprint SHA256] [--actions] [--timeout MS] [--listen MS]',
  '                       [--json]',
  '',
  'Tests an agent against the contract, as a gateway: registers, sends heartbeats, calls every context, sends',
  'invalid calls and invalid frames, and reconnects. Contexts are called with their examples or generated arguments.',
  'AGENT_URL is ws://HOST:PORT or wss://HOST:PORT; ws://HOST means port 8765. Each line is one requirement:',
  '✓ passed, ✗ failed, ! warning, – not checked.',
  '',
  '  --token-file FILE  reads the token of the agent from a file with one line',
  `  --token-stdin  reads it from standard input; otherwise from ${tokenVariable}, or you are asked`,
  '  --token TOKEN  for tests only: other users of this computer can see it',
  '  --fingerprint SHA256  the only accepted wss: certificate (default: checked with public authorities)',
  '  --actions      also calls every action, with its examples. They change the world: use a test world',
  `  --timeout MS   time limit for a response (default: ${timeoutLimits.usual})`,
  '  --listen MS    time to wait for events at the end (default: 0)',
  '  --json         one JSON value: { conforms, address, agent, summary: { pass, fail, warn, skip },',
  '                 checks: [{ number, id, section, anchor, level, expected, verdict, seen,',
  '                 advice }] }; anchor is one of docs/protocol.md',
  '',
  'Exit codes: 0 no failures (warnings possible), 1 failures, 2 invalid command line, or no agent at',
  'the address.',
].join('\n')

export const check: CliCommand = {
  name: 'check',
  summary: 'test the agent at AGENT_URL against the contract',
  help,
  async run(args, cli): Promise<ExitCode> {
    const { json, ...options } = await optionsOf(args, cli)
    const schemas = cli.schemaThread()
    const result = await checkAgent({ ...options, schemas })
      .catch((error: unknown) => {
        throw error instanceof Unreachable ? new UsageError(`${options.address}: ${error.message}`) : error
      })
      .finally(() => schemas.stop())
    const { conforms, agent, findings } = result
    const { address } = options
    if (!json) report(address, result, cli)
    else cli.out(jsonLine({ conforms, address, agent, summary: countFindings(findings), checks: findings }))
    return conforms ? exitCodes.good : exitCodes.bad
  },
}

async function optionsOf(
  args: readonly string[],
  cli: CliEnvironment,
): Promise<Omit<CheckOptions, 'schemas'> & { json: boolean }> {
  const { values, positionals } = readOptions(args, {
    ...tokenOptions,
    timeout: { type: 'string', default: String(timeoutLimits.usual) },
    listen: { type: 'string', default: '0' },
    fingerprint: { type: 'string' },
    actions: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  })
  expectNames(positionals, ['AGENT_URL'])
  const { actions, json } = values
  const address = addressOf(positionals[0] ?? '')
  const timeoutMs = millisecondsOf('--timeout', values.timeout, timeoutLimits.least, timeoutLimits.most)
  const listenMs = millisecondsOf('--listen', values.listen, 0, timeoutLimits.listen)
  const token = (await givenToken(values, cli)) ?? noToken()
  const settleMs = Math.min(timeoutLimits.settle, timeoutMs)
  return {
    address,
    token,
    ...givenCertificate(values.fingerprint),
    actions,
    json,
    timeoutMs,
    settleMs,
    listenMs,
    clock: systemClock,
  }
}

const noToken = (): never => {
  throw new UsageError(`The token of the agent is missing: use --token-file, --token-stdin or ${tokenVariable}.`)
}

function millisecondsOf(option: string, text: string, least: number, most: number): number {
  const milliseconds = Number(text)
  if (/^\d+$/u.test(text) && milliseconds >= least && milliseconds <= most) return milliseconds
  throw new UsageError(`${option} takes milliseconds, from ${least} to ${most}.`)
}

function addressOf(text: string): string {
  try {
    return dialledAddress(text)
  } catch {
    throw new UsageError(`AGENT_URL is ws://HOST:PORT or wss://HOST:PORT, not ${text.slice(0, 200)}`)
  }
}
