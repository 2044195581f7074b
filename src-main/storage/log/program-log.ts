/**
 * Program log: every part of the program writes its lines here. They go to the log of the profile, to the file of the
 * configuration, and optionally to standard error.
 *
 * Lines before the configuration is known wait for it, so that all of them have its level and format.
 */
import path from 'node:path'
import type { JsonObject } from '@contract/call.js'
import { type LogFormat, type LogLevel, logLevels } from '@shared/program/log-settings.js'
import pino, { type Logger } from 'pino'
import type { Log } from '../../gateway/ports/runtime.js'
import { LogFile, type LogOutput, logFile } from './log-file.js'
import { jsonLine, loggedMessage, textLine } from './log-line.js'

export interface LogSettings {
  readonly level: LogLevel
  readonly format: LogFormat
  /** Absolute path of another file with the same lines. */
  readonly file?: string
}

export interface ProgramLog extends Log {
  /** The same log; its lines name this part of the program. */
  component(name: string): Log
  /** Applies the configuration, also while the program runs. */
  configure(settings: LogSettings): void
  /** Writes everything before it returns. */
  flush(): void
}

export interface LogOptions {
  /** Receives every line too. */
  readonly terminal?: LogOutput | undefined
  /** `LOG_LEVEL` has priority over the configuration. */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Lines wait for `configure`. */
  readonly awaitsSettings?: boolean
}

const mainComponent = 'main'
/** Lines that wait for the configuration; more of them are written at once. */
const maxWaiting = 200
const maxWaitMs = 10_000
const initial: LogSettings = { level: 'info', format: 'json' }

export function openLog(profile: string, options: LogOptions = {}): ProgramLog {
  const { terminal, environment = {}, awaitsSettings = false } = options
  const given = environment.LOG_LEVEL?.trim().toLowerCase() ?? ''
  const fixedLevel = logLevels.find((level) => level === given)
  const levelOf = (settings: LogSettings): LogLevel => fixedLevel ?? settings.level
  const ownFile = path.join(profile, logFile)
  const own = openOutput(ownFile)
  let settings = initial
  let extra: { readonly file: string; readonly output: LogOutput } | undefined
  let waiting: string[] | undefined = awaitsSettings ? [] : undefined
  const loggers = new Map<string, Logger>()

  const root = pino(
    {
      // Until the configuration is known every line may count.
      level: awaitsSettings ? (fixedLevel ?? 'debug') : levelOf(initial),
      base: null,
      messageKey: 'message',
      timestamp: () => `,"timestamp":"${new Date().toISOString()}"`,
      formatters: { level: (level) => ({ level }) },
    },
    {
      write(json: string) {
        if (!waiting) return send(json)
        waiting.push(json)
        if (waiting.length >= maxWaiting) release()
      },
    },
  )

  function send(json: string): void {
    const line = settings.format === 'text' ? textLine(json) : jsonLine(json)
    for (const output of [terminal, own, extra?.output]) {
      try {
        output?.write(line)
      } catch {
        // A log that cannot be written must not stop the program.
      }
    }
  }

  function release(): void {
    const lines = waiting ?? []
    waiting = undefined
    const least = root.levels.values[levelOf(settings)] ?? 0
    for (const json of lines) {
      const { level } = JSON.parse(json) as { readonly level: string }
      if ((root.levels.values[level] ?? 0) >= least) send(json)
    }
    applyLevel()
  }

  function applyLevel(): void {
    if (waiting) return
    for (const logger of [root, ...loggers.values()]) logger.level = levelOf(settings)
  }

  function loggerOf(component: string): Logger {
    const known = loggers.get(component)
    if (known) return known
    const logger = root.child({ component })
    loggers.set(component, logger)
    return logger
  }

  function logOf(name: string): Log {
    const logger = loggerOf(name)
    const write = (level: LogLevel, text: string, details: JsonObject = {}, more?: () => JsonObject): void => {
      if (!logger.isLevelEnabled(level)) return
      const all = more && logger.isLevelEnabled('debug') ? { ...details, ...more() } : details
      const { message, members } = loggedMessage(text, all)
      logger[level](members, message)
    }
    return {
      debug: (message, details) => write('debug', message, details),
      info: (message, details, more) => write('info', message, details, more),
      warn: (message, details) => write('warn', message, details),
      error: (message, details) => write('error', message, details),
    }
  }

  function openOutput(file: string): LogOutput | undefined {
    try {
      return new LogFile(file, (lines) =>
        main.warn('{lines} log lines were lost: the log could not be written', { lines }),
      )
    } catch (error) {
      if (file !== ownFile)
        main.error('the log file of the configuration cannot be written', { file, ...reason(error), code: 1001 })
      return undefined
    }
  }

  function configure(next: LogSettings): void {
    settings = next
    const file = next.file === ownFile ? undefined : next.file
    if (file !== extra?.file) {
      extra?.output.close()
      extra = undefined
      const output = file === undefined ? undefined : openOutput(file)
      if (output && file !== undefined) extra = { file, output }
    }
    if (waiting) release()
    applyLevel()
  }

  function flush(): void {
    if (waiting) release()
    for (const output of [own, extra?.output, terminal]) output?.flush()
  }

  const main = logOf(mainComponent)
  if (waiting) {
    process.once('exit', flush)
    // A start that hangs must leave lines, too.
    setTimeout(() => waiting && release(), maxWaitMs).unref()
  }
  if (given !== '' && fixedLevel === undefined) {
    main.warn('LOG_LEVEL is {level}, which is not a level: use debug, info, warn or error', { level: given })
  }
  return { ...main, component: logOf, configure, flush }
}

const reason = (error: unknown): JsonObject => {
  const { code, message } = error as NodeJS.ErrnoException
  return { reason: code ?? message }
}
