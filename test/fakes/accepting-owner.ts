/** Accepting owner: accepts every action of a server at once, for tests of something else. */
import type { Gateway } from '../../src-main/gateway/gateway.js'

export function acceptEverything({ registry, trust }: Gateway): void {
  registry.onDidChangeServer(({ server }) => {
    if (server.quarantined?.length) trust.acceptAll(server.id, 'owner')
  })
}
