/** Pairing form: sends a name and the code, then waits until the person at the computer has confirmed. */
import type { PairingState } from '@shared/clients/phone.js'
import { element, field, visible } from './elements.js'
import { ask } from './server.js'
import type { Words } from './words.js'

/** Milliseconds between two looks at whether the owner has confirmed. */
const lookMs = 1_000

export function showPairing(page: HTMLElement, words: Words, secret: string, onPaired: () => void): void {
  const [nameLabel, name] = field(words.name, { required: '', maxlength: '40', autocomplete: 'nickname' })
  const [codeLabel, code] = field(words.code, {
    required: '',
    inputmode: 'numeric',
    pattern: '[0-9]{6}',
    maxlength: '6',
  })
  const button = element('button', 'approve', words.pair)
  const problem = element('p', 'problem')
  problem.setAttribute('role', 'alert')
  const form = element('form', 'card', nameLabel, codeLabel, element('small', '', words.codeHint), problem, button)
  page.replaceChildren(element('h1', '', words.pairTitle), element('p', '', words.pairText), form, certificate(words))

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    button.disabled = true
    problem.textContent = ''
    void ask<{ readonly check: string }>('/api/pair', { secret, code: code.value, name: name.value }).then(
      (claimed) => {
        button.disabled = false
        if (claimed.ok) return wait(page, words, claimed.value.check, onPaired)
        const { code: why, message, suggestion = '' } = claimed.error
        problem.textContent = words.errors[why] ?? visible(`${words.failed} ${message} ${suggestion}`)
      },
    )
  })
}

function wait(page: HTMLElement, words: Words, check: string, onPaired: () => void): void {
  const output = element('output', 'check', check)
  page.replaceChildren(
    element('h1', '', words.checkTitle),
    element('div', 'card', output, element('p', '', words.checkText)),
    certificate(words),
  )
  const look = async () => {
    const standing = await ask<PairingState>('/api/pair')
    if (standing.ok && standing.value.state === 'paired') return onPaired()
    if (standing.ok && standing.value.state === 'ended') {
      return page.replaceChildren(element('h1', '', words.pairTitle), element('p', '', words.ended))
    }
    setTimeout(() => void look(), lookMs)
  }
  setTimeout(() => void look(), lookMs)
}

function certificate(words: Words): HTMLElement {
  const fingerprint = document.documentElement.dataset.fingerprint ?? ''
  return element(
    'details',
    'card',
    element('summary', '', words.fingerprint),
    element('code', 'fingerprint', visible(fingerprint)),
    element('p', '', words.fingerprintText),
  )
}
