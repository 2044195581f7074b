/** Phone: the page of a second approver: pairing after a scanned code, otherwise the waiting questions. */
import type { PhoneUpdate } from '@shared/clients/phone.js'
import { element, visible } from './elements.js'
import { showPairing } from './pairing-form.js'
import { type QuestionCard, questionCard } from './question-card.js'
import { ask } from './server.js'
import { wordsOf } from './words.js'

/** Milliseconds between two signs that this page is still open. */
const signMs = 20_000

const words = wordsOf(document.documentElement.lang)
const page = document.getElementById('page') ?? document.body

function showQuestions(): void {
  const cards = new Map<string, QuestionCard>()
  const standing = element('p', 'standing')
  standing.setAttribute('role', 'status')
  const nothing = element('p', 'nothing', words.nothing)
  const list = element('div', 'list')
  page.replaceChildren(element('h1', '', words.title), standing, nothing, list)

  const stream = new EventSource('/api/stream')
  stream.addEventListener('message', ({ data }) => {
    const { me, questions } = JSON.parse(data) as PhoneUpdate
    const open = new Set(questions.map(({ id }) => id))
    let said = words.connected(visible(me.name))
    for (const [id, card] of cards) {
      if (open.has(id)) continue
      card.remove()
      cards.delete(id)
      said = `${words.gone} ${said}`
    }
    for (const question of questions) {
      const card = cards.get(question.id) ?? questionCard(question, words)
      if (!cards.has(question.id)) list.append(card.root)
      cards.set(question.id, card)
      card.update(question, me.name)
    }
    if (standing.textContent !== said) standing.textContent = said
    nothing.hidden = questions.length > 0
    document.title = questions.length > 0 ? `(${questions.length}) ${words.title}` : words.title
  })
  stream.addEventListener('error', () => {
    standing.textContent = words.lost
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
      page.replaceChildren(element('h1', '', words.title), element('p', '', words.notPaired))
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
else showPairing(page, words, secret, goHome)
