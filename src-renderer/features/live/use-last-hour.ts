/** Use last hour: the last hour of the shown servers, requested again as calls end and minutes pass. */

import type { LastHour } from '@shared/trail/live.js'
import { useEffect, useState } from 'react'
import { attempt } from '../../bridge.js'
import { useLive } from '../../state/live.js'

const everyMs = 10_000
/** Calls that end together cause one request. */
const settleMs = 400

/** @param servers ids; all when there are none. Undefined while loading, null when main has no data. */
export const useLastHour = (servers: ReadonlySet<string>): LastHour | null | undefined => {
  const [hour, setHour] = useState<LastHour | null>()
  const newest = useLive((state) => state.newestAboutCalls)
  const asked = [...servers].join('\n')

  useEffect(() => {
    let left = false
    const read = async () => {
      const found = await attempt('live:last-hour', asked === '' ? {} : { servers: asked.split('\n') })
      if (!left) setHour((before) => (found.ok ? found.value : (before ?? null)))
    }
    void read()
    const timer = setInterval(() => void read(), everyMs)
    return () => {
      left = true
      clearInterval(timer)
    }
  }, [asked])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new call is the reason to request again.
  useEffect(() => {
    let left = false
    const timer = setTimeout(() => {
      void attempt('live:last-hour', asked === '' ? {} : { servers: asked.split('\n') }).then((found) => {
        if (!left && found.ok) setHour(found.value)
      })
    }, settleMs)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [newest, asked])

  return hour
}
