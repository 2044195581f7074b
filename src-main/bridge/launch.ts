/**
 * Launch: starts the tray program, hidden, when a client starts first.
 *
 * Only our own program is started: clients may run this bridge in their own Electron, whose `execPath` is the client.
 * Several bridges may launch at once; the gateway allows one instance per profile.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, isAbsolute, join, relative } from 'node:path'
import type { LaunchFile } from '@contract/local/launch-file.js'
import { given } from './options.js'

/** The environment that decides how to start the program. */
export interface BridgeEnvironment {
  /** Folder of the bridge's file. */
  readonly folder: string
  readonly execPath: string
  readonly electron: boolean
  readonly env: Readonly<NodeJS.ProcessEnv>
  readonly exists: (path: string) => boolean
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
  electron: process.versions.electron !== undefined,
  env: process.env,
  exists: existsSync,
})

/**
 * How to start the program; a text when it cannot be started, `undefined` when no program is known or starting is
 * disabled.
 */
export const launchCommand = (profile: string, here: BridgeEnvironment): LaunchCommand | string | undefined => {
  const { env, execPath } = here
  if (env.GATEHOUSE_NO_LAUNCH === '1') return undefined
  const wanted = env.GATEHOUSE_LAUNCH
  if (wanted !== undefined && wanted !== '') {
    const [file, ...args] = argumentsIn(wanted)
    return file === undefined ? 'GATEHOUSE_LAUNCH is not a JSON array of strings' : { file, args, env }
  }
  const args = ['--hidden', '--profile', profile]
  const { ELECTRON_RUN_AS_NODE: _, ...asProgram } = env
  const program = given(env.GATEHOUSE_PROGRAM)
  if (program !== undefined) {
    return isAbsolute(program) ? { file: program, args, env: asProgram } : `${program} is not an absolute path`
  }
  if (here.electron && isOurProgram(here)) {
    return { file: execPath, args, env: asProgram }
  }
  const script = join(here.folder, '..', 'scripts', 'start.mjs')
  if (here.exists(script)) return { file: execPath, args: [script, ...args], env }
  if (here.remembered === undefined) return undefined
  const [file, ...first] = here.remembered.command
  return here.exists(file)
    ? { file, args: [...first, ...args], env: { ...asProgram, ...here.remembered.env } }
    : `${file} is no longer there`
}

/** Starts the program detached from this process. */
export const launchGateway = (profile: string, here: BridgeEnvironment): Launch => {
  const command = launchCommand(profile, here)
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

/** Whether our Electron is the packaged program that contains this bridge. */
const isOurProgram = ({ execPath, folder }: BridgeEnvironment): boolean => {
  const beside = dirname(execPath)
  const root = beside.endsWith(join('Contents', 'MacOS')) ? dirname(beside) : beside
  const inside = relative(root, folder)
  return inside !== '' && !inside.startsWith('..') && !isAbsolute(inside)
}

const argumentsIn = (json: string): readonly string[] => {
  try {
    const value: unknown = JSON.parse(json)
    return Array.isArray(value) && value.every((part) => typeof part === 'string') ? value : []
  } catch {
    return []
  }
}
