/** Defaults note: what AI may do on a new server, in one line; the whole list is one click away. */
import { actionChoices } from '@shared/servers/action-choice.js'
import type { Server } from '@shared/servers/server.js'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNote } from '../ui/messages/error-note.js'
import { startable } from './presets.js'
import { isIn, rowsOf } from './rows.js'
import { StartWithDefaults } from './start-with-defaults.js'
import { useStandings } from './use-standings.js'
import { WhatAiMayDo } from './what-ai-may-do.js'
import './what-ai-may-do.css'

export const DefaultsNote = ({ server }: { readonly server: Server }) => {
  const { t } = useTranslation()
  const { parts, busy, error, choose } = useStandings(server)
  const [open, setOpen] = useState(false)
  const rows = useMemo(() => rowsOf(parts, t), [parts, t])
  if (parts.length === 0 || parts.some(({ standing }) => standing === undefined)) return null
  const counts = actionChoices
    .map((choice) => ({ choice, count: rows.filter((row) => isIn(row, choice)).length }))
    .filter(({ count }) => count > 0)
    .map(({ choice, count }) => t(`may.count.${choice}`, { count }))
  return (
    <div className="may">
      {!open && <StartWithDefaults parts={parts} busy={busy} choose={choose} />}
      {!open && error && <ErrorNote title={t('may.notChosen')} error={error} />}
      <div className="may-note">
        {startable(parts).length === 0 && <p>{t('may.counts', { counts: counts.join(t('may.comma')) })}</p>}
        <button type="button" className="may-link" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'may.close' : 'may.showList')}
        </button>
      </div>
      {open && <WhatAiMayDo server={server} />}
    </div>
  )
}
