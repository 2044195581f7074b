/** Use state since: since when a server is in the state it is in, from the history of its connection. */

import type { Server } from '@shared/servers/server.js'
import type { ConnectionEvent } from '@shared/servers/server-care.js'
import { useEffect, useState } from 'react'
import { attempt } from '../../bridge.js'

/**
 * The first of the moments that say the same as the newest; undefined when Gatehouse only found the server in that
 * state, as after its own start.
 *
 * @param moments newest first
 */
export const sinceOf = (moments: readonly ConnectionEvent[], state: Server['state']): string | undefined => {
  const end = moments.findIndex(({ kind }) => kind !== state)
  return end > 0 && moments[end]?.kind !== 'began' ? moments[end - 1]?.at : undefined
}

/** ISO 8601. */
export const useStateSince = ({ id, state, strain }: Pick<Server, 'id' | 'state' | 'strain'>): string | undefined => {
  const [since, setSince] = useState<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another strain is another moment.
  useEffect(() => {
    let left = false
    setSince(undefined)
    if (state === 'offline' || state === 'degraded') {
      void attempt('servers:history', { id }).then((moments) => {
        if (!left && moments.ok) setSince(sinceOf(moments.value, state))
      })
    }
    return () => {
      left = true
    }
  }, [id, state, strain])
  return since
}
