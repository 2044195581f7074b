/** Numbers in the language of the screen. */

import { numberIn, type WriteNumber } from '@shared/text/numbers.js'
import { useTranslation } from 'react-i18next'

/** With a fixed number of decimals, so that a changing number keeps its width. */
export const tenths: Intl.NumberFormatOptions = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
export const hundredths: Intl.NumberFormatOptions = { minimumFractionDigits: 2, maximumFractionDigits: 2 }

/** The same function for the same language and options. */
export const useNumbers = (options?: Intl.NumberFormatOptions): WriteNumber =>
  numberIn(useTranslation().i18n.language, options)
