/**
 * Program files: the configuration files of AI clients other than Claude Desktop, and the format of an entry. Pure.
 *
 * These clients read the file when they start or when it changes, so it may be written while they run.
 */
import path from 'node:path'
import { keyPlaceholder, type ProgramId } from '@shared/clients/connection.js'
import { type BridgeCommand, entryName } from './bridge-command.js'
import { configFolder, type UserEnvironment } from './claude-locations.js'
import { type ClientFormat, strictFormat } from './client-format.js'

const joined = ({ platform }: UserEnvironment, ...parts: string[]): string =>
  (platform === 'win32' ? path.win32 : path.posix).join(...parts)

const inHome =
  (...parts: string[]) =>
  (home: UserEnvironment): string =>
    joined(home, home.folder, ...parts)

const inConfig =
  (...parts: string[]) =>
  (home: UserEnvironment): string =>
    joined(home, configFolder(home), ...parts)

/** Under `.config` on every system, also Windows. It reads both files; a new one is `.jsonc`, as its own command makes it. */
function openCodeFile(home: UserEnvironment): string {
  const { XDG_CONFIG_HOME: config } = home.env
  const folder = joined(home, config?.startsWith('/') ? config : joined(home, home.folder, '.config'), 'opencode')
  const [file = 'opencode.jsonc'] = home.list(folder).filter((name) => name === 'opencode.json')
  return joined(home, folder, file)
}

/** What is known about a client that lists its servers in a file. */
interface FileProgram {
  readonly file: (home: UserEnvironment) => string
  readonly format: ClientFormat
  /** Our entry; default: the command line. */
  readonly entry?: (bridge: BridgeCommand, name: string) => object
  /** Our entry over HTTP; default: `url` and `headers`. */
  readonly http?: (url: string) => object
}

const tolerant = { ...strictFormat, comments: true, trailingCommas: true }
const headers = { Authorization: `Bearer ${keyPlaceholder}` }

const vsCode: Omit<FileProgram, 'file'> = {
  format: { ...tolerant, list: ['servers'] },
  entry: (bridge) => ({ type: 'stdio', ...bridge }),
  http: (url) => ({ type: 'http', url, headers }),
}

/**
 * Cursor, VS Code and opencode parse JSON with comments; Gemini CLI and Qwen Code remove comments and then parse
 * strictly. For the others nothing but JSON is documented.
 */
const filePrograms: Readonly<Partial<Record<ProgramId, FileProgram>>> = {
  codex: {
    file: inHome('.codex', 'config.toml'),
    format: { ...strictFormat, syntax: 'toml', list: ['mcp_servers'] },
    // Its default is ten seconds; after that it works without the tools.
    entry: ({ command, args }) => ({ command, args, startup_timeout_sec: 60 }),
    http: (url) => ({ url, http_headers: headers }),
  },
  cursor: { file: inHome('.cursor', 'mcp.json'), format: tolerant },
  vscode: { file: inConfig('Code', 'User', 'mcp.json'), ...vsCode },
  'vscode-insiders': { file: inConfig('Code - Insiders', 'User', 'mcp.json'), ...vsCode },
  'lm-studio': { file: inHome('.lmstudio', 'mcp.json'), format: strictFormat },
  windsurf: {
    file: inHome('.codeium', 'windsurf', 'mcp_config.json'),
    format: strictFormat,
    http: (serverUrl) => ({ serverUrl, headers }),
  },
  antigravity: {
    file: inHome('.gemini', 'config', 'mcp_config.json'),
    format: strictFormat,
    http: (serverUrl) => ({ serverUrl, headers }),
  },
  'gemini-cli': {
    file: inHome('.gemini', 'settings.json'),
    format: { ...strictFormat, comments: true },
    http: (httpUrl) => ({ httpUrl, headers }),
  },
  'qwen-code': {
    file: inHome('.qwen', 'settings.json'),
    format: { ...strictFormat, comments: true },
    http: (httpUrl) => ({ httpUrl, headers }),
  },
  opencode: {
    file: openCodeFile,
    format: { ...tolerant, list: ['mcp'], needs: { $schema: 'https://opencode.ai/config.json' } },
    entry: ({ command, args }) => ({ type: 'local', command: [command, ...args] }),
    http: (url) => ({ type: 'remote', url, headers }),
  },
  copilot: {
    file: inHome('.copilot', 'mcp-config.json'),
    format: strictFormat,
    entry: ({ command, args }) => ({ type: 'local', command, args, tools: ['*'] }),
    http: (url) => ({ type: 'http', url, headers, tools: ['*'] }),
  },
  cline: {
    file: inHome('.cline', 'data', 'settings', 'cline_mcp_settings.json'),
    format: strictFormat,
    http: (url) => ({ type: 'streamableHttp', url, headers }),
  },
  continue: {
    file: inHome('.continue', 'config.yaml'),
    format: {
      ...strictFormat,
      syntax: 'yaml',
      named: true,
      needs: { name: 'Local assistant', version: '1.0.0', schema: 'v1' },
    },
    entry: ({ command, args }, name) => ({ name, command, args }),
    http: (url) => ({ name: entryName, type: 'streamable-http', url, requestOptions: { headers } }),
  },
}

/** Absolute path, whether the file exists or not; undefined for a program whose file we do not write. */
export const fileOf = (program: ProgramId, home: UserEnvironment): string | undefined =>
  filePrograms[program]?.file(home)

/** How the program lists and parses its servers. */
export const formatOf = (program: ProgramId): ClientFormat => filePrograms[program]?.format ?? strictFormat

/** Programs that are known to reject a byte-order mark; of the others nothing is known. */
export const rejectsMark = (program: ProgramId): boolean =>
  program === 'claude-desktop' || program === 'windsurf' || program === 'gemini-cli'

/** Our entry in the format of the program. */
export const entryFor = (program: ProgramId, bridge: BridgeCommand, name = entryName): object =>
  filePrograms[program]?.entry?.(bridge, name) ?? bridge

/** Our entry over HTTP, with the place of the key. */
export const httpEntryFor = (program: ProgramId, url: string): object =>
  filePrograms[program]?.http?.(url) ?? { url, headers }
