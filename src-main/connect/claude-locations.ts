/**
 * Claude locations: where Claude Desktop stores its configuration on this system, and where it is installed.
 *
 * Claude from the Microsoft Store (MSIX) has a redirected folder of its own, and there may be several.
 */
import path from 'node:path'

export interface UserEnvironment {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  /** The user's home folder. */
  readonly folder: string
  /** Names in a folder; empty when it does not exist. */
  readonly list: (folder: string) => readonly string[]
}

export interface ClaudeLocation {
  readonly kind: 'usual' | 'msix'
  /** Absolute path of the configuration file, whether it exists or not. */
  readonly path: string
  /** Claude's folder exists, so it was started before. */
  readonly claudeIsThere: boolean
}

const fileName = 'claude_desktop_config.json'
const storePackage = /^Claude_[a-z0-9]+$/iu

/** Every location a Claude of this user reads, at least one; those with a Claude first. */
export function claudeLocations(home: UserEnvironment): readonly ClaudeLocation[] {
  const { platform, list } = home
  const { join, dirname, basename } = platform === 'win32' ? path.win32 : path.posix
  const usual = join(configFolder(home), 'Claude')
  const there = list(dirname(usual)).includes(basename(usual))
  const places: ClaudeLocation[] = [{ kind: 'usual', path: join(usual, fileName), claudeIsThere: there }]
  if (platform === 'win32') {
    const packages = join(home.env.LOCALAPPDATA || join(home.folder, 'AppData', 'Local'), 'Packages')
    const stores = list(packages).filter((name) => storePackage.test(name))
    for (const name of [...stores].sort()) {
      const file = join(packages, name, 'LocalCache', 'Roaming', 'Claude', fileName)
      places.push({ kind: 'msix', path: file, claudeIsThere: true })
    }
  }
  const inUse = places.filter(({ claudeIsThere }) => claudeIsThere)
  return inUse.length > 0 ? inUse : places
}

/** Folder in which programs of this user store their configuration; a relative variable is ignored. */
export function configFolder({ platform, env, folder }: Pick<UserEnvironment, 'platform' | 'env' | 'folder'>): string {
  if (platform === 'win32') return env.APPDATA || path.win32.join(folder, 'AppData', 'Roaming')
  if (platform === 'darwin') return path.posix.join(folder, 'Library', 'Application Support')
  return env.XDG_CONFIG_HOME?.startsWith('/') ? env.XDG_CONFIG_HOME : path.posix.join(folder, '.config')
}
