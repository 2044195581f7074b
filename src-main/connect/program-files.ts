/**
 * Program files: where AI clients other than Claude Desktop keep their MCP servers, and the form of an entry there. Pure.
 *
 * They read the file again when it changes and keep nothing of it in memory, so it may be written while they run.
 */
import path from 'node:path'
import type { ProgramId } from '@shared/clients/connection.js'
import type { BridgeCommand } from './bridge-command.js'
import { configFolder, type UserEnvironment } from './claude-locations.js'

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

/** Absolute path, whether the file is there or not; undefined for a program without one that we write. */
export const fileOf = (program: ProgramId, home: Folders): string | undefined => places[program]?.(home)

const isVsCode = (program: ProgramId): boolean => program === 'vscode' || program === 'vscode-insiders'

/** What the program calls its servers, in the file. */
export const listNameOf = (program: ProgramId): string => (isVsCode(program) ? 'servers' : 'mcpServers')

export type ConfigEntry = BridgeCommand & { readonly type?: 'stdio' }

/** Our entry as the program wants it. */
export const entryFor = (program: ProgramId, bridge: BridgeCommand): ConfigEntry =>
  isVsCode(program) ? { type: 'stdio', ...bridge } : bridge
