/** Connection: how AI clients connect, which are connected, and why one cannot connect. */
import type { JsonObject } from '@contract/call.js'
import { keyNameFrom } from '@contract/local/client-key.js'
import type { OtherEncoding } from '../text/file-encoding.js'

/** Programs with a known setup; `other` is any other MCP client. */
export const programIds = [
  'claude-desktop',
  'claude-code',
  'codex',
  'cursor',
  'vscode',
  'vscode-insiders',
  'copilot',
  'gemini-cli',
  'antigravity',
  'qwen-code',
  'opencode',
  'cline',
  'continue',
  'lm-studio',
  'windsurf',
  'other',
] as const
export type ProgramId = (typeof programIds)[number]

/** Product names, which are the same in every language. */
export const programNames: Readonly<Record<Exclude<ProgramId, 'other'>, string>> = {
  'claude-desktop': 'Claude Desktop',
  'claude-code': 'Claude Code',
  codex: 'Codex',
  cursor: 'Cursor',
  vscode: 'VS Code',
  'vscode-insiders': 'VS Code Insiders',
  copilot: 'Copilot CLI',
  'gemini-cli': 'Gemini CLI',
  antigravity: 'Antigravity',
  'qwen-code': 'Qwen Code',
  opencode: 'opencode',
  cline: 'Cline',
  continue: 'Continue',
  'lm-studio': 'LM Studio',
  windsurf: 'Windsurf',
}

/** Placeholder for the key in a recipe: a key is only shown once, when it is created. */
export const keyPlaceholder = 'YOUR-KEY'

/** A text to copy, and its destination. */
export interface Recipe {
  /** `http` needs a key, which replaces `keyPlaceholder` in the text. */
  readonly over: 'bridge' | 'http'
  readonly into: 'terminal' | 'file'
  readonly text: string
  /** Absolute path of the file for the text. */
  readonly file?: string
}

/** Why a configuration is not changed. `line` and `column` start at 1. */
export type ConfigProblem =
  | { readonly kind: 'broken'; readonly line: number; readonly column: number }
  | { readonly kind: 'not-object' | 'not-servers' | 'not-text' | 'unclear' | 'too-large' | 'unreadable' | 'no-file' }
  /** No list of servers; `looked` names the members that were searched. */
  | { readonly kind: 'no-servers'; readonly looked: string }
  /** The configuration of a client whose `format` is not JSON. */
  | { readonly kind: 'other-format'; readonly format: 'TOML' | 'YAML' }

/** The current state of a configuration file of an AI client. */
export interface ConfigFile {
  readonly path: string
  /** `msix`: of the Claude from the Windows store. */
  readonly kind: 'usual' | 'msix'
  /** For Claude Desktop: whether its folder exists. */
  readonly claudeIsThere: boolean
  readonly state:
    | { readonly kind: 'missing' | 'without' | 'ours' }
    /** The entry is ours, and Gatehouse rewrote the file from an encoding that the client may not read. */
    | { readonly kind: 'repaired'; readonly encoding: OtherEncoding }
    /** The entry exists and works, but without the key of this program. */
    | { readonly kind: 'keyless' }
    /** The entry exists, but the client may not read a file in this encoding. */
    | { readonly kind: 'encoded'; readonly encoding: OtherEncoding }
    /** The entry exists, but names another program, bridge or profile. */
    | { readonly kind: 'elsewhere'; readonly command: string; readonly profile?: string }
    | { readonly kind: 'refused'; readonly problem: ConfigProblem }
  /** A written entry that can be reverted, unless the file was `changed` since. */
  readonly written?: { readonly at: string; readonly backup?: string; readonly changed?: true }
}

/** Whether a program runs; `unknown` counts as yes. `since` is ISO 8601. */
export type ProgramRunning =
  | { readonly kind: 'no' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'yes'; readonly since?: string }

export interface DifferenceLine {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

/** A preview of a change to a configuration file. */
export interface ConfigPreview {
  readonly path: string
  /** The changed lines, with some context. */
  readonly lines: readonly DifferenceLine[]
  /** The encoding of the file, if the change rewrites it as UTF-8 without a byte-order mark. */
  readonly encoding?: OtherEncoding
  /** SHA-256 of the file at the time of the preview; `none` when it did not exist. */
  readonly expected: string
  readonly running: ProgramRunning
}

/** The instructions to connect one program. */
export interface Guide {
  readonly program: ProgramId
  readonly recipes: readonly Recipe[]
  /** For programs whose configuration Gatehouse can write. */
  readonly files?: readonly ConfigFile[]
  /** Only for Claude Desktop, which overwrites its file while it runs. */
  readonly running?: ProgramRunning
  /** The program has an install link. */
  readonly linked?: true
}

/** A program that is or was connected. */
export interface ConnectedClient {
  /** Id of its key, or `bridge`. */
  readonly clientId: string
  /** The name that it declares; absent when only the key is known. */
  readonly says?: string
  readonly connected: boolean
  /** ISO 8601. */
  readonly lastSeenAt: string
}

/**
 * The name of the key that the bridge uses for a program. An unknown program never gets the key of a known one.
 *
 * @param name name of an unknown program, given by its owner
 */
export function keyNameOf(program: ProgramId, name = ''): string {
  if (program !== 'other') return program
  const keyName = keyNameFrom(name)
  return programOfKey(keyName) === 'other' ? keyName : `${keyName}-program`
}

/** The program that has this key; `other` for an unknown one. */
export const programOfKey = (keyName: string): ProgramId =>
  programIds.find((program) => program !== 'other' && program === keyName) ?? 'other'

/** The program by the name that it declares: untrusted, but sufficient to select a help page. */
export const programOf = (says: string): ProgramId => patterns.find(([pattern]) => pattern.test(says))?.[1] ?? 'other'

const patterns: readonly (readonly [RegExp, ProgramId])[] = [
  [/claude[\s-]*code/iu, 'claude-code'],
  [/^(?:claude|claude[\s-]*(?:ai|desktop))\b/iu, 'claude-desktop'],
  [/cursor/iu, 'cursor'],
  [/windsurf|codeium/iu, 'windsurf'],
  [/visual studio code - insiders|vs ?code insiders/iu, 'vscode-insiders'],
  [/visual studio code|vs ?code/iu, 'vscode'],
  [/lm[\s-]?studio/iu, 'lm-studio'],
  [/gemini/iu, 'gemini-cli'],
  [/codex/iu, 'codex'],
  [/copilot/iu, 'copilot'],
  [/antigravity/iu, 'antigravity'],
  [/qwen/iu, 'qwen-code'],
  [/opencode/iu, 'opencode'],
  [/^cline\b/iu, 'cline'],
  [/^continue\b/iu, 'continue'],
]

/** Why a connection was rejected. */
export type RejectionReason =
  | 'no-key'
  | 'wrong-key'
  | 'revoked'
  | 'expired'
  | 'locked-out'
  | 'foreign-host'
  | 'foreign-origin'
  | 'key-in-address'

/** Rejected connections with the same reason. */
export interface RejectedConnection {
  readonly reason: RejectionReason
  readonly times: number
  /** ISO 8601. */
  readonly lastAt: string
  /** The received Host or Origin; cleaned, and never a key. */
  readonly from?: string
  /** The client that the key names; not verified. */
  readonly clientId?: string
}

/** One reason why a client cannot connect. */
export interface ConnectionFinding {
  readonly kind: FindingKind
  /** `cause`: prevents the connection. `hint`: may be related. */
  readonly weight: 'cause' | 'hint'
  /** ISO 8601: when it was last observed. */
  readonly at?: string
  readonly times?: number
  /** Values for the sentence: paths, names. */
  readonly details?: JsonObject
  readonly act?: FindingAct
}

export const findingKinds = [
  'config-missing',
  'config-elsewhere',
  'config-refused',
  'config-encoding',
  'bridge-missing',
  'key-missing',
  'without-key',
  'endpoint-missing',
  'endpoint-stale',
  'not-restarted',
  'not-running',
  'never-seen',
  'panic',
  'may-do-nothing',
  'revoked',
  'expired',
  'never-used',
  'wrong-key',
  'no-key',
  'locked-out',
  'foreign-host',
  'foreign-origin',
  'key-in-address',
  'port-taken',
] as const
export type FindingKind = (typeof findingKinds)[number]

/** The fix that the window offers. */
export type FindingAct =
  | 'connect'
  | 'repair-file'
  | 'repair-key'
  | 'repair-endpoint'
  | 'edit-rights'
  | 'give-key'
  | 'choose-port'

/** The address for HTTP clients, and whether it is the configured one. */
export interface HttpEndpointState {
  /** `http://127.0.0.1:PORT/mcp` */
  readonly address: string
  /** The configured port, if another program was using it at the start. */
  readonly taken?: number
}
