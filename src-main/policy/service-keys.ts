/** Service keys: which texts of a configuration are secrets (invariant 8). Prefers false positives. Pure. */

const keyName = /token|secret|passw|passphrase|key|auth|credential|cookie|(?:^|[_-])(?:pat|pwd)(?:$|[_-])/iu

/** What well-known services begin their keys with, and JSON Web Tokens. */
const keyStart = /^(?:Bearer |Basic |sk-|sk_|pk_|ghp_|gho_|ghs_|github_pat_|glpat-|xox[a-z]-|AKIA|AIza|ntn_|eyJ)/u

/** Whether a variable, header or option is called like a secret. */
export const namesKey = (name: string): boolean => keyName.test(name)

/** Whether a text looks like a secret whatever it is called. */
export const looksLikeKey = (text: string): boolean => text.length >= 12 && keyStart.test(text)

/** Whether a text is long and mixed enough to be made by a machine. Words, versions, dates and paths are not. */
const looksRandom = (text: string): boolean =>
  text.length >= 20 && /^[A-Za-z0-9_~+=-]+$/u.test(text) && /[0-9]/u.test(text) && /[A-Za-z]/u.test(text)

/** Whether a value in an address looks like a secret whatever it is called. */
const isKeyValue = (text: string): boolean => looksLikeKey(text) || looksRandom(text)

/** A URL without its password, a key in place of a user, and values of parameters that are secrets by name or look; other texts as they are. */
export function withoutUrlKeys(text: string): string {
  if (!/^[a-z][a-z0-9+.-]{0,31}:\/\//iu.test(text) || !URL.canParse(text)) return text
  const url = new URL(text)
  const secrets = [...url.searchParams].flatMap(([name, value]) => (namesKey(name) || isKeyValue(value) ? [name] : []))
  // A user without a password is a key, as git hosts and others have it.
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

/** Whether a variable of a service holds a secret: by its name, by how it begins, or as an address with one in it. */
export const isKeyVariable = (name: string, text: string): boolean =>
  namesKey(name) || looksLikeKey(text) || withoutUrlKeys(text) !== text

/** An argument: what may be read, and behind it what is a secret. */
export interface ArgumentParts {
  readonly plain: string
  readonly key?: string
}

/** `--api-key VALUE`, `--token=VALUE`, `--header "Name: VALUE"`, and what looks like a key by itself. */
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

/** Headers that say nothing secret. */
const plainHeaders = new Set(['accept', 'content-type', 'user-agent', 'mcp-protocol-version'])

/** Whether a header may hold a secret: every one but those that never do. */
export const isKeyHeader = (name: string): boolean => !plainHeaders.has(name.trim().toLowerCase())
