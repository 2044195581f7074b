/**
 * Program adapter: starts a program or a module, and connects to it over its standard streams.
 *
 * A program with the older dialect of MCP is recognized by its first output and started again with the right settings,
 * unless the configuration states them.
 */
import { randomUUID } from 'node:crypto'
import os from 'node:os'
import path from 'node:path'
import { serviceError } from '@contract/service-error.js'
import type { EmbeddedServiceConfig, StdioServiceConfig } from '@shared/servers/service.js'
import { quoted } from '../../../policy/text/model-text.js'
import { configVariable } from '../embedded/host.js'
import { filled, filledAll, inheritedFrom } from '../process/environment.js'
import { programOf } from '../process/program.js'
import { exitText, markName, ServiceProcess } from '../process/service-process.js'
import type { ConnectDependencies, Wire } from './adapter-dependencies.js'
import { type Connected, connect } from './connection.js'
import { asked, inEitherEra, programProbeMs } from './either-era.js'
import { LegacyDialect } from './legacy-dialect.js'
import { StdioTransport } from './stdio-transport.js'
import { OtherWire, onFoundWire, refusesInitialize } from './wire.js'

/** A module runs in its own process, started and stopped like any other. */
export function connectEmbedded(
  config: EmbeddedServiceConfig,
  deps: ConnectDependencies,
  signal: AbortSignal,
): Promise<Connected> {
  const module = filled(config.module, deps)
  const host = deps.moduleHost()
  const given = JSON.stringify(config.config ?? {}, (_name, value: unknown) =>
    typeof value === 'string' ? filled(value, deps) : value,
  )
  return connectProgram(
    {
      file: host.node,
      args: [host.file, module],
      env: { [configVariable]: given },
      cwd: path.isAbsolute(module) ? path.dirname(module) : os.homedir(),
      isModule: true,
    },
    deps,
    signal,
  )
}

export async function connectStdio(
  config: StdioServiceConfig,
  deps: ConnectDependencies,
  signal: AbortSignal,
): Promise<Connected> {
  const { environment } = deps
  const cwd = config.cwd === undefined ? os.homedir() : filled(config.cwd, deps)
  const program = programOf(filled(config.command, deps), { environment, cwd })
  const args = [...program.args, ...config.args.map((argument) => filled(argument, deps))]
  const env = filledAll(config.env ?? {}, deps)
  return connectProgram({ file: program.file, args, env, cwd, ...pick(config) }, deps, signal)
}

const pick = ({ framing, dialect }: StdioServiceConfig): Wire => ({
  ...(framing && { framing }),
  ...(dialect && { dialect }),
})

interface ProgramStart extends Wire {
  readonly file: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  /** It is on this computer, and its host frames its messages. */
  readonly isModule?: true
}

function connectProgram(start: ProgramStart, deps: ConnectDependencies, signal: AbortSignal): Promise<Connected> {
  const { eras, wires, log } = deps
  const { framing, dialect } = start
  const name = [start.file, ...start.args].join('\0')
  return onFoundWire({
    name,
    wires,
    log,
    stated: { ...(framing && { framing }), ...(dialect && { dialect }) },
    begin: (wire) =>
      wire.dialect === 'legacy'
        ? startProgram({ ...start, ...wire }, deps, signal, false)
        : inEitherEra(name, { eras, signal }, (asks) => startProgram({ ...start, ...wire }, deps, signal, asks)),
  })
}

async function startProgram(
  { file, args, env, cwd, framing, dialect, isModule }: ProgramStart,
  { environment, log, mark, guard, isFirst, onSilent, connectionOptions: terms }: ConnectDependencies,
  signal: AbortSignal,
  asks: boolean,
): Promise<Connected> {
  const started = await ServiceProcess.start({
    file,
    args,
    cwd,
    log,
    guard,
    env: { ...inheritedFrom(environment), ...env, [markName]: `${mark}:${randomUUID()}` },
  })
  let isFramed = false
  const streams: StdioTransport = new StdioTransport({
    process: started,
    log,
    ...(framing && { framing }),
    onFrame() {
      isFramed = true
      void streams.close().catch(() => {})
    },
  })
  const transport = dialect === 'legacy' ? new LegacyDialect(streams) : streams
  const silence = setTimeout(() => streams.written === 'nothing' && !isModule && onSilent?.(), silentMs)
  try {
    const connected = await connect({ transport, signal, ...terms, ...(asks && asked(programProbeMs)) })
    return { ...connected, exit: () => started.exit, close: () => streams.close() }
  } catch (thrown) {
    const { exit } = started
    await streams.close().catch(() => {})
    if (isFramed) throw new OtherWire({ framing: 'content-length' })
    // A program that was asked for its era may refuse everything after the unknown request.
    if (!asks && dialect !== 'legacy' && refusesInitialize(thrown)) throw new OtherWire({ dialect: 'legacy' })
    if (signal.aborted) throw notReady(streams.written, { framing, isModule, isFirst })
    if (!exit) throw thrown
    throw serviceError(2001, {
      message: `The program ended while it started (${exitText(exit)}).`,
      details: { reason: 'ended', exit },
      cause: thrown,
    })
  } finally {
    clearTimeout(silence)
  }
}

/** Milliseconds without any output after which the owner sees it. */
const silentMs = 10_000

interface StartFacts {
  readonly framing: Wire['framing']
  readonly isModule: boolean | undefined
  readonly isFirst: boolean | undefined
}

/**
 * Why a program is not ready in time: a part of the message of the service's failure. A program that never started here
 * and wrote nothing is probably being downloaded.
 */
export function notReady(written: StdioTransport['written'], { framing, isModule, isFirst }: StartFacts): Error {
  if (written === 'messages') return serviceError(2003, { message: '' })
  const isOdd = typeof written === 'object'
  const text = isOdd ? ` It wrote: ${quoted(written.odd, 80)}` : ' It wrote nothing.'
  const other = framing === 'content-length' ? 'newline' : 'content-length'
  const hint =
    !isOdd && isFirst
      ? ' It may still be downloading: give it a longer start limit.'
      : ` Its messages may have another form: try ${other} as "framing".`
  return serviceError(2003, { message: isModule ? text : `${text}${hint}`, hasProviderText: isOdd })
}
