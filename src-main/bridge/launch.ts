/**
 * Launch: starts the tray program, hidden, when a client starts first.
 *
 * Only our own program is started: a client may run this bridge in its own Node, whose `execPath` is not ours.
 * Several bridges may launch at once; the gateway allows one instance per profile.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { parseJson } from '@contract/json/json-object.js'
import type { LaunchFile } from '@contract/local/launch-file.js'
import { type DesktopSystem, desktopEnvironment, desktopSystem, hasScreen } from './desktop-environment.js'
import { given } from './options.js'

/** The environment that decides how to start the program. */
export interface BridgeEnvironment {
  /** Folder of the bridge's file. */
  readonly folder: string
  readonly execPath: string
  readonly env: Readonly<NodeJS.ProcessEnv>
  readonly exists: (path: string) => boolean
  readonly system: DesktopSystem
  /** The launch command stored in the profile. */
  readonly remembered?: LaunchFile | undefined
}

export interface LaunchCommand {
  readonly file: string
  readonly args: readonly string[]
  readonly env: Readonly<NodeJS.ProcessEnv>
}

/** `ended` resolves with the reason when the program cannot start; until then it is pending. */
export type Launch =
  | { readonly started: true; readonly ended: Promise<string> }
  | { readonly started: false; readonly reason: string | undefined }

/** The environment of a bridge in this folder. */
export const cli = (folder: string, remembered?: LaunchFile): BridgeEnvironment => ({
  folder,
  remembered,
  execPath: process.execPath,
  env: process.env,
  exists: existsSync,
  system: desktopSystem(),
})

/**
 * How to start the program; a text when it cannot be started, `undefined` when no program is known or starting is
 * disabled.
 */
export const launchCommand = async (
  profile: string,
  here: BridgeEnvironment,
): Promise<LaunchCommand | string | undefined> => {
  const { env, remembered, system } = here
  if (env.GATEHOUSE_NO_LAUNCH === '1') return undefined
  const wanted = env.GATEHOUSE_LAUNCH
  if (wanted !== undefined && wanted !== '') {
    const [file, ...args] = argumentsIn(wanted)
    return file === undefined ? 'GATEHOUSE_LAUNCH is not a JSON array of strings' : { file, args, env }
  }
  const program = programToStart(here)
  if (program === undefined || typeof program === 'string') return program
  const [file, ...first] = program
  // A client's own Electron may run this bridge; our program is not to start as plain Node.
  const { ELECTRON_RUN_AS_NODE: _, ...asProgram } = env
  const found = await desktopEnvironment(asProgram, remembered?.env ?? {}, system)
  // The start script of a checkout also runs without one.
  const needsScreen = system.platform === 'linux' && first.length === 0
  if (needsScreen && !hasScreen(found)) return 'this user has no desktop session on this computer'
  return { file, args: [...first, '--hidden', '--profile', profile], env: found }
}

/** Program and first arguments; a text when the known program cannot be started. */
const programToStart = ({ folder, execPath, env, exists, remembered, system }: BridgeEnvironment) => {
  const chosen = given(env.GATEHOUSE_PROGRAM)
  if (chosen !== undefined) return isAbsolute(chosen) ? [chosen] : `${chosen} is not an absolute path`
  const script = join(folder, '..', 'scripts', 'start.mjs')
  if (exists(script)) return [execPath, script]
  const installed = installedProgram(folder, system.platform)
  if (installed !== undefined && exists(installed)) return [installed]
  if (remembered === undefined) return undefined
  return exists(remembered.command[0]) ? remembered.command : `${remembered.command[0]} is no longer there`
}

/** The program of an installation that has this folder, as `electron-builder.yml` arranges it. */
const installedProgram = (folder: string, platform: NodeJS.Platform): string | undefined => {
  const resources = dirname(folder)
  if (basename(folder) !== 'programs' || basename(resources).toLowerCase() !== 'resources') return undefined
  if (platform === 'darwin') return join(resources, '..', 'MacOS', 'Gatehouse')
  return join(resources, '..', platform === 'win32' ? 'Gatehouse.exe' : 'gatehouse')
}

/** Starts the program detached from this process. */
export const launchGateway = async (profile: string, here: BridgeEnvironment): Promise<Launch> => {
  const command = await launchCommand(profile, here)
  if (command === undefined || typeof command === 'string') return { started: false, reason: command }
  const child = spawn(command.file, command.args, {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
    env: command.env,
  })
  child.unref()
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code) => {
      // A second instance exits with zero when the first runs.
      if (code !== 0) resolve(`it ended with exit code ${code ?? 'unknown'}`)
    })
  })
  return { started: true, ended }
}

const argumentsIn = (json: string): readonly string[] => {
  const value = parseJson(json)
  return Array.isArray(value) && value.every((part) => typeof part === 'string') ? value : []
}
