/**
 * HTML text: the type of text sent to a browser as a page.
 *
 * Enforces invariant 5: pages accept only `HtmlText`, and strings in it are escaped, in text and in quoted attributes.
 * Unquoted attributes, scripts and styles accept no external text.
 */

/** Created only by `html`, `joinedHtml` and `htmlConstant`; a class, so that no string can be used instead. */
export class HtmlText {
  readonly #text: string

  private constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }

  static html(words: TemplateStringsArray, ...values: readonly (string | number | HtmlText)[]): HtmlText {
    return new HtmlText(String.raw({ raw: words }, ...values.map(escapedIn)))
  }

  static joined(parts: readonly HtmlText[], between: '' | '\n' = ''): HtmlText {
    return new HtmlText(parts.join(between))
  }

  static constant(text: string): HtmlText {
    return new HtmlText(text)
  }
}

/** A page, or a part of one; strings in it are escaped. */
export const html = HtmlText.html

export const joinedHtml = HtmlText.joined

/** A style from the source code. Its hash is in the policy of the page, so the text is used unchanged. */
export const htmlConstant = HtmlText.constant

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapedIn = (value: string | number | HtmlText): string =>
  value instanceof HtmlText
    ? value.toString()
    : String(value).replace(/[&<>"']/gu, (character) => entities[character] ?? '')
