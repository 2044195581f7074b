/** Story: the details of one request below its line: its steps first, ids and values behind "Details". */

import type { AuditStory } from '@shared/trail/audit.js'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { goTo } from '../../state/navigation.js'
import { useRequest } from '../../state/use-request.js'
import { isOurs } from '../../story/event-text.js'
import { RequestDetails } from '../../story/request-details.js'
import { RequestStory } from '../../story/request-story.js'
import { Button } from '../../ui/buttons/button.js'
import { UndoButton } from '../../ui/buttons/undo-button.js'
import { ErrorNote } from '../../ui/messages/error-note.js'

const Found = ({ story }: { readonly story: AuditStory }) => {
  const { t } = useTranslation()
  const { event } = story.row
  const rows = story.request.length > 0 ? story.request : [story.row]
  const undoes = rows.map((row) => row.event.rollbackInfo?.undoes).find((one) => one !== undefined)
  return (
    <>
      {!isOurs(event) && <RequestStory rows={rows} />}
      <div className="story-ways">
        <UndoButton requestId={event.metadata?.requestId} />
        {undoes !== undefined && (
          <Button size="s" onClick={() => goTo({ screen: 'audit', about: undoes })}>
            {t('asks.undo.showUndone')}
          </Button>
        )}
      </div>
      <RequestDetails rows={rows} />
    </>
  )
}

export interface StoryProps {
  /** Of an entry of the request. */
  readonly id: string
  readonly onClose: () => void
}

export const Story = ({ id, onClose }: StoryProps) => {
  const { t } = useTranslation()
  const [story, setStory] = useState<AuditStory | null>()
  const { error, send } = useRequest()
  useEffect(() => {
    let left = false
    const isStale = () => left
    void send(attempt('audit:get', { id }), isStale).then((found) => {
      if (!left) setStory(found.ok ? found.value : null)
    })
    return () => {
      left = true
    }
  }, [id, send])
  return (
    <section
      className="story"
      aria-label={t('audit.story')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.currentTarget.parentElement?.querySelector<HTMLElement>('.audit-row')?.focus()
        onClose()
      }}
    >
      {story === undefined && <p>{t('app.loading')}</p>}
      {story === null && !error && <p>{t('audit.gone')}</p>}
      {error && <ErrorNote error={error} />}
      {story && <Found story={story} />}
    </section>
  )
}
