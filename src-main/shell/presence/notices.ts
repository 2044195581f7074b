/**
 * Notices: the texts of system notifications, and the targets of clicks.
 *
 * Enforces invariant 6: a request can be denied here, never approved (docs/adr/0022). Enforces invariant 5: external
 * text is plain text with its source. The notification API is injected for tests.
 */

import type { OpenApproval } from '@shared/approvals/approval.js'
import type { PanicState } from '@shared/approvals/panic.js'
import type { NotificationChoice } from '@shared/program/settings.js'
import type { StreamSafeTurn } from '@shared/streaming/obs.js'
import type { AuditState } from '@shared/trail/audit.js'
import type { CallEntry } from '@shared/trail/live.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import type { NavigationTarget } from '../../owner/table/shapes.js'
import { callerText, capabilityText, type RedactText, serverText } from './redact-text.js'
import type { ServerNotices } from './server-watch.js'
import type { Translate } from './tray-menu.js'

export interface Notice {
  readonly title: string
  readonly body: string
  readonly onClick: () => void
  /** The only button, where the system shows buttons. */
  readonly deny?: { readonly label: string; readonly run: () => void }
}

export interface NoticeView {
  /** @returns a function that removes it from the screen */
  show(notice: Notice): () => void
}

export interface NoticeDependencies {
  readonly view: NoticeView
  readonly clock: Clock
  readonly redactText: RedactText
  /** A capability's name from its manifest, if known. */
  readonly capabilityName: (capabilityId: string, serverId: string | undefined) => string | undefined
  readonly choice: () => NotificationChoice
  /** Whether a stop also stops reads. */
  readonly stopsReading: () => boolean
  /** Whether do not disturb is on. */
  readonly isQuiet: () => boolean
  /** Whether the person looks at the window, which shows the news itself. */
  readonly isLookedAt: () => boolean
  readonly go: (place: NavigationTarget) => void
  readonly showQuestion: (id: string) => void
  readonly showQuestions: () => void
  readonly deny: (id: string) => void
}

type Kind = Exclude<keyof NotificationChoice, 'enabled'>

/** Milliseconds in which actions by rules are reported as one. */
export const rulesMs = 30_000

/** Milliseconds between checks whether do not disturb is still on. */
export const quietMs = 30_000

type SafetyNotice = 'stopped' | 'trail' | 'unwritable' | 'unconnected' | 'codes'

export class Notices {
  readonly #deps: NoticeDependencies
  #translate: Translate
  #takeQuestionsOff: (() => void) | undefined
  #byRule: CallEntry[] = []
  #isRuleReported = false
  #isTooFewReported = false
  /** Current problems by kind, reported or not. */
  readonly #wrong = new Map<string, SafetyNotice>()
  /** Problems not reported yet. */
  readonly #unreported = new Map<string, NavigationTarget>()
  #waitsForQuietToEnd = false

  constructor(deps: NoticeDependencies, translate: Translate) {
    this.#deps = deps
    this.#translate = translate
  }

  set translate(translate: Translate) {
    this.#translate = translate
  }

  /** Shows a notification for the waiting requests; the caller decides whether to show one. */
  questions(open: readonly OpenApproval[], others: number): void {
    this.questionsEnded()
    const count = open.length + others
    const [only] = open
    if (count === 0) return
    this.#takeQuestionsOff = count === 1 && only ? this.#one(only) : this.#many(count)
  }

  questionsEnded(): void {
    this.#takeQuestionsOff?.()
    this.#takeQuestionsOff = undefined
  }

  servers(news: ServerNotices): void {
    if (!this.#may('servers')) return
    const t = this.#translate
    const { redactText, go } = this.#deps
    if (news.kind === 'offers') {
      const { server, count } = news
      return this.#show(
        t('notice.offers', { server: serverText(server, t, redactText) }),
        t('notice.offersBody', { count }),
        () => go({ screen: 'servers', about: server.id }),
      )
    }
    if (news.kind === 'unsaved') {
      const { server } = news
      return this.#show(
        t('notice.unsaved', { server: serverText(server, t, redactText) }),
        t('notice.unsavedBody'),
        () => go({ screen: 'servers', about: server.id }),
      )
    }
    const { kind, servers } = news
    const [first] = servers
    if (!first) return
    const isOne = servers.length === 1
    const title = isOne
      ? t(`notice.${kind}`, { server: serverText(first, t, redactText) })
      : t(kind === 'offline' ? 'notice.manyOffline' : 'notice.manyOnline', { count: servers.length })
    const body = isOne
      ? t(`notice.${kind}Body`)
      : servers.map((server) => serverText(server, t, redactText, 24)).join(t('notice.comma'))
    this.#show(title, redactText(body, 160), () => go({ screen: 'servers', ...(isOne && { about: first.id }) }))
  }

  /** A call allowed by a rule; several within half a minute are reported as one. */
  actedByRule(entry: CallEntry): void {
    if (!this.#may('rules')) return
    this.#byRule.push(entry)
    if (this.#isRuleReported) return
    this.#notifyOfRules()
  }

  /** A call denied for lack of approvers; reported once in half a minute, however often a client tries. */
  tooFew(entry: CallEntry): void {
    const { refused, capabilityId, server, caller, requestId } = entry
    if (refused?.why !== 'too-few' || this.#isTooFewReported || !this.#may('questions')) return
    const { redactText, capabilityName, go, clock } = this.#deps
    const t = this.#translate
    this.#isTooFewReported = true
    clock.after(rulesMs, () => {
      this.#isTooFewReported = false
    })
    const { needed, present } = refused
    this.#show(
      t('notice.tooFew', { caller: callerText(caller, t, redactText, 32) }),
      t(present === 1 ? 'notice.tooFewAlone' : 'notice.tooFewBody', {
        what: capabilityText({ capabilityId, capabilityName: capabilityName(capabilityId, server?.id) }, t, redactText),
        server: server ? serverText(server, t, redactText) : '',
        needed,
        present,
      }),
      () => go({ screen: 'audit', about: requestId }),
    )
  }

  panic({ on, pause }: PanicState): void {
    const stopped = on && !pause && !this.#deps.isLookedAt()
    this.#safety('panic', stopped ? 'stopped' : undefined, { screen: 'home' })
  }

  /** Also while the window is looked at: it loads again, and the person is about to go live. */
  streamTurned({ by, result }: StreamSafeTurn): void {
    if (!this.#isWanted('safety')) return
    const t = this.#translate
    const isOn = result === 'switched'
    this.#show(
      t(isOn ? 'notice.streamSafe' : 'notice.streamOpen'),
      t(isOn ? `notice.streamSafeBody.${by}` : 'notice.streamOpenBody'),
      () => this.#deps.go({ screen: 'settings', about: 'streaming' }),
    )
  }

  /** Also while the window is looked at and in quiet hours: the owner chose the time. */
  digest({ title, body }: { readonly title: string; readonly body: string }, days: string): void {
    if (!this.#deps.choice().enabled) return
    this.#show(title, body, () => this.#deps.go({ screen: 'audit', about: days }))
  }

  trail({ broken, unwritable }: AuditState): void {
    this.#safety('trail', broken ? 'trail' : unwritable ? 'unwritable' : undefined, { screen: 'audit' })
  }

  /** This run started in safe mode, and is not connected. */
  unconnected(safeMode: boolean): void {
    const reported = safeMode && !this.#deps.isLookedAt()
    this.#safety('unconnected', reported ? 'unconnected' : undefined, { screen: 'home' })
  }

  /** Approving in the game is paused after wrong codes: someone else may have typed them. */
  codes(isPaused: boolean): void {
    this.#safety('codes', isPaused ? 'codes' : undefined, { screen: 'settings', about: 'questions' })
  }

  /**
   * Stream-safe mode was switched, but the settings could not be saved. Reported at once, because a person just asked
   * for it.
   */
  streamUnsaved(): void {
    const t = this.#translate
    this.#show(t('notice.streamUnsaved'), t('notice.streamUnsavedBody'), () => this.#deps.go({ screen: 'settings' }))
  }

  /**
   * A server was removed while its saving was off. A notification reports it, because no page shows the server any
   * more.
   */
  leftUnsaved(server: { readonly id: string; readonly name: string }): void {
    const t = this.#translate
    const { redactText, go } = this.#deps
    const name = serverText(server, t, redactText)
    this.#show(t('notice.leftUnsaved', { server: name }), t('notice.leftUnsavedBody'), () => go({ screen: 'servers' }))
  }

  #one(question: OpenApproval): () => void {
    const t = this.#translate
    const { id, caller, server } = question
    const { view, redactText, showQuestion, deny } = this.#deps
    return view.show({
      title: t('notice.question', { caller: callerText(caller, t, redactText, 32) }),
      body: t('notice.questionBody', {
        what: capabilityText(question, t, redactText),
        server: serverText(server, t, redactText),
      }),
      onClick: () => showQuestion(id),
      deny: { label: t('notice.deny'), run: () => deny(id) },
    })
  }

  #many(count: number): () => void {
    const t = this.#translate
    const { view, showQuestions } = this.#deps
    return view.show({
      title: t('notice.questions', { count }),
      body: t('notice.questionsBody'),
      onClick: showQuestions,
    })
  }

  #notifyOfRules(): void {
    const entries = this.#byRule
    const [first] = entries
    this.#byRule = []
    this.#isRuleReported = first !== undefined
    if (!first) return
    const t = this.#translate
    const { redactText, capabilityName, go, clock } = this.#deps
    if (entries.length === 1) {
      const { capabilityId, server } = first
      const what = { capabilityId, capabilityName: capabilityName(capabilityId, server?.id) }
      this.#show(
        t('notice.rule', { caller: callerText(first.caller, t, redactText, 32) }),
        t('notice.ruleBody', {
          what: capabilityText(what, t, redactText),
          server: server ? serverText(server, t, redactText) : '',
        }),
        () => go({ screen: 'audit', about: first.requestId }),
      )
    } else {
      this.#show(t('notice.rules', { count: entries.length }), t('notice.rulesBody'), () => go({ screen: 'audit' }))
    }
    clock.after(rulesMs, () => this.#notifyOfRules())
  }

  /**
   * Safety problems are reported once. During do not disturb they wait for its end, unless they are resolved before.
   */
  #safety(kind: string, news: SafetyNotice | undefined, place: NavigationTarget): void {
    if (this.#wrong.get(kind) === news) return
    this.#unreported.delete(kind)
    if (news === undefined) return void this.#wrong.delete(kind)
    this.#wrong.set(kind, news)
    this.#unreported.set(kind, place)
    this.#showSafetyNotices()
  }

  #showSafetyNotices(): void {
    const { choice, isQuiet, clock } = this.#deps
    if (this.#unreported.size === 0) return
    if (isQuiet()) {
      if (this.#waitsForQuietToEnd) return
      this.#waitsForQuietToEnd = true
      clock.after(quietMs, () => {
        this.#waitsForQuietToEnd = false
        this.#showSafetyNotices()
      })
      return
    }
    const unreported = [...this.#unreported]
    this.#unreported.clear()
    if (!choice().enabled || !choice().safety) return
    for (const [kind, place] of unreported) this.#showSafetyNotice(this.#wrong.get(kind), place)
  }

  #showSafetyNotice(news: SafetyNotice | undefined, place: NavigationTarget): void {
    if (news === undefined) return
    const t = this.#translate
    const { stopsReading, go } = this.#deps
    const body = news === 'stopped' && stopsReading() ? 'notice.stoppedReadingBody' : `notice.${news}Body`
    this.#show(t(`notice.${news}`), t(body), () => go(place))
  }

  #may(kind: Kind): boolean {
    return this.#isWanted(kind) && !this.#deps.isLookedAt()
  }

  #isWanted(kind: Kind): boolean {
    const { choice, isQuiet } = this.#deps
    return choice().enabled && choice()[kind] && !isQuiet()
  }

  #show(title: string, body: string, onClick: () => void): void {
    this.#deps.view.show({ title, body, onClick })
  }
}
