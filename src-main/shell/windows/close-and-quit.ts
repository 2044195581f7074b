/**
 * Close and quit: handles closing the window and quitting.
 *
 * Quitting denies open requests (invariant 2), so it shows a prompt while a request waits. A closed window can always be
 * found again: without a tray it is minimized. Closing is explained once, in the window. Closing or quitting a second
 * time skips the prompt, so that an unresponsive page cannot block it.
 */
import type { CloseChoice, ClosePrompt } from '@shared/program/close-prompt.js'
import type { Settings } from '@shared/program/settings.js'

type Chosen = Pick<Settings, 'closing' | 'closingWasExplained'>

export interface CloseAndQuitDependencies {
  readonly window: { show(): void; hide(): void; minimize(): void }
  readonly settings: { get(): Chosen; change(part: Partial<Chosen>): unknown }
  /** Open requests and clients that quitting would affect. */
  readonly openWork: () => { readonly questions: number; readonly clients: number }
  readonly hasTray: () => Promise<boolean>
  readonly ask: (question: ClosePrompt) => void
  readonly quit: () => void
}

export class CloseAndQuit {
  readonly #deps: CloseAndQuitDependencies
  #asked: ClosePrompt['why'] | undefined

  constructor(deps: CloseAndQuitDependencies) {
    this.#deps = deps
  }

  /** The person closed the window. */
  async closed(): Promise<void> {
    const { closing, closingWasExplained } = this.#deps.settings.get()
    if (closing === 'quit') return this.#quitUnless(({ questions }) => questions > 0)
    if (closingWasExplained || this.#asked === 'closed') return this.#stay()
    await this.#ask('closed')
  }

  /** The person quits from the window or by shortcut. */
  quit(): Promise<void> {
    return this.#quitUnless(({ questions, clients }) => questions + clients > 0)
  }

  /** The person quit from a menu, which is deliberate: only waiting requests need a confirmation. */
  quitFromMenu(): Promise<void> {
    return this.#quitUnless(({ questions }) => questions > 0)
  }

  async answer(answer: CloseChoice): Promise<void> {
    const wasClosed = this.#asked === 'closed'
    this.#asked = undefined
    if (answer === 'quit') this.#deps.quit()
    else if (answer === 'stay' && wasClosed) await this.#stay()
  }

  async #quitUnless(matters: (stake: ReturnType<CloseAndQuitDependencies['openWork']>) => boolean): Promise<void> {
    if (this.#asked !== 'quit' && matters(this.#deps.openWork())) return this.#ask('quit')
    this.#deps.quit()
  }

  async #ask(why: ClosePrompt['why']): Promise<void> {
    this.#asked = why
    const staysIn = (await this.#deps.hasTray()) ? 'tray' : 'taskbar'
    if (this.#asked !== why) return
    this.#deps.window.show()
    this.#deps.ask({ why, staysIn })
  }

  async #stay(): Promise<void> {
    this.#asked = undefined
    const { window, settings, hasTray } = this.#deps
    if (!settings.get().closingWasExplained) settings.change({ closingWasExplained: true })
    if (await hasTray()) window.hide()
    else window.minimize()
  }
}
