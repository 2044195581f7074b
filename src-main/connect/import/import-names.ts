/** Import names: what a server of a client is called as a service, and its namespace: both unique. Pure. */

const longestName = 64
const longestNamespace = 32

/** @param taken names that are taken; the new one is added */
export function serviceNameFrom(name: string, taken: Set<string>): string {
  const plain = name
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
    .trim()
    .slice(0, longestName - 4)
    .trim()
  return unique(plain === '' ? 'service' : plain, ' ', taken)
}

/** Lower-case Latin letters, digits and hyphens: what a tool's name and a capability's id both may hold. */
export function namespaceFrom(name: string, taken: Set<string>): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .slice(0, longestNamespace - 4)
    .replaceAll(/^-|-$/gu, '')
  const begun = /^[a-z]/u.test(plain) ? plain : `service${plain === '' ? '' : `-${plain}`}`
  return unique(begun, '-', taken)
}

function unique(wanted: string, separator: string, taken: Set<string>): string {
  let name = wanted
  for (let count = 2; taken.has(name); count += 1) name = `${wanted}${separator}${count}`
  taken.add(name)
  return name
}
