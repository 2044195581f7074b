/** Home bar: a field for words. Ctrl K, or Command K, goes to it. */

import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchField } from '../../ui/fields/search-field.js'
import { KeyHint } from '../../ui/text/key-hint.js'
import { isMac } from '../../ui/text/shortcut-text.js'

export interface HomeBarProps {
  readonly text: string
  readonly onText: (text: string) => void
}

export const HomeBar = ({ text, onText }: HomeBarProps) => {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      field.current?.select()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])

  return (
    <SearchField field={field} label={t('live.search')} value={text} maxLength={200} onChange={onText}>
      <KeyHint>{isMac() ? '⌘ K' : 'Ctrl K'}</KeyHint>
    </SearchField>
  )
}
