/** Gap: what stands between two sentences; nothing in Chinese, where the full stop has its own space. */
import { useTranslation } from 'react-i18next'

export const gapIn = (language: string): string => (language === 'zh' ? '' : ' ')

export const Gap = () => gapIn(useTranslation().i18n.language)
