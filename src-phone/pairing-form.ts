/** Pairing form: sends a name and the code, then waits until the person at the computer has confirmed. */
import type { PairingState } from '@shared/clients/phone.js'
import { element, field, visible } from './elements.js'
import { ask } from './server.js'
import type { Texts } from './texts.js'

/** Milliseconds between two checks for the confirmation of the owner. */
const lookMs = 1_000

export function showPairing(page: HTMLElement, texts: Texts, secret: string, onPaired: () => void): void {
  const [nameLabel, name] = field(texts.name, { required: '', maxlength: '40', autocomplete: 'nickname' })
  const [codeLabel, code] = field(texts.code, {
    required: '',
    inputmode: 'numeric',
    pattern: '[0-9]{6}',
    maxlength: '6',
  })
  const button = element('button', 'approve', texts.pair)
  const problem = element('p', 'problem')
  problem.setAttribute('role', 'alert')
  const form = element('form', 'card', nameLabel, codeLabel, element('small', '', texts.codeHint), problem, button)
  page.replaceChildren(element('h1', '', texts.pairTitle), element('p', '', texts.pairText), form, certificate(texts))

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    button.disabled = true
    problem.textContent = ''
    void ask<{ readonly check: string }>('/api/pair', { secret, code: code.value, name: name.value }).then(
      (claimed) => {
        button.disabled = false
        if (claimed.ok) return wait(page, texts, claimed.value.check, onPaired)
        const { code: why, message, suggestion = '' } = claimed.error
        problem.textContent = texts.errors[why] ?? visible(`${texts.failed} ${message} ${suggestion}`)
      },
    )
  })
}

function wait(page: HTMLElement, texts: Texts, check: string, onPaired: () => void): void {
  const output = element('output', 'check', check)
  page.replaceChildren(
    element('h1', '', texts.checkTitle),
    element('div', 'card', output, element('p', '', texts.checkText)),
    certificate(texts),
  )
  const look = async () => {
    const standing = await ask<PairingState>('/api/pair')
    if (standing.ok && standing.value.state === 'paired') return onPaired()
    if (standing.ok && standing.value.state === 'ended') {
      return page.replaceChildren(element('h1', '', texts.pairTitle), element('p', '', texts.ended))
    }
    setTimeout(() => void look(), lookMs)
  }
  setTimeout(() => void look(), lookMs)
}

function certificate(texts: Texts): HTMLElement {
  const fingerprint = document.documentElement.dataset.fingerprint ?? ''
  return element(
    'details',
    'card',
    element('summary', '', texts.fingerprint),
    element('code', 'fingerprint', visible(fingerprint)),
    element('p', '', texts.fingerprintText),
  )
}
