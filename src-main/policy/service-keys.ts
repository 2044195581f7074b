/** Service keys: which texts of a configuration are secrets (invariant 8). Too many is safe, too few is not. Pure. */

const keyName = /token|secret|passw|passphrase|key|auth|credential|cookie|(?:^|[_-])(?:pat|pwd)(?:$|[_-])/iu

/** What well-known services begin their keys with, and JSON Web Tokens. */
const keyStart = /^(?:Bearer |Basic |sk-|sk_|pk_|ghp_|gho_|ghs_|github_pat_|glpat-|xox[a-z]-|AKIA|AIza|ntn_|eyJ)/u

/** Whether a variable, header or option is called like a secret. */
export const namesKey = (name: string): boolean => keyName.test(name)

/** Whether a text looks like a secret whatever it is called. */
export const looksLikeKey = (text: string): boolean => text.length >= 12 && keyStart.test(text)

/** A URL without its password and without the values of parameters that are called like secrets; other texts as they are. */
export function withoutUrlKeys(text: string): string {
  if (!/^[a-z][a-z0-9+.-]{0,31}:\/\//iu.test(text) || !URL.canParse(text)) return text
  const url = new URL(text)
  const secrets = [...url.searchParams.keys()].filter(namesKey)
  if (url.password === '' && secrets.length === 0) return text
  if (url.password !== '') url.password = '…'
  for (const name of secrets) url.searchParams.set(name, '…')
  return decodeURI(url.href)
}

/** Headers that say nothing secret. */
const plainHeaders = new Set(['accept', 'content-type', 'user-agent', 'mcp-protocol-version'])

/** Whether a header may hold a secret: every one but those that never do. */
export const isKeyHeader = (name: string): boolean => !plainHeaders.has(name.trim().toLowerCase())
