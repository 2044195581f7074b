/** Backup contents: which worlds a backup holds, and what it leaves out with the reason. Names are untrusted. */

import type { BackupSummary } from '@shared/servers/java-server.js'
import { useTranslation } from 'react-i18next'
import { visibleText } from '../../../ui/text/visible-text.js'
import { Icon } from '../../../ui/theme/icon.js'

/** Maximum lines of what is left out. */
const maxLines = 5

export const BackupContents = ({ backup: { worlds, leftOut, skipped } }: { readonly backup: BackupSummary }) => {
  const { t } = useTranslation()
  const lines = leftOut.slice(0, maxLines)
  return (
    <div className="backup-contents">
      <p>{t('backups.holds', { worlds: visibleText(worlds.join(', ')) })}</p>
      {lines.map(({ path, reason }) => (
        <p key={path}>
          <Icon name="note" size={14} />{' '}
          {t('backups.leftOut', { path: visibleText(path), reason: t(`backups.reason.${reason}`) })}
        </p>
      ))}
      {skipped > lines.length && <p>{t('backups.leftOutMore', { count: skipped - lines.length })}</p>}
    </div>
  )
}
