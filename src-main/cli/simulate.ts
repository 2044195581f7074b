/** `gatehouse simulate`: an agent to try a gateway against, with no Minecraft server behind it. Specification 1, section 12.3. */
import { agentPort } from '../contract/frames.js'
import { faults, type MisbehavingAgent, misbehaviourOf } from '../simulator/misbehaviour.js'
import { speechless } from '../simulator/mock.js'
import { serveMockAgent } from '../simulator/mock-agent.js'
import { type SimulatorOptions, serveSimulator } from '../simulator/simulator.js'
import { readOptions, wholeNumber } from './arguments.js'
import { openManifests } from './good-manifests.js'
import { givenToken, tokenOptions, tokenVariable } from './servers/token.js'
import { jsonLine, printable, terminalText } from './text.js'
import { type ExitCode, exitCodes, type Surroundings, UsageError, type Verb } from './verb.js'

const help = [
  'Usage: gatehouse simulate [FILE|DIR|-] [--token-file FILE] [--port N] [--host ADDRESS] [--name NAME] [--seed N]',
  '                          [--answers FAULT] [--latency MS] [--unhealthy] [--control stdin] [--json]',
  '',
  'Serves an agent until Ctrl-C. Without a file it is the demo world, with everything of the core catalogue. With',
  'manifests it is a mock: an example whose parameters are those of the call gives the answer, else the first example',
  'with a response, else the answer is made up from "returns"; events come every few seconds.',
  '',
  '  --token-file FILE  what a gateway must know is the one line of a file; any text for a trial',
  `  --token-stdin    it is read from standard input; else from ${tokenVariable}, else it is asked for`,
  '  --token TOKEN    other users of this computer can see it: only for trials',
  `  --port N         where it listens; ${agentPort} when left out, a free port when 0`,
  '  --host ADDRESS   this computer alone when left out',
  '  --name NAME      what it calls itself',
  '  --seed N         the same seed is the same world, and the same answers; 1 when left out',
  `  --answers FAULT  how answers go wrong: ${faults.join(', ')}`,
  '  --latency MS     milliseconds that everything it says is late',
  '  --unhealthy      heartbeats say that the server is unwell',
  '  --control stdin  takes lines such as {"answers":"silent"} or {"latency":500} while it runs',
  '  --json           one JSON value a line: { event: "ready", agent } and what --control leads to',
  '',
  'Exit codes: 0 it was asked to end, 2 the command line, a file or the port cannot be used.',
].join('\n')

export const simulate: Verb = {
  name: 'simulate',
  summary: 'serve a mock agent, from the core catalogue or from manifests',
  help,
  async run(args, surroundings): Promise<ExitCode> {
    const { path, json, controlled, options } = await readCommand(args, surroundings)
    const agent = await serve(path, options, surroundings)
    const tell = (line: Readonly<Record<string, unknown>>, words: string) =>
      surroundings.out(json ? jsonLine(line) : printable(words))
    tell({ event: 'ready', agent: agent.address }, `The agent listens at ${agent.address}. Ctrl-C ends it.`)
    if (controlled) surroundings.listen((line) => obey(line, agent, tell))
    await surroundings.untilInterrupted()
    await agent.close()
    return exitCodes.good
  },
}

async function readCommand(args: readonly string[], surroundings: Surroundings) {
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
  if (positionals.length > 1) throw new UsageError(`It takes one FILE or DIR, and got ${positionals.join(' ')}.`)
  const { host, name, answers, latency, unhealthy, control } = values
  if (control !== undefined && control !== 'stdin') throw new UsageError('--control takes only stdin.')
  if (control && positionals[0] === '-') throw new UsageError('Standard input is either the manifests or the control.')
  if (values['token-stdin'] && (control !== undefined || positionals[0] === '-'))
    throw new UsageError('Standard input is used already: give the token with --token-file.')
  const token = (await givenToken(values, surroundings)) ?? noToken()
  const given = { answers, unhealthy, ...(latency !== undefined && { latency: Number(latency || 'nothing') }) }
  const options: SimulatorOptions = {
    token,
    port: wholeNumber('port', values.port, 0, 65_535),
    seed: wholeNumber('seed', values.seed, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
    misbehaviour: asUsage(() => misbehaviourOf(given)),
    ...(host && { host }),
    ...(name && { name }),
  }
  return { path: positionals[0], json: values.json, controlled: control === 'stdin', options }
}

const noToken = (): never => {
  throw new UsageError(`It needs a token that gateways must know: --token-file, --token-stdin or ${tokenVariable}.`)
}

async function serve(
  path: string | undefined,
  options: SimulatorOptions,
  surroundings: Surroundings,
): Promise<MisbehavingAgent> {
  const manifests = path === undefined ? undefined : await openManifests(path, surroundings)
  for (const { id } of manifests ? speechless(manifests, options.seed ?? 1) : []) {
    surroundings.err(
      terminalText`${id}: nothing can be made up that its "returns" allow. Give it an example with a response.`,
    )
  }
  try {
    return await (manifests ? serveMockAgent({ ...options, manifests }) : serveSimulator(options))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const where = code === 'EADDRINUSE' || code === 'EACCES' ? ' Say which with --port N.' : ''
    throw new UsageError(`${message}${where}`)
  }
}

/** One JSON object a line, for example `{"answers":"silent"}`; each is answered with a line. */
function obey(
  line: string,
  agent: Pick<MisbehavingAgent, 'misbehave'>,
  tell: (line: Readonly<Record<string, unknown>>, words: string) => void,
): void {
  try {
    const change = misbehaviourOf(JSON.parse(line))
    agent.misbehave(change)
    tell({ event: 'misbehaving', ...change }, `From now on: ${JSON.stringify(change)}`)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    tell({ event: 'failure', message }, message)
  }
}

function asUsage<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
