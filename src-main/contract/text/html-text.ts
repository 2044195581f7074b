/**
 * HTML text: the type of text sent to a browser as a page.
 *
 * Enforces invariant 5: pages accept only `HtmlText`, and strings in it are escaped, in text and in quoted attributes.
 * Unquoted attributes, scripts and styles accept no external text.
 */

/** Made by `html`, `joinedHtml` and `htmlConstant` alone; known by its class, so that no string can pass as one. */
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

/** A style that stands in the source: its hash is in the policy of the page, so not a character of it may change. */
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
