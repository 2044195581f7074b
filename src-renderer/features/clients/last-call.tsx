/** Last call: a client's last request from the audit trail, as a sentence with its time. */

import type { AuditRow } from '@shared/trail/audit.js'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { callSentence } from '../../sentences/call-sentence.js'
import { SentenceText } from '../../sentences/sentence-text.js'
import { useCapabilityName } from '../../state/capability-name.js'
import { agoOf } from '../../ui/time/relative-time.js'

export interface LastCallProps {
  /** Id of a client, or the name of a program behind the bridge. */
  readonly client: string
  /** Changes when there may be a newer one. */
  readonly seenAt: string | undefined
}

export const LastCall = ({ client, seenAt }: LastCallProps) => {
  const { t, i18n } = useTranslation()
  const nameOf = useCapabilityName()
  const [row, setRow] = useState<AuditRow | 'none'>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a client that was seen again may have a newer call
  useEffect(() => {
    let ended = false
    void attempt('audit:search', { client, limit: 1 }).then((result) => {
      if (!ended) setRow((result.ok && result.value.rows[0]) || 'none')
    })
    return () => {
      ended = true
    }
  }, [client, seenAt])
  if (row === undefined) return null
  if (row === 'none') return <p>{t('clientPage.noCall')}</p>
  const { capabilityId, request = {}, caller, timestamp, metadata } = row.event
  const call = { capabilityId, arguments: request, caller: { id: caller.id, name: caller.name ?? client } }
  const sentence = callSentence(call, 'asks', nameOf(metadata?.serverId, capabilityId))
  return (
    <p>
      <SentenceText sentence={sentence} /> <span title={timestamp}>{agoOf(timestamp, Date.now(), i18n.language)}</span>
    </p>
  )
}
