/** Client configuration: what an MCP client must run to reach this program, with absolute paths only. */
import path from 'node:path'

export interface ConfigurationFacts {
  /** Path of the running executable. */
  readonly executable: string
  /** Folder of the built programs. */
  readonly dist: string
  readonly profile: string
}

/** The `mcpServers` entry, pretty-printed. The executable runs the bridge as plain Node, which needs no display. */
export function clientConfiguration({ executable, dist, profile }: ConfigurationFacts): string {
  const gatehouse = {
    command: executable,
    args: [path.join(dist, 'stdio-bridge.cjs'), '--profile', profile],
    env: { ELECTRON_RUN_AS_NODE: '1' },
  }
  return JSON.stringify({ mcpServers: { gatehouse } }, null, 2)
}
