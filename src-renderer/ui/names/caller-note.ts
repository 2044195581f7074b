/**
 * Caller note: what a person must know about a caller's name: that nobody verified it, or that a program with the key of
 * another one says so itself. Undefined for a name that the owner knows.
 */

import type { Caller } from '@contract/call.js'
import { programOf } from '@shared/clients/connection.js'
import { ownCaller } from '@shared/clients/own-callers.js'
import type { TFunction } from 'i18next'
import { shortened, visibleText } from '../text/visible-text.js'

export const callerNote = (caller: Caller, t: TFunction): string | undefined => {
  const { name, namedByOwner, says } = caller
  const own = ownCaller(caller)
  if (own !== undefined) return t(`caller.${own}.note`)
  if (!namedByOwner) return t('caller.claim')
  const isOther = says !== undefined && programOf(name) !== 'other' && programOf(says) !== programOf(name)
  return isOther ? t('caller.namedSays', { says: shortened(visibleText(says), 64) }) : undefined
}
