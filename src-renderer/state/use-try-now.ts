/** Use try now: starts the demo world where there is none, and the practice request once the world can be used. */

import type { ContractError } from '@contract/generated/error.js'
import { demoWorldId } from '@shared/servers/server.js'
import { useEffect, useState } from 'react'
import { attempt } from '../bridge.js'
import { servers } from './feeds.js'

export interface TryNow {
  readonly state: 'idle' | 'starting' | 'playing'
  readonly error: ContractError | undefined
  start(): void
}

export function useTryNow(): TryNow {
  const demo = servers.use(({ value }) => value.find(({ id }) => id === demoWorldId))
  const [state, setState] = useState<TryNow['state']>('idle')
  const [error, setError] = useState<ContractError>()
  const usable =
    demo !== undefined && demo.capabilities.length > 0 && (demo.state === 'online' || demo.state === 'degraded')
  const failed = demo?.state === 'offline' ? demo.problem : undefined

  const start = async () => {
    setState('starting')
    setError(undefined)
    if (demo !== undefined) return
    const added = await attempt('servers:add-demo')
    if (added.ok) return
    setError(added.error)
    setState('idle')
  }

  useEffect(() => {
    if (state !== 'starting' || !usable) return
    setState('playing')
    void attempt('practice:play').then((played) => {
      if (!played.ok) setError(played.error)
      setState('idle')
    })
  }, [state, usable])

  useEffect(() => {
    if (state !== 'starting' || failed === undefined) return
    setError(failed)
    setState('idle')
  }, [state, failed])

  return { state, error, start: () => void start() }
}
