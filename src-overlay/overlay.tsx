/**
 * Overlay: the page in a streamer's scene. Empty while nothing happens.
 *
 * Guards invariant 8: the key is in the URL fragment, which no browser sends, and is removed from the address before the
 * first render.
 */

import { defaultOverlay, type OverlayUpdate } from '@shared/features/overlay.js'
import type { AppLanguage } from '@shared/text/language.js'
import { useEffect, useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { i18n } from '../src-renderer/i18n/i18n.js'
import type { Translate } from '../src-renderer/sentences/sentence.js'
import { followUpdates } from './update-stream.js'
import './overlay.css'
import { OverlayStage } from './stage.js'
import { useCards } from './use-cards.js'
import type { ShownVote } from './vote-card.js'

const keyStorage = 'overlay-key'

/** From the address, or from session storage after a reload. */
function takeKey(): string {
  const given = new URLSearchParams(location.hash.slice(1)).get('key')
  if (given !== null) sessionStorage.setItem(keyStorage, given)
  history.replaceState(null, '', location.pathname)
  return given ?? sessionStorage.getItem(keyStorage) ?? ''
}

const guessed: AppLanguage = navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en'

const Overlay = ({ accessKey }: { readonly accessKey: string }) => {
  const [look, setLook] = useState({ ...defaultOverlay.look, language: guessed })
  const [paused, setPaused] = useState(false)
  const [refused, setRefused] = useState(accessKey === '')
  const [vote, setVote] = useState<ShownVote>()
  const { standing, show, hide, clear } = useCards(look)

  useEffect(() => {
    if (accessKey === '') return
    const onUpdate = (update: OverlayUpdate) => {
      setRefused(false)
      if (update.kind === 'look') setLook(update.look)
      else if (update.kind === 'paused') setPaused(update.on)
      else if (update.kind === 'vote') setVote(update.vote ? { ...update.vote, since: performance.now() } : undefined)
      else if (update.kind === 'gone') hide(update.id)
      else show(update.card)
    }
    const forget = () => {
      setPaused(false)
      setVote(undefined)
      clear()
    }
    return followUpdates(accessKey, {
      onUpdate,
      onLost: forget,
      onRefused() {
        forget()
        setRefused(true)
      },
    })
  }, [accessKey, show, hide, clear])

  const say = useMemo<Translate>(() => {
    const t = i18n.getFixedT(look.language)
    return (key, options = {}) => String(t(key, options))
  }, [look.language])
  return (
    <OverlayStage
      look={look}
      standing={standing}
      vote={vote}
      paused={paused}
      notice={refused ? say('overlay.refused') : undefined}
      language={look.language}
      say={say}
    />
  )
}

const stage = document.getElementById('stage')
if (stage) createRoot(stage).render(<Overlay accessKey={takeKey()} />)
