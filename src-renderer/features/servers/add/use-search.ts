/** Search: what is found on this computer and in the network, refreshed while the screen is open. */

import type { FoundServers } from '@shared/servers/java-server.js'
import { useEffect, useState } from 'react'
import { attempt } from '../../../bridge.js'

const refreshMs = 3_000

const nothingYet: FoundServers = { searching: true, here: [], network: [] }

export const useSearch = (): FoundServers => {
  const [found, setFound] = useState(nothingYet)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let left = false
    const look = async () => {
      const result = await attempt('java:search')
      if (left) return
      setFound(result.ok ? result.value : { ...nothingYet, searching: false })
      timer = setTimeout(() => void look(), refreshMs)
    }
    void look()
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [])
  return found
}
