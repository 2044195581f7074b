/**
 * Program: resolves a command to an absolute program once, and starts it without a shell.
 *
 * On Windows `npx` and `npm` are shell scripts. They are replaced by what they start: Node with their JavaScript file.
 */
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { serviceError } from '@contract/service-error.js'
import type { ProcessEnvironment } from './environment.js'

export interface Program {
  readonly file: string
  /** Inserted before the configured arguments. */
  readonly args: readonly string[]
}

export interface ProgramSources {
  readonly environment: ProcessEnvironment
  readonly cwd: string
  readonly platform?: NodeJS.Platform
  readonly isProgram?: (file: string) => boolean
}

/** @throws GatewayError 2001 when the program does not exist */
export function programOf(command: string, sources: ProgramSources): Program {
  const { environment, cwd, platform = process.platform, isProgram = isExecutable } = sources
  const windows = platform === 'win32'
  const places = windows ? path.win32 : path.posix
  const named = command.includes('/') || (windows && command.includes('\\'))
  const folders = named ? [''] : pathOf(environment).split(places.delimiter).filter(places.isAbsolute)
  const endings = windows && places.extname(command) === '' ? ['.exe', '.com', '.cmd', '.bat'] : ['']
  for (const folder of folders) {
    for (const ending of endings) {
      const file = places.resolve(cwd, folder, `${command}${ending}`)
      if (isProgram(file)) return windows ? onWindows(file, isProgram) : { file, args: [] }
    }
  }
  throw serviceError(2001, {
    message: `The program "${command}" was not found.`,
    suggestion: 'Install it, or enter its absolute path.',
  })
}

const pathOf = (environment: ProcessEnvironment): string =>
  Object.entries(environment).find(([name]) => name.toUpperCase() === 'PATH')?.[1] ?? ''

/** @throws GatewayError 2001 for other scripts: a shell would reinterpret the arguments */
function onWindows(file: string, isProgram: (file: string) => boolean): Program {
  const { dir, name, ext } = path.win32.parse(file)
  if (!['.cmd', '.bat'].includes(ext.toLowerCase())) return { file, args: [] }
  const script = path.win32.join(dir, 'node_modules', 'npm', 'bin', `${name.toLowerCase()}-cli.js`)
  const node = path.win32.join(dir, 'node.exe')
  if (['npx', 'npm'].includes(name.toLowerCase()) && isProgram(node) && existsSync(script)) {
    return { file: node, args: [script] }
  }
  throw serviceError(2001, {
    message: `"${file}" is a script for a shell.`,
    suggestion: 'Enter the program that it starts, for example node.exe with the path of its JavaScript file.',
  })
}

function isExecutable(file: string): boolean {
  try {
    if (!statSync(file).isFile()) return false
    if (process.platform !== 'win32') accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
