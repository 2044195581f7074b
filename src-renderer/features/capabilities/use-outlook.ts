/** Use outlook: what happens when an AI client calls each capability, requested again whenever it may have changed. */

import type { CapabilityAccess } from '@shared/servers/server-care.js'
import { useEffect, useState } from 'react'
import { attempt } from '../../bridge.js'
import { clients, useStableServers } from '../../state/feeds.js'
import { usePreferences } from '../../state/preferences.js'
import { rules } from '../../state/rules.js'

/** By id of the capability; empty until it is known, and where it cannot be determined. */
export type AccessForecast = Readonly<Record<string, CapabilityAccess>>

const unknown: AccessForecast = {}

/** One request at a time: changes during a request cause one more request after it. */
const createLoader = (onForecast: (outlook: AccessForecast) => void) => {
  let state: 'idle' | 'asking' | 'asking-again' | 'ended' = 'idle'
  const load = async (): Promise<void> => {
    state = 'asking'
    const result = await attempt('capabilities:outlook')
    if (isOver()) return
    onForecast(result.ok ? result.value : unknown)
    if (isDue()) return load()
    state = 'idle'
  }
  const isOver = () => state === 'ended'
  const isDue = () => state === 'asking-again'
  return {
    again: () => {
      if (state === 'idle' || state === 'ended') void load()
      else state = 'asking-again'
    },
    end: () => {
      state = 'ended'
    },
  }
}

export const useOutlook = (): AccessForecast => {
  const [outlook, setOutlook] = useState(unknown)
  const [{ again, end }] = useState(() => createLoader(setOutlook))
  const known = useStableServers()
  const standing = rules.use((feed) => feed.value)
  const { bridge } = clients.use((feed) => feed.value)
  const settings = usePreferences((preferences) => preferences.settings)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the forecast depends on them
  useEffect(() => {
    again()
  }, [known, standing, bridge, settings])
  useEffect(() => end, [end])
  return outlook
}

/** Key of the short text in a list. */
export const shortOutlook = ({ effect, people = 1 }: CapabilityAccess): string => {
  if (effect === 'ask') return people > 1 ? 'outlook.short.people' : 'outlook.short.ask'
  return `outlook.short.${effect}`
}

/** Key of the text on the page, with the reason if a person caused it. */
export const fullOutlook = (access: CapabilityAccess): string => {
  const { effect, why, people = 1 } = access
  if (effect === 'deny') return `outlook.deny.${why === 'rule' || why === 'permission' ? why : 'role'}`
  if (effect === 'allow') return why === 'rule' ? 'outlook.allow.rule' : 'outlook.allow.harmless'
  if (people > 1) return 'outlook.ask.people'
  if (why === 'built-in') return 'outlook.ask.builtIn'
  return `outlook.ask.${why === 'rule' || why === 'permission' ? why : 'risk'}`
}
