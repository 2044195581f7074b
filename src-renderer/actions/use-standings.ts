/** Use standings: what AI may do on a server now, requested again whenever it may have changed. */

import type { ContractError } from '@contract/generated/error.js'
import type { ActionStanding, ChoiceOrder } from '@shared/servers/action-choice.js'
import type { Server } from '@shared/servers/server.js'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../bridge.js'
import { clients } from '../state/feeds.js'
import { usePreferences } from '../state/preferences.js'
import { rules } from '../state/rules.js'
import { useRequest } from '../state/use-request.js'
import { type ActionPart, chosenParts, partsOf } from './rows.js'

const unknown: readonly ActionStanding[] = []

/** One request at a time: changes during a request cause one more request after it. */
const createLoader = (onStandings: (standings: readonly ActionStanding[]) => void) => {
  let state: 'idle' | 'asking' | 'asking-again' | 'ended' = 'idle'
  const isEnded = () => state === 'ended'
  const isDue = () => state === 'asking-again'
  const load = async (id: string): Promise<void> => {
    state = 'asking'
    const result = await attempt('servers:standings', { id })
    if (isEnded()) return
    onStandings(result.ok ? result.value : unknown)
    if (isDue()) return load(id)
    state = 'idle'
  }
  return {
    again: (id: string) => {
      if (state === 'idle' || state === 'ended') void load(id)
      else state = 'asking-again'
    },
    end: () => {
      state = 'ended'
    },
  }
}

export interface Standings {
  readonly parts: readonly ActionPart[]
  readonly busy: boolean
  /** Error of the last choice. */
  readonly error: ContractError | undefined
  /** Resolves to whether it was done. */
  readonly choose: (choice: ChoiceOrder, parts: readonly ActionPart[]) => Promise<boolean>
}

export const useStandings = (server: Server): Standings => {
  const { t } = useTranslation()
  const { id, capabilities, quarantined } = server
  const [standings, setStandings] = useState(unknown)
  const [{ again, end }] = useState(() => createLoader(setStandings))
  const standing = rules.use((feed) => feed.value)
  const known = clients.use((feed) => feed.value)
  const settings = usePreferences((preferences) => preferences.settings)
  const { busy, error, send } = useRequest()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the standings depend on them
  useEffect(() => {
    again(id)
  }, [id, capabilities, quarantined, standing, known, settings])
  useEffect(() => end, [end])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a heartbeat brings another server with the same offer
  const parts = useMemo(() => partsOf(server, standings, t), [capabilities, quarantined, standings, t])
  const choose = async (choice: ChoiceOrder, some: readonly ActionPart[]) => {
    const actions = chosenParts(some, choice)
    if (actions.length === 0) return true
    const result = await send(attempt('servers:choose', { id, choice, actions }))
    again(id)
    return result.ok
  }
  return { parts, busy, error, choose }
}
