/**
 * Keyless clients: whether a program without a key of its own may do anything. It asks the owner once.
 *
 * Guards invariant 2: without a decision, without a person and with too many questions, it may do nothing. Guards
 * invariant 6: consumers only learn the refusal. A program is known by the name that it declares, which proves nothing:
 * this tells programs apart that do not lie, and shows the owner what is new.
 */
import { randomUUID } from 'node:crypto'
import type { Caller } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import { bridge } from '@shared/clients/client.js'
import {
  type KeylessProgram,
  type KeylessView,
  keylessIds,
  keylessLimits,
  type OtherClients,
} from '@shared/clients/keyless.js'
import { type Bucket, take } from '../../policy/limits/rate.js'
import { resembling } from '../../policy/rights/new-client.js'
import { cleanText } from '../../policy/text/untrusted-text.js'
import type { AuditLog } from '../ports/audit-log.js'
import { Emitter } from '../ports/emitter.js'
import type { Clock, Log } from '../ports/runtime.js'
import type { KeylessProgramStore } from '../ports/stores.js'

/** Milliseconds after its last call for which a question stays open. */
export const keylessQuestionMs = 600_000

export interface KeylessDependencies {
  readonly clock: Clock
  readonly audit: Pick<AuditLog, 'append'>
  readonly log: Log
  readonly store: KeylessProgramStore
  /** For programs that nobody decided about. */
  readonly others: () => OtherClients
  readonly onDidChangeOthers: (listener: () => void) => () => void
  /** Whether no question may be asked now. */
  readonly isStopped: () => boolean
  /** Names of clients with a key of their own. */
  readonly knownNames: () => readonly string[]
}

type Refusal = 'waiting' | 'refused' | 'others-refused' | 'too-many' | 'nobody'

export class KeylessClients {
  readonly #deps: KeylessDependencies
  /** By name. */
  readonly #programs = new Map<string, KeylessProgram>()
  /** When each waiting program called last, in milliseconds of the monotonic clock. */
  readonly #calledAt = new Map<string, number>()
  readonly #onDidChange = new Emitter<void>()
  readonly onDidChange = this.#onDidChange.on
  readonly #onDidAsk = new Emitter<KeylessProgram>()
  readonly onDidAsk = this.#onDidAsk.on
  /** Without a state when the program stopped calling. */
  readonly #onDidEnd = new Emitter<{ readonly id: string; readonly state?: 'allowed' | 'refused' }>()
  readonly onDidEnd = this.#onDidEnd.on
  /** Whether refusals may be missing. */
  readonly #isDamaged: boolean
  #bucket: Bucket | undefined
  #isPaused = false
  #people = 0

  constructor(deps: KeylessDependencies) {
    this.#deps = deps
    const { programs, damaged } = deps.store.read()
    for (const program of programs) this.#programs.set(program.name, program)
    this.#isDamaged = damaged !== undefined
    if (damaged !== undefined) {
      deps.log.warn(
        'some decisions about programs without a key cannot be read: all others ask, until this file is repaired or removed and Gatehouse starts again',
        { file: damaged },
      )
    }
    deps.onDidChangeOthers(() => this.#onDidChange.emit())
  }

  /** Registers a person who can be asked; returns the function that removes them. */
  attach(): () => void {
    this.#people += 1
    let attached = true
    return () => {
      if (attached) this.#people -= 1
      attached = false
    }
  }

  view(): KeylessView {
    return { others: this.#others(), programs: [...this.#programs.values()], isPaused: this.#isPaused }
  }

  /** The questions that are open, the oldest first. */
  waiting(): readonly KeylessProgram[] {
    return [...this.#programs.values()].filter(({ state }) => state === 'waiting')
  }

  /** Whether it may call now. Asks nobody. */
  mayCall(caller: Pick<Caller, 'id' | 'name'>): boolean {
    if (caller.id !== bridge.id) return true
    const state = this.#programs.get(nameOf(caller))?.state
    return state === 'allowed' || (state !== 'refused' && this.#others() === 'allow')
  }

  /** Why this caller may do nothing; asks the owner when it is new. Undefined when it may call. */
  refusalOf(caller: Pick<Caller, 'id' | 'name'>): GatewayError | undefined {
    if (this.mayCall(caller)) return undefined
    const state = this.#programs.get(nameOf(caller))?.state
    if (state === 'refused') return errorOf('refused')
    if (this.#others() === 'refuse') return errorOf('others-refused')
    return errorOf(this.#ask(nameOf(caller)))
  }

  /**
   * The owner's decision, for good; also about a program that was decided before.
   *
   * @param by the person's name in the audit trail
   * @returns false when there is no such program
   * @throws Error when it cannot be recorded or stored: nothing changes then
   */
  decide(id: string, state: 'allowed' | 'refused', by: string): boolean {
    const program = [...this.#programs.values()].find((one) => one.id === id)
    if (!program) return false
    const { clock, audit, store, log } = this.#deps
    const at = clock.now().toISOString()
    audit.append({
      id: randomUUID(),
      timestamp: at,
      eventType: state === 'allowed' ? 'approve' : 'reject',
      capabilityId: keylessIds[state],
      caller: { type: 'user', id: by, name: by },
      request: { client: { id: bridge.id, name: program.name } },
    })
    const next = new Map(this.#programs)
    next.delete(program.name)
    next.set(program.name, { id, name: program.name, state, at })
    dropOldest(next)
    store.write([...next.values()].filter((one) => one.state !== 'waiting'))
    this.#programs.clear()
    for (const [name, one] of next) this.#programs.set(name, one)
    log.info('the owner decided about a program without a key', { name: program.name, state })
    this.#ended(program, state)
    return true
  }

  #ask(name: string): Refusal {
    const { clock, isStopped } = this.#deps
    if (this.#programs.has(name)) {
      this.#calledAt.set(name, clock.elapsed())
      return 'waiting'
    }
    if (this.#people === 0 || isStopped()) return 'nobody'
    if (this.waiting().length >= keylessLimits.waiting) return 'too-many'
    const { allowed, bucket } = take({ requests: keylessLimits.perHour, period: 'hour' }, this.#bucket, clock.elapsed())
    this.#bucket = bucket
    if (allowed === this.#isPaused) {
      this.#isPaused = !allowed
      this.#onDidChange.emit()
    }
    if (!allowed) return 'too-many'
    const resembles = resembling(name, this.#namesThatCount())
    const program: KeylessProgram = {
      id: randomUUID(),
      name,
      state: 'waiting',
      at: clock.now().toISOString(),
      ...(resembles !== undefined && { resembles }),
    }
    this.#programs.set(name, program)
    this.#calledAt.set(name, clock.elapsed())
    this.#closeWhenIdle(program, keylessQuestionMs)
    this.#onDidAsk.emit(program)
    this.#onDidChange.emit()
    return 'waiting'
  }

  /** A program that is gone must not take the place of another. Nothing is remembered about it. */
  #closeWhenIdle(program: KeylessProgram, milliseconds: number): void {
    const { clock } = this.#deps
    clock.after(milliseconds, () => {
      if (this.#programs.get(program.name) !== program) return
      const left = (this.#calledAt.get(program.name) ?? 0) + keylessQuestionMs - clock.elapsed()
      if (left > 0) return this.#closeWhenIdle(program, left)
      this.#programs.delete(program.name)
      this.#ended(program)
    })
  }

  #ended({ id, name, state: before }: KeylessProgram, state?: 'allowed' | 'refused'): void {
    this.#calledAt.delete(name)
    if (before === 'waiting') this.#onDidEnd.emit({ id, ...(state && { state }) })
    this.#onDidChange.emit()
  }

  #namesThatCount(): readonly string[] {
    const allowed = [...this.#programs.values()].filter(({ state }) => state === 'allowed')
    return [...allowed.map(({ name }) => name), ...this.#deps.knownNames()]
  }

  /** A program whose refusal may be missing is not let in. */
  #others(): OtherClients {
    const others = this.#deps.others()
    return this.#isDamaged && others === 'allow' ? 'ask' : others
  }
}

const nameOf = ({ name }: Pick<Caller, 'name'>): string => cleanText(name, keylessLimits.name)

/** The oldest permission goes first, never the newest decision. A refusal goes only where all others are refusals too. */
function dropOldest(programs: Map<string, KeylessProgram>): void {
  const decided = [...programs.values()].filter(({ state }) => state !== 'waiting')
  if (decided.length <= keylessLimits.programs) return
  const older = decided.slice(0, -1)
  const oldest = older.find(({ state }) => state === 'allowed') ?? older[0]
  if (oldest) programs.delete(oldest.name)
}

const texts: Readonly<Record<Refusal, { readonly message?: string; readonly suggestion: string }>> = {
  waiting: { suggestion: 'Gatehouse asks the owner now. Call again when the owner has allowed this program.' },
  refused: {
    message: 'The owner did not allow this program.',
    suggestion: 'Do not call again. The owner can allow it in the Gatehouse window, under AI clients.',
  },
  'others-refused': {
    message: 'The owner lets in only programs with a key of their own.',
    suggestion: 'Ask the owner to connect this program in the Gatehouse window: AI clients, Connect an AI.',
  },
  'too-many': {
    message: 'Other programs wait for the owner already, so Gatehouse did not ask about this one.',
    suggestion: 'Tell the owner to look under AI clients in the Gatehouse window, then call again.',
  },
  nobody: {
    message: 'The owner has not allowed this program, and nobody can be asked now.',
    suggestion: 'Call again when the owner is at the Gatehouse window, or ask for a key: gatehouse clients add NAME.',
  },
}

const errorOf = (why: Refusal): GatewayError =>
  new GatewayError('PERMISSION.CLIENT_NOT_ALLOWED', { ...texts[why], details: { why } })
