/** Connection: how AI clients connect, which are connected, and why one cannot. */
import type { JsonObject } from '@contract/call.js'
import { keyNameFrom } from '@contract/local/client-key.js'

/** Programs that we know the way into; `other` is any that speaks MCP. */
export const programIds = [
  'claude-desktop',
  'claude-code',
  'cursor',
  'vscode',
  'vscode-insiders',
  'lm-studio',
  'windsurf',
  'gemini-cli',
  'other',
] as const
export type ProgramId = (typeof programIds)[number]

/** What the makers call them; a name is the same in every language. */
export const programNames: Readonly<Record<Exclude<ProgramId, 'other'>, string>> = {
  'claude-desktop': 'Claude Desktop',
  'claude-code': 'Claude Code',
  cursor: 'Cursor',
  vscode: 'VS Code',
  'vscode-insiders': 'VS Code Insiders',
  'lm-studio': 'LM Studio',
  windsurf: 'Windsurf',
  'gemini-cli': 'Gemini CLI',
}

/** What stands in a recipe where the key goes: a key is shown once, when it is made. */
export const keyPlaceholder = 'YOUR-KEY'

/** Something to copy, and where it goes. */
export interface Recipe {
  /** `http` needs a key, which goes where `keyPlace` stands in the text. */
  readonly over: 'bridge' | 'http'
  readonly into: 'terminal' | 'file'
  readonly text: string
  /** Absolute path of the file that it goes into. */
  readonly file?: string
}

/** Why a configuration is left alone. `line` and `column` count from 1. */
export type ConfigProblem =
  | { readonly kind: 'broken'; readonly line: number; readonly column: number }
  | { readonly kind: 'not-object' | 'not-servers' | 'not-text' | 'unclear' | 'too-large' | 'unreadable' }

/** A configuration file of an AI client, as it is now. */
export interface ConfigFile {
  readonly path: string
  /** `msix`: of the Claude that came from the Windows store. */
  readonly kind: 'usual' | 'msix'
  /** Of Claude Desktop: it has a folder there. */
  readonly claudeIsThere: boolean
  readonly state:
    | { readonly kind: 'missing' | 'without' | 'ours' }
    /** Our entry is there and works, without the key of this program. */
    | { readonly kind: 'keyless' }
    /** Our entry is there and names another program, bridge or profile. */
    | { readonly kind: 'elsewhere'; readonly command: string; readonly profile?: string }
    | { readonly kind: 'refused'; readonly problem: ConfigProblem }
  /** What we wrote can be taken back, unless it was `changed` by somebody since. */
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

/** What would be written, to be seen before. */
export interface ConfigPreview {
  readonly path: string
  /** Only what changes, with some lines around it. */
  readonly lines: readonly DifferenceLine[]
  /** SHA-256 of the file as it was looked at; `none` when there was none. */
  readonly expected: string
  readonly running: ProgramRunning
}

/** Everything a person needs to connect one program. */
export interface Guide {
  readonly program: ProgramId
  readonly recipes: readonly Recipe[]
  /** Of programs whose configuration Gatehouse can write. */
  readonly files?: readonly ConfigFile[]
  /** Of Claude Desktop alone, which writes over its file while it runs. */
  readonly running?: ProgramRunning
  /** The program has an install link. */
  readonly linked?: true
}

/** A program that is or was connected. */
export interface ConnectedClient {
  /** Of its key, or `bridge`. */
  readonly clientId: string
  /** What it calls itself; absent for what only has a key. */
  readonly says?: string
  readonly connected: boolean
  /** ISO 8601. */
  readonly lastSeenAt: string
}

/**
 * The name of the key that the bridge brings for a program. One that we do not know never gets the key of one that we know.
 *
 * @param name of one that we do not know, as its owner calls it
 */
export function keyNameOf(program: ProgramId, name = ''): string {
  if (program !== 'other') return program
  const keyName = keyNameFrom(name)
  return programOfKey(keyName) === 'other' ? keyName : `${keyName}-program`
}

/** Which program has this key; `other` for one that we do not know. */
export const programOfKey = (keyName: string): ProgramId =>
  programIds.find((program) => program !== 'other' && program === keyName) ?? 'other'

/** Which program this is, by what it calls itself: a claim like any other, good enough to find the right page. */
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
]

/** Why somebody was not let in. */
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
  /** The Host or Origin that came; cleaned, and never a key. */
  readonly from?: string
  /** Whom the key names; it proves nothing. */
  readonly clientId?: string
}

/** One reason why a client cannot connect. */
export interface ConnectionFinding {
  readonly kind: FindingKind
  /** `cause`: it cannot work like this. `hint`: it may have to do with it. */
  readonly weight: 'cause' | 'hint'
  /** ISO 8601: when it was last so. */
  readonly at?: string
  readonly times?: number
  /** What the sentence needs: paths, names. */
  readonly details?: JsonObject
  readonly act?: FindingAct
}

export const findingKinds = [
  'config-missing',
  'config-elsewhere',
  'config-refused',
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

/** What can be done about it from here. */
export type FindingAct = 'connect' | 'repair-key' | 'repair-endpoint' | 'edit-rights' | 'give-key' | 'choose-port'

/** Where HTTP clients come to, and whether it is where the owner wanted it. */
export interface HttpEndpointState {
  /** `http://127.0.0.1:PORT/mcp` */
  readonly address: string
  /** The port of the settings that another program had at the start. */
  readonly taken?: number
}
