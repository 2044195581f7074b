/** Asked because: which built-in rule asks although the risk alone would not, and the text of others that the AI read. */

import type { OpenApproval } from '@shared/approvals/approval.js'
import { useTranslation } from 'react-i18next'
import { LongText } from '../../ui/text/long-text.js'
import { visibleText } from '../../ui/text/visible-text.js'
import { Icon } from '../../ui/theme/icon.js'
import { minuteTime } from '../../ui/time/clock-time.js'

/** Characters of the quoted text shown at first. */
const maxQuoteLength = 120

export const AskedBecause = ({ question }: { readonly question: OpenApproval }) => {
  const { t } = useTranslation()
  const { builtIn, readText } = question
  if (builtIn === undefined && readText === undefined) return null
  const isReason = builtIn === 'built-in:read-text'
  const what = readText?.capabilityId === 'player.chat' ? 'chat' : 'text'
  return (
    <li className="asked">
      <Icon name={readText ? 'chat' : 'ask'} />
      <div>
        {builtIn !== undefined && !isReason && <div>{t(`asksBecause.${builtIn.slice('built-in:'.length)}`)}</div>}
        {readText && (
          <>
            <div>
              {t(`asksBecause.${isReason ? 'asks' : 'read'}.${what}${readText.by === undefined ? '' : 'By'}`, {
                by: readText.by === undefined ? '' : visibleText(readText.by),
                time: minuteTime(readText.at),
              })}
            </div>
            {readText.text !== '' && (
              <blockquote>
                {t('quote.open')}
                <LongText text={visibleText(readText.text)} limit={maxQuoteLength} expandable />
                {t('quote.close')}
              </blockquote>
            )}
          </>
        )}
      </div>
    </li>
  )
}
