/**
 * Program files: the configuration files of AI clients other than Claude Desktop, and the format of an entry. Pure.
 *
 * These clients reload the file when it changes, so it may be written while they run.
 */
import path from 'node:path'
import type { ProgramId } from '@shared/clients/connection.js'
import type { BridgeCommand } from './bridge-command.js'
import { configFolder, type UserEnvironment } from './claude-locations.js'
import { type ClientFormat, strictFormat } from './client-format.js'

type Folders = Pick<UserEnvironment, 'platform' | 'env' | 'folder'>

const joined = ({ platform }: Folders, ...parts: string[]): string =>
  (platform === 'win32' ? path.win32 : path.posix).join(...parts)

const inHome =
  (...parts: string[]) =>
  (home: Folders): string =>
    joined(home, home.folder, ...parts)

const inConfig =
  (...parts: string[]) =>
  (home: Folders): string =>
    joined(home, configFolder(home), ...parts)

const places: Readonly<Partial<Record<ProgramId, (home: Folders) => string>>> = {
  cursor: inHome('.cursor', 'mcp.json'),
  vscode: inConfig('Code', 'User', 'mcp.json'),
  'vscode-insiders': inConfig('Code - Insiders', 'User', 'mcp.json'),
  'lm-studio': inHome('.lmstudio', 'mcp.json'),
  windsurf: inHome('.codeium', 'windsurf', 'mcp_config.json'),
  'gemini-cli': inHome('.gemini', 'settings.json'),
}

/** Absolute path, whether the file exists or not; undefined for a program whose file we do not write. */
export const fileOf = (program: ProgramId, home: Folders): string | undefined => places[program]?.(home)

const isVsCode = (program: ProgramId): boolean => program === 'vscode' || program === 'vscode-insiders'

const tolerant = { comments: true, trailingCommas: true }

/**
 * How the program lists and parses its servers. Cursor and VS Code parse JSON with comments; Gemini CLI removes comments
 * and then parses strictly. For the others nothing but JSON is documented.
 */
export function formatOf(program: ProgramId): ClientFormat {
  if (isVsCode(program)) return { list: ['servers'], ...tolerant }
  if (program === 'cursor') return { ...strictFormat, ...tolerant }
  return program === 'gemini-cli' ? { ...strictFormat, comments: true } : strictFormat
}

/** Programs that are known to reject a byte-order mark; of the others nothing is known. */
export const rejectsMark = (program: ProgramId): boolean =>
  program === 'claude-desktop' || program === 'windsurf' || program === 'gemini-cli'

export type ConfigEntry = BridgeCommand & { readonly type?: 'stdio' }

/** Our entry in the format of the program. */
export const entryFor = (program: ProgramId, bridge: BridgeCommand): ConfigEntry =>
  isVsCode(program) ? { type: 'stdio', ...bridge } : bridge
