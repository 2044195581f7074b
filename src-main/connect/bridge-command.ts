/**
 * Bridge command: what an AI client must run to reach this program, and how this program is started again.
 *
 * Absolute paths only: AI clients have another working folder, and hardly anything of the environment.
 */
import path from 'node:path'
import type { LaunchFile } from '../contract/launch-file.js'

export interface ProgramFacts {
  /** Path of the running executable. */
  readonly executable: string
  /** Folder of the built programs. */
  readonly dist: string
  readonly profile: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** It is installed, and started by its executable alone. */
  readonly isPackaged: boolean
}

/** An entry of `mcpServers`. The executable runs the bridge as plain Node, which needs no display. */
export interface BridgeCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** The option of the bridge that names a key. */
export const clientOption = '--client'

/** The name of our entry wherever servers have names. */
export const entryName = 'gatehouse'

/** What a program with windows needs to find the screen. */
const screenVariables = ['DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'XDG_RUNTIME_DIR', 'DBUS_SESSION_BUS_ADDRESS']

/** Chromium sets the bus to this where the person has none, so that nothing waits for one; it says nothing to others. */
const noBus = 'disabled:'

const screenOf = (env: ProgramFacts['env']): Record<string, string> =>
  Object.fromEntries(
    screenVariables.flatMap((name) => {
      const value = env[name]
      return value && value !== noBus ? [[name, value]] : []
    }),
  )

/** Where an AppImage is: what runs lies in a place that is another at each start. */
const appImageOf = ({ env }: ProgramFacts): string | undefined => env.APPIMAGE || undefined

const asNode = { ELECTRON_RUN_AS_NODE: '1' }

/** Where the bridge lies for as long as clients may start it. */
export const bridgeFileOf = (facts: ProgramFacts): string =>
  appImageOf(facts) === undefined
    ? path.join(facts.dist, 'stdio-bridge.cjs')
    : path.join(facts.profile, 'stdio-bridge.cjs')

/** @param keyName of the client that it is for; without one it belongs to the group of programs without a key */
export const bridgeCommand = (facts: ProgramFacts, keyName?: string): BridgeCommand => ({
  command: appImageOf(facts) ?? facts.executable,
  args: [bridgeFileOf(facts), '--profile', facts.profile, ...(keyName === undefined ? [] : [clientOption, keyName])],
  env: { ...asNode, ...screenOf(facts.env) },
})

/** How a bridge that lies elsewhere starts this program. In a checkout the start script finds the way. */
export function launchOf(facts: ProgramFacts): LaunchFile {
  const screen = screenOf(facts.env)
  if (facts.isPackaged) return { command: [appImageOf(facts) ?? facts.executable], env: screen }
  const script = path.join(facts.dist, '..', 'scripts', 'start.mjs')
  return { command: [facts.executable, script], env: { ...asNode, ...screen } }
}
