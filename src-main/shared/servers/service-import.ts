/** Service import: MCP servers of a client's configuration, and what moving them behind Gatehouse would change. */
import type { ConfigProblem, DifferenceLine, ProgramRunning } from '../clients/connection.js'

/** `file`: one that a person chose, such as XiaoZhi's `mcp_config.json`. */
export const importPrograms = ['claude-desktop', 'cursor', 'vscode', 'file'] as const
export type ImportProgram = (typeof importPrograms)[number]

/**
 * Why a server stays where it is: it is Gatehouse itself; its client asks a person for a value, or fills in a folder or
 * a file that only it knows; it is of no kind we know; or it has a key, and this system offers no credential store.
 */
export type ImportObstacle = 'gatehouse' | 'input' | 'client-value' | 'unknown' | 'no-keychain'

export interface ImportEntry {
  readonly name: string
  /** Its command line or address, without keys. */
  readonly shows: string
  /** Secrets that move to the system's store. */
  readonly keys: number
  readonly stays?: ImportObstacle
}

/** A configuration file with MCP servers in it. */
export interface ImportSource {
  readonly program: ImportProgram
  readonly file: string
  readonly entries: readonly ImportEntry[]
  readonly problem?: ConfigProblem
  /** What was moved before, and can be undone unless the file `changed` since. */
  readonly imported?: {
    readonly at: string
    readonly services: number
    readonly backup?: string
    readonly changed?: true
  }
}

export interface ImportPreview {
  readonly file: string
  /** Keys are masked. */
  readonly lines: readonly DifferenceLine[]
  readonly expected: string
  /** Of Claude Desktop, which writes over its file while it runs. */
  readonly running: ProgramRunning
}
