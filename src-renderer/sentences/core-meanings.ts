/**
 * Core meanings: what the core catalogue says of its parameters, in the language of the screen.
 *
 * Guards that nobody's words are exchanged for ours: only a text with the same English words is shown by its key.
 */
import en from '../locales/en.json'

const keys = new Map(Object.entries(en.coreMeanings).map(([name, text]) => [text, `coreMeanings.${name}`]))

/** Key of our words for it; undefined for a text that is not of the catalogue. */
export const coreMeaningKey = (meaning: string): string | undefined => keys.get(meaning)
