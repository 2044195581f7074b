/**
 * Elements: creates every DOM element of this page.
 *
 * Guards invariants 5 and 7: content is inserted as text, and invisible or direction-changing characters are escaped.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\u115f\u1160\u2800\u3164\uffa0]/gu

const writtenOut = (character: string): string =>
  Array.from(character, (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')

export const visible = (text: string): string => text.replace(unseen, writtenOut)

/** JSON on separate lines, with invisible characters escaped. */
export const visibleJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).split('\n').map(visible).join('\n')

type Child = Node | string

/** @param looks class names */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  looks = '',
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  if (looks !== '') made.className = looks
  made.append(...children)
  return made
}

/** A label with its field. */
export function field(
  label: string,
  attributes: Readonly<Record<string, string>>,
): [HTMLLabelElement, HTMLInputElement] {
  const input = element('input')
  for (const [name, value] of Object.entries({ type: 'text', autocomplete: 'off', ...attributes })) {
    input.setAttribute(name, value)
  }
  return [element('label', 'field', element('span', '', label), input), input]
}
