/**
 * Core meanings: translates the parameter descriptions of the core catalogue.
 *
 * Only a text that equals the English one is replaced by its translation, so that texts of others are never replaced.
 */
import en from '../locales/en.json'

const keys = new Map(Object.entries(en.coreMeanings).map(([name, text]) => [text, `coreMeanings.${name}`]))

/** Key of its translation; undefined for a text that is not in the catalogue. */
export const coreMeaningKey = (meaning: string): string | undefined => keys.get(meaning)
