/** Note words: the note of a line, in the language of the screen. */
import { useTranslation } from 'react-i18next'
import { positionOf } from '../../sentences/place.js'
import { useRefusalWords } from '../../ui/refusal.js'
import { useDuration } from '../../ui/use-duration.js'
import { useNumbers } from '../../ui/use-numbers.js'
import type { Note } from './entry-look.js'

export const useNoteWords = (): ((note: Note) => string) => {
  const { t } = useTranslation()
  const number = useNumbers()
  const durationOf = useDuration()
  const refusalWords = useRefusalWords()
  return ({ key, place, lasted = {}, refused }) => {
    if (refused) return refusalWords(refused)
    const values: Record<string, string> = place ? { position: positionOf(place, number) } : {}
    for (const [name, milliseconds] of Object.entries(lasted)) values[name] = durationOf(milliseconds)
    return t(key, values)
  }
}
