/**
 * Bridge command: the command that an AI client runs to connect to this program, and the command that starts this
 * program.
 *
 * Absolute paths only: AI clients use another working folder and pass hardly any environment.
 */
import path from 'node:path'
import type { LaunchFile } from '@contract/local/launch-file.js'

export interface ProgramFacts {
  /** Path of the running executable. */
  readonly executable: string
  /** Folder of the built programs. */
  readonly dist: string
  readonly profile: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Installed, and started by its executable alone. */
  readonly isPackaged: boolean
}

/** An entry of `mcpServers`. The executable runs the bridge as plain Node, without a display. */
export interface BridgeCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** The bridge's option for the name of a key. */
export const clientOption = '--client'

/** The name of our entry in lists of servers. */
export const entryName = 'gatehouse'

/** Variables that a program with windows needs to find the display. */
const screenVariables = ['DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'XDG_RUNTIME_DIR', 'DBUS_SESSION_BUS_ADDRESS']

/** Placeholder that Chromium sets when the user has no session bus; it is not a usable address. */
const noBus = 'disabled:'

const screenOf = (env: ProgramFacts['env']): Record<string, string> =>
  Object.fromEntries(
    screenVariables.flatMap((name) => {
      const value = env[name]
      return value && value !== noBus ? [[name, value]] : []
    }),
  )

/** Path of the AppImage: the running executable is in a mount point that changes at each start. */
const appImageOf = ({ env }: ProgramFacts): string | undefined => env.APPIMAGE || undefined

const asNode = { ELECTRON_RUN_AS_NODE: '1' }

/** Path from which clients start the bridge. */
export const bridgeFileOf = (facts: ProgramFacts): string =>
  appImageOf(facts) === undefined
    ? path.join(facts.dist, 'stdio-bridge.cjs')
    : path.join(facts.profile, 'stdio-bridge.cjs')

/** @param keyName of the client's key; without one the bridge uses the shared key */
export const bridgeCommand = (facts: ProgramFacts, keyName?: string): BridgeCommand => ({
  command: appImageOf(facts) ?? facts.executable,
  args: [bridgeFileOf(facts), '--profile', facts.profile, ...(keyName === undefined ? [] : [clientOption, keyName])],
  env: { ...asNode, ...screenOf(facts.env) },
})

/** How a bridge in another folder starts this program. In a checkout the start script does it. */
export function launchOf(facts: ProgramFacts): LaunchFile {
  const screen = screenOf(facts.env)
  if (facts.isPackaged) return { command: [appImageOf(facts) ?? facts.executable], env: screen }
  const script = path.join(facts.dist, '..', 'scripts', 'start.mjs')
  return { command: [facts.executable, script], env: { ...asNode, ...screen } }
}
