/** Caller note: where the name of a caller comes from. What a caller says of itself is never passed off as more. */
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Caller } from '../../src-main/contract/call.js'
import { ownCaller } from '../../src-main/contract/own-callers.js'
import { shortened, visibleText } from './visible-text.js'

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
