/** Verb: one command of `gatehouse`, and what it may touch. */
import type { SchemaThread } from '../validation/schema-thread.js'
import type { TerminalText } from './text.js'

/** What a verb reads and writes; the process has the real one, tests have one of their own. */
export interface Surroundings {
  /** Text of a file, or of standard input for `-`. @throws Error in words for people */
  read(path: string): Promise<string>
  /** Every file below a folder; undefined when it is no folder. */
  list(path: string): Promise<readonly string[] | undefined>
  out(text: TerminalText): void
  err(text: TerminalText): void
  /** Whether people read the output in colour. */
  readonly colour: boolean
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Asks for something that is not shown while it is typed; undefined where nobody types, or nobody wants to. */
  askSecretly(question: string): Promise<string | undefined>
  /** A thread of its own for the schemas of a stranger. Whoever asks for it stops it. */
  schemaThread(): SchemaThread
  /** Hands over every line of standard input from now on. */
  listen(onLine: (line: string) => void): void
  /** Resolves when the verb is asked to end, as by Ctrl-C. */
  untilInterrupted(): Promise<void>
}

export const exitCodes = { good: 0, bad: 1, usage: 2 } as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

export interface Verb {
  readonly name: string
  /** One line. */
  readonly summary: string
  /** What `--help` prints. */
  readonly help: string
  /** @throws UsageError */
  run(args: readonly string[], surroundings: Surroundings): Promise<ExitCode>
}

/** The command line, or a file it names, cannot be used. */
export class UsageError extends Error {}
