/** An owner who accepts whatever servers offer, at once: for tests that are about something else. */
import type { Gateway } from '../../src-main/gateway/gateway.js'

export function acceptEverything({ registry, trust }: Gateway): void {
  registry.onDidChangeServer(({ server }) => {
    if (server.quarantined?.length) trust.acceptAll(server.id, 'owner')
  })
}
