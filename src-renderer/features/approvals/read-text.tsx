/** Read text: the text of others that the AI read shortly before its request, with its writer and time. */

import type { ReadText } from '@shared/approvals/approval.js'
import { useTranslation } from 'react-i18next'
import { LongText } from '../../ui/text/long-text.js'
import { visibleText } from '../../ui/text/visible-text.js'
import { Icon } from '../../ui/theme/icon.js'
import { minuteTime } from '../../ui/time/clock-time.js'

/** Characters of the quoted text shown at first. */
const maxQuoteLength = 160

const sourceOf = ({ capabilityId, by }: ReadText): string => {
  if (capabilityId === 'player.chat') return by === undefined ? 'chat' : 'wrote'
  return by === undefined ? 'text' : 'textBy'
}

export const ReadTextQuote = ({ read }: { readonly read: ReadText }) => {
  const { t } = useTranslation()
  const by = read.by === undefined ? '' : visibleText(read.by)
  return (
    <figure className="question-read">
      <Icon name="chat" size={14} />
      <figcaption>{t(`readText.${sourceOf(read)}`, { by, time: minuteTime(read.at) })}</figcaption>
      {read.text !== '' && (
        <blockquote>
          <LongText text={visibleText(read.text)} limit={maxQuoteLength} expandable />
        </blockquote>
      )}
    </figure>
  )
}
