/** Service import: MCP servers in a client's configuration, and the changes of moving them behind Gatehouse. */
import type { ConfigProblem, DifferenceLine, ProgramRunning } from '../clients/connection.js'
import type { OtherEncoding } from '../text/file-encoding.js'

/** `file`: a file that a person chose, such as XiaoZhi's `mcp_config.json`. */
export const importPrograms = ['claude-desktop', 'cursor', 'vscode', 'file'] as const
export type ImportProgram = (typeof importPrograms)[number]

/**
 * Why a server cannot be moved: it is Gatehouse itself; its client asks a person for a value, or fills in a folder or a
 * file that only it knows; its kind is unknown; or it has a key, and the system has no credential store.
 */
export type ImportObstacle = 'gatehouse' | 'input' | 'client-value' | 'unknown' | 'no-keychain'

export interface ImportEntry {
  readonly name: string
  /** Its command line or address, without keys. */
  readonly shows: string
  /** Number of secrets that move to the credential store. */
  readonly keys: number
  readonly stays?: ImportObstacle
}

/** A configuration file with MCP servers. */
export interface ImportSource {
  readonly program: ImportProgram
  readonly file: string
  readonly entries: readonly ImportEntry[]
  readonly problem?: ConfigProblem
  /** An earlier import, which can be undone unless the file was `changed` since. */
  readonly imported?: {
    readonly at: string
    readonly services: number
    readonly backup?: string
    readonly changed?: true
  }
}

export interface ImportPreview {
  readonly file: string
  /** Changed lines; keys are masked. */
  readonly lines: readonly DifferenceLine[]
  /** As in `ConfigPreview`. */
  readonly encoding?: OtherEncoding
  readonly expected: string
  /** For Claude Desktop, which overwrites its file while it runs. */
  readonly running: ProgramRunning
}
