/** Numbers in the language of the screen, with a true minus. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

export const numberIn = (language: string, options: Intl.NumberFormatOptions = {}): ((value: number) => string) => {
  const { format } = new Intl.NumberFormat(language, { maximumFractionDigits: 6, ...options })
  return (value) => format(value).replace('-', '\u2212')
}

/** For whole numbers, sums and shares alike. */
export const useNumbers = (): ((value: number) => string) => {
  const { i18n } = useTranslation()
  return useMemo(() => numberIn(i18n.language), [i18n.language])
}
