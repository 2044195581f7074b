/** Undos: the newest actions that can be undone or were, and the selected one. */

import type { UndoPage } from '@shared/trail/undo.js'
import { create } from 'zustand'
import { request, subscribe } from '../bridge.js'
import { createFeed } from './feed.js'
import { useMayOrder } from './gateway.js'
import { refetchOnChange } from './refetch.js'

const fetchPage = (): Promise<UndoPage> => request('undo:list', { limit: 200 })

export const undos = createFeed<UndoPage>(
  { entries: [] },
  { fetch: fetchPage, subscribe: refetchOnChange((listener) => subscribe('undo:changed', listener), fetchPage) },
)

/** Whether a call is among them, and was not undone yet. */
export const useUndoable = (requestId: string | undefined): boolean => {
  const mayUndo = useMayOrder('undo:run')
  const isKept = undos.use(
    ({ value }) =>
      requestId !== undefined &&
      value.entries.some((entry) => entry.requestId === requestId && entry.state !== 'undone'),
  )
  return mayUndo && isKept
}

interface UndoDialogState {
  /** Of the call that a person wants to undo. */
  readonly requestId: string | undefined
}

export const useUndoDialog = create<UndoDialogState>(() => ({ requestId: undefined }))

export const openUndoDialog = (requestId: string | undefined): void => useUndoDialog.setState({ requestId })
