/**
 * Build capability: one call that builds a whole plan. It ends when the build ended; the build does not end with it.
 *
 * See `build/build-job.ts`. Needs the files of the server and its console.
 */
import { randomUUID } from 'node:crypto'
import { GatewayError } from '@contract/gateway-error.js'
import { type JavaCapability, missingFilesOrConsole } from './java-capability.js'

const id = 'ext.java.build'

export const buildCapability: JavaCapability = {
  id,
  missingFeature: (abilities) =>
    abilities.snapshots && abilities.builds ? undefined : missingFilesOrConsole(abilities),
  async run({ given, signal, requestId = randomUUID(), caller }, abilities) {
    const { builds, snapshots, sight } = abilities
    if (!builds || !snapshots) throw new GatewayError('PROTOCOL.CAPABILITY_NOT_FOUND')
    return builds.build({
      requestId,
      caller: caller ?? { id: 'gatehouse', name: 'Gatehouse' },
      given,
      groupId: snapshots.taken.begin(requestId),
      draw: () =>
        sight?.preview(given, 0, abilities, signal).then(
          ({ picture }) => picture,
          () => undefined,
        ) ?? Promise.resolve(undefined),
    })
  },
}
