/**
 * Server consoles: the lines of each server's log, together with what was done there through Gatehouse.
 *
 * Guards invariant 5: a line is text, cleaned and bounded. Guards invariants 6 and 8: a line with the chat key or a code
 * of an approval is hidden, and what looks like a key is masked; so is what a player types to log in.
 */
import { capabilityForAct } from '@shared/servers/owner-acts.js'
import { type ConsoleLine, type ConsoleView, maxConsoleLines } from '@shared/servers/server-console.js'
import type { LiveEntry } from '@shared/trail/live.js'
import { withoutCommandSecrets } from '../../policy/redaction/command-secrets.js'
import { redacted } from '../../policy/redaction/text-keys.js'
import { cleanText } from '../../policy/text/untrusted-text.js'
import type { LogTailLine } from '../ports/provider.js'
import type { Clock } from '../ports/runtime.js'
import type { Registry } from '../trust/registry.js'

/** Characters of one line. */
const maxLength = 400
const maxReplyLines = 40

export interface ServerConsolesDependencies {
  readonly registry: Pick<Registry, 'link'>
  readonly clock: Pick<Clock, 'now'>
  /** Whether a text holds a key or a code of Gatehouse. */
  readonly isSecret: (text: string) => boolean
}

type OwnLine = Exclude<ConsoleLine, { readonly kind: 'log' }>

export class ServerConsoles {
  readonly #deps: ServerConsolesDependencies
  readonly #own = new Map<string, OwnLine[]>()

  constructor(deps: ServerConsolesDependencies) {
    this.#deps = deps
  }

  /** Keeps what was done on a server. What was only read or denied did nothing there. */
  note(entry: LiveEntry): void {
    if (entry.kind !== 'call' || entry.result !== 'done' || !entry.server) return
    const { server, caller, capabilityId, arguments: given, at } = entry
    const offered = this.#deps.registry.link(server.id)?.server
    const manifest = [...(offered?.capabilities ?? []), ...(offered?.quarantined ?? []).map((one) => one.offered)].find(
      ({ id }) => id === capabilityId,
    )
    if (manifest?.type !== 'action') return
    this.#add(server.id, { kind: 'call', at, caller, capabilityId, arguments: given })
  }

  /** Keeps the reply to a command of the owner. */
  reply(serverId: string, text: string): void {
    const at = this.#deps.clock.now().toISOString()
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    for (const line of lines.slice(0, maxReplyLines))
      this.#add(serverId, { kind: 'reply', at, text: this.#shown(line) })
  }

  forget(serverId: string): void {
    this.#own.delete(serverId)
  }

  /** Undefined when there is no such server. */
  of(serverId: string): ConsoleView | undefined {
    const link = this.#deps.registry.link(serverId)
    if (!link) return undefined
    const { log } = link.server
    const tail = link.logTail?.() ?? []
    const hasLog = tail.length > 0 || (log !== undefined && log.problem === undefined)
    const own = this.#own.get(serverId) ?? []
    return {
      lines: inOrder(
        tail.slice(-maxConsoleLines).map((line) => this.#logLine(line)),
        own,
      ).slice(-maxConsoleLines),
      hasLog,
      hasCommands: capabilityForAct(link.server, 'command') !== undefined,
    }
  }

  #logLine({ text, ...line }: LogTailLine): ConsoleLine {
    return { kind: 'log', ...line, text: this.#shown(text) }
  }

  #shown(raw: string): string {
    const text = cleanText(raw, maxLength)
    if (this.#deps.isSecret(text)) return redacted
    return withoutCommandSecrets(text)
  }

  #add(serverId: string, line: OwnLine): void {
    const lines = [...(this.#own.get(serverId) ?? []), line].slice(-maxConsoleLines)
    this.#own.set(serverId, lines)
  }
}

/** By time. Lines without one were there before, and follow one another. */
function inOrder(log: readonly ConsoleLine[], own: readonly OwnLine[]): readonly ConsoleLine[] {
  const merged: ConsoleLine[] = []
  let next = 0
  for (const line of log) {
    for (let one = own[next]; one && line.at !== undefined && one.at < line.at; one = own[++next]) merged.push(one)
    merged.push(line)
  }
  return [...merged, ...own.slice(next)]
}
