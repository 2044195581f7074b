/**
 * Leaving: what closing the window comes to, and what quitting does.
 *
 * Guards invariant 2 towards the person: quitting denies what is open, so that nobody quits by accident while something
 * waits. A window never goes where nobody finds it: without a tray it is made small. Closing is explained once, in the
 * window itself; whoever closes it again meanwhile, or quits again, is taken at their word, so that a page that does not
 * answer keeps nobody.
 */
import type { LeavingAnswer, LeavingQuestion } from '../contract/leaving.js'
import type { Settings } from '../contract/settings.js'

type Chosen = Pick<Settings, 'closing' | 'closingWasExplained'>

export interface LeavingParts {
  readonly window: { show(): void; hide(): void; minimize(): void }
  readonly settings: { get(): Chosen; change(part: Partial<Chosen>): unknown }
  /** What would end with the program. */
  readonly atStake: () => { readonly questions: number; readonly clients: number }
  readonly hasTray: () => Promise<boolean>
  readonly ask: (question: LeavingQuestion) => void
  readonly quit: () => void
}

export class Leaving {
  readonly #parts: LeavingParts
  #asked: LeavingQuestion['why'] | undefined

  constructor(parts: LeavingParts) {
    this.#parts = parts
  }

  /** The person closed the window. */
  async closed(): Promise<void> {
    const { closing, closingWasExplained } = this.#parts.settings.get()
    if (closing === 'quit') return this.#quitUnless(({ questions }) => questions > 0)
    if (closingWasExplained || this.#asked === 'closed') return this.#stay()
    await this.#ask('closed')
  }

  /** The person wants to quit, from the window or by its keys. */
  quit(): Promise<void> {
    return this.#quitUnless(({ questions, clients }) => questions + clients > 0)
  }

  /** The person chose to quit in a menu, which nobody does by accident: only what waits for them is asked about. */
  quitFromMenu(): Promise<void> {
    return this.#quitUnless(({ questions }) => questions > 0)
  }

  async answer(answer: LeavingAnswer): Promise<void> {
    const wasClosed = this.#asked === 'closed'
    this.#asked = undefined
    if (answer === 'quit') this.#parts.quit()
    else if (answer === 'stay' && wasClosed) await this.#stay()
  }

  async #quitUnless(matters: (stake: ReturnType<LeavingParts['atStake']>) => boolean): Promise<void> {
    if (this.#asked !== 'quit' && matters(this.#parts.atStake())) return this.#ask('quit')
    this.#parts.quit()
  }

  async #ask(why: LeavingQuestion['why']): Promise<void> {
    this.#asked = why
    const staysIn = (await this.#parts.hasTray()) ? 'tray' : 'taskbar'
    if (this.#asked !== why) return
    this.#parts.window.show()
    this.#parts.ask({ why, staysIn })
  }

  async #stay(): Promise<void> {
    this.#asked = undefined
    const { window, settings, hasTray } = this.#parts
    if (!settings.get().closingWasExplained) settings.change({ closingWasExplained: true })
    if (await hasTray()) window.hide()
    else window.minimize()
  }
}
