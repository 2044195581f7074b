/** Client configuration: what an MCP client must run to reach this program, with absolute paths only. */
import path from 'node:path'

export interface ConfigurationFacts {
  /** Path of the running executable. */
  readonly executable: string
  /** Folder of the built programs. */
  readonly dist: string
  readonly profile: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** What a program with windows needs to find the screen; AI clients hand on hardly anything of their environment. */
const screenVariables = ['DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'XDG_RUNTIME_DIR', 'DBUS_SESSION_BUS_ADDRESS']

/** The `mcpServers` entry, pretty-printed. The executable runs the bridge as plain Node, which needs no display. */
export function clientConfiguration({ executable, dist, profile, env }: ConfigurationFacts): string {
  const screen = Object.fromEntries(screenVariables.flatMap((name) => (env[name] ? [[name, env[name]]] : [])))
  const gatehouse = {
    command: executable,
    args: [path.join(dist, 'stdio-bridge.cjs'), '--profile', profile],
    env: { ELECTRON_RUN_AS_NODE: '1', ...screen },
  }
  return JSON.stringify({ mcpServers: { gatehouse } }, null, 2)
}
