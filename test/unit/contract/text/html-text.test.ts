import { sendHtml } from '@contract/text/html-page.js'
import { html, joinedHtml } from '@contract/text/html-text.js'
import { describe, expect, it } from 'vitest'
import { hostileText } from '../../../fixtures/hostile-texts.js'
import { forAll } from '../../../fixtures/properties.js'

const decoded: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

describe('HTML for a browser', () => {
  it('contains no external tag, quote end or entity, and can be read back', () =>
    forAll(hostileText, (text) => {
      const [, within, attribute] =
        /^<b>([^<>"']*)<\/b><i title="([^<>"']*)">$/u.exec(`${html`<b>${text}</b><i title="${text}">`}`) ?? []
      expect(within).toBe(attribute)
      expect(within?.replace(/&(?:amp|lt|gt|quot|#39);/gu, (entity) => decoded[entity] ?? '')).toBe(text)
      expect(within?.replace(/&(?:amp|lt|gt|quot|#39);/gu, '')).not.toContain('&')
    }))

  it('keeps a part that is ready as it is', () => {
    expect(`${html`<p>${html`<b>${'<'}</b>`}</p>`}`).toBe('<p><b>&lt;</b></p>')
    expect(`${joinedHtml([html`<b>1</b>`, html`<b>${2}</b>`], '\n')}`).toBe('<b>1</b>\n<b>2</b>')
  })

  it('is no plain string, so a page without escaping does not compile', () => {
    const response = { writeHead: () => undefined, end: () => undefined }
    // @ts-expect-error a string is no page
    const refused = () => sendHtml(response, { status: 200, page: '<b>Steve</b>', headers: {} })
    expect(refused).toBeDefined()
  })
})
