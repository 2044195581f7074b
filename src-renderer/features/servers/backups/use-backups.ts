/** Use backups: the backups of one server, requested again when one is made, removed or progresses. */

import type { ContractError } from '@contract/generated/error.js'
import type { BackupsView } from '@shared/servers/java-server.js'
import { useCallback, useEffect, useState } from 'react'
import { attempt, subscribe } from '../../../bridge.js'
import { useRequest } from '../../../state/use-request.js'

export interface BackupsState {
  /** Undefined until they are read; null where the server's folder is not on this computer. */
  readonly view: BackupsView | null | undefined
  readonly error: ContractError | undefined
  readonly read: () => Promise<void>
  readonly make: () => Promise<void>
  readonly cancel: () => Promise<void>
  readonly pause: () => Promise<void>
  readonly discard: () => Promise<void>
  readonly dismiss: () => void
}

/** @param state of the server: whether it runs decides what can be restored */
export const useBackups = (id: string, state: string): BackupsState => {
  const [view, setView] = useState<BackupsView | null>()
  const { error: readError, send: sendRead, reset: resetRead } = useRequest()
  const { error: makeError, send: sendMake, reset: resetMake } = useRequest()
  const read = useCallback(async () => {
    const result = await sendRead(attempt('backups:list', { id }))
    if (result.ok) setView(result.value)
  }, [id, sendRead])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another state is why it is read again
  useEffect(() => {
    void read()
    return subscribe('backups:changed', (changed) => {
      if (changed.id === id) void read()
    })
  }, [id, read, state])
  const dismiss = () => {
    resetRead()
    resetMake()
  }
  const make = async () => {
    dismiss()
    await sendMake(attempt('backups:make', { id }))
  }
  const cancel = async () => void (await attempt('backups:cancel', { id }))
  const pause = async () => void (await attempt('backups:pause', { id }))
  const discard = async () => void (await sendMake(attempt('backups:discard', { id })))
  // Who paused it knows that.
  const made = makeError?.details?.why === 'backup-paused' ? undefined : makeError
  return { view, error: made ?? readError, read, make, cancel, pause, discard, dismiss }
}
