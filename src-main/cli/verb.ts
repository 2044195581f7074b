/** Verb: one command of `gatehouse`, and its environment. */
import type { SchemaThread } from '../validation/schema-thread.js'
import type { StartProgram } from './start-program.js'
import type { TerminalText } from './text.js'

/** Input and output of a verb: the real process, or a test double. */
export interface CliEnvironment {
  /** Text of a file, or of standard input for `-`. @throws Error with a sentence */
  read(path: string): Promise<string>
  /** Every file below a folder; undefined when it is no folder. */
  list(path: string): Promise<readonly string[] | undefined>
  out(text: TerminalText): void
  err(text: TerminalText): void
  /** Whether output is coloured. */
  readonly colour: boolean
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Prompts without echo; undefined without a terminal, or when the person cancels. */
  promptSecret(question: string): Promise<string | undefined>
  /** A worker thread for untrusted schemas. The caller stops it. */
  schemaThread(): SchemaThread
  /** Calls back for every line of standard input. */
  listen(onLine: (line: string) => void): void
  /** Starts Gatehouse when none runs with the profile. */
  readonly startProgram: StartProgram
  /** Resolves when the verb should end, as by Ctrl-C. */
  untilInterrupted(): Promise<void>
}

export const exitCodes = { good: 0, bad: 1, usage: 2 } as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

export interface CliCommand {
  readonly name: string
  /** One line. */
  readonly summary: string
  /** What `--help` prints. */
  readonly help: string
  /** @throws UsageError */
  run(args: readonly string[], cli: CliEnvironment): Promise<ExitCode>
}

/** The command line, or a file named in it, cannot be used. */
export class UsageError extends Error {}
