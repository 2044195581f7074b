/**
 * `gatehouse simulate`: an agent for testing a gateway without a Minecraft server. See docs/protocol.md#agents-tools.
 */
import { agentPort } from '@contract/frames.js'
import { readOptions, wholeNumber } from '../../../src-main/cli/arguments.js'
import { givenToken, tokenOptions, tokenVariable } from '../../../src-main/cli/servers/token.js'
import { jsonLine, printable, terminalText } from '../../../src-main/cli/text.js'
import {
  type CliCommand,
  type CliEnvironment,
  type ExitCode,
  exitCodes,
  UsageError,
} from '../../../src-main/cli/verb.js'
import { type FaultyAgent, faults, parseFaults } from '../simulator/fault-injector.js'
import { withoutMockData } from '../simulator/mock.js'
import { serveMockAgent } from '../simulator/mock-agent.js'
import { type SimulatorOptions, serveSimulator } from '../simulator/simulator.js'
import { openManifests } from './good-manifests.js'

const help = [
  'Usage: gatehouse simulate [FILE|DIR|-] [--token-file FILE] [--port N] [--host ADDRESS] [--name NAME] [--seed N]',
  '                          [--answers FAULT] [--latency MS] [--unhealthy] [--control stdin] [--json]',
  '',
  'Runs a mock agent until Ctrl-C. Without a file it is the demo world with the core catalogue. With',
  'manifests, the response is the example with the same parameters, or the first example',
  'with a response, or the simplest value of "returns"; events are sent every few seconds.',
  '',
  '  --token-file FILE  reads the token that gateways must send from a one-line file; choose any text',
  `  --token-stdin    reads it from standard input; otherwise from ${tokenVariable}, or you are asked`,
  '  --token TOKEN    for tests only: other users of this computer can see it',
  `  --port N         the port (default: ${agentPort}); 0 for a free port`,
  '  --host ADDRESS   the listen address (default: this computer only)',
  '  --name NAME      the name of the agent',
  '  --seed N         the same seed gives the same demo world (default: 1)',
  `  --answers FAULT  a fault in the responses: ${faults.join(', ')}`,
  '  --latency MS     delay of every message in milliseconds',
  '  --unhealthy      heartbeats report an unhealthy server',
  '  --control stdin  reads lines such as {"answers":"silent"} or {"latency":500} while it runs',
  '  --json           one JSON value per line: { event: "ready", agent } and the effects of --control',
  '',
  'Exit codes: 0 stopped, 2 invalid command line, file or port.',
].join('\n')

export const simulate: CliCommand = {
  name: 'simulate',
  summary: 'run a mock agent with the core catalogue or your manifests',
  help,
  async run(args, cli): Promise<ExitCode> {
    const { path, json, controlled, options } = await readCommand(args, cli)
    const agent = await serve(path, options, cli)
    const print = (line: Readonly<Record<string, unknown>>, words: string) =>
      cli.out(json ? jsonLine(line) : printable(words))
    print({ event: 'ready', agent: agent.address }, `The agent listens at ${agent.address}. Press Ctrl-C to stop it.`)
    if (controlled) cli.listen((line) => applyFaultCommand(line, agent, print))
    await cli.untilInterrupted()
    await agent.close()
    return exitCodes.good
  },
}

async function readCommand(args: readonly string[], cli: CliEnvironment) {
  const { values, positionals } = readOptions(args, {
    ...tokenOptions,
    port: { type: 'string', default: `${agentPort}` },
    host: { type: 'string' },
    name: { type: 'string' },
    seed: { type: 'string', default: '1' },
    answers: { type: 'string' },
    latency: { type: 'string' },
    unhealthy: { type: 'boolean' },
    control: { type: 'string' },
    json: { type: 'boolean', default: false },
  })
  if (positionals.length > 1) throw new UsageError(`Expected one FILE or DIR, got ${positionals.join(' ')}.`)
  const { host, name, answers, latency, unhealthy, control } = values
  if (control !== undefined && control !== 'stdin') throw new UsageError('--control takes only stdin.')
  if (control && positionals[0] === '-')
    throw new UsageError('Standard input cannot be used for both manifests and --control.')
  if (values['token-stdin'] && (control !== undefined || positionals[0] === '-'))
    throw new UsageError('Standard input is already in use. Use --token-file.')
  const token = (await givenToken(values, cli)) ?? noToken()
  const given = { answers, unhealthy, ...(latency !== undefined && { latency: Number(latency || 'nothing') }) }
  const options: SimulatorOptions = {
    token,
    port: wholeNumber('port', values.port, 0, 65_535),
    seed: wholeNumber('seed', values.seed, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
    misbehaviour: asUsage(() => parseFaults(given)),
    ...(host && { host }),
    ...(name && { name }),
  }
  return { path: positionals[0], json: values.json, controlled: control === 'stdin', options }
}

const noToken = (): never => {
  throw new UsageError(`The token for gateways is missing: use --token-file, --token-stdin or ${tokenVariable}.`)
}

async function serve(path: string | undefined, options: SimulatorOptions, cli: CliEnvironment): Promise<FaultyAgent> {
  const manifests = path === undefined ? undefined : await openManifests(path, cli)
  for (const { id } of manifests ? withoutMockData(manifests) : []) {
    cli.err(terminalText`${id}: cannot generate a response for its "returns". Add an example with a response.`)
  }
  try {
    return await (manifests ? serveMockAgent({ ...options, manifests }) : serveSimulator(options))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const where = code === 'EADDRINUSE' || code === 'EACCES' ? ' Choose another with --port N.' : ''
    throw new UsageError(`${message}${where}`)
  }
}

/** One JSON object a line, for example `{"answers":"silent"}`; each gets a line in response. */
function applyFaultCommand(
  line: string,
  agent: Pick<FaultyAgent, 'misbehave'>,
  print: (line: Readonly<Record<string, unknown>>, words: string) => void,
): void {
  try {
    const change = parseFaults(JSON.parse(line))
    agent.misbehave(change)
    print({ event: 'misbehaving', ...change }, `From now on: ${JSON.stringify(change)}`)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    print({ event: 'failure', message }, message)
  }
}

function asUsage<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
