/** Saving server: a model of vanilla's replies to save-off, save-all flush and save-on, and of its saving state. */
import type { Console } from '../../../src-main/providers/java/ports.js'

export class SavingServer implements Console {
  isSaving = true
  readonly commands: string[] = []
  /** Command → a reply in place of the real one; the command is run all the same. */
  readonly replies = new Map<string, string>()
  /** Called before a command runs, and before its reply is sent; may throw as a connection that closes does. */
  beforeRun: (command: string) => void = () => undefined
  beforeReply: (command: string) => void = () => undefined

  async run(command: string): Promise<string> {
    this.beforeRun(command)
    this.commands.push(command)
    const reply = this.#apply(command)
    this.beforeReply(command)
    return this.replies.get(command) ?? reply
  }

  #apply(command: string): string {
    if (command === 'save-all flush') return 'Saving the game (this may take a moment!)Saved the game'
    if (command !== 'save-on' && command !== 'save-off') return 'Unknown or incomplete command, see below for error'
    const on = command === 'save-on'
    if (this.isSaving === on) return on ? 'Saving is already turned on' : 'Saving is already turned off'
    this.isSaving = on
    return on ? 'Automatic saving is now enabled' : 'Automatic saving is now disabled'
  }
}
