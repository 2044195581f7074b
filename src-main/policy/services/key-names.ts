/** Key names: whether a name, or the beginning of a value, belongs to a secret. Prefers false positives. */

const keyName = /token|secret|passw|passphrase|key|auth|credential|cookie|(?:^|[_-])(?:pat|pwd)(?:$|[_-])/iu

/** Prefixes of the keys of well-known services, and of JSON Web Tokens. */
const keyStart =
  /^(?:Bearer |Basic |sk-|sk_|pk_|rk_|ghp_|gho_|ghs_|github_pat_|glpat-|xox[a-z]-|AKIA|ASIA|AIza|ntn_|secret_|eyJ|hf_|npm_|pypi-|whsec_|SG\.|dop_v1_|lin_api_|figd_|tvly-|ctx7sk-)/u

/** Whether a variable, header or option has the name of a secret. */
export const namesKey = (name: string): boolean => keyName.test(name)

/** Whether a value looks like a secret, whatever its name is. */
export const looksLikeKey = (text: string): boolean => text.length >= 12 && keyStart.test(text)
