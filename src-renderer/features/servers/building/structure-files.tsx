/** Structure files: what AI may place in a build. The owner adds and removes them; a file is never found by its path. */
import type { StructureFile } from '@shared/build/structure-file.js'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { useRequest } from '../../../state/use-request.js'
import { Button } from '../../../ui/buttons/button.js'
import { Confirm } from '../../../ui/layout/confirm.js'
import { ErrorNote } from '../../../ui/messages/error-note.js'
import { LongText } from '../../../ui/text/long-text.js'
import { useNumbers } from '../../../ui/text/use-numbers.js'
import { visibleText } from '../../../ui/text/visible-text.js'
import { usePolled } from '../overview/use-polled.js'

const Row = ({ file, onChanged }: { readonly file: StructureFile; readonly onChanged: () => void }) => {
  const { t } = useTranslation()
  const number = useNumbers()
  const { busy, error, send } = useRequest()
  const [removing, setRemoving] = useState(false)
  const { name, fileName, size, blocks, omitted } = file
  const left = omitted.reduce((sum, { count }) => sum + count, 0)
  const remove = async () => {
    const removed = await send(attempt('structures:remove', { name }))
    if (removed.ok) onChanged()
  }
  return (
    <li className="building-row">
      <div>
        <b>
          <LongText text={visibleText(fileName)} limit={80} />
        </b>
        <p>
          <span>{t('building.size', size)}</span>
          <span>{t('building.blocks', { count: blocks })}</span>
          <span>{t('building.structures.calls', { name })}</span>
        </p>
        {left > 0 && (
          <p className="tone-gold">{t('building.structures.omitted', { count: left, shown: number(left) })}</p>
        )}
      </div>
      {!removing && (
        <Button
          size="s"
          icon="trash"
          aria-label={t('building.structures.removeOf', { name })}
          onClick={() => setRemoving(true)}
        >
          {t('building.remove')}
        </Button>
      )}
      {removing && (
        <Confirm
          question={t('building.structures.removeQuestion', { name: visibleText(fileName) })}
          text={t('building.structures.removeText')}
          keep={t('building.keep')}
          act={t('building.remove')}
          busy={busy}
          error={error}
          onKeep={() => setRemoving(false)}
          onAct={() => void remove()}
        />
      )}
    </li>
  )
}

const list = () => attempt('structures:list')

export const StructureFiles = () => {
  const { t } = useTranslation()
  const { value, error: unread, read } = usePolled(list, undefined)
  const { busy, error, send } = useRequest()
  const add = useCallback(async () => {
    const added = await send(attempt('structures:add'))
    if (added.ok && added.value) await read()
  }, [send, read])
  return (
    <section className="server-section building-section" aria-label={t('building.structures.title')}>
      <div className="building-head">
        <h2>{t('building.structures.title')}</h2>
        <Button size="s" icon="plus" disabled={busy} onClick={() => void add()}>
          {t('building.structures.add')}
        </Button>
      </div>
      <p>{t('building.structures.text')}</p>
      {(error ?? unread) && <ErrorNote error={(error ?? unread) as NonNullable<typeof error>} />}
      {value?.length === 0 && <p className="building-none">{t('building.structures.none')}</p>}
      {value && value.length > 0 && (
        <ul>
          {value.map((file) => (
            <Row key={file.name} file={file} onChanged={() => void read()} />
          ))}
        </ul>
      )}
    </section>
  )
}
