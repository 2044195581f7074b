/**
 * Path text: a file path with `..` resolved, and a warning about misleading parts.
 *
 * Guards invariant 5: invisible characters are marked, and a path with `..` is shown with its target.
 */

import type { PlainPath } from '@shared/text/plain-path.js'
import { useTranslation } from 'react-i18next'
import { Icon } from '../theme/icon.js'
import { LongText } from './long-text.js'
import { visibleText } from './visible-text.js'
import './address-text.css'

/** Characters that are shown before the rest is one click away. */
const longest = 240

export const PathText = ({ path, given }: { readonly path: PlainPath; readonly given: string }) => {
  const { t } = useTranslation()
  const climbs = path.warnings.includes('climbs')
  return (
    <div className="address">
      <LongText className="address-text path-text" text={visibleText(path.resolved)} limit={longest} expandable />
      {path.warnings.length > 0 && (
        <ul className="address-warnings">
          {path.warnings.map((warning) => (
            <li key={warning}>
              <Icon name="warning" size={14} />
              {t(`path.${warning}`)}
            </li>
          ))}
        </ul>
      )}
      {climbs && (
        <div className="path-given">
          {t('path.given')} <LongText className="mono" text={visibleText(given)} limit={longest} expandable />
        </div>
      )}
    </div>
  )
}
