/** Caller note: the source of a caller's name. A self-declared name is marked as such. */

import type { Caller } from '@contract/call.js'
import { ownCaller } from '@shared/clients/own-callers.js'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { shortened, visibleText } from '../text/visible-text.js'

export const callerNote = (caller: Caller, t: TFunction): string => {
  const { namedByOwner, says } = caller
  const own = ownCaller(caller)
  if (own !== undefined) return t(`caller.${own}.note`)
  if (!namedByOwner) return t('caller.claim')
  return says ? t('caller.namedSays', { says: shortened(visibleText(says), 64) }) : t('caller.named')
}

export const CallerNote = ({ caller }: { readonly caller: Caller }) => {
  const { t } = useTranslation()
  return <bdi>{callerNote(caller, t)}</bdi>
}
