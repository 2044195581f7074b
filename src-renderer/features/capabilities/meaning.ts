/** Meaning: what a schema says of a parameter, in the language of the screen where it is the catalogue's own text. */
import { useTranslation } from 'react-i18next'
import { coreMeaningKey } from '../../sentences/core-meanings.js'
import { visibleText } from '../../ui/text/visible-text.js'

export const useMeaning = (): ((meaning: string) => string) => {
  const { t } = useTranslation()
  return (meaning) => {
    const key = coreMeaningKey(meaning)
    return key === undefined ? visibleText(meaning) : t(key)
  }
}
