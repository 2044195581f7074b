/**
 * Question card: one question with its Approve and Deny buttons.
 *
 * Guards "a yes is an intended act": all arguments are shown. Approve counts only after the head and the foot of the
 * question have been visible and a second has passed; both start over when the page becomes visible again. The computer
 * measures the same. Interaction with the card pauses its countdown.
 */

import { readingMs } from '@shared/approvals/reading-time.js'
import { type AskReason, asPhrase, riskLineOf } from '@shared/approvals/risk-line.js'
import { isSubjectTyped } from '@shared/approvals/typed-subject.js'
import { isBuild } from '@shared/build/build-preview.js'
import type { PhoneQuestion } from '@shared/clients/phone.js'
import { confusionOf } from '@shared/text/confusable-name.js'
import { maskSecrets } from '@shared/text/secret-names.js'
import { callSentence } from '../src-renderer/sentences/call-sentence.js'
import { undoSentence } from '../src-renderer/sentences/undo-sentence.js'
import { buildPicture } from './build-picture.js'
import { element, field, visible, visibleJson } from './elements.js'
import { scopeChoice } from './scope-choice.js'
import { sentenceNodes, type Words } from './sentences.js'
import { ask, type Failure } from './server.js'
import type { Texts } from './texts.js'

/** Milliseconds for which a button that has just changed ignores a tap. */
const settleMs = 600

export interface QuestionCard {
  readonly root: HTMLElement
  update(question: PhoneQuestion, me: string): void
  /** Once a second. */
  tick(): void
  remove(): void
}

export function questionCard(first: PhoneQuestion, texts: Texts, words: Words): QuestionCard {
  let question = first
  let endsAt = 0
  let isInSight = false
  let isRead = false
  let isBusy = false
  let hasAgreed = false
  /** The picture of a build, or why there is none, is on the page. */
  let isDrawn = !isBuild(first.capabilityId)
  /** How often its visibility changed. */
  let turn = 0
  let changedAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined

  const { own } = first
  const caller = { name: own ? texts.callers[own] : first.caller }
  const asked = callSentence({ ...first, caller }, 'question', first.capabilityName)

  const heading = element('h2', '', ...sentenceNodes(asked, words))
  heading.id = `question-${first.id}`
  const left = element('span', 'left')
  const agreed = element('span')
  const problem = element('p', 'problem')
  problem.setAttribute('role', 'alert')
  const deny = element('button', 'deny', texts.deny)
  const approve = element('button', 'approve', texts.read)
  const foot = element('div', 'foot', deny, approve)
  const { mustType } = first
  const [typeLabel, typed] = field(texts.type(mustType ?? ''), { autocapitalize: 'none', spellcheck: 'false' })

  const choice = scopeChoice(first, texts, words, () => {
    changedAt = performance.now()
    draw()
  })

  const facts = element('dl')
  const fact = (name: string, ...value: readonly (Node | string)[]) =>
    facts.append(element('dt', '', name), element('dd', '', ...value))
  fact(
    texts.asks,
    ...(own ? [element('bdi', '', texts.callers[own])] : nameParts(first.caller, texts)),
    ...(first.named || own ? [] : [element('small', '', ` (${texts.claimed})`)]),
  )
  fact(
    texts.server,
    ...(first.isDemoWorld ? [element('bdi', '', words.t('demoWorld.name'))] : nameParts(first.server, texts)),
  )
  const { reason, also } = riskLineOf(first)
  const [because, ...further] = [reason, ...also].map((one) => reasonText(one, words))
  fact(
    texts.risk,
    element('strong', `risk ${first.risk}`, texts.risks[first.risk] ?? first.risk),
    ...(because === '' || because === undefined ? [] : [' · ', element('bdi', '', asPhrase(because))]),
    ...further.map((one) => element('small', '', ` ${one}`)),
  )
  const { readText } = first
  if (readText && readText.text !== '') {
    const by = readText.by === undefined ? [] : [element('small', '', element('bdi', '', ` (${visible(readText.by)})`))]
    fact(texts.wasRead, element('q', '', visible(readText.text)), ...by)
  }
  if (first.reason !== undefined) {
    fact(texts.why, element('q', '', visible(first.reason)), element('small', '', ` (${texts.ownWords})`))
  }
  if (first.undo) fact(texts.undo, ...sentenceNodes(undoSentence(first, first.undo), words))
  fact(texts.agreed, agreed)
  fact(texts.left, left)
  const json = (name: string, value: unknown) => {
    const masked = maskSecrets(value)
    const text = element('pre', '', visibleJson(masked.value))
    if (masked.count === 0) return [element('h3', '', name), text]
    const show = element('button', 'secrets', texts.showSecrets)
    show.addEventListener('click', () => {
      text.textContent = visibleJson(value)
      show.remove()
    })
    return [element('h3', '', name), text, show]
  }
  const root = element(
    'article',
    'card',
    heading,
    ...(isDrawn
      ? []
      : [
          buildPicture(first.id, texts, () => {
            isDrawn = true
            draw()
          }),
        ]),
    facts,
    ...(first.before ? json(texts.now, first.before) : []),
    ...json(`${texts.sent}: ${visible(first.capabilityId)}`, first.arguments),
    ...(mustType === undefined ? [] : [typeLabel]),
    ...choice.parts,
    problem,
    foot,
  )
  root.setAttribute('aria-labelledby', heading.id)

  function draw(): void {
    const isTyped = mustType === undefined || isSubjectTyped(typed.value, mustType)
    approve.disabled = isBusy || !isRead || !isDrawn || !isTyped || hasAgreed
    approve.textContent = hasAgreed ? texts.youAgreed : isRead ? choice.label() : texts.read
    deny.disabled = isBusy
  }

  const seen = new Set<Element>()
  let footInSight = false
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) seen.add(target)
      if (target === foot) footInSight = isIntersecting
    }
    look()
  })
  observer.observe(heading)
  observer.observe(foot)

  function look(): void {
    const isNow = document.visibilityState === 'visible' && seen.size === 2 && footInSight
    if (isNow === isInSight) return
    isInSight = isNow
    isRead = false
    turn += 1
    clearTimeout(timer)
    draw()
    if (!isInSight) return
    const mine = turn
    void ask('/api/shown', { id: first.id }).then(() => {
      if (mine !== turn) return
      timer = setTimeout(() => {
        isRead = true
        draw()
      }, readingMs)
    })
  }
  document.addEventListener('visibilitychange', look)

  function fail({ code, message, suggestion = '' }: Failure): void {
    problem.textContent = texts.errors[code] ?? visible(`${texts.failed} ${message} ${suggestion}`)
  }

  async function answer(decision: 'approve' | 'deny'): Promise<void> {
    isBusy = true
    draw()
    problem.textContent = ''
    const { duration, what } = choice.scope()
    const given = {
      id: first.id,
      decision,
      ...(decision === 'approve' && { typed: typed.value, scope: duration, what }),
    }
    const result = await ask('/api/answer', given)
    isBusy = false
    if (!result.ok) fail(result.error)
    draw()
  }
  root.addEventListener('focusin', () => void ask('/api/hold', { id: first.id }))
  root.addEventListener('focusout', ({ relatedTarget }) => {
    if (!root.contains(relatedTarget as Node | null)) void ask('/api/release', { id: first.id })
  })
  typed.addEventListener('input', draw)
  deny.addEventListener('click', () => void answer('deny'))
  approve.addEventListener('click', () => {
    if (performance.now() - changedAt >= settleMs) void answer('approve')
  })

  function tick(): void {
    const seconds = Math.max(0, Math.round((endsAt - performance.now()) / 1_000))
    left.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  }

  return {
    root,
    update(next, me) {
      question = next
      endsAt = performance.now() + question.leftMs
      hasAgreed = question.agreed.includes(me)
      agreed.textContent = texts.agreedOf(
        question.agreed.length,
        question.needed,
        question.agreed.map(visible).join(', '),
      )
      tick()
      draw()
    },
    tick,
    remove() {
      turn += 1
      clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('visibilitychange', look)
      root.remove()
    },
  }
}

/** An external name. A warning about misleading letters comes before it, where it is not truncated. */
function nameParts(name: string, texts: Texts): readonly (Node | string)[] {
  const confusion = confusionOf(name)
  const mark = confusion && element('strong', 'confusable', `⚠ ${texts.confusable[confusion]}`)
  return [...(mark ? [mark, ' '] : []), element('bdi', '', visible(name))]
}

/** Words of ours, or the text of the owner or a provider. */
const reasonText = ({ key, text = '' }: AskReason, { t, has }: Words): string =>
  key !== undefined && has(key) ? t(key) : visible(text)
