/**
 * Build of a request: its preview, as far as it is known, and whether the person has seen it.
 *
 * Guards invariant 3: a build is approved after its picture, or the words why there is none, were on the screen. Other
 * facts than before are another thing to read: `key` changes, and the approve guard begins again.
 */
import type { ContractError } from '@contract/generated/error.js'
import type { OpenApproval } from '@shared/approvals/approval.js'
import { type BuildImages, type BuildView, isBuild, type Turn } from '@shared/build/build-preview.js'
import { useCallback, useEffect, useState } from 'react'
import { attempt } from '../../../bridge.js'
import { afterRead, isPlanRefused, type KnownBuild, keyOf, repeatWhileVisible } from './known-build.js'

export interface RequestedBuild {
  readonly turn: Turn
  readonly isDrawing: boolean
  readonly view: BuildView | undefined
  readonly images: BuildImages | undefined
  readonly error: ContractError | undefined
  readonly isBroken: boolean
  /** The plan cannot be built as it is: it cannot be approved. */
  readonly isRefused: boolean
  /** Whether the picture, or the reason why there is none, is on the screen. */
  readonly isSeen: boolean
  /** Another one for other facts. */
  readonly key: string
  readonly onTurn: (by: 1 | -1) => void
  readonly onShown: () => void
  readonly onBroken: () => void
}

/** The world goes on while a request waits, but each read has the server save it. Longer than main keeps a preview. */
const rereadMs = 60_000

const read = async (id: string, turn: Turn): Promise<KnownBuild> => {
  const [view, images] = await Promise.all([
    attempt('builds:preview', { approval: id, turn }),
    attempt('builds:images', { approval: id, turn }),
  ])
  const failed = [view, images].find(({ ok }) => !ok)
  return {
    id,
    turn,
    ...(view.ok && { view: view.value }),
    ...(images.ok && { images: images.value }),
    ...(failed && !failed.ok && { error: failed.error }),
  }
}

/** @param question undefined while nobody looks at it @returns undefined for what is no build */
export const useBuild = (question: OpenApproval | undefined): RequestedBuild | undefined => {
  const id = question && isBuild(question.capabilityId) ? question.id : undefined
  const [wanted, setWanted] = useState<{ readonly id: string; readonly turn: Turn }>()
  const [last, setLast] = useState<KnownBuild>()
  const [shown, setShown] = useState<KnownBuild>()
  const turn = wanted !== undefined && wanted.id === id ? wanted.turn : 0

  useEffect(() => {
    if (id === undefined) return
    let left = false
    const look = async (): Promise<void> => {
      const known = await read(id, turn)
      if (!left) setLast((before) => afterRead(before, known))
    }
    const stop = repeatWhileVisible(look, rereadMs, document)
    return () => {
      left = true
      stop()
    }
  }, [id, turn])

  const onTurn = useCallback(
    (by: 1 | -1) => {
      if (id !== undefined) setWanted({ id, turn: ((turn + by + 4) % 4) as Turn })
    },
    [id, turn],
  )
  const known = last?.id === id ? last : undefined
  const onShown = useCallback(() => setShown(known), [known])
  const onBroken = useCallback(() => setLast((before) => before && { ...before, isBroken: true }), [])

  if (id === undefined) return undefined
  const hasPicture = known?.view !== undefined && known.images !== undefined && !known.isBroken
  const isRefused = known?.error !== undefined && isPlanRefused(known.error)
  return {
    turn,
    isDrawing: known?.turn !== turn,
    view: known?.view,
    images: hasPicture ? known.images : undefined,
    error: known?.error,
    isBroken: known?.isBroken === true,
    isRefused,
    isSeen: known !== undefined && !isRefused && (!hasPicture || shown?.id === id),
    key: known?.view ? keyOf(known.view) : (known?.error?.code ?? ''),
    onTurn,
    onShown,
    onBroken,
  }
}
