/**
 * Docker console: runs console commands through `rcon-cli` inside the container, or by RCON where it is missing.
 *
 * Nothing is published and no password leaves the container. What `rcon-cli` does (source of 1.7.7): it reads one packet
 * of the reply and drops the rest; it colours the text for a terminal; it ends with 0 also when it lost the server, or
 * when the command was too long to be sent. Each of these is an error here, never a reply.
 */
import { GatewayError } from '@contract/gateway-error.js'
import type { Clock, Log } from '../../../../gateway/ports/runtime.js'
import type { CommandRunner } from '../../command-queue.js'
import { closedDuringCall, replyTooLarge } from '../../connection-failure.js'
import { RconSession } from '../../rcon/rcon-session.js'
import type { SessionProblem } from '../../reconnecting-connection.js'
import { Session } from '../../session.js'
import { SessionConsole } from '../../session-console.js'
import { DockerUnavailable, explainDocker } from './docker-failure.js'
import { DockerFiles } from './docker-files.js'
import type { DockerEngine, InspectedContainer } from './engine.js'
import { currentPassword } from './rcon-password.js'
import { asContainerProblem, isMissingProgram, type ProgramResult, runProgram } from './run-program.js'
import { dataFolderOf, rconPlaceOf, stateOf } from './server-container.js'

type ConsoleSession = Session & CommandRunner

export interface DockerConsoleOptions {
  readonly clock: Clock
  readonly log: Log
  /** 0 up to 1. */
  readonly chance?: (() => number) | undefined
  readonly engine: () => Promise<DockerEngine>
  readonly container: string
}

/** Milliseconds for the first command. */
const firstCommandMs = 15_000
/** `rcon-cli` sends nothing above, and says nothing of it. */
const maxCommandBytes = 1_014
const maxOutputBytes = 64 * 1024
/** A packet holds 4,096: a reply as long as that may have had more. */
const surelyWholeBytes = 4_000

export class DockerConsole extends SessionConsole<ConsoleSession> {
  readonly #options: DockerConsoleOptions

  constructor(options: DockerConsoleOptions) {
    super(options, maxCommandBytes)
    this.#options = options
    this.onDidChangeState((state) => {
      const { log, container } = options
      if (state.kind === 'online') log.info('Docker container connected', { container })
      if (state.kind === 'offline')
        log.warn('Docker container is not connected', { container, code: state.problem.code })
    })
  }

  protected override open(signal: AbortSignal): Promise<ConsoleSession> {
    return openSession(this.#options, signal)
  }

  protected override explain(error: unknown): SessionProblem {
    return explainDocker(error)
  }
}

async function openSession(options: DockerConsoleOptions, signal: AbortSignal): Promise<ConsoleSession> {
  const { clock, container } = options
  const engine = await options.engine()
  const found = await engine.inspect(container, signal).catch(asContainerProblem)
  const state = stateOf(found)
  if (state === 'stopped' || state === 'crashed') throw new DockerUnavailable('container-stopped')
  const session = await ProgramSession.open(engine, clock, found)
  try {
    // Only a reply shows that the server is up.
    await session.run('list', firstCommandMs)
    return session
  } catch (error) {
    session.close()
    if (error instanceof NoProgram) return openRcon(engine, clock, found, signal)
    throw error
  }
}

/** The password is read again each time: the image makes another at each start. */
async function openRcon(
  engine: DockerEngine,
  clock: Clock,
  found: InspectedContainer,
  signal: AbortSignal,
): Promise<ConsoleSession> {
  const place = engine.isLocal ? rconPlaceOf(found) : undefined
  const folder = dataFolderOf(found)
  if (!place || folder === undefined) throw new DockerUnavailable('no-console')
  const files = new DockerFiles({ engine, clock, name: found.Name, container: found.Id, folder })
  const password = await currentPassword(files)
  if (!password) throw new DockerUnavailable('no-console')
  return RconSession.open({ ...place, password }, { clock }, signal)
}

class NoProgram extends DockerUnavailable {
  constructor() {
    super('no-console')
  }
}

/** Runs `rcon-cli` for each command, until the container ends. */
class ProgramSession extends Session implements CommandRunner {
  readonly #engine: DockerEngine
  readonly #clock: Clock
  readonly #container: string
  readonly #watch = new AbortController()

  private constructor(engine: DockerEngine, clock: Clock, container: string) {
    super()
    this.#engine = engine
    this.#clock = clock
    this.#container = container
  }

  static async open(engine: DockerEngine, clock: Clock, { Id: id }: InspectedContainer): Promise<ProgramSession> {
    const session = new ProgramSession(engine, clock, id)
    const events = await engine.events(id, session.#watch.signal)
    events.once('data', () => session.end(new DockerUnavailable('container-stopped')))
    for (const end of ['end', 'error', 'close'])
      events.once(end, () => session.end(new DockerUnavailable('engine-lost')))
    return session
  }

  async run(command: string, timeoutMs: number): Promise<string> {
    // Behind `--` nothing is an option.
    const argv = ['rcon-cli', '--', command]
    try {
      const ran = await runProgram(this.#engine, this.#clock, this.#container, {
        argv,
        timeoutMs,
        mostBytes: maxOutputBytes,
      })
      return replyIn(ran)
    } catch (error) {
      // The server does not answer, or still has the command: only a new session shows when it is back.
      if (!(error instanceof GatewayError) || error.details?.reason !== 'reply-too-large') this.end(error as Error)
      throw error
    }
  }

  protected override closed(): Error {
    return new DockerUnavailable('engine-lost')
  }

  protected override release(): void {
    this.#watch.abort()
  }
}

/** @throws GatewayError when what was put out is not the whole reply */
function replyIn(ran: ProgramResult): string {
  if (isMissingProgram(ran)) throw new NoProgram()
  const errors = ran.errors.toString('utf8')
  if (ran.exitCode === 1 && errors.includes('Failed to connect to RCON server')) {
    throw new DockerUnavailable('rcon-off', { text: errors.trim() })
  }
  const text = ran.output.toString('utf8')
  // A reply ends with a line end, also an empty one; of a lost server there is nothing.
  const isWhole = ran.exitCode === 0 && errors === '' && text.endsWith('\n') && !text.startsWith(otherReply)
  if (!isWhole) throw closedDuringCall({ exitCode: ran.exitCode })
  if (ran.output.length >= surelyWholeBytes) throw replyTooLarge(surelyWholeBytes)
  return withoutColours(text.slice(0, -1))
}

const otherReply = 'Weird. This response is for another request.'

/** `rcon-cli` puts colours of a terminal in the place of the game's formatting codes, and one behind each line end. */
function withoutColours(text: string): string {
  const [first = '', ...parts] = text.split('\u001b')
  return first + parts.map((part) => part.replace(/^\[\d{0,2}m/u, '')).join('')
}
