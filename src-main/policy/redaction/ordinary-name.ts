/**
 * Ordinary name: whether a player's name is too common to be masked in every sentence.
 *
 * Anybody can join a game as "World" or "The". Masking such a name everywhere would make the program unreadable, so it is
 * masked only where a member says that it is a player's. A person may still choose it: chosen names are not asked here.
 */
import { coreCatalogue } from '@contract/core-catalogue.js'
import en from '@shared/words/en.json' with { type: 'json' }
import zh from '@shared/words/zh.json' with { type: 'json' }
import { isExampleName, ownNames } from './stream-fields.js'
import { normalizedWord, wholeWords } from './stream-finds.js'

const maxRemembered = 2_000

let ownTexts: string | undefined
const remembered = new Map<string, boolean>()

/** Every text of the program that a mask may meet: actions, their parameters, and the shared words. */
function textsOfGatehouse(): string {
  const texts = new Set(ownNames)
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.add(value)
    if (typeof value !== 'object' || value === null) return
    for (const [name, member] of Object.entries(value)) {
      texts.add(name)
      if (!isExampleName(name)) collect(member)
    }
  }
  collect([...coreCatalogue.values(), en, zh])
  return [...texts].map(normalizedWord).join('\n')
}

/** Two letters, a single character of any script, or a word of the program itself. */
export function isOrdinaryName(name: string): boolean {
  const word = normalizedWord(name)
  const known = remembered.get(word)
  if (known !== undefined) return known
  ownTexts ??= textsOfGatehouse()
  const length = [...word].length
  const isOrdinary = length < 2 || (length < 3 && /^[\p{Script=Latin}\d_]+$/u.test(word)) || isIn(word, ownTexts)
  if (remembered.size >= maxRemembered) remembered.clear()
  remembered.set(word, isOrdinary)
  return isOrdinary
}

const isIn = (word: string, texts: string): boolean =>
  texts.includes(word) && wholeWords([word]).some((pattern) => pattern.test(texts))
