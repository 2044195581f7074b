/**
 * Overlay: the data and the look of the page in a streamer's scene: only what a viewer may see.
 *
 * Guards invariant 6: the overlay cannot answer requests. Guards invariant 8: the stream mask redacts all its data.
 */

import type { JsonObject } from '@contract/call.js'
import type { Vote } from '../streaming/votes.js'
import type { AppLanguage } from '../text/language.js'

export const overlayTopics = ['calls', 'approvals', 'denials', 'joins', 'chat'] as const
export type OverlayTopic = (typeof overlayTopics)[number]

export const overlayAccents = ['emerald', 'lapis', 'gold', 'copper', 'redstone', 'amethyst'] as const

export interface OverlayAppearance {
  /** Redacts everything that stream-safe mode redacts; addresses, secrets and private messages are always redacted. */
  readonly coverAll: boolean
  readonly shows: readonly OverlayTopic[]
  readonly size: 's' | 'm' | 'l'
  readonly theme: 'light' | 'dark'
  readonly accent: (typeof overlayAccents)[number]
  readonly position: 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right'
  /** `same`: the language of the program. */
  readonly language: 'same' | 'en' | 'zh'
  /** Seconds for which a card is shown. */
  readonly seconds: number
  /** Maximum number of cards at the same time. */
  readonly most: number
  readonly calm: boolean
}

export interface OverlaySettings {
  readonly enabled: boolean
  readonly port: number
  readonly look: OverlayAppearance
}

export const overlayLimits = { seconds: { least: 2, most: 60 }, cards: { least: 1, most: 8 } } as const

export const defaultOverlay: OverlaySettings = {
  enabled: false,
  port: 8_798,
  look: {
    coverAll: true,
    shows: ['calls', 'approvals', 'denials', 'joins'],
    size: 'm',
    theme: 'dark',
    accent: 'emerald',
    position: 'bottom-left',
    language: 'same',
    seconds: 8,
    most: 4,
    calm: false,
  },
}

/** The state of a call for viewers. `waiting`: for the answer of the streamer. */
export type OverlayCallState = 'waiting' | 'running' | 'done' | 'failed' | 'denied' | 'expired' | 'withdrawn'

interface CardBase {
  /** Stays the same for all updates of one card. */
  readonly id: string
}

export interface OverlayCaller {
  readonly name: string
  /** Id of a caller that is not a client, shown by its built-in name; the name of a client is not sent. */
  readonly id?: string
}

export interface OverlayCall extends CardBase {
  readonly kind: 'call'
  readonly caller: OverlayCaller
  readonly capabilityId: string
  readonly capabilityName?: string
  readonly arguments: JsonObject
  readonly state: OverlayCallState
  /** Whether the call needed an approval. */
  readonly asked: boolean
}

export interface OverlayPlayer extends CardBase {
  readonly kind: 'join' | 'leave'
  readonly player: string
  readonly server: string
}

export interface OverlayChat extends CardBase {
  readonly kind: 'chat'
  readonly player: string
  readonly message: string
}

/** The vote of viewers, in our words alone. */
export interface OverlayVote extends Pick<Vote, 'question' | 'words' | 'isPoll' | 'yes' | 'no' | 'isFull' | 'answer'> {
  /** The card of its request, which this one replaces. */
  readonly card: string
  /** Milliseconds until it ends; absent when it has ended. */
  readonly leftMs?: number
}

export type OverlayCard = OverlayCall | OverlayPlayer | OverlayChat

/** Messages to the page; `look` and `paused` come first, and again whenever they change. */
export type OverlayUpdate =
  | { readonly kind: 'look'; readonly look: OverlayAppearance & { readonly language: AppLanguage } }
  | { readonly kind: 'paused'; readonly on: boolean }
  | { readonly kind: 'card'; readonly card: OverlayCard }
  /** Replaces the vote before; null removes it. */
  | { readonly kind: 'vote'; readonly vote: OverlayVote | null }
  /** The card is removed without a result. */
  | { readonly kind: 'gone'; readonly id: string }

/** The state of the overlay, for the window. */
export type OverlayState =
  | { readonly kind: 'off' }
  /** `http://127.0.0.1:PORT/overlay`, without the key. */
  | { readonly kind: 'on'; readonly address: string; readonly hasKey: boolean; readonly watching: number }
  /** The port is taken or not available. */
  | { readonly kind: 'failed'; readonly port: number; readonly why: 'taken' | 'other' }
