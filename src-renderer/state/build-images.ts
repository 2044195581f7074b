/** Build images: the pictures of a build that was approved, as long as they are kept. */
import type { BuildImages } from '@shared/build/build-preview.js'
import { useEffect, useState } from 'react'
import { attempt } from '../bridge.js'

/** @param requestId of its call; undefined for what is no build */
export const useBuildImages = (requestId: string | undefined): BuildImages | undefined => {
  const [known, setKnown] = useState<{ readonly of: string; readonly images: BuildImages | null }>()
  useEffect(() => {
    if (requestId === undefined) return
    let left = false
    void attempt('builds:picture', { id: requestId }).then((picture) => {
      if (!left && picture.ok) setKnown({ of: requestId, images: picture.value })
    })
    return () => {
      left = true
    }
  }, [requestId])
  return known !== undefined && known.of === requestId ? (known.images ?? undefined) : undefined
}
