/**
 * Path text: where the path of a file leads, with `..` resolved, and what may deceive about it in words.
 *
 * Guards invariant 5 on the screen: what nobody sees is marked, and a path that climbs is shown with its end.
 */
import { useTranslation } from 'react-i18next'
import type { PlainPath } from '../../src-main/contract/plain-path.js'
import { Icon } from './icon.js'
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
