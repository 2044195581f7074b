/**
 * Stage: what viewers see, the same in a streamer's scene and in the preview of the settings.
 *
 * Guards invariant 5: names and messages are inserted as text, with isolated direction, and truncated.
 */

import type { OverlayAppearance, OverlayCall, OverlayCard } from '@shared/features/overlay.js'
import { piecesOf } from '@shared/features/stream-mark.js'
import { confusionOf } from '@shared/text/confusable-name.js'
import type { AppLanguage } from '@shared/text/language.js'
import { callSentence } from '../src-renderer/sentences/call-sentence.js'
import {
  name,
  quote,
  type Sentence,
  type SentencePart,
  sentenceParts,
  type Translate,
} from '../src-renderer/sentences/sentence.js'
import { shortened } from '../src-renderer/ui/text/visible-text.js'
import { GateMark, Icon } from '../src-renderer/ui/theme/icon.js'
import type { IconName } from '../src-renderer/ui/theme/icon-paths.js'
import { isWaiting, type StandingCard } from './cards.js'
import { type ShownVote, VoteCard } from './vote-card.js'
import './stage.css'
import './vote-card.css'

/** Maximum characters shown of each external text. */
const maxWordLength = 60

const Text = ({ text }: { readonly text: string }) => {
  const short = shortened(text, maxWordLength)
  return piecesOf(short.length < text.length ? `${short}…` : short).map((piece, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the order of the pieces never changes
    <span key={at} className={piece.masked ? 'overlay-masked' : undefined}>
      {piece.masked ? piece.text.slice(1, -1) : piece.text}
    </span>
  ))
}

/** Before a name whose letters only look Latin: viewers must not take one player for another. */
const ConfusionMark = ({ text, say }: { readonly text: string; readonly say: Translate }) => {
  const confusion = confusionOf(text)
  return confusion ? <span className="overlay-confusable">⚠ {say(`confusable.${confusion}`)} </span> : null
}

const PartText = ({ part, say }: { readonly part: SentencePart; readonly say: Translate }) => {
  if (part.kind === 'name')
    return (
      <bdi className="overlay-name">
        <ConfusionMark text={part.text} say={say} />
        <Text text={part.text} />
      </bdi>
    )
  if (part.kind === 'quote') return <bdi className="overlay-quote">{<Text text={part.text} />}</bdi>
  if (part.kind === 'plain') return <span className="overlay-plain">{<Text text={part.text} />}</span>
  return part.text
}

const sentenceOf = (card: OverlayCard): Sentence => {
  switch (card.kind) {
    case 'call':
      return callSentence(card, tenseOf(card), card.capabilityName)
    case 'join':
      return { key: 'event.join', values: { player: name(card.player) }, complete: true }
    case 'leave':
      return { key: 'event.leave', values: { player: name(card.player) }, complete: true }
    case 'chat':
      return {
        key: 'event.chat',
        values: { player: name(card.player), message: quote(card.message) },
        complete: true,
      }
  }
}

const tenseOf = ({ state }: OverlayCall) => {
  if (state === 'done') return 'done'
  if (state === 'failed') return 'failed'
  return state === 'withdrawn' ? 'withdrawn' : 'asks'
}

const iconOf = (card: OverlayCard): IconName => {
  if (card.kind !== 'call') return card.kind
  const icons = { waiting: 'ask', running: 'done', done: 'done', failed: 'warning' } as const
  return card.state in icons ? icons[card.state as keyof typeof icons] : 'refused'
}

/** Undefined when the sentence contains everything. */
const standingKey = (card: OverlayCard): string | undefined => {
  if (card.kind !== 'call') return undefined
  if (card.state === 'done' && !card.asked) return undefined
  return card.state === 'denied' && !card.asked ? 'overlay.state.refused' : `overlay.state.${card.state}`
}

const Card = ({ standing, say }: { readonly standing: StandingCard; readonly say: Translate }) => {
  const { card, leaving } = standing
  const key = standingKey(card)
  return (
    <li
      className={`overlay-card ${leaving ? 'leaving' : ''}`}
      data-look={card.kind === 'call' ? card.state : card.kind}
    >
      <span className="overlay-icon">
        <Icon name={iconOf(card)} />
      </span>
      <div className="overlay-words">
        <p className="overlay-sentence">
          {sentenceParts(sentenceOf(card), say).map((part, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order of the pieces never changes
            <PartText key={at} part={part} say={say} />
          ))}
        </p>
        {key && (
          <p className="overlay-standing" key={key}>
            {say(key)}
            {isWaiting(card) && (
              <span className="overlay-dots" aria-hidden="true">
                <i />
                <i />
                <i />
              </span>
            )}
          </p>
        )}
      </div>
    </li>
  )
}

export interface StageProps {
  readonly look: OverlayAppearance
  readonly standing: readonly StandingCard[]
  /** Replaces the card of its request. */
  readonly vote?: ShownVote | undefined
  /** AI access is stopped. */
  readonly paused: boolean
  /** A message to the streamer, shown instead of cards. */
  readonly notice?: string | undefined
  readonly language: AppLanguage
  readonly say: Translate
}

export const OverlayStage = ({ look, standing, vote, paused, notice, language, say }: StageProps) => (
  <div
    className="overlay"
    lang={language === 'zh' ? 'zh-CN' : 'en'}
    data-theme={look.theme}
    data-size={look.size}
    data-accent={look.accent}
    data-position={look.position}
    data-calm={look.calm || undefined}
  >
    {notice !== undefined && (
      <p className="overlay-banner" role="status">
        <GateMark size={18} />
        {notice}
      </p>
    )}
    {paused && notice === undefined && (
      <p className="overlay-banner paused" role="status">
        <Icon name="final" />
        {say('overlay.paused')}
      </p>
    )}
    {vote && notice === undefined && <VoteCard vote={vote} say={say} />}
    <ul className="overlay-cards">
      {standing
        .filter(({ card }) => card.id !== vote?.card)
        .map((one) => (
          <Card key={one.card.id} standing={one} say={say} />
        ))}
    </ul>
  </div>
)
