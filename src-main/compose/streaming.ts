/** Compose streaming: what a streamer connects: the chat of viewers, and what listens to it. */

import { type VoteQuestion, voteSentenceOf } from '@shared/streaming/votes.js'
import type { AppLanguage } from '@shared/text/language.js'
import en from '@shared/words/en.json' with { type: 'json' }
import zh from '@shared/words/zh.json' with { type: 'json' }
import type { Gateway } from '../gateway/gateway.js'
import type { AuditLog } from '../gateway/ports/audit-log.js'
import type { Clock, Log } from '../gateway/ports/runtime.js'
import type { SettingsStore } from '../storage/settings-store.js'
import { Audience } from '../streaming/audience/audience.js'
import { Votes } from '../streaming/audience/votes.js'

export interface ComposeStreamingOptions {
  readonly gateway: Pick<Gateway, 'approvals'>
  readonly settings: SettingsStore
  readonly audit: AuditLog
  readonly clock: Clock
  readonly log: Log
  readonly language: () => AppLanguage
}

export interface ComposedStreaming {
  readonly audience: Audience
  readonly votes: Votes
  stop(): Promise<void>
}

export function composeStreaming({ gateway, language, ...parts }: ComposeStreamingOptions): ComposedStreaming {
  const audience = new Audience()
  const pollWords = (question: VoteQuestion) => {
    const { vote } = language() === 'zh' ? zh : en
    const title = (vote.question as Readonly<Record<string, string>>)[voteSentenceOf(question)] ?? vote.title
    return { title, choices: [vote.yes, vote.no] }
  }
  const votes = new Votes({ ...parts, audience, approvals: gateway.approvals, pollWords })
  return {
    audience,
    votes,
    async stop() {
      votes.stop()
    },
  }
}
