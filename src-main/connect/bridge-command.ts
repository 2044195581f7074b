/**
 * Bridge command: the command that an AI client runs to connect to this program, and the command that starts this
 * program.
 *
 * It needs no environment variable, since clients pass hardly any and block some, and holds no value of one login: the
 * bridge finds the display when it runs. Absolute paths only: clients use another working folder.
 */
import path from 'node:path'
import { type LaunchFile, screenVariables } from '@contract/local/launch-file.js'

export interface ProgramFacts {
  /** Path of the running executable. */
  readonly executable: string
  /** Plain Node, which runs the bridge. */
  readonly node: string
  /** Folder of the programs that plain Node can read. */
  readonly programs: string
  readonly profile: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Installed, and started by its executable alone. */
  readonly isPackaged: boolean
}

/** An entry of `mcpServers`. */
export interface BridgeCommand {
  readonly command: string
  readonly args: readonly string[]
}

/** The bridge's option for the name of a key. */
export const clientOption = '--client'

/** The name of our entry in lists of servers. */
export const entryName = 'gatehouse'

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

export interface BridgeFiles {
  readonly node: string
  readonly bridge: string
}

/** The bridge as built. */
export const builtBridge = ({ node, programs }: ProgramFacts): BridgeFiles => ({
  node,
  bridge: path.join(programs, 'stdio-bridge.cjs'),
})

/** The paths from which clients start the bridge; those of an AppImage are copies in the profile. */
export function bridgeFilesOf(facts: ProgramFacts): BridgeFiles {
  if (appImageOf(facts) === undefined) return builtBridge(facts)
  const folder = path.join(facts.profile, 'bridge')
  return { node: path.join(folder, 'node'), bridge: path.join(folder, 'stdio-bridge.cjs') }
}

/**
 * @param keyName of the client's key; without one the bridge uses the shared key
 * @param gateway on another computer, by the name of its file
 */
export function bridgeCommand(facts: ProgramFacts, keyName?: string, gateway?: string): BridgeCommand {
  const { node, bridge } = bridgeFilesOf(facts)
  const client = keyName === undefined ? [] : [clientOption, keyName]
  return {
    command: node,
    args: [bridge, '--profile', facts.profile, ...client, ...(gateway === undefined ? [] : ['--gateway', gateway])],
  }
}

/** How a bridge in another folder starts this program. In a checkout the start script does it. */
export function launchOf(facts: ProgramFacts): LaunchFile {
  const env = screenOf(facts.env)
  if (facts.isPackaged) return { command: [appImageOf(facts) ?? facts.executable], env }
  return { command: [facts.node, path.join(facts.programs, '..', 'scripts', 'start.mjs')], env }
}
