import { owner } from '@shared/approvals/attempt.js'
import { defaultOverlay, type OverlayCaller } from '@shared/features/overlay.js'
import type { AppLanguage } from '@shared/text/language.js'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { practiceCaller } from '../../../src-main/gateway/practice.js'
import { OverlayStage } from '../../../src-overlay/stage.js'
import { i18n } from '../../../src-renderer/i18n/i18n.js'

/** What viewers read. */
const read = (caller: OverlayCaller, language: AppLanguage): string => {
  const t = i18n.getFixedT(language)
  const location = { world: 'world', x: 12_500, y: 64, z: -3 }
  const card = {
    kind: 'call',
    id: 'one',
    caller,
    capabilityId: 'player.teleport',
    arguments: { playerName: 'Alex', location },
    state: 'done',
    asked: false,
  } as const
  const html = renderToStaticMarkup(
    createElement(OverlayStage, {
      look: defaultOverlay.look,
      standing: [{ card, since: 0, leaving: false }],
      paused: false,
      language,
      say: (key, options = {}) => String(t(key, options)),
    }),
  )
  return html.replace(/<[^>]*>/gu, '')
}

describe('a card of the overlay', () => {
  it('names callers other than clients in its own language', () => {
    expect(read({ id: owner.id, name: owner.name }, 'en')).toBe('You teleported Alex to 12,500 64 −3 in world')
    expect(read({ id: owner.id, name: owner.name }, 'zh')).toMatch(/^你/u)
    expect(read({ id: practiceCaller.id, name: practiceCaller.name }, 'zh')).toMatch(/^练习 AI/u)
  })

  it('lets no client imitate one of them by a name', () => {
    expect(read({ name: owner.name }, 'zh')).toMatch(/^The owner/u)
  })

  it.each([
    ['en', 'Mixed alphabets Survivаl', 'Survivаl'],
    ['en', 'Not Latin letters СОРЕ', 'СОРЕ'],
    ['zh', '混用多种字母 Survivаl', 'Survivаl'],
    ['zh', '形似拉丁字母 СОРЕ', 'СОРЕ'],
  ] as const)('marks a name whose letters mislead, in %s: %s', (language, shown, name) => {
    expect(read({ name }, language)).toContain(`⚠ ${shown}`)
    expect(read({ name: 'Выживание' }, language)).not.toContain('⚠')
  })
})
