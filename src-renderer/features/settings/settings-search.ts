/**
 * Settings search: which settings have the words that a person typed, in the language of the window or in the other one.
 *
 * A setting is found by what it shows, so that a new one needs no list of words.
 */
import { type RefObject, useLayoutEffect, useState } from 'react'
import { catalogue } from '../../i18n/catalogue.js'

interface Texts {
  readonly [key: string]: string | Texts
}

/** Each text of a catalogue → the same text in the other one. Placeholders stay as they are. */
function pairsOf(one: Texts, other: Texts, pairs = new Map<string, string>()): Map<string, string> {
  for (const [key, text] of Object.entries(one)) {
    const same = other[key]
    if (typeof text === 'string' && typeof same === 'string') pairs.set(text, same)
    else if (typeof text === 'object' && typeof same === 'object') pairsOf(text, same, pairs)
  }
  return pairs
}

let translations: ReadonlyMap<string, string> | undefined

function otherTextOf(text: string): string {
  translations ??= new Map([...pairsOf(catalogue.en, catalogue.zh), ...pairsOf(catalogue.zh, catalogue.en)])
  return translations.get(text) ?? ''
}

/** Whether every word is in one of the texts, or in its translation. */
export function hasWords(texts: readonly string[], typed: string): boolean {
  const all = texts.map((text) => `${text} ${otherTextOf(text.trim())}`.toLowerCase()).join(' ')
  return typed
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => all.includes(word))
}

const textsIn = (element: Element): readonly string[] => {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const texts: string[] = []
  while (walker.nextNode()) texts.push(walker.currentNode.nodeValue ?? '')
  return texts
}

/** Marks what was found; the style sheet hides the rest. @returns whether nothing was found */
export function useSettingsSearch(columns: RefObject<HTMLElement | null>, typed: string): boolean {
  const [isNothing, setNothing] = useState(false)
  const words = typed.trim()
  // Without a list of dependencies: what the settings show may have changed.
  useLayoutEffect(() => {
    let found = 0
    for (const section of columns.current?.querySelectorAll('.settings-section') ?? []) {
      const isWhole = words === '' || hasWords([section.querySelector('h2')?.textContent ?? ''], words)
      const isPart = !isWhole && hasWords(textsIn(section), words)
      section.toggleAttribute('data-found', isWhole || isPart)
      if (isWhole || isPart) found += 1
      for (const setting of section.querySelectorAll('.setting'))
        setting.toggleAttribute('data-found', isWhole || hasWords(textsIn(setting), words))
    }
    setNothing(found === 0)
  })
  return isNothing
}
