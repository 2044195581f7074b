import { defaultOverlay, type OverlayVote } from '@shared/features/overlay.js'
import type { AppLanguage } from '@shared/text/language.js'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { OverlayStage } from '../../../src-overlay/stage.js'
import { i18n } from '../../../src-renderer/i18n/i18n.js'

const asked: OverlayVote = {
  card: 'request-1',
  question: { action: 'time', choice: 'night' },
  words: { yes: '!yes', no: '!no' },
  isPoll: false,
  isFull: false,
  yes: 170,
  no: 70,
}

/** What viewers read. */
function read(vote: OverlayVote, language: AppLanguage = 'en'): string {
  const t = i18n.getFixedT(language)
  const card = {
    kind: 'call',
    id: 'request-1',
    caller: { name: 'Claude' },
    capabilityId: 'world.time.set',
    arguments: {},
    state: 'waiting',
    asked: true,
  } as const
  const html = renderToStaticMarkup(
    createElement(OverlayStage, {
      look: defaultOverlay.look,
      standing: [{ card, since: 0, leaving: false }],
      vote: { ...vote, since: performance.now() },
      paused: false,
      language,
      say: (key, options = {}) => String(t(key, options)),
    }),
  )
  return html
    .replace(/<[^>]*>/gu, ' ')
    .replace(/ {2,}/gu, ' ')
    .trim()
}

describe('the vote card of the overlay', () => {
  it('says how to vote, and that the streamer decides, instead of the card of the request', () => {
    expect(read({ ...asked, leftMs: 18_000 })).toBe(
      'Viewers’ vote 0:18 left The AI wants to change the time to night Yes 71 % No 29 % Type !yes or !no 240 votes · Streamer decides',
    )
  })

  it.each([
    [{}, 'en', 'Vote ended', 'Waiting for the streamer'],
    [{ answer: 'approved' as const }, 'en', 'Vote ended', 'The streamer said yes'],
    [{ answer: 'denied' as const }, 'zh', '投票结束', '主播拒绝了'],
    [{ isFull: true }, 'en', 'Vote ended', 'More votes than can be counted'],
    [{ isPoll: true, leftMs: 1_000 }, 'zh', '还剩 0:01', '请在投票中选择'],
  ] as const)('shows %j in %s', (part, language, head, foot) => {
    const text = read({ ...asked, ...part }, language)
    expect(text).toContain(head)
    expect(text).toContain(foot)
  })

  it('shows no share while nobody voted', () => expect(read({ ...asked, yes: 0, no: 0, leftMs: 1 })).not.toContain('%'))
})
