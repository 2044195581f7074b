/** The translation of the language in use, in the narrow shape that sentences take. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Translate } from '../sentences/sentence.js'

export const useTranslate = (): Translate => {
  const { t } = useTranslation()
  return useMemo(
    () =>
      (key, options = {}) =>
        String(t(key, options)),
    [t],
  )
}
