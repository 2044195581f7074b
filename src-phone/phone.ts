/** Phone: the page of a second approver: pairing after a scanned code, otherwise the waiting questions. */
import type { PhoneUpdate } from '@shared/clients/phone.js'
import { element, visible } from './elements.js'
import { showPairing } from './pairing-form.js'
import { type QuestionCard, questionCard } from './question-card.js'
import { wordsOf } from './sentences.js'
import { ask } from './server.js'
import { textsOf } from './texts.js'

/** Milliseconds between two heartbeats of this page. */
const signMs = 20_000

const texts = textsOf(document.documentElement.lang)
const words = wordsOf(texts.language)
const page = document.getElementById('page') ?? document.body

function showQuestions(): void {
  const cards = new Map<string, QuestionCard>()
  const standing = element('p', 'standing')
  standing.setAttribute('role', 'status')
  const nothing = element('p', 'nothing', texts.nothing)
  const list = element('div', 'list')
  page.replaceChildren(element('h1', '', texts.title), standing, nothing, list)

  const stream = new EventSource('/api/stream')
  stream.addEventListener('message', ({ data }) => {
    const { me, questions } = JSON.parse(data) as PhoneUpdate
    const open = new Set(questions.map(({ id }) => id))
    let said = texts.connected(visible(me.name))
    for (const [id, card] of cards) {
      if (open.has(id)) continue
      card.remove()
      cards.delete(id)
      said = `${texts.gone} ${said}`
    }
    for (const question of questions) {
      const card = cards.get(question.id) ?? questionCard(question, texts, words)
      if (!cards.has(question.id)) list.append(card.root)
      cards.set(question.id, card)
      card.update(question, me.name)
    }
    if (standing.textContent !== said) standing.textContent = said
    nothing.hidden = questions.length > 0
    document.title = questions.length > 0 ? `(${questions.length}) ${texts.title}` : texts.title
  })
  stream.addEventListener('error', () => {
    standing.textContent = texts.lost
    for (const card of cards.values()) card.remove()
    cards.clear()
    nothing.hidden = true
    void look()
  })
  const signs = setInterval(() => void ask('/api/here', {}), signMs)
  const ticks = setInterval(() => {
    for (const card of cards.values()) card.tick()
  }, 1_000)

  /** A browser does not say why a stream ended, and gives up on one that was refused. */
  async function look(): Promise<void> {
    const answer = await ask('/api/here', {})
    if (!answer.ok && answer.error.code === 'AUTH.UNAUTHORIZED') {
      stream.close()
      clearInterval(signs)
      clearInterval(ticks)
      page.replaceChildren(element('h1', '', texts.title), element('p', '', texts.notPaired))
    } else if (stream.readyState === EventSource.CLOSED) {
      clearInterval(signs)
      clearInterval(ticks)
      setTimeout(showQuestions, 3_000)
    }
  }
}

const secret = location.pathname === '/pair' ? location.hash.slice(1) : ''
const goHome = () => {
  history.replaceState(null, '', '/')
  showQuestions()
}
if (secret === '') goHome()
else showPairing(page, texts, secret, goHome)
