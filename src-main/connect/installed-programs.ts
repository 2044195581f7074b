/**
 * Installed programs: the AI clients that this user has, by the folders and the commands that they leave. Pure.
 *
 * It only sorts a list: a client that is not found can be connected all the same.
 */
import path from 'node:path'
import { type ProgramId, programIds } from '@shared/clients/connection.js'
import { claudeLocations, configFolder, type UserEnvironment } from './claude-locations.js'

interface Traces {
  /** Paths in the home folder. */
  readonly home?: readonly string[]
  /** Paths in the folder for configurations. */
  readonly config?: readonly string[]
  readonly commands?: readonly string[]
}

const traces: Readonly<Partial<Record<ProgramId, Traces>>> = {
  'claude-code': { home: ['.claude.json', '.claude'], commands: ['claude'] },
  codex: { home: ['.codex'], commands: ['codex'] },
  cursor: { home: ['.cursor'], commands: ['cursor'] },
  vscode: { config: ['Code'], commands: ['code'] },
  'vscode-insiders': { config: ['Code - Insiders'], commands: ['code-insiders'] },
  copilot: { home: ['.copilot'], commands: ['copilot'] },
  'gemini-cli': { home: ['.gemini/settings.json'], commands: ['gemini'] },
  antigravity: { home: ['.gemini/antigravity', '.gemini/config'], commands: ['antigravity', 'agy'] },
  'qwen-code': { home: ['.qwen'], commands: ['qwen'] },
  opencode: { home: ['.config/opencode'], commands: ['opencode'] },
  cline: { home: ['.cline'], commands: ['cline'] },
  continue: { home: ['.continue'], commands: ['cn'] },
  'lm-studio': { home: ['.lmstudio'], commands: ['lms'] },
  windsurf: { home: ['.codeium/windsurf'], commands: ['windsurf'] },
}

/** In the order of the list of programs. */
export function installedPrograms(home: UserEnvironment): readonly ProgramId[] {
  const { join, delimiter, dirname, basename } = home.platform === 'win32' ? path.win32 : path.posix
  const isThere = (file: string) => home.list(dirname(file)).includes(basename(file))
  const onPath = new Set((home.env.PATH ?? '').split(delimiter).flatMap((folder) => (folder ? home.list(folder) : [])))
  const endings = home.platform === 'win32' ? ['.exe', '.cmd'] : ['']
  return programIds.filter((program) => {
    if (program === 'claude-desktop') return claudeLocations(home).some(({ claudeIsThere }) => claudeIsThere)
    const { home: inHome = [], config = [], commands = [] } = traces[program] ?? {}
    return (
      inHome.some((name) => isThere(join(home.folder, name))) ||
      config.some((name) => isThere(join(configFolder(home), name))) ||
      commands.some((name) => endings.some((ending) => onPath.has(`${name}${ending}`)))
    )
  })
}
