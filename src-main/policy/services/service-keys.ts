/** Service keys: which values of a configuration are secrets (invariant 8). Prefers false positives. */

const keyName = /token|secret|passw|passphrase|key|auth|credential|cookie|(?:^|[_-])(?:pat|pwd)(?:$|[_-])/iu

/** Prefixes of the keys of well-known services, and of JSON Web Tokens. */
const keyStart = /^(?:Bearer |Basic |sk-|sk_|pk_|ghp_|gho_|ghs_|github_pat_|glpat-|xox[a-z]-|AKIA|AIza|ntn_|eyJ)/u

/** Whether a variable, header or option has the name of a secret. */
export const namesKey = (name: string): boolean => keyName.test(name)

/** Whether a value looks like a secret, whatever its name is. */
export const looksLikeKey = (text: string): boolean => text.length >= 12 && keyStart.test(text)

/** Whether a value is long and mixed enough to be generated. Words, versions, dates and paths are not. */
const looksRandom = (text: string): boolean =>
  text.length >= 20 && /^[A-Za-z0-9_~+=-]+$/u.test(text) && /[0-9]/u.test(text) && /[A-Za-z]/u.test(text)

/** Whether a value in a URL looks like a secret, whatever its name is. */
const isKeyValue = (text: string): boolean => looksLikeKey(text) || looksRandom(text)

/**
 * A URL without its password, without a key in place of the user, and without parameters that are secrets. Any other
 * text is returned unchanged.
 */
export function withoutUrlKeys(text: string): string {
  if (!/^[a-z][a-z0-9+.-]{0,31}:\/\//iu.test(text) || !URL.canParse(text)) return text
  const url = new URL(text)
  const secrets = [...url.searchParams].flatMap(([name, value]) => (namesKey(name) || isKeyValue(value) ? [name] : []))
  // A user without a password is a key, as with git hosts.
  const hasKeyAsUser = url.username !== '' && url.password === '' && url.protocol.startsWith('http')
  if (url.password === '' && !hasKeyAsUser && secrets.length === 0) return text
  if (hasKeyAsUser) url.username = '…'
  if (url.password !== '') url.password = '…'
  for (const name of secrets) url.searchParams.set(name, '…')
  try {
    return decodeURI(url.href)
  } catch {
    return url.href
  }
}

/** Whether a variable of a service contains a secret: by its name, its prefix, or as a URL that contains one. */
export const isKeyVariable = (name: string, text: string): boolean =>
  namesKey(name) || looksLikeKey(text) || withoutUrlKeys(text) !== text

/** An argument: the readable part, followed by the secret part. */
export interface ArgumentParts {
  readonly plain: string
  readonly key?: string
}

/** Recognizes `--api-key VALUE`, `--token=VALUE`, `--header "Name: VALUE"`, and values that look like a key. */
export const argumentParts = (args: readonly string[]): readonly ArgumentParts[] =>
  args.map((arg, index): ArgumentParts => {
    const before = args[index - 1] ?? ''
    const [option = '', inline] = splitAt(arg, '=')
    if (option.startsWith('-') && inline !== undefined && isKeyVariable(option, inline)) {
      return { plain: `${option}=`, key: inline }
    }
    if (before === '--header' || before === '-H') {
      const [header = '', text] = splitAt(arg, ':')
      if (text !== undefined && isKeyHeader(header)) return { plain: `${header}:`, key: text }
    }
    const isValue = before.startsWith('-') && !before.includes('=') && namesKey(before) && !arg.startsWith('-')
    return isValue || looksLikeKey(arg) || withoutUrlKeys(arg) !== arg ? { plain: '', key: arg } : { plain: arg }
  })

function splitAt(text: string, mark: string): readonly [string, string | undefined] {
  const at = text.indexOf(mark)
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + mark.length)]
}

/** Headers that never contain a secret. */
const plainHeaders = new Set(['accept', 'content-type', 'user-agent', 'mcp-protocol-version'])

/** Whether a header may contain a secret. */
export const isKeyHeader = (name: string): boolean => !plainHeaders.has(name.trim().toLowerCase())
