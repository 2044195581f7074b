/** Overlay preview: the overlay's own stage over a picture of a game, playing a short demo in a loop. */

import type { OverlayAppearance, OverlayCard, OverlayTopic } from '@shared/features/overlay.js'
import { markOf } from '@shared/features/stream-mark.js'
import type { AppLanguage } from '@shared/text/language.js'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { OverlayStage } from '../../../src-overlay/stage.js'
import { useCards } from '../../../src-overlay/use-cards.js'
import { i18n } from '../../i18n/i18n.js'
import type { Translate } from '../../sentences/sentence.js'

type PreviewCard = readonly [topic: OverlayTopic, card: OverlayCard]

/** Milliseconds between two scenes. */
const paceMs = 1_900

const storyIn = (look: OverlayAppearance, language: AppLanguage): readonly PreviewCard[] => {
  const setTime = {
    kind: 'call',
    id: 'time',
    caller: { name: 'Claude' },
    capabilityId: 'world.time.set',
    arguments: { worldName: 'overworld', time: 'night' },
    asked: true,
  } as const
  const coordinates = look.coverAll ? markOf('coordinates', language) : 128
  const teleport = {
    kind: 'call',
    id: 'teleport',
    caller: { name: 'Claude' },
    capabilityId: 'player.teleport',
    arguments: { playerName: 'Alex', location: { world: 'overworld', x: coordinates, y: coordinates, z: coordinates } },
    asked: true,
  } as const
  return [
    ['joins', { kind: 'join', id: 'join', player: 'Alex', server: 'Survival' }],
    ['approvals', { ...setTime, state: 'waiting' }],
    ['approvals', { ...setTime, state: 'running' }],
    ['approvals', { ...setTime, state: 'done' }],
    [
      'calls',
      {
        kind: 'call',
        id: 'list',
        caller: { name: 'Claude' },
        capabilityId: 'player.list',
        arguments: {},
        asked: false,
        state: 'done',
      },
    ],
    ['approvals', { ...teleport, state: 'waiting' }],
    ['denials', { ...teleport, state: 'denied' }],
    ['chat', { kind: 'chat', id: 'chat', player: 'Alex', message: language === 'zh' ? '大家好！' : 'hello everyone!' }],
  ]
}

export const OverlayPreview = ({ look }: { readonly look: OverlayAppearance }) => {
  const { t } = useTranslation()
  const inUse = i18n.language === 'zh' ? 'zh' : 'en'
  const language = look.language === 'same' ? inUse : look.language
  const { standing, show } = useCards(look)
  const shown = look.shows.join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new look continues the demo, another choice of scenes restarts it
  const story = useMemo(
    () => storyIn(look, language).filter(([topic]) => look.shows.includes(topic)),
    [shown, language, look.coverAll],
  )
  useEffect(() => {
    let at = 0
    const next = () => {
      const scene = story[at % story.length]
      if (scene) show(scene[1])
      at += 1
    }
    next()
    const ticks = setInterval(next, paceMs)
    return () => clearInterval(ticks)
  }, [story, show])
  const say = useMemo<Translate>(() => {
    const fixed = i18n.getFixedT(language)
    return (key, options = {}) => String(fixed(key, options))
  }, [language])
  return (
    <figure className="overlay-preview">
      <figcaption className="visually-hidden">{t('streaming.look.preview')}</figcaption>
      <div className="overlay-preview-world" aria-hidden="true">
        <OverlayStage look={look} standing={standing} paused={false} language={language} say={say} />
      </div>
      {story.length === 0 && <p className="overlay-preview-nothing">{t('streaming.look.nothing')}</p>}
    </figure>
  )
}
