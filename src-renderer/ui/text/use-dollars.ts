/** Dollars, as the language of the screen writes them; small amounts with three digits. */
import { useTranslation } from 'react-i18next'

export const useDollars = (): ((amount: number) => string) => {
  const { language } = useTranslation().i18n
  return (amount) =>
    new Intl.NumberFormat(language, {
      style: 'currency',
      currency: 'USD',
      currencyDisplay: 'narrowSymbol',
      maximumFractionDigits: amount > 0 && amount < 0.1 ? 3 : 2,
    }).format(amount)
}
