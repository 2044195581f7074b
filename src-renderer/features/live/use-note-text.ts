/** Note text: the note of a line, in the language of the screen. */
import { useTranslation } from 'react-i18next'
import { positionOf } from '../../sentences/location.js'
import { useNumbers } from '../../ui/text/use-numbers.js'
import { useDuration } from '../../ui/time/use-duration.js'
import type { EntryNote } from './entry-appearance.js'

export const useNoteText = (): ((note: EntryNote) => string) => {
  const { t } = useTranslation()
  const number = useNumbers()
  const durationOf = useDuration()
  return ({ key, place, lasted = {} }) => {
    const values: Record<string, string> = place ? { position: positionOf(place, number) } : {}
    for (const [name, milliseconds] of Object.entries(lasted)) values[name] = durationOf(milliseconds)
    return t(key, values)
  }
}
